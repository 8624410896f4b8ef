# SPDX-License-Identifier: MIT
"""The display on the emulated bus, and the trace of what was sent, without a firmware."""

from types import SimpleNamespace

import pytest
from rp2040py.gpio_pin import FUNCTION_SIO, GPIOPinState
from rp2040py.peripherals.i2c import R_TX_EMPTY
from rp2040py.peripherals.reset import RPReset

from tests.emulated import Clock
from tools.emulator.bus import DisplayModule
from tools.emulator.trace import TracedChip, cells_sent
from tools.simulator.ssd1306 import Ssd1306


class Pin:
    """A pin of the emulated chip, pulled up, that a program drives low or lets go."""

    function_select = FUNCTION_SIO

    def __init__(self):
        self.listeners = []
        self.pulled = None

    def add_listener(self, listener):
        self.listeners.append(listener)

    def set_input_value(self, value):
        self.pulled = value

    def drive(self, level):
        for listener in self.listeners:
            listener(GPIOPinState.INPUT if level else GPIOPinState.LOW, None)


class Block:
    """The I2C block at 400 kHz: notes what is completed and when."""

    scl_low_period, scl_high_period = 157, 156

    def __init__(self, clock):
        self.done = []
        for name in ("connect", "write", "read"):
            note = lambda answer, name=name: self.done.append((name, answer, clock.nanos))  # noqa: E731
            setattr(self, f"complete_{name}", note)
        self.complete_stop = lambda: self.done.append(("stop", None, clock.nanos))
        self.reset = self.check_interrupts = lambda: None
        self.int_raw = 0


def board_with(clock):
    blocks = [Block(clock), Block(clock)]
    resets = RPReset(None, "RESETS")
    return SimpleNamespace(clock=clock, gpio={4: Pin(), 5: Pin()}, i2c=blocks, resets=resets, chip=Ssd1306())


@pytest.fixture
def board():
    clock = Clock()
    board = board_with(clock)
    board.module = DisplayModule(board.chip, 4, 5)
    board.module.attach(board)
    return board


def bit_by_bit(board, data):
    """Send a start condition, bytes and a stop as the firmware's probe does; returns the acknowledges."""
    sda, scl = board.gpio[4], board.gpio[5]
    acknowledges = []
    sda.drive(False)
    scl.drive(False)
    for byte in data:
        for place in range(7, -1, -1):
            sda.drive(byte >> place & 1)
            scl.drive(True)
            scl.drive(False)
        sda.drive(True)
        scl.drive(True)
        acknowledges.append(sda.pulled is False)
        scl.drive(False)
    sda.drive(False)
    scl.drive(True)
    sda.drive(True)
    return acknowledges


def test_the_probe_is_answered_at_its_address_only(board):
    assert bit_by_bit(board, [0x3C << 1]) == [True]
    assert bit_by_bit(board, [0x3D << 1]) == [False]
    assert board.gpio[4].pulled is True


def test_bytes_sent_bit_by_bit_reach_the_chip(board):
    assert bit_by_bit(board, [0x3C << 1, 0x00, 0x81, 0x33]) == [True] * 4
    assert board.chip.contrast == 0x33


def test_bytes_through_the_block_take_their_time(board):
    block = board.i2c[0]
    block.on_connect(0x3C, 0)
    for byte in (0x00, 0xAF):
        board.clock.run()
        block.on_write_byte(byte)
    board.clock.run()
    block.on_stop()
    assert board.chip.on
    byte_time = 9 * 313 * 8  # 22.5 µs, nearly
    assert [entry[2] for entry in block.done] == [byte_time, 2 * byte_time, 3 * byte_time, 3 * byte_time]
    assert [entry[1] for entry in block.done] == [True, True, True, None]


def test_an_unplugged_display_pulls_nothing_up_and_answers_nothing():
    clock = Clock()
    board = board_with(clock)
    DisplayModule(board.chip, 4, 5, address=None).attach(board)
    assert board.gpio[4].pulled is None
    board.i2c[0].on_connect(0x3C, 0)
    clock.run()
    assert board.i2c[0].done[0][1] is False
    assert board.i2c[0].int_raw & R_TX_EMPTY


def test_an_unknown_command_is_a_fault(board):
    bit_by_bit(board, [0x3C << 1, 0x00, 0xF7])
    assert board.module.faults == ["the display chip was sent command 0xF7"]


def test_the_trace_tells_which_cells_were_sent_and_changed():
    chip = TracedChip()
    chip.clock = lambda: 5
    chip.transfer(bytes((0x00, 0x20, 0x00, 0x21, 24, 47, 0x22, 2, 3)))
    chip.transfer(bytes((0x40, chip.ram[2 * 128 + 24] ^ 1)))
    chip.transfer(bytes((0x00, 0x21, 0, 23, 0x22, 6, 7)))
    chip.transfer(bytes((0x40, chip.ram[6 * 128])))
    assert cells_sent(chip.between(5, 6)) == {5: True, 12: False}
    assert chip.between(0, 5) == []
