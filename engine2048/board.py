# SPDX-License-Identifier: MIT
"""The board: sliding and merging on a flat list of 16 exponents.

Cells run row by row from the top left. An empty cell is 0; any other holds its tile's
exponent: 1 for 2, 11 for 2048, 17 for 131072.
"""

from engine2048 import const

UP = 0
RIGHT = 1
DOWN = 2
LEFT = 3

# In a trail: marks an empty cell, and the flag set on the destination of a merging tile.
NO_TILE = 255
MERGED = 128

# For each direction four lines of four cells, starting at the edge that tiles move towards.
_LINES = const(
    b"\x00\x04\x08\x0c\x01\x05\x09\x0d\x02\x06\x0a\x0e\x03\x07\x0b\x0f"
    b"\x03\x02\x01\x00\x07\x06\x05\x04\x0b\x0a\x09\x08\x0f\x0e\x0d\x0c"
    b"\x0c\x08\x04\x00\x0d\x09\x05\x01\x0e\x0a\x06\x02\x0f\x0b\x07\x03"
    b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"
)


def slide(cells: "list[int] | bytearray", direction: int, trail: "bytearray | None" = None) -> int:  # noqa: PLR0915
    """Slide every tile of `cells` as far as it goes in `direction`, merging each pair once.

    Changes `cells` in place and allocates nothing. Returns the score gained, or -1 if the move
    is illegal because nothing moves; `cells` is then unchanged.
    `trail`, a bytearray of 16, receives where each cell's tile went: its destination cell,
    with MERGED set for both tiles of a merging pair, or NO_TILE.
    """
    if trail is not None:
        return _trace(cells, direction, trail)
    # Four locals and a chain of ifs instead of a loop over the line: half the time of _trace.
    lines = _LINES
    moved = False
    gained = 0
    at = direction * 16
    end = at + 16
    while at < end:
        first = lines[at]
        second = lines[at + 1]
        third = lines[at + 2]
        fourth = lines[at + 3]
        at += 4
        a = cells[first]
        b = cells[second]
        c = cells[third]
        d = cells[fourth]
        if a:
            if b:
                if a == b:
                    gained += 2 << a
                    a += 1
                    if c == 0:
                        b = d
                        d = 0
                    elif c == d:
                        gained += 2 << c
                        b = c + 1
                        c = d = 0
                    else:
                        b = c
                        c = d
                        d = 0
                elif c:
                    if b == c:
                        gained += 2 << b
                        b += 1
                        c = d
                    elif c == d:
                        gained += 2 << c
                        c += 1
                    else:
                        continue
                    d = 0
                elif d:
                    if b == d:
                        gained += 2 << b
                        b += 1
                    else:
                        c = d
                    d = 0
                else:
                    continue
            elif c:
                if a == c:
                    gained += 2 << a
                    a += 1
                    b = d
                    c = d = 0
                elif c == d:
                    gained += 2 << c
                    b = c + 1
                    c = d = 0
                else:
                    b = c
                    c = d
                    d = 0
            elif d:
                if a == d:
                    gained += 2 << a
                    a += 1
                else:
                    b = d
                d = 0
            else:
                continue
        elif b:
            if c:
                if b == c:
                    gained += 2 << b
                    a = b + 1
                    b = d
                    c = d = 0
                elif c == d:
                    gained += 2 << c
                    a = b
                    b = c + 1
                    c = d = 0
                else:
                    a = b
                    b = c
                    c = d
                    d = 0
            elif b == d:
                gained += 2 << b
                a = b + 1
                b = d = 0
            else:
                a = b
                b = d
                d = 0
        elif c:
            if c == d:
                gained += 2 << c
                a = c + 1
                c = d = 0
            else:
                a = c
                b = d
                c = d = 0
        elif d:
            a = d
            d = 0
        else:
            continue
        cells[first] = a
        cells[second] = b
        cells[third] = c
        cells[fourth] = d
        moved = True
    return gained if moved else -1


def _trace(cells: "list[int] | bytearray", direction: int, trail: bytearray) -> int:
    """Slide and record in `trail` where each tile goes; slower, so kept apart for the search's sake."""
    lines = _LINES
    moved = False
    gained = 0
    at = direction * 16
    end = at + 16
    while at < end:
        # `free` is the next free place from the edge; `last` is the cell of the last tile put
        # down while that can still merge, and `last_from` is where that tile started.
        free = at
        at += 4
        last = last_from = last_tile = 0
        for place in range(free, at):
            cell = lines[place]
            tile = cells[cell]
            if tile == 0:
                trail[cell] = NO_TILE
            elif tile == last_tile:
                cells[cell] = 0
                cells[last] = tile + 1
                gained += 2 << tile
                moved = True
                last_tile = 0
                trail[cell] = trail[last_from] = last | MERGED
            else:
                last = lines[free]
                free += 1
                last_tile = tile
                last_from = cell
                if last != cell:
                    cells[last] = tile
                    cells[cell] = 0
                    moved = True
                trail[cell] = last
    return gained if moved else -1


def legal(cells: "list[int]") -> int:
    """The directions in which a board would change, as bits: 1 is UP, 2 RIGHT, 4 DOWN and 8 LEFT."""
    bits = 0
    for direction in range(4):
        if slide(list(cells), direction) >= 0:
            bits |= 1 << direction
    return bits


def can_move(cells: "list[int]") -> bool:
    """Tell whether any direction is legal: is there an empty cell or a pair of equal neighbours?"""
    if 0 in cells:
        return True
    for cell in range(16):
        tile = cells[cell]
        if cell & 3 != 3 and tile == cells[cell + 1]:
            return True
        if cell < 12 and tile == cells[cell + 4]:
            return True
    return False
