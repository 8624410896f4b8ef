# SPDX-License-Identifier: MIT
"""Plays random games and prints every state; CPython and MicroPython must print the same."""

import sys

sys.path.insert(0, sys.argv[1])

from engine2048.game import Game
from engine2048.rng import Rng

trail, scratch = bytearray(16), bytearray(16)
for seed in (0, 1, 123456789):
    game = Game(Rng(seed))
    choice = Rng(seed + 1)
    while not game.over and game.moves < 400:
        asked = choice.below(40)
        if asked == 0:
            game.undo()
        elif game.play(asked & 3):
            game.trace(trail, scratch)
            print(game.cells, list(trail), game.score, game.moves, game.rng.state)
        game.keep_going()
    print("best", game.best, game.best_tile)
