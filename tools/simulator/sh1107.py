# SPDX-License-Identifier: MIT
"""A model of the SH1107 display chip with 64 of its 128 lines, which takes what the bus brings, byte by byte.

Source: Sino Wealth, SH1107 datasheet V2.1. Its RAM has 16 pages of 128 columns. A column is a line of the
scan, and the bits of all pages are the segments along it. The panel is that of Adafruit's FeatherWing 4650.
It has 64 lines, wired to outputs 32 to 95, and lies on its side, so that a line of the scan is a row of the
picture and a byte of data is eight pixels side by side. The last line is at the top.
"""

from typing import ClassVar

from tools.simulator.controller import HEIGHT, WIDTH, Controller

_FIRST_COM = 32
_SEGMENTS = [bytes(byte >> bit & 1 for bit in range(8)) for byte in range(256)]
_INVERTED = bytes((1, 0)) + bytes(254)


class Sh1107(Controller):
    """128 columns, 16 pages of 8 segments."""

    COLUMNS = 128
    PAGES = WIDTH // 8
    COMS = 128
    ARGUMENTS: ClassVar = {
        **dict.fromkeys((*range(0x18), 0x20, 0x21, *range(0xB0, 0xC0)), 0),
        **dict.fromkeys((0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3), 0),
        **dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDB, 0xDC), 1),
    }

    def reset_registers(self) -> None:
        """Take a pulse on the reset line."""
        super().reset_registers()
        self._is_vertical = False

    @property
    def place(self) -> tuple[int, int]:
        """Where on the glass the next data byte begins: x, y."""
        return self._page * 8, HEIGHT - 1 - self._column

    def _scan(self) -> list[bytes]:
        rows = []
        for com in range(_FIRST_COM + HEIGHT - 1, _FIRST_COM - 1, -1):
            line = self._line_at(com)
            if line is None:
                rows.append(bytes(WIDTH))
                continue
            row = b"".join([_SEGMENTS[byte] for byte in self.ram[line :: self.COLUMNS]])
            row = row[::-1] if self.columns_reversed else row
            rows.append(row.translate(_INVERTED) if self.inverted else row)
        return rows

    def _store(self, byte: int) -> None:
        if self._column >= self.COLUMNS or self._page >= self.PAGES:
            self._complain(f"data for column {self._column} of page {self._page}")
            return
        self.ram[self._page * self.COLUMNS + self._column] = byte
        if self._is_vertical:
            self._page += 1
        else:
            self._column += 1  # up to the end of the page, and no further

    def _execute(self, command: int, arguments: list[int]) -> None:
        if command in (0x20, 0x21):
            self._is_vertical = command == 0x21
        elif command == 0xAD:
            self.charge_pump = arguments[0] & 1 != 0
        elif command == 0xDC:
            self.start_line = arguments[0]
        else:
            super()._execute(command, arguments)

    def _allows(self, command: int, arguments: list[int]) -> bool:
        if command == 0xAD:
            return 0x80 <= arguments[0] <= 0x8F and not self.on
        return command not in (0xA8, 0xD3, 0xDC) or arguments[0] < self.COMS
