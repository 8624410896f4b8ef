"""The board: sliding and merging on a flat list of 16 exponents.

Cells run row by row from the top left. A cell is 0 when empty, else the exponent of its
tile: 1 is a 2, 11 is 2048, 17 is 131072.
"""

UP = 0
RIGHT = 1
DOWN = 2
LEFT = 3

# In a trail: the cell held no tile, and the flag on the destination of a tile that merges.
NO_TILE = 255
MERGED = 128

# Four cells for each of the four lines of each direction, starting at the edge moved to.
_LINES = (
    b"\x00\x04\x08\x0c\x01\x05\x09\x0d\x02\x06\x0a\x0e\x03\x07\x0b\x0f"
    b"\x03\x02\x01\x00\x07\x06\x05\x04\x0b\x0a\x09\x08\x0f\x0e\x0d\x0c"
    b"\x0c\x08\x04\x00\x0d\x09\x05\x01\x0e\x0a\x06\x02\x0f\x0b\x07\x03"
    b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"
)


def slide(cells: "list[int] | bytearray", direction: int, trail: "bytearray | None" = None) -> int:  # noqa: PLR0915
    """Move every tile of `cells` as far as it goes in `direction`, merging pairs once.

    `cells` is changed in place and nothing is allocated. Returns the score gained, or -1 when
    the move is illegal because nothing moves; the cells are then as they were.
    `trail`, a bytearray of 16, receives for each cell where its tile went: the destination
    cell, with MERGED set for both tiles of a merging pair, or NO_TILE.
    """
    if trail is not None:
        return _trace(cells, direction, trail)
    # A line's four cells in locals, and a chain of ifs instead of a walk: half the time of _trace.
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
    """Slide, and note in `trail` where each tile goes; slower, and apart so that a search need not ask."""
    lines = _LINES
    moved = False
    gained = 0
    at = direction * 16
    end = at + 16
    while at < end:
        # `free` walks the line's places from the edge; `last` is the cell of the last tile
        # put down there while it may still merge, `last_from` where that tile started.
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


def can_move(cells: "list[int]") -> bool:
    """Tell whether any direction is legal: an empty cell, or two equal neighbours."""
    if 0 in cells:
        return True
    for cell in range(16):
        tile = cells[cell]
        if cell & 3 != 3 and tile == cells[cell + 1]:
            return True
        if cell < 12 and tile == cells[cell + 4]:
            return True
    return False
