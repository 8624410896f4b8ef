# SPDX-License-Identifier: MIT
"""The parts that a program drives: pins and the flash; for the keys see scanner.py, and buses.py."""

from typing import Any

from tools.simulator import boards
from tools.simulator import machine as machines

_ANALOG_PINS = ("26", "27", "28", "29")  # RP2040 datasheet, 4.9


class AnyPin:
    """A pin of the board, by its printed name and the chip's number; programs only pass it on."""

    def __init__(self, name: str, number: str) -> None:
        self.name = name
        self.number = number

    def __repr__(self) -> str:
        return f"board.{self.name}"


class Pin(AnyPin):
    """microcontroller.Pin"""


class CywPin(AnyPin):
    """cyw43.CywPin, a pin of the Wi-Fi chip, which can do less."""


_pins: dict[str, dict[str, AnyPin]] = {}  # by board_id, once made


def pins_of(board: boards.Board) -> dict[str, AnyPin]:
    """All pins of a board by every name; always the same objects, and one for a pin with two names."""
    if board.board_id not in _pins:
        printed = {
            name: (CywPin if number.startswith("CYW") else Pin)(name, number)
            for name, number in board.numbers.items()
        }
        _pins[board.board_id] = {name: printed[first] for name, first in board.names.items()}
    return _pins[board.board_id]


class OnPins:
    """Something that holds pins until `deinit` and works in a `with`."""

    def __init__(self, *pins: AnyPin) -> None:
        self._machine = machines.current()
        self._pins: tuple[AnyPin, ...] = ()
        for pin in pins:
            self._machine.claim(pin)
            self._pins += (pin,)

    def deinit(self) -> None:
        """Give the pins back; a second call does nothing."""
        for pin in self._pins:
            self._machine.release(pin)
        self._pins = ()

    def _check(self) -> None:
        if not self._pins:
            raise ValueError("Object has been deinitialized and can no longer be used. Create a new object.")

    def __enter__(self) -> "OnPins":
        return self

    def __exit__(self, *exception: object) -> None:
        self.deinit()


class Direction:
    """digitalio.Direction"""

    INPUT = "digitalio.Direction.INPUT"
    OUTPUT = "digitalio.Direction.OUTPUT"


class Pull:
    """digitalio.Pull"""

    UP = "digitalio.Pull.UP"
    DOWN = "digitalio.Pull.DOWN"


class DigitalInOut(OnPins):
    """digitalio.DigitalInOut: switches lead to ground; Machine.drive gets an output's changes."""

    def __init__(self, pin: AnyPin) -> None:
        super().__init__(pin)
        self._pin = pin
        self._value = False
        self.direction = Direction.INPUT
        self.pull: str | None = None

    def switch_to_output(self, value: bool = False) -> None:
        """Drive the pin."""
        self._check()
        self.direction = Direction.OUTPUT
        self.value = value

    def switch_to_input(self, pull: str | None = None) -> None:
        """Read the pin."""
        self._check()
        self.direction = Direction.INPUT
        self.pull = pull

    @property
    def value(self) -> bool:
        """The level. Raises RuntimeError for a floating input."""
        self._check()
        if self.direction == Direction.OUTPUT:
            return self._value
        driven = self._machine.supply.level(self._pin.name)
        if driven is not None:
            return driven
        if self.pull != Pull.UP:
            raise RuntimeError(f"{self._pin.name} floats: the simulated switches need digitalio.Pull.UP")
        return not self._machine.is_down(self._pin.name, self._machine.now)

    @value.setter
    def value(self, value: bool) -> None:
        self._check()
        if self.direction == Direction.INPUT:
            raise AttributeError("Cannot set value when direction is input.")
        self._value = bool(value)
        self._machine.drive(self._pin.name, self._value)


class AnalogIn(OnPins):
    """analogio.AnalogIn: what the supply gives on a pin, in 12 bits that are stretched to 16."""

    reference_voltage = 3.3

    def __init__(self, pin: Pin) -> None:
        if pin.number not in _ANALOG_PINS:
            raise ValueError("Invalid pin")
        super().__init__(pin)
        self._pin = pin

    @property
    def value(self) -> int:
        """The voltage, 0 to 65535 for 0 to 3.3 V."""
        self._check()
        share = self._machine.supply.volts(self._pin.name) / self.reference_voltage
        read = round(min(max(share, 0.0), 1.0) * 4095)
        return read << 4 | read >> 8


class Nvm:
    """microcontroller.nvm: the device's index and slice rules over the machine's flash."""

    def __init__(self, machine: machines.Machine) -> None:
        assert machine.flash  # a board without flash has no nvm
        self._machine = machine
        self._flash = machine.flash

    def __len__(self) -> int:
        return len(self._flash)

    def __getitem__(self, index: int | slice) -> bytearray | int:
        start, stop = self._bounds(index)
        data = self._flash.read(start, stop)
        return bytearray(data) if isinstance(index, slice) else data[0]

    def __setitem__(self, index: int | slice, value: Any) -> None:
        start, stop = self._bounds(index)
        data = bytes(value) if isinstance(index, slice) else bytes([value])
        if len(data) != stop - start:
            raise ValueError("Slice and value different lengths.")
        self._machine.spend(self._flash.write(start, data))

    def _bounds(self, index: int | slice) -> tuple[int, int]:
        if isinstance(index, slice):
            if index.step not in (None, 1):
                raise NotImplementedError("only slices with step=1 (aka None) are supported")
            start, stop, _ = index.indices(len(self))
            return start, max(start, stop)
        if not -len(self) <= index < len(self):
            raise IndexError("bytearray index out of range")
        return index % len(self), index % len(self) + 1
