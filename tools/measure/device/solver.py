"""Runs on the device in place of code.py: how long the solver thinks at each level, over one game.

Prints milliseconds a move and the heap that it takes, in bytes, as one line of JSON.
"""

import gc
import json

import supervisor

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.ticks import elapsed

_MOVES = 600
_EVERY = 20  # moves from one measured board to the next


def think(chooser, cells, level):
    """The milliseconds of one search."""
    start = supervisor.ticks_ms()
    chooser.begin(cells, level)
    while not chooser.step():
        pass
    return elapsed(supervisor.ticks_ms(), start)


game = Game(Rng(7))
gc.collect()
before = gc.mem_free()
from engine2048 import solver  # noqa: E402

chooser = solver.Solver("/engine2048/weights.bin")
gc.collect()
heap = before - gc.mem_free()
spent = {"fast": [], "demo": [], "hint": []}
while game.moves < _MOVES and not game.over:
    if game.moves % _EVERY == 0:
        spent["hint"].append(think(chooser, game.cells, solver.HINT))
        spent["demo"].append(think(chooser, game.cells, solver.DEMO))
        spent["fast"].append(think(chooser, game.cells, solver.FAST))
    think(chooser, game.cells, solver.FAST)
    game.play(chooser.direction)
    game.keep_going()
levels = {
    level: {"mean_ms": sum(times) / len(times), "longest_ms": max(times)} for level, times in spent.items()
}
print(json.dumps({"boards": len(spent["fast"]), "heap": heap, "levels": levels}))
