# SPDX-License-Identifier: MIT
"""What menus and banners do (win, end, undo, new game, settings), and that it survives a power cut."""

import pytest

from engine2048.board import DOWN, LEFT, RIGHT, UP
from engine2048.save.preferences import ANIMATION, BRIGHTNESS, FLIP
from engine2048.screens.actions import MENU
from tests.chords import UNDO_CHORD
from tests.player import NEARLY_OVER, NEARLY_WON, WON_AND_OVER, Player


@pytest.fixture
def player():
    return Player()


def wins(player):
    player.put(NEARLY_WON)
    assert player.press(LEFT) == "won"


def loses(player):
    player.put(NEARLY_OVER)
    assert player.press(LEFT) == "over"


def start_anew(player):
    """Start a new game from a banner: its second item, then the question."""
    player.press(DOWN)
    assert player.choice == "New"
    assert player.press(RIGHT) == "confirm"
    player.press(DOWN)
    assert player.choice == "New game"
    assert player.press(RIGHT) == "board"


def test_a_win_is_shown_only_once_even_after_a_restart(player):
    wins(player)
    assert player.choice == "Go on"
    assert player.press(RIGHT) == "board"
    for _ in range(4):
        assert player.press(UP, LEFT, DOWN, RIGHT) == "board"
    again = player.switched_off_and_on()
    assert again.state == player.state
    assert again.press(UP, LEFT, DOWN, RIGHT) == "board"


def test_a_win_that_waits_for_an_answer_still_waits_after_a_restart(player):
    wins(player)
    again = player.switched_off_and_on()
    assert again.screen == "won"
    assert again.state == player.state


def test_undoing_the_win_allows_the_banner_again(player):
    wins(player)
    player.press(RIGHT)
    assert player.hold(UNDO_CHORD) == "board"
    assert not player.game.won
    assert player.press(LEFT) == "won"


def test_the_menu_over_the_banner_of_a_win_can_undo_the_win(player):
    player.put(NEARLY_WON)
    before = player.state
    player.press(LEFT, MENU)
    assert player.choose("Undo") == "board"
    # The best score stays, because it was reached.
    assert player.state[:2] == before[:2]
    assert player.game.best > player.game.score


def test_a_4096_is_not_a_second_win(player):
    player.put([11, 11] + [1] * 2 + [0] * 12)
    assert player.press(LEFT) == "board"
    assert 12 in player.game.cells


def test_a_win_by_the_last_possible_move_is_a_win_first_and_then_the_end(player):
    player.put(WON_AND_OVER)
    assert player.press(LEFT) == "won"
    assert player.game.over
    again = player.switched_off_and_on()
    assert again.screen == "won"
    for one in (player, again):
        assert one.press(RIGHT) == "over"
        assert one.press(RIGHT) == "board"
        assert one.press(LEFT) == "won"


def test_the_end_is_shown_at_once_and_after_a_restart(player):
    loses(player)
    again = player.switched_off_and_on()
    assert again.screen == "over"
    assert again.state == player.state


def test_the_end_can_be_undone_even_after_a_restart(player):
    loses(player)
    again = player.switched_off_and_on()
    for one in (player, again):
        assert one.choice == "Undo"
        assert one.press(RIGHT) == "board"
        assert one.game.cells == NEARLY_OVER


def test_new_best_appears_only_for_a_new_best(player):
    loses(player)
    assert player.session.page.is_best
    score = player.game.score
    start_anew(player)
    assert (player.game.score, player.game.best) == (0, score)
    loses(player)
    # The same score again is not a new best.
    assert player.game.score == score
    assert not player.session.page.is_best


def test_a_lower_score_after_a_restart_is_not_a_new_best(player):
    loses(player)
    start_anew(player)
    again = player.switched_off_and_on()
    assert again.game.best == player.game.best > 0
    again.put([5, 6, 7, 7, 6, 7, 9, 8, 5, 6, 7, 4, 6, 7, 9, 3])
    assert again.press(LEFT) == "over"
    assert not again.session.page.is_best


