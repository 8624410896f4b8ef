# SPDX-License-Identifier: MIT
"""All the screens as one state machine, driven by actions and a clock."""

import random

import pytest

from engine2048.board import DOWN, LEFT, RIGHT, UP
from engine2048.save.preferences import IDLE_DEMO
from engine2048.screens.actions import MENU, UNDO
from engine2048.screens.charge import Charge
from engine2048.screens.rest import BRIGHT, DARK, DIM
from tests.chords import HINT_CHORD, MENU_CHORD, UNDO_CHORD
from tests.player import CHORDS, NEARLY_OVER, NEARLY_WON, TICKS, Player

# Where each button, each chord and MENU lead to from each screen.
BUTTONS = ("up", "right", "down", "left", "hold left", "hold up", "MENU")
TABLE = {
    "board": ("board", "board", "board", "board", "menu", "board", "menu"),
    "menu": ("menu", "board", "menu", "board", "board", "menu", "board"),
    "confirm": ("confirm", "board", "confirm", "board", "menu", "confirm", "menu"),
    "statistics": ("statistics", "this game", "statistics", "menu", "menu", "statistics", "menu"),
    "settings": ("settings", "settings", "settings", "menu", "menu", "settings", "menu"),
    "help": ("help", "help", "help", "menu", "menu", "help", "menu"),
    "won": ("won", "board", "won", "won", "menu", "won", "menu"),
    "over": ("over", "board", "over", "over", "menu", "board", "menu"),
    "newer": ("newer", "board", "newer", "board", "menu", "newer", "menu"),
}


def at(screen):
    """A player who is looking at a screen."""
    player = Player()
    player.press(LEFT, UP, LEFT, UP)
    if screen == "won":
        player.put(NEARLY_WON)
        player.press(LEFT)
    elif screen == "over":
        player.put(NEARLY_OVER)
        player.press(LEFT)
    elif screen == "newer":
        player = player.with_a_newer_program()
    elif screen != "board":
        player.press(MENU)
        items = {
            "confirm": "New game",
            "statistics": "Statistics",
            "settings": "Settings",
            "help": "How to play",
        }
        if screen != "menu":
            player.choose(items[screen])
    assert player.screen == screen
    return player


@pytest.mark.parametrize("button", BUTTONS)
@pytest.mark.parametrize("screen", TABLE)
def test_every_button_on_every_screen(screen, button):
    player = at(screen)
    player.wait(600)
    if button.startswith("hold"):
        chord = UNDO_CHORD if button == "hold up" else MENU_CHORD
        player.hold(chord, UP if button == "hold up" else LEFT)
    else:
        player.press({"up": UP, "right": RIGHT, "down": DOWN, "left": LEFT, "MENU": MENU}[button])
    assert player.screen == TABLE[screen][BUTTONS.index(button)]


@pytest.mark.parametrize("screen", TABLE)
def test_from_every_screen_four_buttons_lead_back_to_a_move(screen):
    player = at(screen)
    for _ in range(8):
        if player.screen == "board":
            break
        player.press(RIGHT if player.session.page.is_banner else LEFT)
    assert player.screen == "board"
    before = player.state
    player.press(DOWN, UP, RIGHT)
    assert player.state != before


@pytest.mark.parametrize("screen", TABLE)
def test_no_direction_is_a_move_under_a_page(screen):
    player = at(screen)
    if screen == "board":
        return
    cells = list(player.game.cells)
    player.press(UP, DOWN, UP, DOWN)
    assert player.game.cells == cells


@pytest.mark.parametrize("screen", TABLE)
@pytest.mark.parametrize("chord", CHORDS)
def test_the_views_revision_changes_whenever_something_in_it_does(screen, chord):
    def seen():
        page = player.session.page
        return (
            player.screen, page and (page.lines, page.items, page.choice), list(player.game.cells),
            player.game.score, player.game.best, player.session.rest.light, player.session.hint,
        )  # fmt: skip

    player = at(screen)
    for action in (UP, DOWN, LEFT, chord, MENU, RIGHT, UP, chord, DOWN, RIGHT):
        before, revision = seen(), player.session.revision
        player.press(action)
        assert (player.session.revision != revision) or seen() == before


