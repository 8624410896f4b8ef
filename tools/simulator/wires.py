# SPDX-License-Identifier: MIT
"""The display module's wires beside an I2C bus: reset on both buses; chip select and D/C on SPI."""

from collections.abc import Iterable
from typing import Protocol

from tools.simulator import settings as settings_file
from tools.simulator.boards import Board
from tools.simulator.controller import Controller

# How long the reset line must be low, by the datasheet that asks for most (SH1106).
_RESET_MICROSECONDS = 10


class Powered(Protocol):
    """What the module hangs on."""

    chip: Controller

    @property
    def now(self) -> int:
        """The time in microseconds."""
        ...


def is_spi(settings: settings_file.Given | None) -> bool:
    """Tell whether the settings name SPI as the display's bus."""
    return settings_file.word(settings, "BUS") == "SPI"


def pins_of(settings: settings_file.Given | None, board: Board) -> dict[str, str]:
    """The wires by the settings that name their pins: setting -> pin.

    On I2C there is a reset line only if the settings name it.
    """
    names = []
    if is_spi(settings):
        names = ["CS", "DC", "RESET_PIN"]
    elif settings_file.word(settings, "RESET_PIN"):
        names = ["RESET_PIN"]
    return {name: settings_file.pin(settings, name, board) for name in names}


class Wires:
    """What the chip makes of the levels on these wires.

    If it has a reset line, it is deaf until the first reset.
    """

    def __init__(self, machine: Powered, pins: dict[str, str]) -> None:
        self._machine = machine
        self._pins = pins
        self._levels = dict.fromkeys(pins, True)
        self._low_since = 0
        self._is_deaf = "RESET_PIN" in pins

    @property
    def pins(self) -> list[str]:
        """The pins that these wires are on."""
        return list(self._pins.values())

    def drive(self, pin: str, level: bool) -> bool:
        """Note the level of a pin; True if one of the wires is on it."""
        names = [name for name, wired in self._pins.items() if wired == pin]
        for name in names:
            if name == "RESET_PIN":
                self._reset(level)
            self._levels[name] = level
        return bool(names)

    def listens(self) -> bool:
        """Tell whether the chip takes what comes over I2C."""
        return not self._is_deaf and self._levels.get("RESET_PIN", True)

    def take(self, data: Iterable[int]) -> None:
        """Take bytes from SPI, if the chip is selected. Raises controller.UnknownCommand."""
        if self._levels["CS"] or not self.listens():
            return
        for byte in data:
            self._machine.chip.receive(byte, self._levels["DC"])

    def _reset(self, level: bool) -> None:
        if level == self._levels["RESET_PIN"]:
            return
        if not level:
            self._low_since = self._machine.now
        elif self._machine.now - self._low_since >= _RESET_MICROSECONDS:
            self._machine.chip.reset_registers()
            self._is_deaf = False  # a shorter pulse may do nothing