def end_with(player, cells):
    """Lose on these cells with LEFT; returns whether the banner says new best."""
    player.put(cells)
    assert player.press(LEFT) == "over"
    return player.session.page.is_best


# These also end after LEFT, with lower scores.
LOWER = [5, 6, 7, 7, 6, 7, 9, 8, 5, 6, 7, 4, 6, 7, 9, 3]
LOWEST = [5, 6, 4, 4, 6, 7, 3, 8, 5, 6, 7, 4, 6, 7, 9, 3]


@pytest.mark.parametrize("when", ["never", "before", "after"])
def test_a_new_best_is_announced_alike_before_and_after_a_restart(player, when):
    def ends_new(cells):
        nonlocal player
        if when == "before":
            player = player.switched_off_and_on()
        is_best = end_with(player, cells)
        if when == "after":
            player = player.switched_off_and_on()
            assert player.session.page.is_best == is_best
        return is_best

    assert ends_new(LOWEST)
    start_anew(player)
    assert not ends_new(LOWEST)  # a tie
    start_anew(player)
    assert ends_new(LOWER)
    # Undone, then ended lower: above all earlier games, but not the best score.
    player.press(RIGHT)
    best = player.game.best
    assert not ends_new(LOWEST)
    assert player.game.best == best
    start_anew(player)
    assert ends_new(NEARLY_OVER)


def test_undo_keeps_the_best_score_and_the_next_end_respects_it(player):
    loses(player)
    best = player.game.best
    player.press(RIGHT)
    assert player.game.best == best
    assert player.press(LEFT) == "over"
    assert player.session.page.is_best


def test_a_new_game_asks_when_one_is_running(player):
    player.press(LEFT, UP)
    state = player.state
    player.press(MENU)
    assert player.choose("New game") == "confirm"
    assert player.choice == "Keep playing"
    assert player.press(RIGHT) == "board"
    assert player.state == state
    player.press(MENU)
    player.choose("New game")
    assert player.choose("New game") == "board"
    assert (player.game.moves, player.game.score) == (0, 0)
    assert sum(1 for tile in player.game.cells if tile) == 2
    assert player.game.games == 1
    assert player.switched_off_and_on().state == player.state


def test_a_new_game_does_not_ask_before_the_first_move(player):
    for _ in range(4):
        player.press(MENU)
        assert player.choose("New game") == "board"
    assert (player.game.games, player.game.total_moves) == (0, 0)
    player.press(LEFT, UP)
    assert player.game.games == 1


@pytest.mark.parametrize("appends", [True, False])
@pytest.mark.parametrize("restarts", [True, False])
@pytest.mark.parametrize("ends", [None, wins, loses])
def test_undo_brings_back_the_game_given_up_even_after_a_restart(ends, restarts, appends):
    player = Player(bytearray(b"\xff" * 8192), appends=appends)
    player.press(LEFT, UP, RIGHT, DOWN)
    if ends:
        ends(player)
    screen, state, steps = player.screen, player.state, len(player.game.history)
    figures = (player.game.games, player.game.wins, player.game.total_moves, player.game.is_new_best)
    for _ in range(2):  # the second new game is only another deal
        player.press(MENU)
        player.choose("New game")
        if player.screen == "confirm":
            player.choose("New game")
    assert (player.screen, player.game.moves) == ("board", 0)
    if restarts:
        player = player.switched_off_and_on()
    player.hold(UNDO_CHORD, UP)
    assert (player.screen, player.state, len(player.game.history)) == (screen, state, steps)
    assert figures == (
        *(player.game.games, player.game.wins, player.game.total_moves),
        player.game.is_new_best,
    )
    assert player.switched_off_and_on().state == state or not appends
    player.wait(10_000)
    again = player.switched_off_and_on()
    assert (again.screen, again.state) == (screen, state)
    player.press(*([RIGHT] if ends is wins else []), MENU)
    player.choose("Undo")
    assert player.game.moves == state[4] - 1


