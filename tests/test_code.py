# SPDX-License-Identifier: MIT
"""The whole program, headless, from power-on to Ctrl-C on the simulated machine."""

import random
import re
from types import SimpleNamespace

import pytest

from engine2048 import __version__
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.journal import RESUMED, Journal
from tests.handheld import run_program
from tests.player import NEARLY_OVER, NEARLY_WON
from tests.saves import begun, nvm
from tools import pictures
from tools.simulator import keys, modules, program, report
from tools.simulator.flash import PagedFlash, Rp2Flash, blank
from tools.simulator.machine import Machine

DIRECTIONS = "URDL"


def state_of(machine):
    return report.parse(machine.console.text)


def played(directions, seed=1):
    """The state to which a sequence of presses leads by the rules."""
    game = Game(Rng(seed))
    for direction in directions:
        game.play(direction)
    screen = "won" if game.awaiting_choice else "over" if game.over else "board"
    return {
        "cells": game.cells,
        "score": game.score,
        "best": game.best,
        "moves": game.moves,
        "screen": screen,
        "rest": "lit",
    }


def test_it_prints_that_it_is_ready_and_its_state_at_ctrl_c():
    ready, state = run_program("").console.text.splitlines()
    assert re.fullmatch(rf"2048 {re.escape(__version__)} ready, \d+ bytes free", ready)
    assert state.startswith('{"cells": [')


def test_ready_comes_after_the_first_picture():
    class Impatient(Machine):
        def _on_line(self, line):
            if "ready" in line:
                self.at_ready = self.chip.frame()
            super()._on_line(line)

    machine = Impatient(Rp2Flash(), {"SEED": 1})
    machine.play([], 0)
    program.run(machine)
    assert machine.at_ready == machine.chip.frame()
    assert any(map(any, machine.at_ready))


@pytest.mark.parametrize("seed", range(1, 6))
def test_keys_play_exactly_by_the_rules(seed):
    keys = "".join(random.Random(seed).choices(DIRECTIONS, k=60))
    assert state_of(run_program(keys, SEED=seed)) == played([DIRECTIONS.index(key) for key in keys], seed)


@pytest.mark.parametrize("animation", [0, 1])
@pytest.mark.parametrize("down", [20, 30, 45])
def test_sixty_presses_in_two_seconds_are_sixty_moves_in_order(animation, down):
    source = random.Random(down)
    presses = []
    while len(presses) < 60:
        button = source.randrange(4)
        # A finger cannot press again before it is lifted.
        if down < 30 or presses[-1:] != [button]:
            presses.append(button)
    changes = []
    for number, button in enumerate(presses):
        start = number * 2000 // 60
        changes += [(start, button, True), (start + down, button, False)]
    machine = run_program(changes=sorted(changes), milliseconds=2000, ANIMATION=animation)
    assert state_of(machine) == played(presses)
    assert machine.chip.frame() == run_program("", machine.flash.image).chip.frame()


def test_a_game_continues_after_a_power_cycle():
    flash = blank()
    keys = "ULDRULDDRLUR"
    first = run_program(keys, flash)
    again = run_program("", flash, SEED=77)
    assert state_of(again) == state_of(first)
    assert again.chip.frame() == first.chip.frame()
    more = run_program("LLURD", flash, SEED=78)
    assert state_of(more) == played([DIRECTIONS.index(key) for key in keys + "LLURD"])


def test_undo_reaches_back_beyond_a_power_cycle():
    flash = blank()
    run_program("ULDRULDD", flash)
    machine = run_program("ZZZZZZZZZZZZ", flash)
    assert state_of(machine) | {"best": 0} == played([]) | {"best": 0}
    assert state_of(machine)["best"] >= 0


@pytest.mark.parametrize("keys", ["", "U", "ULDRLD"])
def test_the_menu_chord_leaves_the_game_as_it_was(keys):
    before = state_of(run_program(keys, begun(1)))
    assert state_of(run_program(keys + "M", begun(1))) == before | {"screen": "menu"}
    assert state_of(run_program(keys + "MM", begun(1))) == before
    assert run_program(keys + "MM", begun(1)).chip.frame() == run_program(keys, begun(1)).chip.frame()


def test_the_first_start_welcomes_and_no_other():
    flash = bytearray(b"\xff" * 4096)
    first = run_program("", flash)
    assert state_of(first)["screen"] == "welcome"
    again = run_program("", flash)
    assert state_of(again) == state_of(first) | {"screen": "board"}


def test_the_press_that_closes_the_welcome_counts():
    assert state_of(run_program("U")) == played([0])
    assert run_program("U").chip.frame() == run_program("U", begun(1)).chip.frame()


def test_a_chord_on_the_welcome_is_no_move():
    assert state_of(run_program("M")) == played([]) | {"screen": "menu"}
    assert state_of(run_program("ML")) == played([])


@pytest.mark.parametrize("board", [NEARLY_WON, NEARLY_OVER], ids=["won", "over"])
def test_the_menu_chord_leaves_a_banner_as_it_was(board):
    def play(keys):
        return state_of(run_program("L......." + keys, pictures.saved(board, 0)))

    before = play("")
    assert before["screen"] in ("won", "over")
    assert play("M") == before | {"screen": "menu"}
    assert play("ML") == before


