"""The texts: what fits the glass, what is offered, what a setting steps to."""

import itertools

import pytest

from engine2048 import menus, preferences
from engine2048.game import Game
from engine2048.preferences import Preferences
from engine2048.rng import Rng

COLUMNS = 21
BANNER_COLUMNS = 5


@pytest.fixture
def game():
    return Game(Rng(1))


def chosen(animation=1, brightness=80, flip=0, demo=0):
    return Preferences((animation, brightness, flip, demo))


def largest(game):
    """Let every number of a game be as long as it can get."""
    game.best = 3_932_100
    game.best_tile = 17
    game.past_games = game.past_wins = 0xFFFFFE
    game.past_moves = (1 << 30) - 1
    return game


def help_pages():
    number = 0
    while True:
        page = menus.help_page(number)
        yield page
        if page.onward == menus.MENU:
            return
        assert page.onward == menus.HELP_PAGE + number + 1
        number += 1


def full_pages(game):
    return [
        menus.main_menu(game),
        menus.confirm_new_game(False),
        menus.confirm_new_game(True),
        menus.statistics(game),
        menus.statistics(largest(game)),
        *[menus.settings(chosen(*values)) for values in itertools.product((0, 1), (5, 100), (0, 1), (0, 1))],
        *help_pages(),
        menus.newer_save(),
        menus.no_solver(),
    ]


def test_every_line_fits_the_glass(game):
    for page in full_pages(game):
        assert not page.is_banner
        # Five rows are on the glass; what scrolls has a rail, which takes the place of the last letter.
        is_scrolled = len(page.lines) + len(page.items) > 5
        for text in [*page.lines, *[text for text, _ in page.items]]:
            assert len(text) <= COLUMNS - is_scrolled, text
            assert text.isascii()
            assert text == text.rstrip()


def test_what_is_only_read_fits_without_scrolling(game):
    for page in full_pages(game):
        assert page.items or len(page.lines) <= 5
        assert len(page.lines) <= 4 or not page.items


@pytest.mark.parametrize("page", [menus.won(3_932_100), menus.over(3_932_100, True), menus.over(4, False)])
def test_a_banner_has_two_short_lines_and_two_short_items(page):
    assert page.is_banner
    assert (len(page.lines), len(page.items)) == (2, 2)
    for word in [*page.lines, *[text for text, _ in page.items]]:
        assert len(word) <= BANNER_COLUMNS


def test_going_on_is_chosen_after_a_win_and_taking_back_after_the_end():
    assert menus.won(20_480).items[0][1] == menus.KEEP_GOING
    assert menus.over(20_480, True).items[0][1] == menus.UNDO


def test_a_banner_cannot_be_left_without_choosing():
    assert menus.won(20_480).back == menus.over(20_480, True).back == menus.NOTHING


def commands(page):
    return [command for _, command in page.items]


def test_the_menu_offers_only_what_can_be_done(game):
    assert menus.UNDO not in commands(menus.main_menu(game))
    while not (game.play(0) or game.play(1)):
        pass
    assert commands(menus.main_menu(game))[:2] == [menus.RESUME, menus.UNDO]
    assert menus.HINT in commands(menus.main_menu(game))
    game.over = True
    assert menus.HINT not in commands(menus.main_menu(game))
    always = {menus.RESUME, menus.ASK_NEW_GAME, menus.STATISTICS, menus.HELP, menus.SETTINGS, menus.DEMO}
    assert always <= set(commands(menus.main_menu(game)))


def test_giving_up_a_game_is_not_what_is_chosen_already():
    assert commands(menus.confirm_new_game(False)) == [menus.RESUME, menus.NEW_GAME]
    assert commands(menus.newer_save()) == [menus.PLAY_UNSAVED, menus.OVERWRITE]


def test_statistics_tell_the_numbers(game):
    game.best, game.best_tile, game.past_games, game.past_wins, game.past_moves = 20_480, 11, 3, 2, 1000
    text = " ".join(" ".join(menus.statistics(game).lines).split())
    assert text == "Games 3 Won 2 Best 20480 Top tile 2048 Moves 1000"
    assert any(game.play(direction) for direction in range(4))
    assert menus.statistics(game).lines[0].split() == ["Games", "4"]


def test_settings_tell_their_values():
    texts = [text.split()[-1] for text, _ in menus.settings(chosen(1, 40, 0, 1)).items]
    assert texts == ["on", "40%", "off", "on"]


@pytest.mark.parametrize("which", [preferences.ANIMATION, preferences.FLIP, preferences.IDLE_DEMO])
def test_a_switch_goes_on_and_off(which):
    values = chosen()
    seen = []
    for _ in range(4):
        values.choose(which, menus.stepped(values, which))
        seen.append(values.get(which))
    assert seen in ([0, 1, 0, 1], [1, 0, 1, 0])


@pytest.mark.parametrize("start", [1, 5, 37, 80, 99, 100])
def test_brightness_steps_up_and_round_and_is_never_dark(start):
    values = chosen(brightness=start)
    seen = []
    for _ in range(7):
        values.choose(preferences.BRIGHTNESS, menus.stepped(values, preferences.BRIGHTNESS))
        seen.append(values.get(preferences.BRIGHTNESS))
    assert set(seen) == {5, 20, 40, 60, 80, 100}
    assert seen[0] > start or seen[0] == 5
    assert [after for before, after in itertools.pairwise(seen) if after < before] == [5]


def test_help_is_read_page_by_page_and_back():
    pages = list(help_pages())
    assert 2 <= len(pages) <= 6
    assert [page.back for page in pages] == [
        menus.MENU,
        *[menus.HELP_PAGE + at for at in range(len(pages) - 1)],
    ]
    assert not any(page.items for page in pages)