def test_resetting_the_statistics_forgets_the_game_given_up(player):
    player.press(LEFT, UP, RIGHT, MENU)
    player.choose("New game")
    player.choose("New game")
    player.press(MENU)
    player.choose("Settings")
    player.choose("Reset statistics")
    player.choose("Reset")
    player.press(LEFT, LEFT)
    player.hold(UNDO_CHORD)
    assert (player.screen, player.game.moves, player.game.games, player.game.total_moves) == (
        "board",
        0,
        0,
        0,
    )
    assert player.switched_off_and_on().state == player.state


def test_after_the_first_move_the_game_given_up_is_gone(player):
    player.press(LEFT, UP, MENU)
    player.choose("New game")
    player.choose("New game")
    player.press(LEFT, UP)
    for _ in range(4):
        player.hold(UNDO_CHORD)
    assert (player.game.moves, player.game.games, player.screen) == (0, 1, "board")
    assert player.switched_off_and_on().state == player.state


def test_giving_up_a_game_that_is_over_asks_too(player):
    loses(player)
    player.press(MENU)
    assert player.choose("New game") == "confirm"
    assert player.choice == "Back"
    assert player.press(RIGHT) == "over"


@pytest.mark.parametrize("ends", [wins, loses])
def test_a_banner_starts_a_new_game(player, ends):
    ends(player)
    start_anew(player)
    assert (player.game.moves, player.game.score, player.game.won) == (0, 0, False)
    assert player.switched_off_and_on().state == player.state


@pytest.mark.parametrize("ends", [wins, loses])
def test_resuming_from_the_menu_shows_the_banner_again(player, ends):
    ends(player)
    screen = player.screen
    player.press(MENU)
    assert player.press(RIGHT) == screen


def test_undo_in_the_menu(player):
    player.press(LEFT, UP)
    before = player.state
    player.press(RIGHT, LEFT)
    moves = player.game.moves
    while player.game.moves > before[4]:
        player.press(MENU)
        player.choose("Undo")
    assert moves > player.game.moves
    assert player.state[:2] == before[:2]
    assert player.switched_off_and_on().state == player.state


def test_settings_are_saved(player):
    player.press(LEFT, MENU)
    player.choose("Settings")
    player.press(RIGHT, DOWN, RIGHT, RIGHT, DOWN, RIGHT)
    assert player.screen == "settings"
    assert player.session.page.choice == 2
    again = player.switched_off_and_on()
    for one in (player, again):
        assert [one.preferences.get(which) for which in (ANIMATION, BRIGHTNESS, FLIP)] == [0, 5, 1]
    assert again.state == player.state


def test_one_button_reads_the_help_to_its_end_and_another_leaves_it(player):
    player.press(MENU)
    player.choose("How to play")
    pages = [player.session.page.lines]
    while player.press(RIGHT) == "help":
        pages.append(player.session.page.lines)
    assert player.screen == "menu"
    assert len(set(pages)) == len(pages) > 1
    player.choose("How to play")
    player.press(RIGHT)
    player.press(LEFT)
    assert player.session.page.lines == pages[0]
    assert player.press(LEFT) == "menu"


def test_statistics_count_games_wins_and_moves(player):
    loses(player)
    start_anew(player)
    wins(player)
    player.press(RIGHT, MENU)
    player.choose("Statistics")
    text = " ".join(" ".join(player.session.page.lines).split())
    moves = player.game.total_moves
    assert text == f"Games 2 Won 1 Best {player.game.best} Top tile 2048 Moves {moves}"
    assert player.press(LEFT) == "menu"


def test_a_newer_save_is_not_touched_without_consent(player):
    player.press(LEFT, UP)
    other = player.with_a_newer_program()
    before = bytes(other.region)
    assert other.press(RIGHT) == "board"
    other.press(LEFT, UP, RIGHT)
    assert bytes(other.region) == before
    assert not other.session.can_save
    other = player.with_a_newer_program()
    other.press(DOWN)
    assert other.press(RIGHT) == "board"
    assert other.session.can_save
    other.press(LEFT, UP)
    assert other.switched_off_and_on().state == other.state