@pytest.mark.parametrize("screen", ["won", "over"])
def test_a_banner_ignores_mashing_for_as_long_as_it_lasts(screen):
    player = at(screen)
    state = player.state
    for turn in range(300):
        player.wait((30, 120, 499)[turn % 3])
        player.act((DOWN, RIGHT, UP, LEFT, DOWN, RIGHT, RIGHT)[turn % 7])
        assert player.screen == screen
        assert player.session.page.choice == 0
        assert player.state == state
    player.wait(500)
    player.act(RIGHT)
    assert player.screen == "board"


def test_two_quick_presses_after_a_win_do_not_throw_the_game_away():
    player = Player()
    player.put(NEARLY_WON)
    player.press(LEFT)
    state = player.state
    player.wait(560)
    for action in (DOWN, RIGHT) * 20:
        player.act(action)
        player.wait(100)
    assert player.screen == "confirm"
    assert player.state == state


@pytest.mark.parametrize("screen", ["won", "over"])
def test_a_banner_asks_before_it_gives_up_the_game(screen):
    player = at(screen)
    state = player.state
    player.press(DOWN)
    assert player.press(RIGHT) == "confirm"
    assert player.press(RIGHT) == screen
    assert player.state == state


@pytest.mark.parametrize("chord", [UNDO_CHORD, HINT_CHORD])
@pytest.mark.parametrize("screen", [screen for screen in TABLE if screen not in ("board", "over")])
def test_undo_and_hint_do_nothing_on_a_page(screen, chord):
    player = at(screen)
    page, state = player.session.page, player.state
    player.wait(600)
    assert player.hold(chord) == screen
    assert player.session.page is page
    assert player.state == state
    assert player.session.hint == -1


@pytest.mark.parametrize("chord", [UNDO_CHORD, HINT_CHORD])
def test_a_chord_that_wakes_the_display_or_ends_a_demo_does_nothing_else(chord):
    for asleep in ("dark", "demo"):
        player = Player(dim_ms=1_000, blank_ms=2_000)
        player.press(LEFT, UP, LEFT)
        if asleep == "demo":
            player.press(MENU)
            player.choose("Watch a demo")
            assert player.screen == "demo"
        else:
            player.wait(3_000)
            assert player.session.rest.light == DARK
        state = player.state
        for action in (CHORDS[chord][0], chord):
            player.act(action)
            player.wait(420)
        assert (player.screen, player.state) == ("board", state)
        assert player.session.hint == -1 and not player.session.is_thinking


def test_the_question_about_a_newer_save_stays_until_it_is_answered():
    player = at("newer")
    player.press(MENU)
    assert player.press(LEFT) == "newer"
    player.press(MENU)
    player.choose("Watch a demo")
    assert player.press(LEFT) == "newer"
    player.press(DOWN)
    player.press(RIGHT)
    assert (player.screen, player.session.can_save) == ("board", True)
    player.press(MENU)
    assert player.press(LEFT) == "board"


def test_only_a_move_is_shown_as_a_slide():
    player = Player(dim_ms=0, blank_ms=2_000)
    player.session.preferences.choose(IDLE_DEMO, 1)
    player.press(LEFT, UP)
    assert player.session.slid
    player.wait(3_000)
    assert (player.screen, player.session.slid) == ("demo", False)
    player.press(LEFT)
    assert (player.screen, player.session.slid) == ("board", False)
    player.press(DOWN, LEFT, DOWN)
    player.press(MENU)
    assert not player.session.slid
    player.press(LEFT)
    assert not player.session.slid


@pytest.mark.parametrize("first", [LEFT, RIGHT])
def test_the_menu_chord_leaves_no_trace_of_its_first_press(first):
    player = Player()
    player.press(UP, LEFT, DOWN)
    player.put([0, 5, 5, 0, 1, 0, 0, 2] + [0] * 8)
    state, steps = player.state, len(player.game.history)
    assert player.hold(MENU_CHORD, first) == "menu"
    assert player.state == state
    assert player.press(LEFT) == "board"
    assert player.state == state
    assert len(player.game.history) == steps
    assert player.switched_off_and_on().state == state


