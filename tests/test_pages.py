# SPDX-License-Identifier: MIT
"""Text on the display, read back letter by letter."""

import pytest

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.screens import adjusting, banners, menus, notices, texts
from tests.handheld import DOWN, LEFT, UP, Handheld, WatchedChip, powered_on
from tests.reader import read_line, read_page
from tools.writing.pages import choices_of

BOARD = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
TITLE_ROWS, ITEM_ROWS = (-1, 11), (40, 52)


@pytest.fixture
def handheld():
    with powered_on(WatchedChip(), ANIMATION=0, SEED=3) as machine:
        yield Handheld(machine)


def show(handheld, page):
    handheld.session.page = page
    handheld.session.revision += 1
    handheld._show()
    return handheld.glass


def all_pages(game):
    choices = choices_of(game, 1, 100, 0, 1)
    yield menus.main_menu(choices)
    yield menus.confirm_new_game(choices)
    yield texts.statistics(choices)
    yield adjusting.settings(choices)
    for number in range(4):
        yield texts.help_page(choices, number)
    yield notices.newer_save(choices)
    yield notices.no_solver(choices)


def rows_of(page):
    return [*page.rows(), *[text.replace("\t", "") for text, _ in page.items]]


def test_every_page_reads_back_as_it_was_written(handheld):
    for page in all_pages(handheld.game):
        rows = read_page(show(handheld, page))
        wanted = rows_of(page)[:5]
        assert [text for text, _ in rows] == wanted + [""] * (5 - len(wanted))
        inverted = [row for row, (_, is_inverted) in enumerate(rows) if is_inverted]
        assert inverted == ([len(page.rows())] if page.items else [])


def test_consecutive_pages_leave_nothing_behind(handheld):
    pages = list(all_pages(handheld.game))
    for page in [*pages, *pages[::-1]]:
        show(handheld, page)
        assert handheld.glass == handheld.fresh_glass()


def test_a_long_menu_scrolls_to_keep_the_chosen_item_in_sight(handheld):
    handheld.do(LEFT)
    handheld.do(UP)
    page = menus.main_menu(choices_of(handheld.game))
    assert len(page.items) > 5
    show(handheld, page)
    for number, (text, _) in enumerate(page.items):
        rows = read_page(handheld.glass)
        assert (text, True) in rows
        assert [is_inverted for _, is_inverted in rows].count(True) == 1
        rail = [row[126:] for row in handheld.glass]
        assert (1, 1) in map(tuple, rail)
        assert any(rail[0]) == (number < 5)
        assert any(rail[63]) == (number == len(page.items) - 1)
        handheld.do(DOWN)
    assert read_page(handheld.glass)[0] == (page.items[0][0], True)


def test_a_short_menu_has_no_rail(handheld):
    glass = show(handheld, menus.confirm_new_game(choices_of(handheld.game)))
    assert not any(row[127] for row in glass)


def banner(make, score, best):
    """The banner of a game with this score, where `best` is the best of all games."""
    game = Game(Rng(1))
    game.score, game.best = score, best
    return make(choices_of(game))


@pytest.mark.parametrize(
    ("page", "is_best"),
    [
        (banner(banners.won, 20_480, 20_480), False),
        (banner(banners.over, 3_932_100, 3_932_100), True),
        (banner(banners.over, 4, 400), False),
    ],
)
def test_a_banner_reads_back_and_hides_no_tile(handheld, page, is_best):
    handheld.set_board(BOARD)
    before = handheld.glass
    glass = show(handheld, page)
    assert [row[:96] for row in glass] == [row[:96] for row in before]
    assert [read_line(glass, 97, top, 5) for top in TITLE_ROWS] == [(text, False) for text in page.rows()]
    assert [read_line(glass, 97, top, 5) for top in ITEM_ROWS] == [
        (page.items[0][0], True),
        (page.items[1][0], False),
    ]
    record = [row[96:] for row in glass[32:40]]
    assert any(map(any, record)) == is_best


def test_the_bar_of_a_banner_moves_with_the_choice(handheld):
    show(handheld, banner(banners.over, 4, 400))
    handheld.wait(500)
    handheld.do(DOWN)
    assert read_line(handheld.glass, 97, 40, 5) == ("Undo", False)
    assert read_line(handheld.glass, 97, 52, 5) == ("New", True)
    assert handheld.glass == handheld.fresh_glass()
