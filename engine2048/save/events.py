# SPDX-License-Identifier: MIT
"""The events that bring a snapshot up to date, one byte each.

A byte says what happened and, through one of ten check values, what that led to. Exactly four of its
bits are 0, which gives 70 bytes: just enough for seven events with ten check values. A write that is
cut off can only leave bits at 1 that should be 0, so it never looks like another event. Nor does an
event with one wrong bit, an erased byte (255), or a snapshot's first byte, even cut off or one bit wrong.
"""

from engine2048 import const
from engine2048.game import Game

UNDO = 4  # 0 to 3 are the directions of board.py
KEEP_GOING = 5  # if no win awaits a choice: a new game
RETRACT = 6  # Game.retract; always follows the move that it takes back

CHECKS = const(10)
BYTES = const(
    b"\x0f\x17\x1b\x1d\x1e\x27\x2b\x2d\x2e\x33\x35\x36\x39\x3a\x3c\x47\x4b\x4d\x4e\x53\x55\x56\x59\x5a"
    b"\x5c\x63\x65\x66\x69\x6a\x6c\x71\x72\x74\x78\x87\x8b\x8d\x8e\x93\x95\x96\x99\x9a\x9c\xa3\xa5\xa6"
    b"\xa9\xaa\xac\xb1\xb2\xb4\xb8\xc3\xc5\xc6\xc9\xca\xcc\xd1\xd2\xd4\xd8\xe1\xe2\xe4\xe8\xf0"
)


def encode(event: int, game: Game) -> int:
    """The byte for `event`, which brought `game` to its present state."""
    return BYTES[event * CHECKS + check(game)]


def check(game: Game) -> int:
    mixed = game.score + game.rng.state % 8191
    for tile in game.cells:
        mixed = (mixed * 19 + tile) % 8191
    return mixed % CHECKS