def test_a_first_press_that_made_a_new_best_leaves_no_trace_of_it():
    player = Player()
    player.put([6, 6] + [0] * 14)
    best = player.game.best
    player.hold(MENU_CHORD, LEFT)
    assert player.game.best == player.game.score == best


def test_a_chord_whose_first_press_won_takes_back_the_win():
    player = Player()
    player.put(NEARLY_WON)
    state = player.state
    assert player.hold(MENU_CHORD, LEFT) == "menu"
    assert player.press(LEFT) == "board"
    assert player.state == state


@pytest.mark.parametrize("first", [UP, DOWN])
def test_the_undo_chord_takes_back_the_move_before_it(first):
    player = Player()
    player.press(LEFT, UP)
    states = [player.state]
    while len(states) < 6:
        player.press(LEFT, UP, RIGHT)
        states.append(player.state)
        before = player.game.moves
        player.hold(UNDO_CHORD, first)
        assert player.game.moves == before - 1
        player.press(RIGHT if player.game.moves % 2 else LEFT)


def test_an_undo_chord_on_a_new_game_changes_nothing():
    player = Player()
    state = player.state
    player.hold(UNDO_CHORD, UP)
    assert player.state == state
    assert player.screen == "board"


@pytest.mark.parametrize("start", [1000, TICKS - 10_000, TICKS - 60_000])
def test_when_idle_the_light_dims_then_goes_out_and_comes_back(start):
    player = Player(now=start, dim_ms=30_000, blank_ms=120_000)
    player.press(LEFT, UP)
    player.wait(29_900)
    assert player.session.rest.light == BRIGHT
    player.wait(200)
    assert player.session.rest.light == DIM
    player.wait(89_800)
    assert player.session.rest.light == DIM
    player.wait(200)
    assert player.session.rest.light == DARK
    player.wait(3_600_000)
    state = player.state
    player.act(RIGHT)
    assert player.session.rest.light == BRIGHT
    assert player.state == state
    player.press(RIGHT, DOWN)
    assert player.state != state


def test_a_press_on_a_dim_display_is_a_move_and_restarts_the_timer():
    player = Player(dim_ms=30_000, blank_ms=120_000)
    player.put([1, 0, 2, 0] + [0] * 12)
    player.wait(31_000)
    player.act(LEFT)
    assert player.game.cells[:2] == [1, 2]
    player.wait(29_000)
    assert player.session.rest.light == BRIGHT


@pytest.mark.parametrize(("dim", "blank", "lights"), [(0, 0, {0}), (30_000, 0, {0, 1}), (0, 60_000, {0, 2})])
def test_an_idle_time_of_zero_means_never(dim, blank, lights):
    player = Player(dim_ms=dim, blank_ms=blank)
    seen = set()
    for _ in range(100):
        player.wait(3_000)
        seen.add(player.session.rest.light)
    assert seen == lights


def test_a_chord_on_a_dark_display_wakes_it_and_is_not_a_move():
    player = Player(dim_ms=30_000, blank_ms=60_000)
    player.press(LEFT, UP)
    state = player.state
    player.wait(70_000)
    assert player.session.rest.light == DARK
    player.act(LEFT)
    player.wait(420)
    player.act(MENU_CHORD)
    assert player.session.rest.light == BRIGHT
    assert player.state == state


def blocked():
    """A player on a board on which only up and right do something."""
    player = Player()
    player.put([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0])
    return player


def test_after_three_presses_in_vain_the_glass_shows_what_moves():
    player = blocked()
    seen = []
    for _ in range(5):
        player.press(DOWN)
        seen.append(player.session.ways)
    assert seen == [0, 0, 1 | 2, 1 | 2, 1 | 2]
    player.press(UP)
    assert player.session.ways == 0


@pytest.mark.parametrize("between", [MENU, UNDO_CHORD])
def test_presses_in_vain_count_only_in_a_row(between):
    player = blocked()
    player.press(DOWN, LEFT)
    player.press(between)
    player.press(MENU)
    player.press(LEFT)
    player.press(DOWN)
    assert player.session.ways == 0


def test_the_third_press_in_vain_changes_the_view_and_no_later_one():
    player = blocked()
    revisions = []
    for _ in range(6):
        player.press(DOWN)
        revisions.append(player.session.revision)
    assert revisions[0] == revisions[1] < revisions[2] == revisions[5]


