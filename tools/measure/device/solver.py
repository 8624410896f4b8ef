# SPDX-License-Identifier: MIT
"""Runs on the device in place of code.py: how long the solver thinks at each level, over one game.

Prints one line of JSON: milliseconds per move, and the heap that the solver takes, in bytes.
"""

import gc
import json

import supervisor

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.ticks import elapsed

_MOVES = 600
_EVERY = 20  # moves from one measured board to the next


def think(solver, cells, level):
    """Run one search; return its duration in milliseconds."""
    start = supervisor.ticks_ms()
    solver.begin(cells, level)
    while not solver.step():
        pass
    return elapsed(supervisor.ticks_ms(), start)


game = Game(Rng(7))
gc.collect()
before = gc.mem_free()
from engine2048.solver import search  # noqa: E402

solver = search.Solver("/engine2048/solver/weights.bin")
gc.collect()
heap = before - gc.mem_free()
spent = {"fast": [], "demo": [], "hint": []}
while game.moves < _MOVES and not game.over:
    if game.moves % _EVERY == 0:
        spent["hint"].append(think(solver, game.cells, search.HINT))
        spent["demo"].append(think(solver, game.cells, search.DEMO))
        spent["fast"].append(think(solver, game.cells, search.FAST))
    think(solver, game.cells, search.FAST)
    game.play(solver.direction)
    game.keep_going()
levels = {
    level: {"mean_ms": sum(times) / len(times), "longest_ms": max(times)} for level, times in spent.items()
}
print(json.dumps({"boards": len(spent["fast"]), "heap": heap, "levels": levels}))
