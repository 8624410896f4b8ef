# SPDX-License-Identifier: MIT
"""busio: the buses that lead to the display."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tools.simulator import machine as machines
from tools.simulator.controller import UnknownCommand
from tools.simulator.parts import OnPins, Pin


class _Bus(OnPins):
    """A bus that one user at a time can lock."""

    _locked = False

    def try_lock(self) -> bool:
        """Take the bus; False if it is already taken or was given up."""
        if self._locked or not self._pins:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        """Release the bus."""
        self._locked = False

    def _check_lock(self) -> None:
        self._check()
        if not self._locked:
            raise RuntimeError("Function requires lock")


class I2C(_Bus):
    """busio.I2C: bytes go to the machine's devices and take time, according to the frequency."""

    def __init__(self, scl: Pin, sda: Pin, *, frequency: int = 100_000, timeout: int = 255) -> None:
        machine = machines.current()
        clock, data = int(scl.number), int(sda.number)
        # Pairs of pins belong to the two I2C blocks in turn (RP2040 datasheet, 2.19.2).
        if data % 2 or clock % 2 == 0 or data // 2 % 2 != clock // 2 % 2:
            raise ValueError("Invalid pins")
        if not machine.pull_ups:
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        super().__init__(scl, sda)
        self.frequency = frequency

    def probe(self, address: int) -> bool:
        """Tell whether a device answers."""
        self._check_lock()
        self._spend(1)
        return self._machine.answers(address)

    def scan(self) -> list[int]:
        """The addresses that answer."""
        self._check_lock()
        self._spend(112)
        return [address for address in range(0x08, 0x78) if self._machine.answers(address)]

    def writeto(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        """Send bytes. Raises OSError 19 if no device answers; what the device cannot take ends the run."""
        self._check_lock()
        if not self._machine.answers(address):
            self._spend(1)
            raise OSError(errno.ENODEV, "No such device")
        data = buffer[start:end]
        self._spend(1 + len(data))
        with _noting_faults(self._machine):
            self._machine.devices[address].transfer(data)

    def _spend(self, count: int) -> None:
        # Each byte is eight bits and an acknowledgement.
        self._machine.spend(count * 9_000_000 // self.frequency)


class SPI(_Bus):
    """busio.SPI: bytes go to the display, if it is selected, and take time."""

    def __init__(self, clock: Pin, MOSI: Pin, MISO: Pin | None = None) -> None:
        # The functions of the pins repeat every eight pins, for the two SPI blocks in turn (same chapter).
        sck, mosi = int(clock.number), int(MOSI.number)
        if sck % 4 != 2 or mosi % 4 != 3 or sck // 8 % 2 != mosi // 8 % 2:
            raise ValueError("Invalid pins")
        super().__init__(clock, MOSI)
        self.frequency = 100_000

    def configure(self, *, baudrate: int = 100_000, polarity: int = 0, phase: int = 0, bits: int = 8) -> None:
        """Set the speed. Raises RuntimeError without the lock."""
        self._check_lock()
        self.frequency = baudrate

    def write(self, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        """Send bytes. What the display cannot take ends the run."""
        self._check_lock()
        data = buffer[start:end]
        self._machine.spend(len(data) * 8_000_000 // self.frequency)
        with _noting_faults(self._machine):
            self._machine.wires.take(data)


@contextmanager
def _noting_faults(machine: machines.Machine) -> Iterator[None]:
    try:
        yield
    except UnknownCommand as fault:
        machine.faults.append(f"the display chip was sent {fault}")
        raise