def test_a_dark_glass_counts_no_press_in_vain():
    player = Player(blank_ms=1000)
    player.put([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0])
    for _ in range(3):
        player.wait(1100)
        player.press(DOWN)
    assert player.session.ways == 0


def test_statistics_can_be_reset_behind_a_question():
    player = Player()
    player.press(LEFT, UP, RIGHT, UP, LEFT)
    player.game.past_games, player.game.past_wins, player.game.past_moves = 5, 2, 900
    player.game.best = player.game.past_best = 4000
    cells, moves = list(player.game.cells), player.game.moves
    for answer, best in (("Back", 4000), ("Reset", player.game.score)):
        player.press(MENU)
        player.choose("Settings")
        player.choose("Reset statistics")
        assert player.screen == "confirm"
        assert player.choice == "Back"
        player.choose(answer)
        assert player.game.best == best
        player.press(MENU, MENU)
    assert (player.game.games, player.game.wins, player.game.total_moves) == (1, 0, moves)
    assert player.game.cells == cells
    again = player.switched_off_and_on()
    assert again.state == player.state
    assert (again.game.games, again.game.total_moves) == (1, moves)


def test_settings_can_be_reset_behind_a_question():
    player = Player()
    player.press(MENU)
    player.choose("Settings")
    player.press(RIGHT, DOWN, RIGHT)
    assert [player.preferences.get(which) for which in (0, 1)] == [0, 100]
    player.choose("Reset settings")
    player.choose("Reset")
    assert player.screen == "settings"
    assert [player.preferences.get(which) for which in (0, 1)] == [1, 80]
    again = player.switched_off_and_on()
    assert [again.preferences.is_chosen(which) for which in range(4)] == [False] * 4


def test_random_charges_and_presses_leave_an_empty_handheld_saying_so():
    for seed in range(40):
        source = random.Random(seed)
        player = Player(
            seed=seed, dim_ms=source.choice((0, 3000)), blank_ms=6000, off_ms=source.choice((0, 20_000))
        )
        rest = player.session.rest
        rest.charge = Charge(source.randrange(3))
        millivolts = 4000
        for _ in range(200):
            before, was_empty = player.state, rest.is_empty
            if source.random() < 0.03:
                millivolts = source.choice((4200, 3600, 3450, 3300, 3100, 2500, 1900, 20, 4700))
            if rest.charge.note(millivolts + source.randint(-20, 20), source.random() < 0.02):
                player.session.recharge(player.now)
            elif source.random() < 0.6:
                player.act(source.choice((*range(4), MENU, UNDO, MENU_CHORD, UNDO_CHORD)))
                assert not was_empty or player.state == before
            player.wait(source.choice((10, 400, 1000, 5000)))
            if rest.light < DARK:
                assert (player.screen == "empty") == rest.is_empty
        assert player.switched_off_and_on().state == player.state


def test_a_save_that_fails_is_shown_without_another_press():
    class Fails(bytearray):
        works = True

        def __setitem__(self, index, data):
            if not self.works:
                raise OSError
            super().__setitem__(index, data)

    player = Player(Fails(b"\xff" * 4096))
    player.put([1, 0, 0, 0] * 4)
    player.region.works = False
    player.session.handle(RIGHT, player.now)
    before = player.session.revision
    player.session.save()
    for _ in range(2):
        player.session.tick(player.now)
        player.session.save()
    assert not player.session.can_save
    assert player.session.revision == before + 1


def test_the_menu_chord_opens_the_menu_on_a_dark_glass_too():
    player = Player(blank_ms=2_000)
    player.wait(2_100)
    assert player.session.rest.light == DARK
    player.act(MENU)
    assert player.screen == "menu"
    assert player.session.rest.light == BRIGHT


def test_what_erases_at_every_write_saves_when_the_glass_goes_dark():
    """Sooner than after ten seconds without a press."""
    player = Player(blank_ms=2_000, appends=False)
    player.press(LEFT, UP, RIGHT)
    player.wait(1_900)
    assert player.switched_off_and_on().state != player.state
    player.wait(200)
    assert player.switched_off_and_on().state == player.state
