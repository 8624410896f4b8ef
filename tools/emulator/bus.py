# SPDX-License-Identifier: MIT
"""The display module on the emulated Pico's I2C bus.

The firmware reaches it in two ways. It sends bytes through the I2C block, at the speed it has set. To ask
whether an address answers, it drives the same pins bit by bit, because the block cannot send an empty
transfer.
"""

from collections.abc import Callable
from typing import Any

from rp2040py.clock.clock import IAlarm
from rp2040py.gpio_pin import FUNCTION_SIO, GPIOPin, GPIOPinState
from rp2040py.peripherals.i2c import R_TX_EMPTY, I2CMode
from rp2040py.peripherals.reset import RESET, RESET_I2C0, RESET_I2C1
from rp2040py.rp2040 import RP2040

from tools.simulator.controller import Controller, UnknownCommand
from tools.simulator.wires import Wires

_CYCLE_NANOSECONDS = 8  # 125 MHz
_BITS_A_BYTE = 9  # eight, and the acknowledge


class DisplayModule:
    """A chip at an address, with the module's pull-ups; an external device for rp2040py.

    `chip` is a model from tools.simulator.chips; `sda` and `scl` are pin numbers. `address` None unplugs the
    module. `faults` lists the bytes sent that the chip does not know. `wires` may include a reset line;
    without one the chip listens from the start.
    """

    def __init__(
        self,
        chip: Controller,
        sda: int,
        scl: int,
        address: int | None = 0x3C,
        wires: Wires | None = None,
    ) -> None:
        self.chip = chip
        self._wires = wires
        self.address = address
        self.faults: list[str] = []
        self._pins = (sda, scl)
        self._addressed = False
        self._answer: IAlarm | None = None  # goes off to answer the current byte

    def attach(self, rp2040: RP2040) -> None:
        """Wire up the module. Call once, before power-on."""
        sda, scl = (rp2040.gpio[number] for number in self._pins)
        if self.address is not None:
            sda.set_input_value(True)
            scl.set_input_value(True)
        number = self._pins[0] // 2 % 2
        self._block = rp2040.i2c[number]
        self._reset_block = self._block.reset
        self._block.reset = self._reset  # type: ignore[method-assign]
        follow_resets(rp2040.resets, (RESET_I2C0, RESET_I2C1)[number], self._reset)
        self._block.on_connect = self._connect
        self._block.on_write_byte = self._write
        self._block.on_read_byte = self._read
        self._block.on_stop = self._stop
        self._clock = rp2040.clock
        if self._wires:
            follow_levels(rp2040, self._wires)
        if self.address is not None:
            _BitByBit(self, sda, scl)

    def begin(self, address: int) -> bool:
        """Take the address after a start condition; return whether the chip answers."""
        self._addressed = address == self.address and (self._wires is None or self._wires.listens())
        if self._addressed:
            self.chip.begin()
        return self._addressed

    def take(self, byte: int) -> bool:
        """Take one byte; return whether it was acknowledged."""
        if self._addressed:
            try:
                self.chip.write(byte)
            except UnknownCommand as fault:
                self.faults.append(f"the display chip was sent {fault}")
        return self._addressed

    def end(self) -> None:
        """Take a stop condition."""
        if self._addressed:
            self.chip.end()
        self._addressed = False

    def _connect(self, address: int, mode: I2CMode) -> None:
        answers = self.begin(address) and mode == I2CMode.WRITE
        self._after_a_byte(lambda: self._answer_address(answers))

    def _answer_address(self, answers: bool) -> None:
        self._block.complete_connect(answers)
        if not answers:
            # The block drops its unsent bytes. rp2040py does not signal that: programs would wait a second.
            self._block.int_raw |= R_TX_EMPTY
            self._block.check_interrupts()

    def _write(self, value: int) -> None:
        self.take(value)
        self._after_a_byte(lambda: self._block.complete_write(True))

    def _read(self, _acknowledge: bool) -> None:
        self._after_a_byte(lambda: self._block.complete_read(0xFF))

    def _stop(self) -> None:
        self.end()
        self._block.complete_stop()

    def _reset(self) -> None:
        """Forget the current transfer, as the block does on reset."""
        if self._answer:
            self._answer.cancel()
        self.end()
        self._reset_block()

    def _after_a_byte(self, then: Callable[[], None]) -> None:
        cycles = self._block.scl_low_period + self._block.scl_high_period
        self._answer = answer = self._clock.create_alarm(then)
        answer.schedule(_BITS_A_BYTE * cycles * _CYCLE_NANOSECONDS)


def follow_resets(resets: Any, bit: int, reset: Callable[[], None]) -> None:
    """Call `reset` when the program resets a block; rp2040py only stores the register."""
    write = resets.write_uint32

    def write_and_reset(offset: int, value: int) -> None:
        held = resets.read_uint32(RESET)
        write(offset, value)
        if resets.read_uint32(RESET) & ~held & bit:
            reset()

    resets.write_uint32 = write_and_reset


def follow_levels(rp2040: RP2040, wires: Wires) -> None:
    """Tell the wires of every change of their pins' levels; what nobody drives counts as high."""

    def follow(pin: GPIOPin, name: str) -> None:
        def note(state: GPIOPinState, _before: GPIOPinState) -> None:
            wires.drive(name, state != GPIOPinState.LOW)

        pin.add_listener(note)

    for name in wires.pins:
        follow(rp2040.gpio[int(name)], name)


class _BitByBit:
    """Follows a transfer that the program clocks out on the pins, and answers its address."""

    def __init__(self, module: DisplayModule, sda: GPIOPin, scl: GPIOPin) -> None:
        self._module = module
        self._sda, self._scl = sda, scl
        self._levels = [True, True]
        self._stop_following()
        sda.add_listener(lambda state, _before: self._on_change(0, state))
        scl.add_listener(lambda state, _before: self._on_change(1, state))

    def _stop_following(self) -> None:
        self._bits: list[bool] | None = None  # of the current byte; None between stop and start
        self._is_address = False
        self._acknowledges = False
        self._sda.set_input_value(True)

    def _on_change(self, line: int, state: GPIOPinState) -> None:
        if self._sda.function_select != FUNCTION_SIO or self._scl.function_select != FUNCTION_SIO:
            self._levels = [True, True]
            self._stop_following()
            return
        level = state != GPIOPinState.LOW  # what is not driven low is pulled up
        if level == self._levels[line]:
            return
        self._levels[line] = level
        if line == 1:
            self._clock(level)
        elif self._levels[1]:
            if level:
                self._module.end()
                self._stop_following()
            else:
                self._bits = []
                self._is_address = True

    def _clock(self, rises: bool) -> None:
        if self._bits is None:
            return
        if rises:
            self._bits.append(self._levels[0])
        elif len(self._bits) == 8:
            byte = sum(bit << place for place, bit in enumerate(reversed(self._bits)))
            take = self._take_address if self._is_address else self._module.take
            self._sda.set_input_value(not take(byte))
        elif len(self._bits) == _BITS_A_BYTE:
            self._sda.set_input_value(True)
            self._bits = []

    def _take_address(self, byte: int) -> bool:
        self._is_address = False
        return self._module.begin(byte >> 1)
