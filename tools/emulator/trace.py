# SPDX-License-Identifier: MIT
"""A display chip that records what was written to it, and when."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tools.simulator.controller import Controller
from tools.simulator.sh1106 import Sh1106
from tools.simulator.sh1107 import Sh1107
from tools.simulator.ssd1306 import Ssd1306

_CELL_WIDTH = 24
_CELL_HEIGHT = 16
_BOARD_CELLS = 4


class Write(NamedTuple):
    """One byte of the picture: when it arrived (microseconds), where, and whether it changed anything."""

    time: int
    x: int
    y: int
    is_change: bool


class Traced(Controller):
    """A chip that lists the bytes of its picture in `writes`; `clock` gives the time in microseconds."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[Write] = []
        self.clock: Callable[[], int] = lambda: 0

    def _store(self, byte: int) -> None:
        x, y = self.place
        before = self.ram[:]
        super()._store(byte)  # type: ignore[safe-super]  # that of the chip
        self.writes.append(Write(self.clock(), x, y, self.ram != before))

    def between(self, start: int, end: int) -> list[Write]:
        """The writes from `start` up to, but not including, `end`, in microseconds."""
        return [write for write in self.writes if start <= write.time < end]


class TracedChip(Traced, Ssd1306):
    """An SSD1306 that keeps a list."""


class _TracedSh1106(Traced, Sh1106):
    """An SH1106 that keeps a list."""


class _TracedSh1107(Traced, Sh1107):
    """An SH1107 that keeps a list."""


TRACED: dict[str, type[Traced]] = {"SSD1306": TracedChip, "SH1106": _TracedSh1106, "SH1107": _TracedSh1107}


def cells_sent(writes: Iterable[Write]) -> dict[int, bool]:
    """Map each cell of the board that was sent to whether anything in it changed. Cells count row by row."""
    sent: dict[int, bool] = {}
    for write in writes:
        column, row = write.x // _CELL_WIDTH, write.y // _CELL_HEIGHT
        if column < _BOARD_CELLS:
            cell = row * _BOARD_CELLS + column
            sent[cell] = sent.get(cell, False) or write.is_change
    return sent