def test_the_undo_chord_takes_back_one_move():
    before = state_of(run_program("ULDRL"))
    assert state_of(run_program("ULDRLDZ")) | {"best": 0} == before | {"best": 0}
    assert state_of(run_program("ULDRLDZD")) == state_of(run_program("ULDRLD"))


def test_the_flip_setting_turns_picture_and_buttons_upside_down():
    upright = run_program("ULDR")
    # Settings, third line, right. From then on, right is left: back to the menu, then to the board.
    to_flip = "MDDDDDDRDDR" + "RR"
    flash = blank()
    turned = run_program("ULDR" + to_flip, flash)
    assert state_of(turned) == state_of(upright)
    assert turned.chip.frame() == [row[::-1] for row in upright.chip.frame()[::-1]]
    again = run_program("DRUL", flash)
    assert state_of(again) == state_of(run_program("ULDR" + "ULDR"))


def test_each_boot_deals_another_game_but_a_seed_always_the_same():
    def cells(**options):
        settings = options.pop("settings", {})
        machine = Machine(Rp2Flash(), settings, **options)
        machine.play([], 0)
        program.run(machine)
        return state_of(machine)["cells"]

    assert len({tuple(cells(entropy=bytes([number]))) for number in range(8)}) > 1
    assert cells(entropy=b"\x05") == cells(entropy=b"\x05")
    assert cells(settings={"SEED": 9}, entropy=b"\x01") == cells(settings={"SEED": 9}, entropy=b"\x02")


@pytest.mark.parametrize("delay", [0, 7, 31, 55, 90, 460, 700])
def test_ctrl_c_at_any_time_ends_with_the_state(delay):
    class Impatient(Machine):
        def play_until(self, time):
            def look(end):
                if self.ready and not self.hurried and end >= self.ready_at + time:
                    self.hurried = True
                    self.interrupt()

            self.hurried = False
            self.pace = look

        def _on_line(self, line):
            super()._on_line(line)
            self.ready_at = self.now

    machine = Impatient(Rp2Flash(begun(1)), {"SEED": 1})
    machine.play([(0, 3, True), (30, 1, True), (650, 3, False), (650, 1, False)], 2000)
    machine.play_until((100 + delay) * 1000)
    program.run(machine)
    assert "Traceback" not in machine.console.text
    assert state_of(machine)["screen"] == ("menu" if delay > 450 else "board")


def test_it_plays_without_anywhere_to_save_and_says_so():
    settings = {"SEED": 1}
    machine = Machine(None, settings)
    machine.play([(0, 3, True), (40, 3, False)], 300)
    program.run(machine)
    assert state_of(machine) == played([3])
    with_save = run_program("L...")
    assert machine.chip.frame() != with_save.chip.frame()
    assert [row[:96] for row in machine.chip.frame()] == [row[:96] for row in with_save.chip.frame()]


def test_playing_erases_nothing():
    keys = "".join(random.Random(3).choices(DIRECTIONS, k=400))
    machine = run_program(keys, ANIMATION=0)
    assert machine.flash.programs > 100
    assert machine.flash.erases == 0


def test_the_fifth_button_opens_and_closes_the_menu():
    press = [(0, 4, True), (40, 4, False)]
    machine = run_program(changes=press, milliseconds=300, BUTTON_MENU="GP14")
    assert state_of(machine)["screen"] == "menu"
    twice = press + [(at + 200, button, is_down) for at, button, is_down in press]
    machine = run_program(changes=twice, milliseconds=500, BUTTON_MENU="GP14")
    assert state_of(machine)["screen"] == "board"


def test_what_is_typed_at_the_console_never_makes_it_deaf_to_ctrl_c():
    class Typing(Machine):
        """Someone types all the time, and Ctrl-C is among the characters."""

        def look(self, end):
            if self.ready and not self.interrupted:
                self.type(b"AT+CGMI\r\n")
                if self.now > 3_000_000:
                    self.type(b"\x03")

    machine = Typing(Rp2Flash(begun(1)), {"SEED": 1})
    machine.run_on()
    machine.pace = machine.look
    program.run(machine)
    assert state_of(machine)["screen"] == "board"


def test_ctrl_c_saves_what_waits_for_a_quiet_moment(monkeypatch):
    """Where every write erases, moves wait; `make deploy` and `make backup` stop the game with Ctrl-C."""
    monkeypatch.setattr(modules._PROXIES["os"], "uname", lambda: SimpleNamespace(sysname="nrf52840"))
    flash = PagedFlash(blank(8192))
    machine = Machine(flash, {"SEED": 1})
    machine.play(*keys.schedule(keys.parse("ULDRUL")))
    program.run(machine)
    found, game = Journal(nvm(flash), False).load(Game(Rng(9)))
    state = state_of(machine)
    assert found == RESUMED
    assert (game.cells, game.moves) == (state["cells"], state["moves"])
    assert game.moves > 3
