# SPDX-License-Identifier: MIT
"""Prints how many bytes a few hundred slides, and as many moves, leave on MicroPython's heap."""

import gc
import sys

sys.path.insert(0, sys.argv[1])

from engine2048 import board
from engine2048.game import Game
from engine2048.rng import Rng


def many_slides(cells, trail):
    for turn in range(400):
        cells[turn & 15] = turn % 3
        board.slide(cells, turn & 3, trail)
        board.can_move(cells)


def many_moves(game):
    for turn in range(400):
        game.play(turn & 3)
        if turn % 7 == 0:
            game.undo()


def measure(action, *arguments):
    action(*arguments)  # warm up
    gc.collect()
    gc.disable()
    start = gc.mem_alloc()
    again = gc.mem_alloc()  # what the measurement itself costs
    action(*arguments)
    used = gc.mem_alloc() - again
    gc.enable()
    return used - (again - start)


print("slide", measure(many_slides, [0] * 16, bytearray(16)))
print("play", measure(many_moves, Game(Rng(5))))
