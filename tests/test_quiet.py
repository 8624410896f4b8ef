# SPDX-License-Identifier: MIT
"""What is saved when, in any light and despite power cuts; and no erase without a finger on a button."""

import pytest

from engine2048.board import DOWN, LEFT, RIGHT, UP
from engine2048.save.keeper import _QUIET_MS
from engine2048.save.preferences import IDLE_DEMO
from engine2048.screens.actions import MENU, UNDO
from engine2048.screens.rest import OFF
from tests.chords import UNDO_CHORD
from tests.player import NEARLY_OVER, NEARLY_WON, Player
from tests.saves import nvm
from tools.simulator.flash import ERASED, Rp2Flash

LIGHTS = [(0, 0), (30_000, 120_000), (0, 60_000), (60_000, 0), (1_000, 2_000)]


def player_on_slots(**lights):
    return Player(bytearray(b"\xff" * 8192), appends=False, **lights)


@pytest.mark.parametrize(("dim_ms", "blank_ms"), LIGHTS)
def test_moves_are_saved_once_nobody_has_pressed_for_a_while(dim_ms, blank_ms):
    player = player_on_slots(dim_ms=dim_ms, blank_ms=blank_ms)
    player.press(*(LEFT, UP, RIGHT, DOWN) * 12)
    assert player.game.moves > 20
    player.wait(_QUIET_MS)
    assert player.switched_off_and_on().state == player.state


def test_a_quiet_hour_costs_one_write():
    player = player_on_slots()
    player.press(LEFT, UP, RIGHT, DOWN)
    player.wait(_QUIET_MS)
    saved = bytes(player.region)
    for _ in range(3600):
        player.wait(1000)
        assert bytes(player.region) == saved
    player.press(LEFT, UP, DOWN)
    assert bytes(player.region) == saved
    player.wait(_QUIET_MS)
    assert bytes(player.region) != saved


def test_moves_are_saved_while_a_demo_plays():
    player = player_on_slots()
    player.press(LEFT, UP, RIGHT, DOWN, MENU)
    player.choose("Watch a demo")
    player.wait(_QUIET_MS)
    assert player.screen == "demo"
    assert player.switched_off_and_on().state == player.state


@pytest.mark.parametrize("appends", [True, False])
def test_keeping_going_after_the_win_is_saved_at_once(appends):
    player = Player(bytearray(b"\xff" * 8192), appends=appends)
    player.put(NEARLY_WON)
    assert player.press(LEFT) == "won"
    assert player.press(RIGHT) == "board"
    again = player.switched_off_and_on()
    assert (again.screen, again.state) == ("board", player.state)


@pytest.mark.parametrize("appends", [True, False])
@pytest.mark.parametrize("way", ["banner", "menu", "chord"])
def test_undoing_the_end_is_saved_at_once(appends, way):
    player = Player(bytearray(b"\xff" * 8192), appends=appends)
    player.put(NEARLY_OVER)
    assert player.press(LEFT) == "over"
    if way == "banner":
        player.press(RIGHT)
    elif way == "menu":
        player.press(MENU)
        player.choose("Undo")
    else:
        player.hold(UNDO_CHORD)
    assert player.screen == "board"
    again = player.switched_off_and_on()
    assert (again.screen, again.state) == ("board", player.state)


def test_settings_and_a_new_game_are_saved_at_once():
    player = player_on_slots()
    player.press(LEFT, UP, MENU)
    player.choose("Settings")
    player.press(RIGHT)
    again = player.switched_off_and_on()
    assert again.preferences.chosen == player.preferences.chosen
    player.press(LEFT)
    player.choose("New game")
    assert player.choose("New game") == "board"
    assert player.switched_off_and_on().state == player.state


class OnNearlyFullFlash:
    """A player on a flash whose last tenth has just been reached; counts its erases."""

    def __init__(self):
        self.flash = Rp2Flash()
        self.player = Player(nvm(self.flash), dim_ms=5_000, blank_ms=120_000, off_ms=600_000)
        self.with_press = self.without = 0
        while self.free > 480:
            self.player.journal.snapshot(self.player.game)
        while self.free > 400:
            self.press(LEFT, UP, RIGHT, DOWN)
        assert (self.with_press, self.without, self.player.screen) == (0, 0, "board")

    @property
    def free(self):
        return len(self.flash) - len(bytes(self.flash.image).rstrip(ERASED))

    def press(self, *actions):
        for action in actions:
            self.wait(700)
            before = self.flash.erases
            self.player.act(action)
            self.with_press += self.flash.erases - before

    def wait(self, *times):
        for milliseconds in times:
            before = self.flash.erases
            self.player.wait(milliseconds)
            self.without += self.flash.erases - before


@pytest.mark.parametrize("idle_demo", [0, 1])
def test_the_sector_is_never_erased_while_nobody_presses(idle_demo):
    """The player may pull the battery then."""
    save = OnNearlyFullFlash()
    save.player.preferences.choose(IDLE_DEMO, idle_demo)
    save.wait(*(1000,) * 700)  # dim, dark or demo, off
    assert save.player.session.rest.light == OFF
    assert (save.with_press, save.without) == (0, 0)
    save.press(UP, MENU)  # the first only wakes
    assert (save.with_press, save.without) == (1, 0)
    assert save.player.switched_off_and_on().state == save.player.state


def test_if_no_page_opens_the_move_that_finds_the_sector_full_erases_it():
    save = OnNearlyFullFlash()
    while not save.with_press:
        save.press(LEFT, UP, UNDO, UNDO)
    assert save.player.screen == "board"
    assert save.free > 3900
    assert save.without == 0
    assert save.player.switched_off_and_on().state == save.player.state
