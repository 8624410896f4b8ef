"""Which move next: a learned evaluation of boards and a search over the next random tile.

The evaluation is an n-tuple network (Szubert and Jaskowski, 2014): eight shapes of three cells,
each with one table of weights that all its rotations and reflections share. tools/train.py learns
the weights and writes the file; its layout, all numbers little-endian, is

    0  magic and version, number of tables, then three cells for each shape   30 bytes
   30  scale: score points that one unit of a weight is worth                  2 bytes
   32  debit: score points to take off every evaluation                        4 bytes
   36  games that the network learned from                                     4 bytes
   40  seed of the learning                                                    4 bytes
   44  check value over all other bytes                                        4 bytes
   48  the tables, 12 * 12 * 12 weights of one byte each
"""

from engine2048 import board

# Levels: how far `Solver` looks.
FAST = 0  # evaluates the up to four boards that a move leads to
DEMO = 1  # also every place of the next tile when the board is crowded
HINT = 2  # also whether that tile is a 2 or a 4

LARGEST_TILE = 11  # evaluated like itself: every larger tile
TABLE_BYTES = 12 * 12 * 12
# side, middle, corner, inset, heel, toe, bend and core, as in `evaluate`
SHAPES = (
    b"\x00\x01\x02" b"\x04\x05\x06" b"\x00\x01\x04" b"\x01\x05\x04"
    b"\x00\x01\x05" b"\x01\x05\x02" b"\x01\x05\x06" b"\x05\x06\x09"
)  # fmt: skip
IDENTITY = b"2048\x01" + bytes([len(SHAPES) // 3]) + SHAPES
HEADER_BYTES = 48

# For each level, the most empty cells at which the search adds two random tiles (each a 2), one of
# either size, and one 2. The fewer cells are empty, the more is at stake and the less there is to try.
PLANS = ((-1, -1, -1), (-1, -1, 5), (2, 6, 9))
TWO_EVERYWHERE = 16  # places to try for a random tile: a 2 in each of 16 cells,
EITHER_EVERYWHERE = 32  # and then a 4 in each
_LOWEST = -(1 << 28)


class SolverUnavailable(Exception):
    """The weights are missing, damaged or not made for this version; the message says which."""


class Solver:
    """Searches for a move in short slices: `begin`, then `step` until it tells that it is done.

    One object serves for every move and for every level; nothing is allocated after it is made.
    `direction` is then the best move (-1: none is legal); from the first slice on it is FAST's choice.
    """

    def __init__(self, path):
        """Load the weights from the file at `path`; raises SolverUnavailable without usable ones."""
        self._tables = tuple(bytearray(TABLE_BYTES) for _ in range(len(SHAPES) // 3))
        header = bytearray(HEADER_BYTES)
        try:
            with open(path, "rb") as file:
                whole = file.readinto(header) == HEADER_BYTES
                for table in self._tables:
                    whole = file.readinto(table) == TABLE_BYTES and whole
                whole = whole and not file.read(1)
        except OSError:
            raise SolverUnavailable(
                "The solver is not installed: copy its weights to " + path + "."
            ) from None
        if header[: len(IDENTITY)] != IDENTITY:
            raise SolverUnavailable(path + " is not for this version of the solver: copy it there anew.")
        if not whole or int.from_bytes(header[44:], "little") != check_value(header, self._tables):
            raise SolverUnavailable(path + " is damaged: copy it there anew.")
        self._scale = int.from_bytes(header[30:32], "little")
        self._debit = int.from_bytes(header[32:36], "little")
        self._looks = (_Look(), _Look())
        self._last = [0] * 16
        self.direction = -1

    def begin(self, cells, level):
        """Start a search from `cells` (16 exponents, copied) at a level; `step` does the work."""
        empty = 0
        largest = 0
        for tile in cells:
            if tile == 0:
                empty += 1
            elif tile > largest:
                largest = tile
        self._clamp = largest >= LARGEST_TILE
        two_tiles, either, one_two = PLANS[level]
        self._ahead = 2 if empty <= two_tiles else 1 if empty <= one_two else 0
        places = EITHER_EVERYWHERE if two_tiles < empty <= either else TWO_EVERYWHERE
        self._looks[0].begin(cells, places)
        self._depth = -1
        self.direction = -1

    def step(self):
        """Do a slice of the search, at most four evaluations; returns True when it is finished."""
        if self._depth < 0:
            self._depth = 0
            self._reply(self._looks[0].cells)
            self.direction = self._answer
            return self._ahead == 0 or self._answer < 0
        look = self._looks[self._depth]
        if look.next_tile():
            if self._depth + 1 < self._ahead:
                self._depth += 1
                self._looks[self._depth].begin(look.after, TWO_EVERYWHERE)
            else:
                look.add(self._reply(look.after))
            return False
        if look.next_move():
            return False
        if self._depth == 0:
            self.direction = look.direction
            return True
        self._depth -= 1
        self._looks[self._depth].add(look.best if look.direction >= 0 else 0)
        return False

    def _reply(self, cells):
        """The value of the best move on `cells`, in score points still to come; 0 when none is legal.

        That move is left in `_answer` (-1: none).
        """
        last = self._last
        best = _LOWEST
        answer = -1
        for direction in range(4):
            _copy(cells, last)
            gained = board.slide(last, direction)
            if gained < 0:
                continue
            if self._clamp:
                for cell in range(16):
                    last[cell] = min(last[cell], LARGEST_TILE)
            value = gained + self._scale * evaluate(self._tables, last)
            if value > best:
                best = value
                answer = direction
        self._answer = answer
        return best - self._debit if answer >= 0 else 0


class _Look:
    """The moves on one board, one after the other, each followed by every random tile to try.

    `after` is the board after the move at hand, with the random tile at hand; `best` is the value of
    the best move in points, and `direction` that move (-1: none yet).
    """

    def __init__(self):
        self.cells = [0] * 16
        self.after = [0] * 16

    def begin(self, cells, places):
        """Start with the moves on `cells`, which are copied."""
        _copy(cells, self.cells)
        self.direction = -1
        self.best = _LOWEST
        self._places = places
        self._move = -1  # the direction at hand
        self._place = places
        self._filled = -1  # the cell of the random tile at hand
        self._gained = 0
        self._total = 0
        self._weight = 0

    def next_tile(self):
        """Put the next random tile in place of the one before; False when all were tried."""
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
        after[self._filled] = 1 if place < TWO_EVERYWHERE else 2
        return True

    def add(self, value):
        """Note what the tile at hand leads to; of ten random tiles nine are a 2."""
        weight = 9 if self._place <= TWO_EVERYWHERE else 1
        self._total += weight * value
        self._weight += weight

    def next_move(self):
        """Rate the move at hand and make the next legal one; False when all four were tried."""
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


def evaluate(tables, cells):
    """Sum the weights of the 52 places of the shapes on a board, each a byte from one of `tables`.

    `cells` holds 16 exponents of at most LARGEST_TILE. The places are written out, because this is
    where a search spends its time; letters are cells, row by row, and two letters are the place in a
    table that the third cell completes.
    """
    side, middle, corner, inset, heel, toe, bend, core = tables
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p = cells  # noqa: E741
    ab = (a * 12 + b) * 12
    ae = (a * 12 + e) * 12
    dc = (d * 12 + c) * 12
    dh = (d * 12 + h) * 12
    mi = (m * 12 + i) * 12
    mn = (m * 12 + n) * 12
    pl = (p * 12 + l) * 12
    po = (p * 12 + o) * 12
    bf = (b * 12 + f) * 12
    cg = (c * 12 + g) * 12
    ef = (e * 12 + f) * 12
    hg = (h * 12 + g) * 12
    ij = (i * 12 + j) * 12
    lk = (l * 12 + k) * 12
    nj = (n * 12 + j) * 12
    ok = (o * 12 + k) * 12
    return (
        side[ab + c] + side[dc + b] + side[ae + i] + side[dh + l]
        + side[mi + e] + side[pl + h] + side[mn + o] + side[po + n]
        + middle[ef + g] + middle[hg + f] + middle[ij + k] + middle[lk + j]
        + middle[bf + j] + middle[nj + f] + middle[cg + k] + middle[ok + g]
        + corner[ab + e] + corner[dc + h] + corner[mn + i] + corner[po + l]
        + inset[bf + e] + inset[cg + h] + inset[nj + i] + inset[ok + l]
        + heel[ab + f] + heel[dc + g] + heel[ae + f] + heel[dh + g]
        + heel[mi + j] + heel[pl + k] + heel[mn + j] + heel[po + k]
        + toe[bf + c] + toe[cg + b] + toe[ef + i] + toe[hg + l]
        + toe[ij + e] + toe[lk + h] + toe[nj + o] + toe[ok + n]
        + bend[bf + g] + bend[cg + f] + bend[ef + j] + bend[hg + k]
        + bend[ij + f] + bend[lk + g] + bend[nj + k] + bend[ok + j]
        + core[(f * 12 + g) * 12 + j] + core[(g * 12 + f) * 12 + k]
        + core[(j * 12 + f) * 12 + k] + core[(k * 12 + g) * 12 + j]
    )  # fmt: skip


def check_value(header, tables):
    """A number below 2**30 that changes with any byte (Fletcher's sums, folded block by block)."""
    check = 0
    for block in (header[:44],) + tables:  # noqa: RUF005 (CircuitPython has no star in a tuple)
        total = 0
        weighted = 0
        for byte in block:
            total += byte
            weighted += total
        check = (check * 31 + weighted) % 16777213
    return check


def _copy(cells, target):
    """Copy 16 cells; a slice would be an object on the heap, a loop would be slower than a move."""
    (
        target[0], target[1], target[2], target[3],
        target[4], target[5], target[6], target[7],
        target[8], target[9], target[10], target[11],
        target[12], target[13], target[14], target[15],
    ) = cells  # fmt: skip
