# SPDX-License-Identifier: MIT
"""The rules of 2048 again, written differently: nested rows of face values, and a new board for each move.

It shares nothing with engine2048; the tests, the soak and the checks of other engines compare with it.
"""

from collections.abc import Sequence

Rows = list[list[int]]


def rows_of(cells: Sequence[int]) -> Rows:
    """Turn 16 exponents into four rows of face values."""
    values = [2**tile if tile else 0 for tile in cells]
    return [values[0:4], values[4:8], values[8:12], values[12:16]]


def cells_of(rows: Sequence[Sequence[int]]) -> list[int]:
    """Turn four rows of face values into 16 exponents."""
    return [value.bit_length() - 1 if value else 0 for row in rows for value in row]


def push_left(row: Sequence[int]) -> tuple[list[int], int]:
    """Slide one row to the left; returns the row and the score."""
    tiles = [value for value in row if value]
    result, score = [], 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
            score += tile
        result.append(tile)
    return result + [0] * (4 - len(result)), score


def turn(rows: Rows) -> Rows:
    """Turn the board a quarter counter-clockwise, so that the right edge becomes the top."""
    return [list(row) for row in zip(*rows, strict=True)][::-1]


def move(rows: Rows, direction: int) -> tuple[Rows, int] | None:
    """Slide the whole board (0 up, 1 right, 2 down, 3 left); returns (rows, score), or None if illegal."""
    # Turn until the edge is at the left, push, and turn on to complete the circle.
    turns = {3: 0, 0: 1, 1: 2, 2: 3}[direction]
    turned = rows
    for _ in range(turns):
        turned = turn(turned)
    pushed = [push_left(row) for row in turned]
    result = [row for row, _ in pushed]
    for _ in range(-turns % 4):
        result = turn(result)
    if result == rows:
        return None
    return result, sum(score for _, score in pushed)


def is_over(rows: Rows) -> bool:
    """Tell whether no direction is legal."""
    return not any(move(rows, direction) for direction in range(4))


def moves_made(cells: Sequence[int], score: int) -> int | None:
    """How many moves lead to a state; None if none can: the 2s and 4s that it takes are no whole numbers."""
    total = sum(2**tile for tile in cells if tile)
    if_all_twos = sum((tile - 1) * 2**tile for tile in cells if tile)
    fours, rest = divmod(if_all_twos - score, 4)
    twos, rest_of_twos = divmod(total - 4 * fours, 2)
    if rest or rest_of_twos or fours < 0 or twos < 0:
        return None
    return twos + fours - 2


def is_consistent(cells: Sequence[int], score: int, moves: int) -> bool:
    """Tell whether a state can have been played in so many moves."""
    return moves_made(cells, score) == moves


def is_followed(before: Rows, direction: int, after: Rows) -> bool:
    """Tell whether a move leads from one board to the other: a slide, and one new tile, a 2 or a 4."""
    moved = move(before, direction)
    if moved is None:
        return False
    new = [
        (old, value)
        for old_row, row in zip(moved[0], after, strict=True)
        for old, value in zip(old_row, row, strict=True)
        if old != value
    ]
    return new in ([(0, 2)], [(0, 4)])
