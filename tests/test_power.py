# SPDX-License-Identifier: MIT
"""A handheld on a battery, from the whole program: it rests, sleeps, switches off, and comes back."""

import copy
import json
import random

import pytest

from engine2048.game import Game
from engine2048.rng import Rng
from tools.simulator import program
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

UP, RIGHT, DOWN, LEFT = range(4)
SECOND = 1_000_000
TAP = 60_000
_SLACK = 0.15  # seconds: a nap, and the scans of the keys


class Battery(Machine):
    """A machine without a computer, with a few presses at given times (seconds), which is then stopped."""

    def __init__(self, presses=(), seconds=0, flash=None, **settings):
        super().__init__(flash or Rp2Flash(), {"SEED": 7, "ANIMATION": 0, **settings}, battery=4.0)
        self.looks = {}  # time in seconds -> (is the glass on, contrast)
        self.starts = []
        self.run_on()
        for at, button in presses:
            self.switch(button, True, round(at * SECOND))
            self.switch(button, False, round(at * SECOND) + TAP)
        self._end = seconds * SECOND
        self.pace = self._watch

    def _watch(self, _end):
        self.looks[self.now // SECOND] = (self.chip.on, self.chip.contrast)
        if self.now >= self._end and not self.interrupted:
            self.interrupt()

    @property
    def state(self):
        """The last state that the program reported."""
        return json.loads([line for line in self.console.text.splitlines() if line.startswith("{")][-1])

    @property
    def boots(self):
        return self.console.text.count(" ready, ")


def run(*arguments, **settings):
    machine = Battery(*arguments, **settings)
    program.run(machine)
    assert not machine.faults
    return machine


def test_a_handheld_left_alone_dims_goes_dark_and_off():
    machine = run((), 700, OFF_MINUTES=10)
    lit = [(on, contrast) for on, contrast in machine.looks.values()]
    assert machine.looks[20] == (True, 204)
    assert machine.looks[60] == (True, 2)
    assert not machine.looks[130][0] and not machine.looks[650][0]
    assert sum(on for on, _ in lit) == pytest.approx(120, abs=2)
    assert machine.boots == 1
    assert machine.slept > 570 * SECOND


def test_any_button_switches_on_is_no_move_and_the_game_is_there():
    for button in range(4):
        machine = run(((3, LEFT), (4, UP), (5, RIGHT), (900, button)), 910, OFF_MINUTES=10)
        assert machine.boots == 2
        assert machine.looks[905][0]
        assert machine.state["moves"] == run(((3, LEFT), (4, UP), (5, RIGHT)), 20).state["moves"] > 0
        assert machine.state["screen"] == "board"


def test_all_undo_steps_are_there_after_off():
    presses = [(3 + number, number % 4) for number in range(12)]
    before = run(presses, 30).state["moves"]
    machine = Battery([*presses, (900, UP)], 930)
    for number in range(before):
        for button in (UP, DOWN):
            machine.switch(button, True, (905 + number) * SECOND)
            machine.switch(button, False, (905 + number) * SECOND + 500_000)
    program.run(machine)
    assert machine.state["moves"] == 0


def test_a_press_in_the_dark_only_lights_the_glass():
    machine = run(((3, LEFT), (200, LEFT), (202, UP)), 210)
    lit = run(((3, LEFT), (10, UP)), 20)
    assert machine.state == lit.state
    assert machine.looks[201] == (True, 204)
    assert not machine.looks[199][0]
    assert machine.boots == 1


@pytest.mark.parametrize("hold", [0.004, 0.012, 0.3, 2, 70])
def test_the_glass_is_lit_however_short_or_long_the_press(hold):
    machine = Battery((), 260)
    machine.switch(UP, True, 200 * SECOND)
    machine.switch(UP, False, round((200 + hold) * SECOND))
    times = []
    machine.pace = lambda end, watch=machine.pace: (watch(end), times.append((machine.now, machine.chip.on)))
    program.run(machine)
    first = next(now for now, on in times if on and now > 190 * SECOND)
    assert first - 200 * SECOND < 100_000
    assert machine.state["moves"] == 0


def test_a_stuck_button_does_not_keep_the_handheld_awake():
    machine = Battery((), 1_000)
    machine.switch(UP, True, 5 * SECOND)
    program.run(machine)
    assert machine.boots == 1
    assert not machine.looks[900][0]
    assert machine.slept > 800 * SECOND


def test_the_menu_switches_off_at_once():
    machine = Battery((), 40, BUTTON_MENU="GP14")
    presses = [(3, 4), (4, UP), (5, RIGHT), (30, LEFT)]  # the last item is just above the first
    for at, button in presses:
        machine.switch(button, True, at * SECOND)
        machine.switch(button, False, at * SECOND + TAP)
    program.run(machine)
    assert machine.boots == 2
    assert not machine.looks[10][0] and machine.looks[35][0]
    assert machine.state["screen"] == "board"


def test_with_a_computer_it_waits_in_the_dark():
    machine = Battery(((3, LEFT), (900, UP), (902, UP)), 910)
    machine.supply.battery = None
    program.run(machine)
    assert machine.boots == 1
    assert machine.wake_alarm is None
    assert not machine.looks[899][0] and machine.looks[903][0]
    assert machine.state["moves"] == run(((3, LEFT), (10, UP)), 20).state["moves"]


def test_the_button_that_switches_on_does_not_give_away_the_drive():
    machine = Battery((), 950)
    machine.switch(UP, True, 900 * SECOND)
    program.run(machine)
    assert machine.boots == 2
    assert not machine.drive_visible


def test_no_press_is_lost_around_any_step():
    """Presses at random times around the steps of rest: each makes its move, or lights the glass."""
    source = random.Random(5)
    for _ in range(40):
        presses, at = [], 1.0
        for _ in range(25):
            at += source.choice((0.5, 4, 8, 20)) + source.uniform(-0.3, 0.3)
            presses.append((at, source.randrange(4)))
        machine = run(presses, round(at) + 4, DIM_SECONDS=4, BLANK_SECONDS=8, OFF_MINUTES=0)
        boards = {tuple(cells) for cells in played(presses, 8)}
        assert tuple(machine.state["cells"]) in boards, presses


def played(presses, blank):
    """The boards that those presses lead to; one that comes just as the glass goes dark may do either."""
    ends = [(Game(Rng(7)), 0.7)]
    for at, button in presses:
        before, ends = ends, []
        for game, last in before:
            if at - last < blank + _SLACK:
                moved = copy.deepcopy(game)
                moved.play(button)
                ends.append((moved, at))
            if at - last > blank - _SLACK:
                ends.append((game, at))
    return [game.cells for game, _ in ends]
