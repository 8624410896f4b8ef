# SPDX-License-Identifier: MIT
"""The board against the official rules: single lines, known facts, and an oracle written differently."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine2048 import board
from tools import oracle

DIRECTIONS = (board.UP, board.RIGHT, board.DOWN, board.LEFT)
boards = st.lists(st.integers(0, 17), min_size=16, max_size=16)
crowded_boards = st.lists(st.integers(1, 4), min_size=16, max_size=16)

# One line moved towards its first cell: before, after, score by the rules.
LINES = [
    ("0001", "1000", 0),
    ("0011", "2000", 4),
    ("0101", "2000", 4),
    ("1001", "2000", 4),
    ("1010", "2000", 4),
    ("1110", "2100", 4),
    ("1011", "2100", 4),
    ("1101", "2100", 4),
    ("1111", "2200", 8),
    ("2211", "3200", 12),
    ("1122", "2300", 12),
    ("3011", "3200", 4),
    ("2011", "2200", 4),
    ("2222", "3300", 16),
    ("2230", "3300", 8),
    ("1000", "1000", -1),
    ("1234", "1234", -1),
    ("0000", "0000", -1),
]


def line_cells(direction, index):
    """The cells of line `index` on the map of the board, from the edge that `direction` moves to."""
    return {
        board.LEFT: [index * 4 + i for i in range(4)],
        board.RIGHT: [index * 4 + 3 - i for i in range(4)],
        board.UP: [index + 4 * i for i in range(4)],
        board.DOWN: [index + 12 - 4 * i for i in range(4)],
    }[direction]


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("before, after, score", LINES)
def test_a_line_moves_by_the_rules(direction, before, after, score):
    for index in range(4):
        cells = [0] * 16
        expected = [0] * 16
        for cell, old, new in zip(line_cells(direction, index), before, after, strict=True):
            cells[cell] = int(old)
            expected[cell] = int(new)
        assert board.slide(cells, direction) == score
        assert cells == expected


def test_equal_tiles_side_by_side_do_not_merge_across_the_movement():
    cells = [1, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]
    assert board.slide(cells, board.RIGHT) == 0
    assert cells == [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0]


def test_the_ladder_goes_up_to_131072():
    cells = [16, 16] + [0] * 14
    assert board.slide(cells, board.LEFT) == 131072
    assert cells[0] == 17


@given(st.one_of(boards, crowded_boards), st.sampled_from(DIRECTIONS))
def test_slide_agrees_with_the_oracle(cells, direction):
    expected = oracle.move(oracle.rows_of(cells), direction)
    before = list(cells)
    gained = board.slide(cells, direction)
    if expected is None:
        assert (gained, cells) == (-1, before)
    else:
        assert (oracle.rows_of(cells), gained) == expected


@given(st.one_of(boards.filter(any), crowded_boards))
def test_can_move_is_false_only_when_no_direction_is_legal(cells):
    assert board.can_move(cells) == any(oracle.move(oracle.rows_of(cells), d) for d in DIRECTIONS)


@given(st.one_of(boards, crowded_boards))
def test_the_legal_directions_are_those_of_the_oracle(cells):
    before = list(cells)
    legal = [d for d in DIRECTIONS if oracle.move(oracle.rows_of(cells), d) is not None]
    assert [d for d in DIRECTIONS if board.legal(cells) >> d & 1] == legal
    assert cells == before


@given(st.one_of(boards, crowded_boards), st.sampled_from(DIRECTIONS))
def test_following_the_trail_gives_the_new_board(cells, direction):
    before = list(cells)
    trail = bytearray(b"\x55" * 16)
    if board.slide(cells, direction, trail) < 0:
        assert list(trail) == [cell if tile else board.NO_TILE for cell, tile in enumerate(before)]
        return
    arrivals = [[] for _ in range(16)]
    for cell, tile in enumerate(before):
        assert (trail[cell] == board.NO_TILE) == (tile == 0)
        if tile:
            arrivals[trail[cell] & ~board.MERGED].append((tile, bool(trail[cell] & board.MERGED)))
    for cell, tiles in enumerate(arrivals):
        merging = [merged for _, merged in tiles]
        if len(tiles) == 2:
            assert merging == [True, True] and tiles[0][0] == tiles[1][0] == cells[cell] - 1
        elif tiles:
            assert tiles == [(cells[cell], False)]
        else:
            assert cells[cell] == 0
