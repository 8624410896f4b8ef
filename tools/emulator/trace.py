# SPDX-License-Identifier: MIT
"""A display chip that records what was written to it, and when."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tools.simulator.ssd1306 import Ssd1306

_CELL_COLUMNS = 24
_CELL_PAGES = 2
_BOARD_CELLS = 4


class Write(NamedTuple):
    """One byte of the picture: when it arrived (microseconds), where, and whether it changed anything."""

    time: int
    page: int
    column: int
    is_change: bool


class TracedChip(Ssd1306):
    """An Ssd1306 that lists the bytes of its picture in `writes`; `clock` gives the time in microseconds."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[Write] = []
        self.clock: Callable[[], int] = lambda: 0

    def _store(self, byte: int) -> None:
        page, column = self._page, self._column
        before = self.ram[:]
        super()._store(byte)
        self.writes.append(Write(self.clock(), page, column, self.ram != before))

    def between(self, start: int, end: int) -> list[Write]:
        """The writes from `start` up to, but not including, `end`, in microseconds."""
        return [write for write in self.writes if start <= write.time < end]


def cells_sent(writes: Iterable[Write]) -> dict[int, bool]:
    """Map each cell of the board that was sent to whether anything in it changed. Cells count row by row."""
    sent: dict[int, bool] = {}
    for write in writes:
        column, row = write.column // _CELL_COLUMNS, write.page // _CELL_PAGES
        if column < _BOARD_CELLS:
            cell = row * _BOARD_CELLS + column
            sent[cell] = sent.get(cell, False) or write.is_change
    return sent
