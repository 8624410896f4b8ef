# SPDX-License-Identifier: MIT
"""The board on the display: what is sent, and how tiles move."""

import random

import pytest

from engine2048 import board
from tests.handheld import DOWN, LEFT, PANEL, RIGHT, UP, Handheld, WatchedChip, powered_on
from tools import oracle

BYTES_A_CELL = 64
BYTES_A_PANEL = 100
LONGEST_MS = 130

PRESS = {"up": UP, "right": RIGHT, "down": DOWN, "left": LEFT}


@pytest.fixture
def chip():
    return WatchedChip()


@pytest.fixture
def still(chip):
    """A handheld without animation."""
    with powered_on(chip, ANIMATION=0, SEED=3) as machine:
        yield Handheld(machine)


@pytest.fixture
def lively(chip):
    """A handheld with animation."""
    with powered_on(chip, ANIMATION=1, SEED=3) as machine:
        yield Handheld(machine)


def random_cells(source):
    return [source.choice([0, 0, 0, 1, 1, 2, 2, 3, 4, 7, 11, 17]) for _ in range(15)] + [1]


def changed_cells(before, after):
    return {cell for cell in range(16) if before[cell] != after[cell]}


def test_a_whole_game_sends_each_changed_cell_once_and_no_other(still, chip):
    source = random.Random(5)
    for _ in range(150):
        before = list(still.game.cells)
        chip.take_parts()
        sent = still.count_bytes(still.do, source.randrange(4))
        changed = changed_cells(before, still.game.cells)
        assert chip.take_parts() - {PANEL} == changed
        assert sent <= BYTES_A_CELL * len(changed) + (BYTES_A_PANEL if changed or still.session.ways else 0)
        if still.session.page:
            break


def test_any_board_after_any_other_sends_only_the_difference(still, chip):
    source = random.Random(6)
    for _ in range(60):
        before, after = list(still.game.cells), random_cells(source)
        chip.take_parts()
        sent = still.count_bytes(still.set_board, after, source.randrange(1_000_000))
        changed = changed_cells(before, after)
        assert chip.take_parts() - {PANEL} == changed
        assert sent <= BYTES_A_CELL * len(changed) + BYTES_A_PANEL


def test_a_move_without_effect_sends_nothing(still):
    still.set_board([1, 2, 3, 4] + [0] * 12)
    assert still.count_bytes(still.do, LEFT) == 0
    assert still.count_bytes(still.do, UP) == 0


def frames_of(handheld, action):
    """The different pictures from a press to the end of its animation, and when each was complete."""
    start = handheld.machine.now
    frames = [(0, handheld.glass)]
    handheld.do(action, settled=False)
    while True:
        if handheld.glass != frames[-1][1]:
            frames.append((handheld.machine.now - start, handheld.glass))
        if not handheld.screen.moving:
            return frames
        handheld.wait(1)


@pytest.mark.parametrize("direction", PRESS.values(), ids=PRESS)
@pytest.mark.parametrize("number", range(6))
def test_a_slide_ends_in_time_with_the_picture_of_the_new_board(lively, direction, number):
    cells = random_cells(random.Random(number))
    lively.set_board(cells)
    frames = frames_of(lively, direction)
    if oracle.move(oracle.rows_of(cells), direction):
        assert len(frames) >= 1 + 3
        assert frames[-1][0] - frames[1][0] <= LONGEST_MS * 1000
    else:
        assert len(frames) == 1
    assert lively.glass == lively.fresh_glass()


