# SPDX-License-Identifier: MIT
"""The product's rules and evaluation, compiled by numba, for millions of moves.

`evaluate` and `downgrade` are the product's own functions, and `slide` looks up a table made with the
product's. The generator and the spawn are rewritten, because numba takes no classes. tests/test_solve.py
checks that games are equal, move for move. Boards are arrays of 16 int64; a generator is an array of one
int64: `rng.Rng(seed).state`.
"""

from itertools import product
from typing import Any

import numpy
from numba import njit

from engine2048 import board
from engine2048.rng import Rng
from engine2048.solver import evaluation

LARGEST_TILE = evaluation.LARGEST_TILE

_TILES = 18  # exponents 0 to 17
# For UP, RIGHT, DOWN, LEFT: the corner where lines start, the steps along a line and to the next line.
_WALKS = ((0, 4, 1), (3, -1, 4), (12, -4, 1), (0, 1, 4))
_evaluate = njit(evaluation.evaluate)
downgrade = njit(evaluation.downgrade)


def _slid_lines() -> numpy.ndarray:
    """The slid line and its score for every line of four tiles, indexed by the line's tiles in base 18.

    The slid line takes 5 bits per tile; the score starts at bit 20. A line that does not move has -1.
    """
    lines = numpy.full(_TILES**4, -1, numpy.int64)
    for number, line in enumerate(product(range(_TILES), repeat=4)):
        cells = [*line, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        gained = board.slide(cells, board.LEFT)
        if gained >= 0:
            lines[number] = cells[0] | cells[1] << 5 | cells[2] << 10 | cells[3] << 15 | gained << 20
    return lines


_LINES = _slid_lines()


@njit
def slide(cells: numpy.ndarray, direction: int) -> int:
    """board.slide, from a table of its results for each line."""
    first, along, across = _WALKS[direction]
    total = -1
    for line in range(4):
        a = first + line * across
        b = a + along
        c = b + along
        d = c + along
        slid = _LINES[((cells[a] * _TILES + cells[b]) * _TILES + cells[c]) * _TILES + cells[d]]
        if slid >= 0:
            cells[a] = slid & 31
            cells[b] = slid >> 5 & 31
            cells[c] = slid >> 10 & 31
            cells[d] = slid >> 15 & 31
            total = max(total, 0) + (slid >> 20)
    return total


def generator(seed: int) -> numpy.ndarray:
    """Create a generator for these functions, in the state of the product's `Rng(seed)`."""
    return numpy.array([Rng(seed).state], numpy.int64)


@njit
def below(generator: numpy.ndarray, n: int) -> int:
    """Rng.below."""
    x = generator[0]
    x ^= (x << 9) & 0x3FFFFFFF
    x ^= x >> 11
    x ^= (x << 12) & 0x3FFFFFFF
    generator[0] = x
    return x % n


@njit
def spawn(cells: numpy.ndarray, generator: numpy.ndarray) -> None:
    """Game._spawn."""
    empty = 0
    for tile in cells:
        if tile == 0:
            empty += 1
    skip = below(generator, empty)
    cell = 0
    while cells[cell] != 0 or skip > 0:
        if cells[cell] == 0:
            skip -= 1
        cell += 1
    cells[cell] = 2 if below(generator, 10) == 0 else 1


@njit
def deal(cells: numpy.ndarray, generator: numpy.ndarray) -> None:
    """Empty the board and spawn the first two tiles."""
    cells[:] = 0
    spawn(cells, generator)
    spawn(cells, generator)


@njit
def copy(cells: numpy.ndarray, target: numpy.ndarray) -> None:
    """Copy 16 cells."""
    for cell in range(16):
        target[cell] = cells[cell]


@njit
def evaluate(tables: tuple[numpy.ndarray, ...], cells: numpy.ndarray) -> int:
    """evaluation.evaluate for boards with tiles of any size; `tables` is a tuple of eight arrays."""
    low = (
        _low(cells, 0), _low(cells, 1), _low(cells, 2), _low(cells, 3),
        _low(cells, 4), _low(cells, 5), _low(cells, 6), _low(cells, 7),
        _low(cells, 8), _low(cells, 9), _low(cells, 10), _low(cells, 11),
        _low(cells, 12), _low(cells, 13), _low(cells, 14), _low(cells, 15),
    )  # fmt: skip
    return _evaluate(tables, low)


@njit
def _low(cells: numpy.ndarray, cell: int) -> Any:
    return min(numpy.int64(cells[cell]), LARGEST_TILE)
