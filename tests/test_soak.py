# SPDX-License-Identifier: MIT
"""Long random play through all screens: nothing crashes, nothing grows, the display stays correct."""

import gc
import os
import random
import sys
from unittest.mock import patch

import pytest

from engine2048.screens.actions import MENU, UNDO
from engine2048.solver import advisor
from tests.chords import MENU_CHORD, UNDO_CHORD
from tests.handheld import DOWN, LEFT, RIGHT, UP, Handheld, powered_on, run_program
from tests.player import NEARLY_OVER, NEARLY_WON
from tests.test_battery import Discharging
from tools.simulator import program, report

LONG = pytest.mark.skipif("SOAK" not in os.environ, reason="the long soak runs with: make soak")
# In blocks of memory, for the texts of a page. In a short run, the caches of the desktop's Python
# are still filling up.
MOST_GROWTH = 500
MOST_GROWTH_AT_FIRST = 5000
SCREENS = {"board", "menu", "confirm", "won", "over", "statistics", "settings", "help"}


def presses(source, page, step):
    """The next action of a restless player: mostly moves, now and then anything else.

    Every tenth action is another item of the menu, so that even a short soak sees all of them.
    """
    if step % 10 == 9:
        return [MENU, *[DOWN] * (step // 10 % 8), RIGHT]
    chance = source.random()
    if chance < 0.88:
        return [source.choice((UP, RIGHT, DOWN, LEFT))]
    if chance < 0.94:
        wander = source.choices((UP, DOWN, LEFT, RIGHT), weights=(1, 2, 1, 2), k=source.randrange(4))
        return [MENU, *[DOWN] * source.randrange(8), RIGHT, *wander]
    if page:
        return [source.choice((MENU, UNDO))]
    if chance < 0.97:
        return [source.choice((LEFT, RIGHT)), MENU_CHORD]
    return [source.choice((UP, DOWN)), UNDO_CHORD]


def soak(moves, animation):
    """Play `moves` moves; returns the screens seen and the blocks of memory that the second half took."""
    source = random.Random(moves)
    seen = set()
    sizes = []
    # This test leaves out hints and the demo, which would play on without end.
    no_solver = patch.object(advisor, "_weights", lambda: "")
    with no_solver, powered_on(ANIMATION=animation, SEED=1, DIM_SECONDS=30, BLANK_SECONDS=60) as machine:
        handheld = Handheld(machine)
        played = step = 0
        while played < moves:
            for action in presses(source, handheld.session.page, step):
                before = handheld.game.moves
                handheld.do(action, settled=source.random() < 0.7)
                played += handheld.game.moves > before
                seen.add(handheld.session.screen)
            handheld.wait(source.choice((0, 5, 40, 600)))
            step += 1
            if step % 40 == 0:
                handheld.set_board((NEARLY_WON, NEARLY_OVER)[step // 40 % 2])
                handheld.do(LEFT)
                seen.add(handheld.session.screen)
            if step % 100 == 0:
                handheld.settle()
                assert handheld.glass == handheld.fresh_glass()
                machine.spend(source.choice((31, 61)) * 1_000_000)
                handheld.wait(2)
            if played >= (len(sizes) + 1) * moves // 2:
                gc.collect()
                sizes.append(sys.getallocatedblocks())
        assert not machine.faults
    return seen, sizes[1] - sizes[0]


def test_a_hundred_moves_through_all_screens():
    seen, growth = soak(120, animation=1)
    assert seen >= SCREENS
    assert growth < MOST_GROWTH_AT_FIRST


@LONG
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("animation", [0, 1])
def test_ten_thousand_moves_through_all_screens(animation):
    seen, growth = soak(10_000, animation)
    assert seen >= SCREENS
    assert growth < MOST_GROWTH


@LONG
@pytest.mark.timeout(3600)
def test_a_night_of_eight_hours_with_a_computer():
    night(8, None, 10)


@pytest.mark.parametrize("minutes", [0, 10])
def test_a_night_of_eight_hours_on_a_battery(minutes):
    night(8, 4.0, minutes)


def night(hours, volts, minutes):
    """Whatever powers it, the glass stays dark, and in the morning one press brings the same game."""
    morning = hours * 3600
    presses = [(3 + number, number % 4) for number in range(8)]
    evening = Discharging(lambda _: volts, presses, 20, OFF_MINUTES=minutes)
    program.run(evening)
    machine = Discharging(lambda _: volts, [*presses, (morning, UP)], morning + 10, OFF_MINUTES=minutes)
    program.run(machine)
    assert not machine.faults
    assert machine.state == evening.state
    lit = [at for at, (is_lit, _) in machine.looks.items() if is_lit]
    assert all(at <= 131 or at >= morning for at in lit)
    assert lit[-1] >= morning + 5
    if volts:
        assert machine.slept > 0.995 * machine.now


def random_keys(count):
    return "".join(random.Random(count).choices("UDLRMZ.", weights=[9, 9, 9, 9, 1, 1, 2], k=count))


def test_the_whole_program_survives_random_keys():
    assert report.parse(run_program(random_keys(150)).console.text)["screen"]


@LONG
@pytest.mark.timeout(3600)
def test_the_whole_program_survives_ten_thousand_random_keys():
    assert report.parse(run_program(random_keys(10_000)).console.text)["screen"]
