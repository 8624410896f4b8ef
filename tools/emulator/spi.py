# SPDX-License-Identifier: MIT
"""The display module on the emulated Pico's 4-wire SPI bus.

The firmware sends bytes through the SPI block, one by one or by DMA, and moves chip select, D/C and reset as
plain pins.
"""

from rp2040py.peripherals.reset import RESET_SPI0, RESET_SPI1
from rp2040py.rp2040 import RP2040

from tools.emulator.bus import follow_levels, follow_resets
from tools.simulator.controller import Controller, UnknownCommand
from tools.simulator.wires import Wires

_BITS_A_BYTE = 8
_NANOSECONDS = 1_000_000_000


class SpiModule:
    """A chip on an SPI bus; an external device for rp2040py.

    `sck` is a pin's number, `wires` the lines beside clock and data.
    `faults` lists the bytes sent that the chip does not know.
    """

    address = None  # there is none on SPI

    def __init__(self, chip: Controller, sck: int, wires: Wires) -> None:
        self.chip = chip
        self.faults: list[str] = []
        self._sck = sck
        self._wires = wires

    def attach(self, rp2040: RP2040) -> None:
        """Wire up the module. Call once, before power-on."""
        number = self._sck // 8 % 2
        self._block = rp2040.spi[number]
        self._clock = rp2040.clock
        self._block.on_transmit = self._transmit
        follow_resets(rp2040.resets, (RESET_SPI0, RESET_SPI1)[number], self._block.reset)
        follow_levels(rp2040, self._wires)

    def _transmit(self, byte: int) -> None:
        try:
            self._wires.take((byte,))
        except UnknownCommand as fault:
            self.faults.append(f"the display chip was sent {fault}")
        done = self._clock.create_alarm(lambda: self._block.complete_transmit(0))
        done.schedule(_BITS_A_BYTE * _NANOSECONDS / (self._block.clock_frequency or 1_000_000))
