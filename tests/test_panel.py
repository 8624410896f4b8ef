# SPDX-License-Identifier: MIT
"""The panel to the right of the board: numbers, marks, and the banner that takes their place."""

import random

import pytest

from hardware import art, sizes
from tests.handheld import DOWN, LEFT, PANEL, RIGHT, UP, Handheld, WatchedChip, powered_on

SCORE_TOP, BEST_TOP = 8, 32
QUIET = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 0]


@pytest.fixture
def chip():
    return WatchedChip()


@pytest.fixture
def handheld(chip):
    with powered_on(chip, ANIMATION=0, SEED=3) as machine:
        yield Handheld(machine)


def number_at(frame, top):
    """Read the number whose digits start at row `top`; fails on anything but whole digits."""
    for is_wide, width in ((True, sizes.WIDE_DIGIT), (False, sizes.NARROW_DIGIT)):
        sheet = art.digit_sheet(is_wide)
        shapes = {
            tuple(sheet[x, digit * 8 + y] for y in range(8) for x in range(width)): str(digit % 10)
            for digit in range(10)
        }
        blank = (0,) * 8 * width
        text = ""
        for left in range(98, 129 - width, width):
            shape = tuple(row[x] for row in frame[top : top + 8] for x in range(left, left + width))
            text += " " if shape == blank else shapes.get(shape, "?")
        if "?" not in text:
            assert text == text.rstrip().ljust(len(text))
            return int(text)
    raise AssertionError("no number")


def show(handheld, score, best):
    handheld.set_board(QUIET, score)
    handheld.game.best = best
    handheld.session.revision += 1
    handheld._show()


def test_every_number_up_to_the_largest_score_is_shown_in_full(handheld):
    source = random.Random(2)
    numbers = [0, 4, 96, 100, 999, 1000, 20_480, 99_996, 100_000, 999_996, 1_000_000, 3_932_100, 0]
    numbers += [source.randrange(0, 3_932_101, 4) for _ in range(30)]
    for score, best in zip(numbers, numbers[::-1], strict=True):
        show(handheld, score, best)
        assert number_at(handheld.glass, SCORE_TOP) == score
        assert number_at(handheld.glass, BEST_TOP) == best
        assert not any(row[127] for row in handheld.glass[:48])


@pytest.mark.parametrize(
    ("before", "after", "most"),
    [(4, 8, 24), (12, 16, 24), (96, 100, 32), (9996, 10_000, 48), (3_932_096, 3_932_100, 32)],
)
def test_only_changed_digits_are_sent(handheld, chip, before, after, most):
    show(handheld, before, 3_932_100)
    chip.take_parts()
    assert handheld.count_bytes(show, handheld, after, 3_932_100) <= most
    assert chip.take_parts() == {PANEL}


def test_score_and_best_together_take_at_most_100_bytes(handheld):
    show(handheld, 999_992, 999_992)
    assert handheld.count_bytes(show, handheld, 888_884, 888_884) <= 100


def test_only_a_game_that_cannot_be_saved_says_so():
    pictures = []
    for region in (None, bytearray(16)):
        with powered_on(SEED=3) as machine:
            handheld = Handheld(machine, region)
            handheld.do(LEFT)
            pictures.append(handheld.glass)
    different = {(x, y) for y in range(64) for x in range(128) if pictures[0][y][x] != pictures[1][y][x]}
    assert {x >= 96 for x, _ in different} == {True}
    words = art.words()[3]
    assert len(different) == sum(words[x, y] for x in range(words.width) for y in range(words.height))


@pytest.mark.parametrize(
    ("cells", "vain", "lit"),
    [
        ([0] * 12 + [1, 2, 3, 4], DOWN, {"up"}),
        ([0] * 12 + [1, 2, 3, 0], LEFT, {"up", "right"}),
        ([1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0], LEFT, {"right"}),
        ([0, 1, 2, 3] + [0] * 12, UP, {"left", "down"}),
    ],
)
def test_arrows_show_what_moves_after_three_presses_in_vain(handheld, cells, vain, lit):
    arrows = {"up": (111, 48), "right": (118, 55), "down": (111, 62), "left": (104, 55)}
    handheld.set_board(cells)
    for count in range(1, 5):
        handheld.do(vain)
        glass = handheld.glass
        shown = {name for name, (x, y) in arrows.items() if glass[y][x]}
        assert shown == (lit if count >= 3 else set())
    assert handheld.glass == handheld.fresh_glass()


def test_a_banner_sends_nothing_of_the_board(handheld, chip):
    handheld.set_board([10, 10, 1, 2] + [0] * 12)
    before = handheld.glass
    handheld.do(DOWN)
    assert handheld.session.page is None
    handheld.set_board([10, 10, 1, 2] + [0] * 12)
    chip.take_parts()
    cells = list(handheld.game.cells)
    handheld.do(LEFT)
    assert handheld.session.screen == "won"
    changed = {cell for cell in range(16) if cells[cell] != handheld.game.cells[cell]}
    assert chip.take_parts() == changed | {PANEL}
    board = handheld.glass
    handheld.wait(600)
    chip.take_parts()
    handheld.do(DOWN)
    assert chip.take_parts() == {PANEL}
    assert [row[:96] for row in handheld.glass] == [row[:96] for row in board]
    handheld.do(DOWN)
    handheld.do(RIGHT)
    assert handheld.session.page is None
    assert number_at(handheld.glass, SCORE_TOP) == handheld.game.score
    assert [row[96:] for row in before] != [row[96:] for row in board]
