# SPDX-License-Identifier: MIT
"""The emulated chip and its clock, without a firmware: freed when they are done with, reset when told to."""

import gc
import random
import sys
import weakref
from types import SimpleNamespace

import pytest

from tools.emulator.bus import DisplayModule
from tools.emulator.chip import Chip, Clock, run_batch
from tools.simulator.ssd1306 import Ssd1306

# RP2040 data sheet, 2.14.3 (resets) and 4.3.17 (I2C); a write to a register's alias sets bits or clears them.
RESET, SET, CLEAR = 0x4000C000, 0x2000, 0x3000
RESET_I2C0 = 1 << 3
I2C0 = 0x40044000
TARGET, DATA, ENABLE = I2C0 + 0x04, I2C0 + 0x10, I2C0 + 0x6C
STOP = 1 << 9
LONG = 1e6  # nanoseconds, enough for some bytes


class Callback:
    def __call__(self):
        pass


def test_an_alarm_that_went_off_keeps_none_that_came_after_it():
    """Thousands would be a chain that Python cannot free."""
    clock = Clock()
    kept = clock.create_alarm(Callback())
    kept.schedule(1)
    later = Callback()
    gone = weakref.ref(later)
    clock.create_alarm(later).schedule(2)
    del later
    clock.tick(1)
    assert gone() is not None
    clock.tick(1)
    assert gone() is None
    kept.schedule(1)  # it can be used again


def test_alarms_go_off_in_their_order_and_may_set_themselves_again():
    clock, heard = Clock(), []

    def twice():
        heard.append(("twice", clock.nanos))
        if len(heard) < 3:
            again.schedule(10)

    again = clock.create_alarm(twice)
    again.schedule(5)
    clock.create_alarm(lambda: heard.append(("once", clock.nanos))).schedule(7)
    clock.create_alarm(lambda: heard.append(("never", 0))).cancel()
    clock.tick(100)
    assert heard == [("twice", 5), ("once", 7), ("twice", 15)]


def test_a_chip_that_is_freed_takes_nothing_of_the_next_ones():
    """The type of the chips lost a reference with each: after some ten of them it was gone itself."""
    gc.collect()  # chips of other tests
    before = sys.getrefcount(Chip)
    for _ in range(3):
        Chip(Clock())
        gc.collect()
    assert sys.getrefcount(Chip) >= before


@pytest.mark.parametrize("address", [0x3C, 0x3D])
@pytest.mark.parametrize("pause", [0, LONG])
def test_a_reset_of_the_i2c_block_ends_what_it_was_doing(address, pause):
    mcu, display = Chip(Clock()), Ssd1306()
    DisplayModule(display, 4, 5).attach(mcu)
    for place, value in ((TARGET, address), (ENABLE, 1), (DATA, 0x00), (DATA, 0xAF)):
        mcu.write_uint32(place, value)
    mcu.clock.tick(pause)
    mcu.write_uint32(RESET + SET, RESET_I2C0)
    mcu.write_uint32(RESET + CLEAR, RESET_I2C0)
    assert mcu.read_uint32(ENABLE) == 0
    mcu.clock.tick(LONG)
    for place, value in ((TARGET, 0x3C), (ENABLE, 1), (DATA, 0x00), (DATA, 0x81), (DATA, 0x33 | STOP)):
        mcu.write_uint32(place, value)
    mcu.clock.tick(LONG)
    assert display.contrast == 0x33
    assert display.on == (address == 0x3C and pause == LONG)


RAM = 0x20000000
FLASH = 0x10000000


def branches():
    """Code of two halfwords each: branches on every condition, calls, and what is neither."""
    draw = random.Random(4)
    for condition in range(14):
        for offset in (0x00, 0x7F, 0x80, 0xFE):
            yield 0xD000 | condition << 8 | offset, 0xBF00
    for _ in range(60):
        yield 0xF000 | draw.randrange(0x800), 0xD000 | draw.randrange(0x1000) & 0x2FFF
        yield 0x4780 | draw.randrange(14) << 3, 0xBF00
    yield 0xBF00, 0xBF00
    yield 0xE010, 0xBF00
    yield 0x1840, 0xBF00


def after_one_instruction(mcu, place, code, flags, run):
    """What an instruction at a place leaves: registers, cycles and time."""
    memory, base = (mcu.sram, RAM) if place >= RAM else (mcu.flash, FLASH)
    memory[place - base : place - base + 4] = b"".join(half.to_bytes(2, "little") for half in code)
    core = mcu.core
    for number in range(15):
        core.registers[number] = RAM + 0x1001 + 0x10 * number
    core.registers[15] = place
    core.n, core.z, core.c, core.v = flags
    core.cycles = 0
    core.waiting = core.interrupts_updated = False
    run(mcu)
    return list(core.registers), core.cycles, (core.n, core.z, core.c, core.v)


def run_one(mcu):
    simulator = SimpleNamespace(rp2040=mcu, clock=mcu.clock, stopped=False)
    mcu.clock.create_alarm(lambda: setattr(simulator, "stopped", True)).schedule(1)
    run_batch(simulator)


@pytest.mark.parametrize("place", [RAM + 0x8000, FLASH + 0x8000])
def test_branches_and_calls_are_what_they_are_without_the_compiled_loop(place):
    fast, plain = Chip(Clock()), Chip(Clock())
    for code in branches():
        for bits in range(16) if code[0] >> 12 == 0xD else (0, 5):
            flags = tuple(bool(bits >> bit & 1) for bit in range(4))
            found = after_one_instruction(fast, place, code, flags, run_one)
            expected = after_one_instruction(
                plain, place, code, flags, lambda mcu: mcu.core.execute_instruction()
            )
            assert found == expected, f"{code[0]:04X} {code[1]:04X} {flags}"
