# SPDX-License-Identifier: MIT
"""Plays, saves and restarts; CPython and MicroPython must print the same.

With the argument "memory", it prints instead how much of MicroPython's heap saving takes.
"""

import gc
import sys

sys.path.insert(0, sys.argv[1])

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import events
from engine2048.save.journal import Journal


class Region:
    """4,096 bytes of flash as an RP2 has them."""

    def __init__(self):
        self.content = bytearray(b"\xff" * 4096)
        self.erases = 0

    def __len__(self):
        return 4096

    def __getitem__(self, index):
        return self.content[index]

    def __setitem__(self, index, data):
        for at in range(index.start, index.stop):
            if self.content[at] != 255:
                self.erases += 1
                break
        self.content[index] = data


def restarted(region):
    journal = Journal(region, True)
    found, game = journal.load(Game(Rng(9)))
    journal.tidy(game)
    return game, journal, found


def checksum(content):
    total = 0
    for byte in content:
        total = (total * 31 + byte) % 65521
    return total


def play(turns):
    region = Region()
    choice = Rng(3)
    game, journal, found = restarted(region)
    for turn in range(turns):
        asked = choice.below(40)
        if game.over:
            game.new_game()
            journal.add(events.KEEP_GOING, game)
        elif asked == 0:
            if game.undo():
                journal.add(events.UNDO, game)
        elif game.play(asked & 3):
            journal.add(asked & 3, game)
        if turn % 97 == 0:
            game, journal, found = restarted(region)
            print(found, game.cells, game.score, game.best, game.moves, game.rng.state, len(game.history))
        if turn % 500 == 0:
            print(region.erases, checksum(region.content))


def used_by(action, *arguments):
    gc.collect()
    gc.disable()
    start = gc.mem_alloc()
    again = gc.mem_alloc()  # what the measurement itself costs
    action(*arguments)
    used = gc.mem_alloc() - again
    gc.enable()
    return used - (again - start)


def measure():
    region = Region()
    game, journal, _ = restarted(region)
    record = 0
    for turn in range(4000):
        if game.over:
            game.new_game()
            journal.snapshot(game)
        elif game.play(turn & 3):
            before = journal._events_left
            used = used_by(journal.add, turn & 3, game)
            if journal._events_left < before:
                record = max(record, used)
    print("event", record)
    print("snapshot", used_by(journal.snapshot, game))
    print("rewrite", used_by(journal.overwrite_newer, game))
    fresh, fresh_journal = Game(Rng(9)), Journal(region, True)
    # On the board these are compiled; compiling is not what loading takes.
    from engine2048.save import finding  # noqa: F401

    print("load", used_by(fresh_journal.load, fresh))


if sys.argv[2:] == ["memory"]:
    measure()
else:
    play(6000)
