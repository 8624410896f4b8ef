# SPDX-License-Identifier: MIT
"""Runs on MicroPython: our engine plays random games. Arguments: presses, seed. Prints the legal moves."""

import sys

from engine2048.game import Game
from engine2048.rng import Rng

presses, seed = int(sys.argv[1]), int(sys.argv[2])
game, ways = Game(Rng(seed)), Rng(seed + 1000)
moves = 0
for _ in range(presses):
    moves += game.play(ways.below(4))
    if game.awaiting_choice:
        game.keep_going()
    if game.over:
        game.new_game()
print(moves)
