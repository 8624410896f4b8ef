# SPDX-License-Identifier: MIT
"""A snapshot: the whole game as one record of at most 66 bytes, and back.

It stores the oldest state that undo can reach and the directions of the moves since. Replaying them
restores the running game with all its undo steps, and proves the record consistent.

    offset bytes
         0     2  MAGIC; its first byte, even cut off or one bit wrong, is never an event (events.py)
         2     1  VERSION
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
        46   0-8  directions of the moves since, oldest first, four to a byte
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
from engine2048.game import WINNING_TILE, Game
from engine2048.history import STEPS
from engine2048.rng import Rng
from engine2048.save import preferences as fields

VERSION = 2
LONGEST = 66
LONGEST_EVER = 255  # of any version
MAGIC = b"\xfa\x48"
_SHORTEST = const(8)

_CELLS = const(5)
_STEPS = const(28)
_BEST = const(29)
_PAST_BEST = const(43)
_DIRECTIONS = const(46)
# In version 1.
_PREFERENCES_1 = const(43)
_DIRECTIONS_1 = const(47)
_SUMS = const(4)

_COUNT = const(63)
_AWAITING = const(64)
_WON = const(128)

_HIGHEST_TILE = const(17)
_HIGHEST_SCORE = const(3932100)
_HIGHEST_STATE = const(0x3FFFFFFF)  # 2**30 - 1 as a literal: CircuitPython 9 keeps a difference on the heap


def encode(game: Game, preferences: bytearray, serial: int, record: bytearray) -> int:
    """Write `game` and the bytes of `preferences` into `record`, a bytearray of LONGEST bytes.

    Returns the snapshot's length.
    """
    history = game.history
    steps = len(history)
    record[:2] = MAGIC
    record[2] = VERSION
    chosen = fields.count_chosen(preferences)
    at = _DIRECTIONS + _packed(steps)
    end = at + chosen
    length = record[3] = end + _SUMS
    record[4] = serial
    if steps:
        oldest = steps - 1
        record[_CELLS : _CELLS + 16] = history.cells(oldest)
        score, state, won = history.score(oldest), history.state(oldest), history.won(oldest)
    else:
        record[_CELLS : _CELLS + 16] = bytes(game.cells)
        score, state, won = game.score, game.rng.state, game.won
    record[21:24] = score.to_bytes(3, "little")
    record[24:28] = state.to_bytes(4, "little")
    record[_STEPS] = steps | (_AWAITING if game.awaiting_choice else 0) | (_WON if won else 0)
    record[_BEST : _BEST + 3] = game.best.to_bytes(3, "little")
    record[32] = game.best_tile
    record[33:36] = game.past_games.to_bytes(3, "little")
    record[36:39] = game.past_wins.to_bytes(3, "little")
    record[39:43] = game.past_moves.to_bytes(4, "little")
    record[_PAST_BEST : _PAST_BEST + 3] = game.past_best.to_bytes(3, "little")
    history.pack_directions(record, _DIRECTIONS)
    for which in range(chosen):
        record[at + which] = preferences[which]
    record[end:length] = _sums(memoryview(record)[:end])
    return length


def whole(data: bytes) -> "bytes | None":
    """The record at the start of `data` if it is complete and intact, else None."""
    if len(data) < _SHORTEST or data[:2] != MAGIC:
        return None
    length = data[3]
    if not _SHORTEST <= length <= len(data):
        return None
    end = length - _SUMS
    return data[:length] if data[end:length] == _sums(data[:end]) else None


def is_newer(data: bytes) -> bool:
    """Tell whether a newer program than this one wrote the record at the start of `data`."""
    return len(data) > 2 and data[2] > VERSION


def serial(record: bytes) -> int:
    """The serial number of a whole record, 0 to 255."""
    return record[4]


def decode(record: bytes) -> "Game | None":
    """The game in a whole record; None if no game can have written it."""
    if not _is_sound(record):
        return None
    cells = record[_CELLS : _CELLS + 16]
    score = _number(record, 21, 3)
    state = _number(record, 24, 4)
    won = record[_STEPS] & _WON != 0
    moves = count_moves(cells, score)
    if moves < 0 or won != (max(cells) >= WINNING_TILE) or not 0 < state <= _HIGHEST_STATE:
        return None
    game = Game(Rng(0))
    game.restore(cells, score, state, won, moves)
    if not _replay(record, game) or game.score > _number(record, _BEST, 3) or max(game.cells) > record[32]:
        return None
    _install_lifetime(record, game)
    return game


def decode_lifetime(record: bytes, game: Game) -> bool:
    """Copy best score and statistics to the new `game`; False, with nothing changed, if not plausible."""
    if not _is_sound(record):
        return False
    _install_lifetime(record, game)
    game.past_best = game.best
    return True


def decode_preferences(record: bytes, preferences: bytearray) -> None:
    """Copy the preferences from a record that could be decoded."""
    if record[2] == 1:
        fields.install(record[_PREFERENCES_1:_DIRECTIONS_1], preferences)
    else:
        fields.install(record[_DIRECTIONS + _packed(record[_STEPS] & _COUNT) : -_SUMS], preferences)


def count_moves(cells: "list[int] | bytes", score: int) -> int:
    """How many moves lead to `cells` with `score`; -1 if none do.

    The tiles and the score tell how many 2s and 4s were spawned (rules.md, "Consistency of any
    reachable state"): two at the deal and one with each move.
    """
    tiles = 0
    built = 0
    for exponent in cells:
        if exponent > _HIGHEST_TILE:
            return -1
        if exponent:
            tiles += 1 << exponent
            built += (exponent - 1) << exponent
    fours = built - score
    twos = tiles - fours
    if score > _HIGHEST_SCORE or fours < 0 or fours % 4 or twos < 0:
        return -1
    return max(fours // 4 + twos // 2 - 2, -1)


def _packed(steps: int) -> int:
    """How many bytes the directions of `steps` moves take."""
    return (steps + 3) // 4


def _directions_at(version: int) -> int:
    return _DIRECTIONS_1 if version == 1 else _DIRECTIONS


def _replay(record: bytes, game: Game) -> bool:
    """Play a record's moves; tell whether all are legal and end as the record says."""
    start = _directions_at(record[2])
    for step in range(record[_STEPS] & _COUNT):
        direction = record[start + step // 4] >> step % 4 * 2 & 3
        game.keep_going()
        if not game.play(direction):
            return False
    if not record[_STEPS] & _AWAITING:
        game.keep_going()
        return True
    return game.awaiting_choice


def _is_sound(record: bytes) -> bool:
    """Tell whether a whole record has a known version and possible values besides the game's."""
    version = record[2]
    if not 1 <= version <= VERSION or len(record) < _directions_at(version) + _SUMS:
        return False
    steps = record[_STEPS] & _COUNT
    chosen = len(record) - _directions_at(version) - _packed(steps) - _SUMS
    if steps > STEPS or not 0 <= chosen <= (0 if version == 1 else fields.COUNT):
        return False
    best = _number(record, _BEST, 3)
    past_best = 0 if version == 1 else _number(record, _PAST_BEST, 3)
    return (
        best <= _HIGHEST_SCORE
        and best % 4 == 0
        and past_best <= best
        and past_best % 4 == 0
        and record[32] <= _HIGHEST_TILE
        and _number(record, 36, 3) <= _number(record, 33, 3)
        and _number(record, 39, 4) <= _HIGHEST_STATE
    )


def _install_lifetime(record: bytes, game: Game) -> None:
    """Give `game` what outlives a single game; check _is_sound first."""
    best = game.best = _number(record, _BEST, 3)
    game.best_tile = record[32]
    game.past_games = _number(record, 33, 3)
    game.past_wins = _number(record, 36, 3)
    game.past_moves = _number(record, 39, 4)
    if record[2] > 1:
        game.past_best = _number(record, _PAST_BEST, 3)
    else:
        # All we know: a best score above this game's came from an earlier one.
        game.past_best = best if best > game.score else 0


def _sums(data: "bytes | memoryview") -> bytes:
    """The 4 bytes that complete a record starting with `data`."""
    total = running = 0
    for byte in data:
        total += byte
        running += total
    return (65535 - total).to_bytes(2, "little") + (running & 65535).to_bytes(2, "little")


def _number(record: bytes, at: int, count: int) -> int:
    return int.from_bytes(record[at : at + count], "little")
