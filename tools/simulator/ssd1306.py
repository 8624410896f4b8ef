# SPDX-License-Identifier: MIT
"""A model of the SSD1306 display chip, which takes what the bus brings, byte by byte.

Source: Solomon Systech, SSD1306 datasheet rev. 1.1 (commands: chapters 9 and 10). The panel is the usual
128x64 module. It is upright when segments (A1) and lines (C8) are scanned backwards, its lines are wired
in the alternative order (DA 12), and the chip's own charge pump lights it.
"""

from typing import ClassVar

from tools.simulator.controller import HEIGHT, WIDTH, Controller

HORIZONTAL, VERTICAL, PAGE = range(3)


class Ssd1306(Controller):
    """128 columns, 8 pages of 8 lines, three ways to go through them, and windows."""

    COLUMNS = WIDTH
    PAGES = HEIGHT // 8
    CONTRAST = 0x7F
    ARGUMENTS: ClassVar = {
        **dict.fromkeys((*range(0x20), *range(0x40, 0x80), *range(0xB0, 0xB8)), 0),
        **dict.fromkeys((0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3, 0x2E), 0),
        **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
        **dict.fromkeys((0x21, 0x22), 2),
    }

    def reset_registers(self) -> None:
        """Take a pulse on the reset line (chapter 8.5)."""
        super().reset_registers()
        self.charge_pump = False
        self.mode = PAGE
        self._columns = (0, self.COLUMNS - 1)
        self._pages = (0, self.PAGES - 1)

    @property
    def place(self) -> tuple[int, int]:
        """Where on the glass the next data byte begins: x, y."""
        return self._column, self._page * 8

    def _scan(self) -> list[bytes]:
        return self._scan_pages(self.COLUMNS)

    def _store(self, byte: int) -> None:
        # The remap reverses where new data goes, not what is already there (datasheet, 10.1.8).
        segment = WIDTH - 1 - self._column if self.columns_reversed else self._column
        self.ram[self._page * WIDTH + segment] = byte
        if self.mode == VERTICAL:
            self._page, wrapped = _next(self._page, self._pages, self.PAGES)
            if wrapped:
                self._column, _ = _next(self._column, self._columns, WIDTH)
        else:
            self._column, wrapped = _next(self._column, self._columns, WIDTH)
            if wrapped and self.mode == HORIZONTAL:
                self._page, _ = _next(self._page, self._pages, self.PAGES)

    def _execute(self, command: int, arguments: list[int]) -> None:
        if command == 0x20:
            self.mode = arguments[0]
        elif command == 0x21:
            self._columns = (arguments[0], arguments[1])
            self._column = arguments[0]
        elif command == 0x22:
            self._pages = (arguments[0], arguments[1])
            self._page = arguments[0]
        elif command == 0x8D:
            self.charge_pump = arguments[0] & 4 != 0
        else:
            super()._execute(command, arguments)
            self._column &= WIDTH - 1

    def _allows(self, command: int, arguments: list[int]) -> bool:
        value, last = (arguments[0], arguments[-1]) if arguments else (0, 0)
        if command == 0x20:
            return value <= PAGE
        if command == 0x21:
            return value <= last < WIDTH
        if command == 0x22:
            return value <= last < self.PAGES
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
