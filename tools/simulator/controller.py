# SPDX-License-Identifier: MIT
"""What the models of the display chips have in common: the two buses, commands with arguments, the scan.

The chips are close relatives. Each takes command bytes, of which some are followed by an argument, and data
bytes, eight pixels each, and drives the lines of a panel one after the other.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

# The glass; the RAM of a chip may be larger.
WIDTH = 128
HEIGHT = 64

# What the panel shows for one bit of a RAM byte, as tables for bytes.translate: [inverted][bit].
LIT = [[bytes(byte >> bit & 1 ^ inverted for byte in range(256)) for bit in range(8)] for inverted in (0, 1)]


class UnknownCommand(Exception):
    """The chip was sent something that its datasheet or this model does not know."""


class Controller(ABC):
    """One chip with its panel; `frame` is what the panel shows.

    On I2C it takes transfers: `begin`, any number of `write`, `end`. On SPI, `receive` takes each byte with
    the level of the D/C line. `bytes_received` counts every byte on the bus, including the address byte of
    each I2C transfer.

    The RAM starts as noise, as after a real power-on; the same `noise_seed` gives the same noise. A `strict`
    chip raises UnknownCommand. Another ignores what it does not know, as real chips do, so that it shows what
    the driver of another chip makes of it.
    """

    COLUMNS: ClassVar[int]
    PAGES: ClassVar[int]
    COMS: ClassVar[int] = HEIGHT  # the lines that the chip can drive, and the lines of its RAM
    CONTRAST: ClassVar[int] = 0x80  # after a reset
    # How many argument bytes follow each command. Any other command byte is a fault.
    ARGUMENTS: ClassVar[Mapping[int, int]]

    def __init__(self, noise_seed: int = 1306, strict: bool = True) -> None:
        self._noise = random.Random(noise_seed)
        self._strict = strict
        self.ram = bytearray(self.PAGES * self.COLUMNS)
        self.bytes_received = 0
        self.reset()

    def reset(self) -> None:
        """Lose power and get it back: noise in the RAM, and every register as after a reset."""
        self.ram[:] = self._noise.randbytes(len(self.ram))
        self.reset_registers()

    def reset_registers(self) -> None:
        """Take a pulse on the reset line: it leaves the RAM alone."""
        self.on = False
        self.charge_pump = True
        self.contrast = self.CONTRAST
        self.inverted = False
        self.entire_on = False
        self.start_line = 0
        self.offset = 0
        self.lines = self.COMS
        self.columns_reversed = False
        self.lines_reversed = False
        self._column = 0
        self._page = 0
        self._command = bytearray()
        self._wants_control = True
        self._one_byte = False
        self._is_data = False

    def begin(self) -> None:
        """Take a start condition that carries this chip's address."""
        self.bytes_received += 1
        self._wants_control = True

    def write(self, byte: int) -> None:
        """Take one byte of an I2C transfer: a control byte, a command byte or data.

        Raises UnknownCommand. A command's arguments may come in a later transfer.
        """
        self.bytes_received += 1
        if self._wants_control:
            if byte & 0x3F:
                self._complain(f"control byte 0x{byte:02X}")
            self._one_byte = byte & 0x80 != 0
            self._is_data = byte & 0x40 != 0
            self._wants_control = False
            return
        self._take(byte, self._is_data)
        self._wants_control = self._one_byte

    def end(self) -> None:
        """Take a stop condition."""
        self._wants_control = True

    def transfer(self, data: bytes | bytearray | memoryview) -> None:
        """Take a whole I2C transfer: `data` is all the bytes after the address."""
        self.begin()
        for byte in data:
            self.write(byte)
        self.end()

    def receive(self, byte: int, is_data: bool) -> None:
        """Take one byte from SPI, with the level of D/C. Raises UnknownCommand."""
        self.bytes_received += 1
        self._take(byte, is_data)

    def frame(self) -> list[bytes]:
        """What the panel shows: 64 bytes objects of 128 values, 1 where a pixel is lit."""
        if not (self.on and self.charge_pump):
            return [bytes(WIDTH)] * HEIGHT
        if self.entire_on:
            return [b"\x01" * WIDTH] * HEIGHT
        return self._scan()

    @property
    @abstractmethod
    def place(self) -> tuple[int, int]:
        """Where on the glass (x, y) the next data byte begins, if the program has set the picture upright."""

    @abstractmethod
    def _scan(self) -> list[bytes]:
        """The picture in the RAM, as the panel's wiring and the registers show it."""

    def _scan_pages(self, end: int) -> list[bytes]:
        """What `_scan` returns if pages lie along the lines; the panel shows the segments before `end`."""
        tables = LIT[self.inverted]
        rows = []
        for com in range(HEIGHT - 1, -1, -1):
            line = self._line_at(com)
            if line is None:
                rows.append(bytes(WIDTH))
                continue
            page, bit = divmod(line, 8)
            start = page * self.COLUMNS
            segments = self.ram[start + end - WIDTH : start + end]
            rows.append(bytes(segments[::-1].translate(tables[bit])))
        return rows

    @abstractmethod
    def _store(self, byte: int) -> None:
        """Put a data byte into the RAM, and go on to the next place."""

    @abstractmethod
    def _allows(self, command: int, arguments: list[int]) -> bool:
        """Tell whether this module allows a command with these arguments now."""

    def _line_at(self, com: int) -> int | None:
        """The line of RAM that one of the chip's outputs shows; None if it is not driven."""
        row = ((self.lines - 1 - com if self.lines_reversed else com) + self.offset) % self.COMS
        return None if row >= self.lines else (row + self.start_line) % self.COMS

    def _complain(self, what: str) -> None:
        if self._strict:
            raise UnknownCommand(what)

    def _take(self, byte: int, is_data: bool) -> None:
        if not is_data:
            self._take_command_byte(byte)
            return
        if self._command:
            self._complain(f"data after the unfinished command 0x{self._command[0]:02X}")
            self._command.clear()
        self._store(byte)

    def _take_command_byte(self, byte: int) -> None:
        if not self._command and byte not in self.ARGUMENTS:
            self._complain(f"command 0x{byte:02X}")
            return
        self._command.append(byte)
        if len(self._command) <= self.ARGUMENTS[self._command[0]]:
            return
        command, *arguments = self._command
        self._command.clear()
        if self._allows(command, arguments):
            self._execute(command, arguments)
            return
        given = f" with {', '.join(f'0x{value:02X}' for value in arguments)}" if arguments else " now"
        self._complain(f"command 0x{command:02X}{given}")

    def _execute(self, command: int, arguments: list[int]) -> None:
        """Carry out a command that all these chips know."""
        if command < 0x10:
            self._column = self._column & 0xF0 | command
        elif command < 0x20:
            self._column = self._column & 0x0F | command << 4 & 0xF0
        elif 0x40 <= command < 0x80:
            self.start_line = command & 0x3F
        elif 0xB0 <= command < 0xC0:
            self._page = command & 0x0F
        elif command in (0xA0, 0xA1):
            self.columns_reversed = command == 0xA1
        elif command in (0xA4, 0xA5):
            self.entire_on = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverted = command == 0xA7
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command in (0xC0, 0xC8):
            self.lines_reversed = command == 0xC8
        elif command == 0x81:
            self.contrast = arguments[0]
        elif command == 0xA8:
            self.lines = arguments[0] + 1
        elif command == 0xD3:
            self.offset = arguments[0]
