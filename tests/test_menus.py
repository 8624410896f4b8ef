# SPDX-License-Identifier: MIT
"""The texts of the menus: what fits the display, what is offered, what a setting steps to."""

import itertools

import pytest

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import preferences
from engine2048.screens import adjusting, menus, notices
from engine2048.screens import texts as reading
from tools.writing.pages import banner_pages, choices_of, full_pages, help_pages

COLUMNS = 21
BANNER_COLUMNS = 5


@pytest.fixture
def game():
    return Game(Rng(1))


def test_every_line_fits_the_display(game):
    for page in full_pages(game):
        assert not page.is_banner
        # The display has five rows. A page that scrolls has a rail in the place of the last letter.
        is_scrolled = len(page.rows()) + len(page.items) > 5
        for text in [*page.rows(), *[text.replace("\t", "") for text, _ in page.items]]:
            assert len(text) <= COLUMNS - is_scrolled, text
            assert text.isascii()
            assert text == text.rstrip()


def test_pages_that_are_only_read_fit_without_scrolling(game):
    for page in full_pages(game):
        assert page.items or len(page.rows()) <= 5
        assert len(page.rows()) <= 4 or not page.items


@pytest.mark.parametrize("page", banner_pages(3_932_100) + banner_pages(4))
def test_a_banner_has_two_short_lines_and_two_short_items(page):
    assert page.is_banner
    assert (len(page.rows()), len(page.items)) == (2, 2)
    for word in [*page.rows(), *[text for text, _ in page.items]]:
        assert len(word) <= BANNER_COLUMNS


def test_keep_going_is_selected_after_a_win_and_undo_after_the_end():
    won, over = banner_pages(20_480)
    assert won.select() == won.items[0][1] and won.items[0][0] == "Go on"
    assert over.select() == over.items[0][1] and over.items[0][0] == "Undo"


def test_a_banner_cannot_be_left_without_choosing():
    assert [page.back for page in banner_pages(20_480)] == [None, None]


def texts(page):
    return [text for text, _ in page.items]


def test_the_menu_offers_only_what_is_possible(game):
    choices = choices_of(game)
    assert "Undo" not in texts(menus.main_menu(choices))
    while not (game.play(0) or game.play(1)):
        pass
    assert texts(menus.main_menu(choices))[:2] == ["Resume", "Undo"]
    assert "Hint" in texts(menus.main_menu(choices))
    game.over = True
    assert "Hint" not in texts(menus.main_menu(choices))
    always = {"Resume", "New game", "Statistics", "How to play", "Settings", "Watch a demo"}
    assert always <= set(texts(menus.main_menu(choices)))


def test_giving_up_a_game_is_not_selected_at_first(game):
    choices = choices_of(game)
    page = menus.confirm_new_game(choices)
    assert (page.select(), page.items[1][1]) == (choices.resume, choices.new_game)
    page = notices.newer_save(choices)
    assert (page.select(), page.items[1][1]) == (choices.play_unsaved, choices.overwrite_newer)


def test_statistics_show_the_numbers(game):
    game.best, game.best_tile, game.past_games, game.past_wins, game.past_moves = 20_480, 11, 3, 2, 1000
    text = " ".join(" ".join(reading.statistics(choices_of(game)).lines).split())
    assert text == "Games 3 Won 2 Best 20480 Top tile 2048 Moves 1000"
    assert any(game.play(direction) for direction in range(4))
    assert reading.statistics(choices_of(game)).lines[0].split() == ["Games", "4"]


def test_settings_show_their_values():
    texts = [text.split()[-1] for text, _ in adjusting.settings(choices_of(Game(Rng(1)), 1, 40, 0, 1)).items]
    assert texts[:4] == ["on", "40%", "off", "on"]


def test_the_sound_is_offered_only_with_a_speaker_and_steps_through_its_volumes():
    choices = choices_of(Game(Rng(1)), sound=2)
    seen = []
    for _ in range(4):
        assert adjusting.step(choices, preferences.SOUND).choice == preferences.SOUND
        seen.append(choices.settings().items[preferences.SOUND][0])
    assert seen == [f"Sound      \t{volume}\t *" for volume in ("high", "off", "low", "mid")]
    assert not any("Sound" in text for text, _ in adjusting.settings(choices_of(Game(Rng(1)))).items)


def test_a_star_marks_what_was_chosen_here():
    choices = choices_of(Game(Rng(1)))
    assert not any("*" in text for text, _ in adjusting.settings(choices).items)
    adjusting.step(choices, preferences.BRIGHTNESS)
    page = choices.settings()
    assert [text for text, _ in page.items if "*" in text] == [page.items[1][0]]
    adjusting.settings(choices).items[-2][1]().items[1][1]()
    assert not any("*" in text for text, _ in adjusting.settings(choices).items)


def test_this_game_beside_all_games(game):
    game.past_moves = 1000
    assert any(game.play(direction) for direction in range(4))
    text = " ".join(" ".join(reading.this_game(choices_of(game)).lines).split())
    assert text == f"This game Score {game.score} Top tile {1 << max(game.cells)} Moves 1 Undo 1"


def test_the_ladder_says_what_a_tile_costs(game):
    lines = [line.split() for page in help_pages(choices_of(game)) for line in page.rows()]
    ladder = {int(line[0]): int(line[1]) for line in lines if len(line) == 2 and line[1].isdigit()}
    assert list(ladder) == [1 << exponent for exponent in range(10, 18)]
    # A tile is made of two of half its value, for its value in points; a 2 is dealt.
    costs = {2: 0}
    while max(costs) < 131_072:
        tile = 2 * max(costs)
        costs[tile] = 2 * costs[tile // 2] + tile
    assert ladder == {tile: costs[tile] for tile in ladder}


@pytest.mark.parametrize("which", [preferences.ANIMATION, preferences.FLIP, preferences.IDLE_DEMO])
def test_a_switch_turns_on_and_off(which):
    choices = choices_of(Game(Rng(1)))
    seen = []
    for _ in range(4):
        assert adjusting.step(choices, which).choice == which
        seen.append(choices.preferences.get(which))
    assert seen in ([0, 1, 0, 1], [1, 0, 1, 0])


@pytest.mark.parametrize("start", [1, 5, 37, 80, 99, 100])
def test_brightness_steps_up_and_around_and_is_never_dark(start):
    choices = choices_of(Game(Rng(1)), brightness=start)
    seen = []
    for _ in range(7):
        adjusting.step(choices, preferences.BRIGHTNESS)
        seen.append(choices.preferences.get(preferences.BRIGHTNESS))
    assert set(seen) == {5, 20, 40, 60, 80, 100}
    assert seen[0] > start or seen[0] == 5
    assert [after for before, after in itertools.pairwise(seen) if after < before] == [5]


def test_help_is_read_page_by_page_and_back(game):
    choices = choices_of(game)
    pages = list(help_pages(choices))
    assert len(pages) == 8
    assert pages[0].back == choices.menu
    assert [page.back().lines for page in pages[1:]] == [page.lines for page in pages[:-1]]
    assert not any(page.items for page in pages)
