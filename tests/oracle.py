# SPDX-License-Identifier: MIT
"""The rules of 2048 again, written differently: nested rows of face values, and a new board for each move.

It shares nothing with engine2048; the tests compare the two.
"""


def rows_of(cells):
    """Turn 16 exponents into four rows of face values."""
    values = [2**tile if tile else 0 for tile in cells]
    return [values[0:4], values[4:8], values[8:12], values[12:16]]


def cells_of(rows):
    """Turn four rows of face values into 16 exponents."""
    return [value.bit_length() - 1 if value else 0 for row in rows for value in row]


def push_left(row):
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


def turn(rows):
    """Turn the board a quarter counter-clockwise, so that the right edge becomes the top."""
    return [list(row) for row in zip(*rows, strict=True)][::-1]


def move(rows, direction):
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


def is_consistent(cells, score, moves):
    """Tell whether a state can have been played: the numbers of 2s and 4s that it takes are whole."""
    total = sum(2**tile for tile in cells if tile)
    if_all_twos = sum((tile - 1) * 2**tile for tile in cells if tile)
    fours, rest = divmod(if_all_twos - score, 4)
    twos, rest_of_twos = divmod(total - 4 * fours, 2)
    return rest == 0 and rest_of_twos == 0 and fours >= 0 and twos >= 0 and moves == twos + fours - 2
