# SPDX-License-Identifier: MIT
"""A model of the SSD1306 display chip, which takes what the I2C bus brings, byte by byte.

Source: Solomon Systech, SSD1306 datasheet rev. 1.1 (commands: chapters 9 and 10). The panel is the usual
128x64 module. It is upright when segments (A1) and lines (C8) are scanned backwards, its lines are wired
in the alternative order (DA 12), and the chip's own charge pump lights it.
"""

import random

WIDTH = 128
HEIGHT = 64
PAGES = HEIGHT // 8

HORIZONTAL, VERTICAL, PAGE = range(3)

# How many argument bytes follow each command. Any other command byte is a fault.
_ARGUMENTS = {
    **dict.fromkeys((*range(0x20), *range(0x40, 0x80), *range(0xB0, 0xB8)), 0),
    **dict.fromkeys((0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3, 0x2E), 0),
    **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
    **dict.fromkeys((0x21, 0x22), 2),
}
# What the panel shows for one bit of a RAM byte, as tables for bytes.translate: [inverted][bit].
_LIT = [[bytes(byte >> bit & 1 ^ inverted for byte in range(256)) for bit in range(8)] for inverted in (0, 1)]


class UnknownCommand(Exception):
    """The chip was sent something that the datasheet or this model does not know."""


class Ssd1306:
    """One chip on the bus: `begin`, any number of `write`, `end`; `frame` is what the panel shows.

    The RAM starts as noise, as after a real power-on; the same `noise_seed` gives the same noise.
    `bytes_received` counts every byte on the bus, including the address byte of each transfer.
    """

    def __init__(self, noise_seed: int = 1306) -> None:
        self._noise = random.Random(noise_seed)
        self.ram = bytearray(PAGES * WIDTH)
        self.bytes_received = 0
        self.reset()

    def reset(self) -> None:
        """Lose power and get it back: noise in the RAM, and every register as after a reset (chapter 8.5)."""
        self.ram[:] = self._noise.randbytes(PAGES * WIDTH)
        self.on = False
        self.charge_pump = False
        self.contrast = 0x7F
        self.inverted = False
        self.entire_on = False
        self.mode = PAGE
        self.start_line = 0
        self.offset = 0
        self.lines = HEIGHT
        self.columns_reversed = False
        self.lines_reversed = False
        self._columns = (0, WIDTH - 1)
        self._pages = (0, PAGES - 1)
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
        """Take one byte of a transfer: a control byte, a command byte or data.

        Raises UnknownCommand. A command's arguments may come in a later transfer.
        """
        self.bytes_received += 1
        if self._wants_control:
            if byte & 0x3F:
                raise UnknownCommand(f"control byte 0x{byte:02X}")
            self._one_byte = byte & 0x80 != 0
            self._is_data = byte & 0x40 != 0
            self._wants_control = False
            return
        if self._is_data:
            self._store(byte)
        else:
            self._take_command_byte(byte)
        self._wants_control = self._one_byte

    def end(self) -> None:
        """Take a stop condition."""
        self._wants_control = True

    def transfer(self, data: bytes | bytearray | memoryview) -> None:
        """Take a whole transfer: `data` is all the bytes after the address."""
        self.begin()
        for byte in data:
            self.write(byte)
        self.end()

    def frame(self) -> list[bytes]:
        """What the panel shows: 64 bytes objects of 128 values, 1 where a pixel is lit."""
        if not (self.on and self.charge_pump):
            return [bytes(WIDTH)] * HEIGHT
        if self.entire_on:
            return [b"\x01" * WIDTH] * HEIGHT
        tables = _LIT[self.inverted]
        rows = []
        for com in range(HEIGHT - 1, -1, -1):
            row = ((self.lines - 1 - com if self.lines_reversed else com) + self.offset) % HEIGHT
            if row >= self.lines:
                rows.append(bytes(WIDTH))
                continue
            page, bit = divmod((row + self.start_line) % HEIGHT, 8)
            segments = self.ram[page * WIDTH : (page + 1) * WIDTH]
            rows.append(bytes(segments[::-1].translate(tables[bit])))
        return rows

    def _store(self, byte: int) -> None:
        if self._command:
            raise UnknownCommand(f"data after the unfinished command 0x{self._command[0]:02X}")
        # The remap reverses where new data goes, not what is already there (datasheet, 10.1.8).
        segment = WIDTH - 1 - self._column if self.columns_reversed else self._column
        self.ram[self._page * WIDTH + segment] = byte
        if self.mode == VERTICAL:
            self._page, wrapped = _next(self._page, self._pages, PAGES)
            if wrapped:
                self._column, _ = _next(self._column, self._columns, WIDTH)
        else:
            self._column, wrapped = _next(self._column, self._columns, WIDTH)
            if wrapped and self.mode == HORIZONTAL:
                self._page, _ = _next(self._page, self._pages, PAGES)

    def _take_command_byte(self, byte: int) -> None:
        if not self._command and byte not in _ARGUMENTS:
            raise UnknownCommand(f"command 0x{byte:02X}")
        self._command.append(byte)
        if len(self._command) > _ARGUMENTS[self._command[0]]:
            command, *arguments = self._command
            self._command.clear()
            self._execute(command, arguments)

    def _execute(self, command: int, arguments: list[int]) -> None:
        if command < 0x10:
            self._column = self._column & 0xF0 | command
        elif command < 0x20:
            self._column = (self._column & 0x0F | command << 4) & 0x7F
        elif 0x40 <= command < 0x80:
            self.start_line = command & 0x3F
        elif 0xB0 <= command < 0xB8:
            self._page = command & 7
        elif arguments:
            self._set(command, arguments)
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

    def _set(self, command: int, arguments: list[int]) -> None:
        value, last = arguments[0], arguments[-1]
        if not _is_allowed(command, value, last):
            raise UnknownCommand(f"command 0x{command:02X} with {', '.join(f'0x{a:02X}' for a in arguments)}")
        if command == 0x20:
            self.mode = value
        elif command == 0x21:
            self._columns = (value, last)
            self._column = value
        elif command == 0x22:
            self._pages = (value, last)
            self._page = value
        elif command == 0x81:
            self.contrast = value
        elif command == 0x8D:
            self.charge_pump = value & 4 != 0
        elif command == 0xA8:
            self.lines = value + 1
        elif command == 0xD3:
            self.offset = value


def _is_allowed(command: int, value: int, last: int) -> bool:
    """Tell whether this module allows a command with these arguments, of which `value` is the first."""
    if command == 0x20:
        return value <= PAGE
    if command == 0x21:
        return value <= last < WIDTH
    if command == 0x22:
        return value <= last < PAGES
    if command == 0xA8:
        return 15 <= value < HEIGHT
    if command == 0xD3:
        return value < HEIGHT
    # Any other order of the lines would scramble this module's picture.
    return command != 0xDA or value == 0x12


def _next(position: int, window: tuple[int, int], size: int) -> tuple[int, bool]:
    """The position after `position` in `window` (first, last) of `size`, and whether it wrapped."""
    if position == window[1]:
        return window[0], True
    return (position + 1) % size, False
