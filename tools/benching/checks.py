# SPDX-License-Identifier: MIT
"""What an engine gets wrong: each rule is tried on boards of its own and compared with tools/oracle.py."""

import random
from collections.abc import Callable, Iterator, Sequence

from tools import oracle
from tools.benching.engines import Engine

_BOARDS = 1000
_DEALS = 1000
_SPAWNS = 2000
# A share that is off by more standard deviations is wrong: a right engine fails once in 10,000 times.
_DEVIATIONS = 4.5

# LEFT ends the game whatever appears in the last empty cell; LEFT fills the board, but a pair is left.
_LAST_MOVE = (5, 6, 7, 7, 6, 7, 9, 10, 5, 6, 7, 8, 6, 7, 9, 10)
_NOT_LAST_MOVE = (5, 6, 7, 7, 6, 7, 9, 10, 5, 6, 7, 8, 5, 7, 9, 10)


def wrong(engine: Engine, seed: int = 1) -> list[str]:
    """The names of the rules that the engine breaks, in the order of CHECKS. Random choices are seeded."""
    broken = []
    for name, check in CHECKS.items():
        random.seed(seed)
        try:
            holds = check(engine)
        except Exception:  # whatever it does not survive, it gets wrong
            holds = False
        if not holds:
            broken.append(name)
    return broken


def _deals(engine: Engine) -> bool:
    """Two tiles in any two cells, a 4 in one of ten (rule 3)."""
    cells = fours = 0
    places = [0] * 16
    for _ in range(_DEALS):
        engine.deal()
        board = engine.cells()
        tiles = [tile for tile in board if tile]
        if len(tiles) != 2 or not set(tiles) <= {1, 2}:
            return False
        cells += 2
        fours += tiles.count(2)
        for cell, tile in enumerate(board):
            places[cell] += tile > 0
    return _is_share(fours, cells, 0.1) and all(_is_share(count, cells, 1 / 16) for count in places)


def _slides(engine: Engine) -> bool:
    """Every tile slides and merges once, and one tile appears (rules 4, 5, 7 to 9)."""
    return all(
        oracle.is_followed(oracle.rows_of(before), direction, oracle.rows_of(after))
        for before, direction, after, _ in _presses(engine, _BOARDS, 10)
        if oracle.move(oracle.rows_of(before), direction)
    )


def _scores(engine: Engine) -> bool:
    """Each merge adds the value of the new tile (rule 10)."""
    for before, direction, _, gained in _presses(engine, _BOARDS, 10):
        moved = oracle.move(oracle.rows_of(before), direction)
        if gained != (moved[1] if moved else 0):
            return False
    return True


def _ignores(engine: Engine) -> bool:
    """A direction that moves nothing does nothing (rule 6)."""
    return all(
        before == after
        for before, direction, after, _ in _presses(engine, _BOARDS, 10)
        if not oracle.move(oracle.rows_of(before), direction)
    )


def _spawns(engine: Engine) -> bool:
    """The new tile is in any empty cell, and is a 4 in one of ten cases (rule 5)."""
    before = [1, 0, 2, 0, *[0] * 12]
    moved = oracle.move(oracle.rows_of(before), 3)
    assert moved
    slid = oracle.cells_of(moved[0])
    places = dict.fromkeys((cell for cell, tile in enumerate(slid) if not tile), 0)
    fours = 0
    for _ in range(_SPAWNS):
        engine.deal()
        engine.put(before)
        engine.press(3)
        after = engine.cells()
        (cell,) = (cell for cell in range(16) if after[cell] != slid[cell])
        places[cell] += 1
        fours += after[cell] == 2
    each = 1 / len(places)
    return _is_share(fours, _SPAWNS, 0.1) and all(_is_share(n, _SPAWNS, each) for n in places.values())


def _ends(engine: Engine) -> bool:
    """The game is over as soon as the board is full and has no pair, and not sooner (rule 12)."""
    found = []
    for board in (_LAST_MOVE, _NOT_LAST_MOVE):
        engine.deal()
        engine.put(list(board))
        engine.press(3)
        found.append(engine.is_over())
    return found == [True, False]


def _goes_on(engine: Engine) -> bool:
    """After 2048, tiles grow up to 131072 (rules 11 and 13)."""
    for tile in range(10, 17):
        engine.deal()
        engine.put([tile, tile, *[0] * 14])
        score = engine.score()
        engine.press(3)
        if engine.cells()[0] != tile + 1 or engine.score() - score != 2 << tile or engine.is_over():
            return False
        engine.press(1)
        if tile + 1 not in engine.cells()[:4]:
            return False
    return True


CHECKS: dict[str, Callable[[Engine], bool]] = {
    "deal": _deals,
    "slide": _slides,
    "score": _scores,
    "no effect": _ignores,
    "new tile": _spawns,
    "end": _ends,
    "beyond 2048": _goes_on,
}


def _presses(
    engine: Engine, count: int, largest: int
) -> Iterator[tuple[Sequence[int], int, Sequence[int], int]]:
    """Press once on each of `count` random boards: (cells before, direction, cells after, score gained)."""
    choice = random.Random(count)
    for _ in range(count):
        tiles = choice.randrange(1, 15)
        high = choice.randrange(1, largest + 1)
        before = [choice.randrange(1, high + 1) for _ in range(tiles)] + [0] * (16 - tiles)
        choice.shuffle(before)
        direction = choice.randrange(4)
        engine.deal()
        engine.put(before)
        score = engine.score()
        engine.press(direction)
        yield before, direction, engine.cells(), engine.score() - score


def _is_share(count: int, of: int, share: float) -> bool:
    """Tell whether a count can come from a chance of `share` each time."""
    deviation = (of * share * (1 - share)) ** 0.5
    return abs(count - of * share) <= _DEVIATIONS * deviation