@pytest.mark.parametrize("direction", PRESS.values(), ids=PRESS)
@pytest.mark.parametrize("number", range(3))
def test_a_slide_changes_only_lines_in_which_tiles_move(lively, chip, direction, number):
    before = random_cells(random.Random(number))
    lively.set_board(before)
    moved = oracle.move(oracle.rows_of(before), direction)
    after = oracle.cells_of(moved[0]) if moved else before
    lines = [cell % 4 if direction in (UP, DOWN) else cell // 4 for cell in range(16)]
    with_movement = {lines[cell] for cell in changed_cells(before, after)}
    chip.take_parts()
    lively.do(direction)
    touched = {lines[cell] for cell in chip.take_parts() - {PANEL, lively.game.spawned}}
    assert touched <= with_movement


def edge(frame, line, direction):
    """How far the tile in a line of the board has come, in pixels from the edge where it started."""
    if direction in (LEFT, RIGHT):
        rows = [row[:95] for row in frame[line * 16 : line * 16 + 15 : 14]]
        pixels = [any(column) for column in zip(*rows, strict=True)]
    else:
        pixels = [sum(row[line * 24 : line * 24 + 23]) > 4 for row in frame]
    return pixels.index(True) if direction in (RIGHT, DOWN) else pixels[::-1].index(True)


@pytest.mark.parametrize("direction", PRESS.values(), ids=PRESS)
def test_a_tile_moves_steadily_to_the_other_side(lively, direction):
    start = {UP: 14, DOWN: 2, LEFT: 11, RIGHT: 8}[direction]
    lively.set_board([1 if cell == start else 0 for cell in range(16)])
    frames = frames_of(lively, direction)
    line = 2
    # The last two show the arrival of the new tile, which may be in the way.
    places = [edge(frame, line, direction) for _, frame in frames[:-2]]
    assert places == sorted(set(places))
    assert len(places) >= 4
    assert frames[-1][0] - frames[1][0] <= LONGEST_MS * 1000


def test_eight_tiles_move_in_at_least_three_frames(lively):
    lively.set_board([1, 0, 0, 2, 2, 0, 0, 1, 1, 0, 0, 2, 2, 0, 0, 1])
    before = lively.game.cells[:]
    frames = frames_of(lively, RIGHT)
    assert before != lively.game.cells
    assert len(frames) - 1 >= 3
    assert frames[-1][0] - frames[1][0] <= LONGEST_MS * 1000


def test_merged_tiles_flash_and_a_new_one_grows(lively):
    lively.set_board([3, 3] + [0] * 14)
    *_, pop, end = [frame for _, frame in frames_of(lively, LEFT)]
    assert all(all(row[:23]) for row in pop[:15])
    spawned = lively.game.spawned
    x, y = spawned % 4 * 24, spawned // 4 * 16
    small = [sum(row[x : x + 24]) for row in pop[y : y + 16]]
    assert small == [0] * 4 + [9] * 7 + [0] * 5
    assert sum(map(sum, [row[x : x + 24] for row in end[y : y + 16]])) > sum(small) / 2


def test_without_animation_a_move_is_one_picture(still):
    still.set_board([3, 3] + [0] * 14)
    assert len(frames_of(still, LEFT)) == 2


def test_a_press_during_a_slide_ends_it_and_is_played_at_once(lively):
    lively.set_board([1, 0, 0, 0, 2] + [0] * 11)
    lively.do(RIGHT, settled=False)
    lively.wait(10)
    assert lively.screen.moving
    sent = lively.count_bytes(lambda: lively.do(DOWN, settled=False))
    assert sent > 0
    assert lively.game.moves == 2
    lively.settle()
    assert lively.glass == lively.fresh_glass()


@pytest.mark.parametrize("before", [5, 30, 60, 85])
def test_a_slide_over_the_tick_wrap_takes_no_longer(lively, before):
    lively.set_board([1, 0, 0, 0, 2] + [0] * 11)
    wrap = 1 << 29
    lively.machine.now = (wrap - lively.machine.ticks(0) - before) * 1000
    frames = frames_of(lively, RIGHT)
    assert len(frames) > 4
    assert frames[-1][0] <= LONGEST_MS * 1000
    assert lively.now < 200


def test_the_trail_agrees_with_the_oracle_for_all_boards():
    source = random.Random(9)
    trail = bytearray(16)
    for _ in range(300):
        cells = random_cells(source)
        for direction in PRESS.values():
            moved = oracle.move(oracle.rows_of(cells), direction)
            after = list(cells)
            board.slide(after, direction, trail)
            if moved:
                assert after == oracle.cells_of(moved[0])
                ends = {end & 15 for end in trail if end != board.NO_TILE}
                assert ends == {cell for cell in range(16) if after[cell]}
