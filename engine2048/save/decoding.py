# SPDX-License-Identifier: MIT
"""Records and events turned back into a game, every field checked before anything is installed.

Needed at boot only, and forgotten then. The layouts are in snapshot.py and events.py.
"""

from engine2048 import const
from engine2048.game import WINNING_TILE, Game
from engine2048.history import STEPS
from engine2048.rng import Rng
from engine2048.save import events, snapshot
from engine2048.save import preferences as fields

_SHORTEST = const(8)

_CELLS = const(5)
_STEPS = const(28)
_BEST = const(29)
_PAST_BEST = const(43)
_SEED = const(46)
_DIRECTIONS = const(46)
_DIRECTIONS_3 = const(50)
_SUMS = const(4)

_COUNT = const(63)
_AWAITING = const(64)
_WON = const(128)

# In version 1.
_PREFERENCES_1 = const(43)
_DIRECTIONS_1 = const(47)

_HIGHEST_TILE = const(17)
_HIGHEST_SCORE = const(3932100)
_HIGHEST_STATE = const(0x3FFFFFFF)  # 2**30 - 1 as a literal: CircuitPython 9 keeps a difference on the heap


def whole(data: bytes) -> "bytes | None":
    """The record at the start of `data` if it is complete and intact, else None."""
    if len(data) < _SHORTEST or data[:2] != snapshot.MAGIC:
        return None
    length = data[3]
    if not _SHORTEST <= length <= len(data):
        return None
    end = length - _SUMS
    return data[:length] if data[end:length] == snapshot.sums(data[:end]) else None


def is_newer(data: bytes) -> bool:
    """Tell whether a newer program than this one wrote the record at the start of `data`."""
    return len(data) > 2 and data[2] > snapshot.VERSION


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
    return game if record[2] < 3 or _give_up(record, game) else None


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
        chosen = record[_PREFERENCES_1:_DIRECTIONS_1]
    else:
        steps = record[_STEPS] & _COUNT
        chosen = record[_directions_at(record[2]) + snapshot.packed(steps) : -_SUMS]
    fields.install(chosen, preferences)


def count_moves(cells: "list[int] | bytes", score: int) -> int:
    """How many moves lead to `cells` with `score`; -1 if none do.

    The tiles and the score tell how many 2s and 4s were spawned: two at the
    deal and one with each move.
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


def _directions_at(version: int) -> int:
    return (_DIRECTIONS_1, _DIRECTIONS, _DIRECTIONS_3)[version - 1]


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


def _give_up(record: bytes, game: Game) -> bool:
    """Give up the game of a version 3 record for the new one dealt then; tell whether that is possible."""
    seed = _number(record, _SEED, 4)
    if not game.moves or not 0 < seed <= _HIGHEST_STATE:
        return False
    game.new_game()
    game.rng.state = seed
    game.new_game()  # the player may have had several dealt
    return True


def _is_sound(record: bytes) -> bool:
    """Tell whether a whole record has a known version and possible values besides the game's."""
    version = record[2]
    if not 1 <= version <= snapshot.VERSION or len(record) < _directions_at(version) + _SUMS:
        return False
    steps = record[_STEPS] & _COUNT
    chosen = len(record) - _directions_at(version) - snapshot.packed(steps) - _SUMS
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


def _number(record: bytes, at: int, count: int) -> int:
    return int.from_bytes(record[at : at + count], "little")


def count_events(data: bytes) -> int:
    """How many bytes at the start of `data` could be events."""
    for found, byte in enumerate(data):
        if byte not in events.BYTES:
            return found
    return len(data)


def replay(data: bytes, count: int, game: Game) -> int:
    """Apply the first `count` events of `data` to `game`.

    Returns how many were right. If fewer than `count`, the next byte is wrong and may already have
    changed the game.
    """
    after_move = False
    for done in range(count):
        code = events.BYTES.find(data[done : done + 1])
        event = code // events.CHECKS
        if event == events.RETRACT and not after_move:
            return done
        if not _happen(event, game) or events.check(game) != code % events.CHECKS:
            return done
        after_move = event < events.UNDO
    return count


def _happen(event: int, game: Game) -> bool:
    if event < events.UNDO:
        return game.play(event)
    if event == events.UNDO:
        return game.undo()
    if event == events.RETRACT:
        game.retract()
        return True
    if game.awaiting_choice:
        game.keep_going()
    else:
        game.new_game()
    return True
