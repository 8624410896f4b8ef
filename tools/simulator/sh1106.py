# SPDX-License-Identifier: MIT
"""A model of the SH1106 display chip, which takes what the bus brings, byte by byte.

Source: Sino Wealth, SH1106 datasheet V2.3. It resembles an SSD1306, but has 132 columns, of which the usual
1.3 inch module shows those from 2 on, and only one way to go through them: along a page. There are no
windows, a page or column is set by commands of one byte, and the charge pump is on after a reset. The panel
is upright when segments (A1) and lines (C8) are scanned backwards, and its lines are in the alternative
order.
"""

from typing import ClassVar

from tools.simulator.controller import HEIGHT, Controller

_FIRST_COLUMN = 2


class Sh1106(Controller):
    """132 columns, 8 pages of 8 lines; `first_column` is the first that the panel shows, 0 on odd ones."""

    COLUMNS = 132
    PAGES = HEIGHT // 8
    ARGUMENTS: ClassVar = {
        **dict.fromkeys((*range(0x20), *range(0x30, 0x34), *range(0x40, 0x80), *range(0xB0, 0xB8)), 0),
        **dict.fromkeys((0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3), 0),
        0x20: 0,  # not in the datasheet: Adafruit's driver sends it, twice, and modules ignore it
        **dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
    }

    def __init__(
        self, noise_seed: int = 1306, strict: bool = True, first_column: int = _FIRST_COLUMN
    ) -> None:
        self._first_column = first_column
        super().__init__(noise_seed, strict)

    @property
    def place(self) -> tuple[int, int]:
        """Where on the glass the next data byte begins: x, y."""
        return self._column - self._first_column, self._page * 8

    def _scan(self) -> list[bytes]:
        return self._scan_pages(self.COLUMNS - self._first_column)

    def _store(self, byte: int) -> None:
        if self._column >= self.COLUMNS:
            self._complain(f"data for column {self._column}")
            return
        segment = self.COLUMNS - 1 - self._column if self.columns_reversed else self._column
        self.ram[self._page * self.COLUMNS + segment] = byte
        self._column += 1  # up to the end of the page, and no further

    def _execute(self, command: int, arguments: list[int]) -> None:
        if command == 0xAD:
            self.charge_pump = arguments[0] == 0x8B
        elif command != 0x20:
            super()._execute(command, arguments)

    def _allows(self, command: int, arguments: list[int]) -> bool:
        if command == 0xAD:
            return arguments[0] in (0x8A, 0x8B) and not self.on
        if command in (0xA8, 0xD3):
            return arguments[0] < HEIGHT
        return command != 0xDA or arguments[0] == 0x12
