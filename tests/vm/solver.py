# SPDX-License-Identifier: MIT
"""Prints the solver's moves on a few hundred boards per level, then the bytes that searching leaves."""

import gc
import sys

sys.path.insert(0, sys.argv[1])

from engine2048 import board
from engine2048.rng import Rng
from engine2048.solver import search

LEVELS = (search.FAST, search.DEMO, search.HINT)
WEIGHTS = sys.argv[1] + "/engine2048/solver/weights.bin"


def choose(made, cells, level):
    made.begin(cells, level)
    while not made.step():
        pass
    return made.direction


def boards(count):
    """Yield random boards, from nearly empty to full, with tiles up to 8192."""
    rng = Rng(7)
    for turn in range(count):
        yield [rng.below(1 + rng.below(14)) if rng.below(16) < turn % 20 else 0 for _ in range(16)]


def searching(made, cells):
    for level in LEVELS:
        for direction in range(4):
            board.slide(cells, direction)
            choose(made, cells, level)


made = search.Solver(WEIGHTS)
for cells in boards(60):
    print(cells, [choose(made, cells, level) for level in LEVELS])

if sys.implementation.name != "cpython":
    cells = [1, 2, 3, 11, 1, 2, 3, 4, 4, 3, 2, 12, 0, 0, 5, 6]
    searching(made, cells)  # warm up
    gc.collect()
    gc.disable()
    start = gc.mem_alloc()
    again = gc.mem_alloc()  # what the measurement itself costs
    searching(made, cells)
    print("left", gc.mem_alloc() - again - (again - start))
