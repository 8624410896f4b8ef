# SPDX-License-Identifier: MIT
"""Runs on the device in place of code.py: saves 2,000 moves to the real nvm, without a display.

Prints one line of JSON. Times are microseconds.
"""

import gc
import json
import time

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.journal import Journal
from hardware import store

_MOVES = 2000
_COLLECT_EVERY = 50

choices = Rng(22)
region, appends = store.open_region()
journal = Journal(region, appends)
_, game = journal.load(Game(Rng(21)))
journal.tidy(game)
longest = total = saves = 0
for number in range(_MOVES):
    if number % _COLLECT_EVERY == 0:
        gc.collect()  # the clock's large integers are garbage that must not count against a save
    # The end of a game is not measured: the product saves a new game at a quiet moment.
    if game.over:
        game.reset()
    game.keep_going()
    direction = choices.below(4)
    while not game.play(direction):
        direction = choices.below(4)
    start = time.monotonic_ns()
    journal.add(direction, game)
    took = (time.monotonic_ns() - start) // 1000
    longest = max(longest, took)
    total += took
    saves += 1
print(
    json.dumps(
        {"moves": saves, "mean_us": total / saves, "longest_us": longest, "can_save": journal.can_save}
    )
)
