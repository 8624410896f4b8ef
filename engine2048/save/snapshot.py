# SPDX-License-Identifier: MIT
"""A snapshot: the whole game as one record of at most 70 bytes. (decoding.py leads back.)

It stores the oldest state that undo can reach and the directions of the moves since. Replaying them
restores the running game with all its undo steps, and proves the record consistent.

Until a new game has its first move, undo can bring the game back that was given up for it (game.py). Such a
record tells of that game, and adds the generator's state before the deal, which makes it version 3.

    offset bytes
         0     2  MAGIC; its first byte, even cut off or one bit wrong, is never an event (events.py)
         2     1  version: 2, or 3 if the game was given up for a new one
         3     1  length of the record
         4     1  serial, one more than the previous record's, modulo 256
         5    16  cells of the oldest state
        21     3  its score
        24     4  its generator state
        28     1  count of moves since (0 to 32), AWAITING now, WON at the oldest state
        29     3  best score
        32     1  best tile
        33     3  games before this one
        36     3  wins before this one
        39     4  moves before this one
        43     3  best score of earlier games
        46   0|4  in version 3: generator state before the new game was dealt
         …   0-8  directions of the moves since, oldest first, four to a byte
             0-8  preferences, up to the last one chosen
        -4     2  65,535 minus the sum of all bytes before
        -2     2  sum of the running sums of all bytes before, modulo 65,536

Numbers are little-endian. Magic, version, length and the two sums keep their places in every later
version, so an older program can tell a newer record from damage. Records of version 1 (program 1.0.0)
can be read too: they lack the best score of earlier games and have 4 preferences before the directions.

The first sum is subtracted for a reason. A torn write can only leave bits at 1 that should be 0, which
raises the bytes' sum but lowers the sum that is stored, so the two never match. A single wrong byte is
always found too.
"""

from engine2048 import const
from engine2048.game import Game
from engine2048.save import preferences as fields

VERSION = 3  # the newest
LONGEST = const(70)
MAGIC = b"\xfa\x48"

# As in the table above; decoding.py has them, too, because only numbers of a module's own take no memory.
_CELLS = const(5)
_STEPS = const(28)
_BEST = const(29)
_PAST_BEST = const(43)
_SEED = const(46)
_DIRECTIONS = const(46)
_DIRECTIONS_3 = const(50)
_SUMS = const(4)

_AWAITING = const(64)
_WON = const(128)


def encode(game: Game, preferences: bytearray, serial: int, record: bytearray) -> int:
    """Write `game` and the bytes of `preferences` into `record`, a bytearray of LONGEST bytes.

    Returns the snapshot's length.
    """
    history = game.history
    steps = len(history)
    record[:2] = MAGIC
    record[2] = 2
    first = _DIRECTIONS
    awaiting, past_best = game.awaiting_choice, game.past_best
    games, wins, moves = game.past_games, game.past_wins, game.past_moves
    if steps:
        oldest = steps - 1
        record[_CELLS : _CELLS + 16] = history.cells(oldest)
        score, state, won = history.score(oldest), history.state(oldest), history.won(oldest)
    else:
        record[_CELLS : _CELLS + 16] = bytes(game.cells)
        score, state, won = game.score, game.rng.state, game.won
    if steps and not game.moves:
        record[2] = 3
        record[_SEED : _SEED + 4] = game.seed.to_bytes(4, "little")
        first = _DIRECTIONS_3
        given, awaiting, past_best = game.given
        steps -= 1
        games -= 1
        wins -= history.won(0)
        moves -= given
    record[21:24] = score.to_bytes(3, "little")
    record[24:28] = state.to_bytes(4, "little")
    record[_STEPS] = steps | (_AWAITING if awaiting else 0) | (_WON if won else 0)
    record[_BEST : _BEST + 3] = game.best.to_bytes(3, "little")
    record[32] = game.best_tile
    record[33:36] = games.to_bytes(3, "little")
    record[36:39] = wins.to_bytes(3, "little")
    record[39:43] = moves.to_bytes(4, "little")
    record[_PAST_BEST : _PAST_BEST + 3] = past_best.to_bytes(3, "little")
    history.pack_directions(record, first)
    at = first + packed(steps)
    chosen = fields.count_chosen(preferences)
    for which in range(chosen):
        record[at + which] = preferences[which]
    record[4] = serial
    end = at + chosen
    length = record[3] = end + _SUMS
    record[end:length] = sums(memoryview(record)[:end])
    return length


def packed(steps: int) -> int:
    """How many bytes the directions of `steps` moves take."""
    return (steps + 3) // 4


def sums(data: "bytes | memoryview") -> bytes:
    """The 4 bytes that complete a record starting with `data`."""
    total = running = 0
    for byte in data:
        total += byte
        running += total
    return (65535 - total).to_bytes(2, "little") + (running & 65535).to_bytes(2, "little")
