# SPDX-License-Identifier: MIT
"""Which move next: a search over moves and random tiles, with a learned evaluation at its leaves."""

from engine2048 import board, const
from engine2048.solver.evaluation import (  # noqa: F401 (some for callers)
    LARGEST_TILE,
    SolverUnavailable,
    downgrade,
    evaluate,
    load,
)

# Levels: how far `Solver` looks.
FAST = 0  # evaluates the boards, at most four, that a move leads to
DEMO = 1  # also tries every place for the next tile if the board is crowded
HINT = 2  # also tries that tile as a 2 and as a 4

# For each level, the most empty cells at which the search adds: a random tile and, if that is a 2, one
# more 2; one tile that is a 2 or a 4; one 2. The fewer cells are empty, the more is at stake.
PLANS = ((-1, -1, -1), (-1, -1, 5), (2, 6, 9))
TWO_EVERYWHERE = 16  # places to try for a random tile: a 2 in each of 16 cells,
EITHER_EVERYWHERE = 32  # and then a 4 in each
_MOVES = const(3)  # the longest sequence searched; each move may double the largest tile
_LOWEST = const(-(1 << 28))


class Solver:
    """Searches for a move in short slices: `begin`, then `step` until it says that it is done.

    One object serves every move and every level, and allocates nothing once made. In the end
    `direction` is the best move (-1: none is legal). A search may be cut short: from the first slice
    on `direction` is the best move at FAST, then the best with one random tile, then with two.
    """

    def __init__(self, path: str) -> None:
        """Load the weights from the file at `path`; raises SolverUnavailable if they are not usable."""
        self._tables, self._scale, self._bias = load(path)
        self._looks = (_Look(), _Look())
        self._last = [0] * 16
        self.direction = -1

    def begin(self, cells: "list[int]", level: int) -> None:
        """Start a search from `cells` (16 exponents, copied) at a level; `step` does the work."""
        empty = cells.count(0)
        two_tiles, either, one_two = PLANS[level]
        self._goal = 2 if empty <= two_tiles else 1 if empty <= one_two else 0
        self._ahead = 1
        self._places = EITHER_EVERYWHERE if empty <= either else TWO_EVERYWHERE
        look = self._looks[0]
        look.begin(cells, self._places)
        self._clamp = downgrade(look.cells) + _MOVES > LARGEST_TILE
        self._depth = -1
        self.direction = -1

    def step(self) -> bool:
        """Do a slice of the search, at most four evaluations; returns True once the search is done."""
        if self._depth < 0:
            self._depth = 0
            self._reply(self._looks[0].cells)
            self.direction = self._answer
            return self._goal == 0 or self._answer < 0
        look = self._looks[self._depth]
        if look.next_tile():
            if self._depth + 1 < self._ahead and look.tile == 1:
                self._depth += 1
                self._looks[self._depth].begin(look.after, TWO_EVERYWHERE)
            else:
                look.add(self._reply(look.after))
            return False
        if look.next_move():
            return False
        if self._depth == 0:
            self.direction = look.direction
            if self._ahead == self._goal:
                return True
            self._ahead = self._goal
            look.begin(look.cells, self._places)
            return False
        self._depth -= 1
        self._looks[self._depth].add(look.best if look.direction >= 0 else 0)
        return False

    def _reply(self, cells: "list[int]") -> int:
        """The value of the best move on `cells`, in score points still to come; 0 if none is legal.

        Leaves that move in `_answer` (-1: none).
        """
        last = self._last
        best = _LOWEST
        answer = -1
        for direction in range(4):
            _copy(cells, last)
            gained = board.slide(last, direction)
            if gained < 0:
                continue
            if self._clamp and max(last) > LARGEST_TILE:
                for cell in range(16):
                    if last[cell] > LARGEST_TILE:  # noqa: PLR1730 (a call to min takes longer)
                        last[cell] = LARGEST_TILE
            value = gained + self._scale * evaluate(self._tables, last)
            if value > best:
                best = value
                answer = direction
        self._answer = answer
        return best - self._bias if answer >= 0 else 0


class _Look:
    """The moves on one board, one by one, each followed by every random tile to try.

    `after` is the board after the current move and random tile; `direction` is the best move so far
    (-1: none yet) and `best` its value in points.
    """

    def __init__(self) -> None:
        self.cells = [0] * 16
        self.after = [0] * 16

    def begin(self, cells: "list[int]", places: int) -> None:
        """Start on the moves from `cells`, which are copied."""
        _copy(cells, self.cells)
        self.direction = -1
        self.best = _LOWEST
        self._places = places
        self._move = -1  # the current direction
        self._place = places
        self._filled = -1  # the cell of the current random tile
        self._gained = 0
        self._total = 0
        self._weight = 0

    def next_tile(self) -> bool:
        """Replace the random tile with the next; False once all have been tried."""
        after = self.after
        if self._filled >= 0:
            after[self._filled] = 0
            self._filled = -1
        place = self._place
        while place < self._places and after[place & 15]:
            place += 1
        self._place = place + 1
        if place >= self._places:
            return False
        self._filled = place & 15
        self.tile = 1 if place < TWO_EVERYWHERE else 2
        after[self._filled] = self.tile
        return True

    def add(self, value: int) -> None:
        """Note what the current tile is worth; nine random tiles in ten are a 2."""
        weight = 9 if self.tile == 1 else 1
        self._total += weight * value
        self._weight += weight

    def next_move(self) -> bool:
        """Rate the current move and make the next legal one; False once all four have been tried."""
        if self._weight:
            value = self._gained + self._total // self._weight
            if value > self.best:
                self.best = value
                self.direction = self._move
        self._place = 0
        self._total = 0
        self._weight = 0
        while self._move < 3:
            self._move += 1
            _copy(self.cells, self.after)
            self._gained = board.slide(self.after, self._move)
            if self._gained >= 0:
                return True
        return False


def _copy(cells: "list[int]", target: "list[int]") -> None:
    """Copy 16 cells: a slice would be an object on the heap, and a loop slower than a move."""
    (
        target[0], target[1], target[2], target[3],
        target[4], target[5], target[6], target[7],
        target[8], target[9], target[10], target[11],
        target[12], target[13], target[14], target[15],
    ) = cells  # fmt: skip
