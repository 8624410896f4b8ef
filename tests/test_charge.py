# SPDX-License-Identifier: MIT
"""From volts to a level and a percentage: averaged, with hysteresis, and never from what is no battery."""

import random

import pytest

from engine2048.screens.charge import EMPTY, GOOD, LOW, Charge

LITHIUM, TWO_ALKALINE, THREE_ALKALINE = range(3)
# Of each kind: a voltage at which it is certainly good, low and empty.
CLEAR = {LITHIUM: (3900, 3400, 3100), TWO_ALKALINE: (2600, 2000, 1800), THREE_ALKALINE: (3900, 3000, 2700)}


def measured(kind, *millivolts, external=False, times=60):
    charge = Charge(kind)
    for value in millivolts:
        for _ in range(times):
            charge.note(value, external)
    return charge


@pytest.mark.parametrize("kind", CLEAR)
@pytest.mark.parametrize("level", [GOOD, LOW, EMPTY])
def test_each_kind_has_its_levels(kind, level):
    assert measured(kind, CLEAR[kind][level]).level == level


@pytest.mark.parametrize("kind", CLEAR)
def test_the_percentage_falls_with_the_voltage_from_full_to_none(kind):
    percents = [measured(kind, millivolts, times=1).percent() for millivolts in range(1500, 5000, 10)]
    assert percents == sorted(percents)
    assert (percents[0], percents[-1]) == (0, 100)
    assert all(percent % 5 == 0 for percent in percents)


@pytest.mark.parametrize("kind", CLEAR)
def test_a_battery_that_is_low_has_a_tenth_and_an_empty_one_has_none(kind):
    charge = Charge(kind)
    seen = {}
    for millivolts in range(5000, 1500, -1):
        charge.note(millivolts, False)
        seen.setdefault(charge.level, charge.percent())
    assert seen[LOW] in (5, 10)
    assert seen[EMPTY] == 0


def test_nothing_is_said_before_there_is_an_average():
    charge = Charge(LITHIUM)
    levels = []
    for _ in range(8):
        charge.note(3000, False)
        levels.append(charge.level)
    assert levels == [GOOD] * 7 + [EMPTY]


def test_a_short_sag_is_no_low_battery():
    charge = measured(LITHIUM, 3700)
    assert not charge.note(3000, False)
    assert charge.level == GOOD


@pytest.mark.parametrize("limit", [3550, 3250])
def test_noise_around_a_limit_changes_the_level_at_most_once(limit):
    source = random.Random(limit)
    charge = measured(LITHIUM, limit + 60)
    before = charge.level
    changes = [charge.note(limit + source.randint(-80, 80), False) for _ in range(3000)]
    assert sum(changes) == 1
    assert charge.level == before + 1


def test_it_recovers_when_it_is_charged():
    charge = measured(LITHIUM, 3400)
    assert charge.level == LOW
    for _ in range(60):
        charge.note(3620, False)
    assert charge.level == LOW
    for _ in range(60):
        charge.note(3700, False)
    assert charge.level == GOOD


def test_power_from_elsewhere_ends_low_and_empty_at_once():
    charge = measured(LITHIUM, 3000)
    assert charge.note(4700, True)
    assert charge.level == GOOD
    assert charge.is_external


def test_after_a_cable_the_average_begins_anew():
    charge = measured(LITHIUM, 4700, external=True)
    charge.note(3600, False)
    assert charge.millivolts == 3600


@pytest.mark.parametrize("millivolts", [0, 20, 1100, 1499])
def test_what_no_board_runs_on_is_no_battery(millivolts):
    charge = measured(LITHIUM, millivolts)
    assert (charge.level, charge.percent()) == (GOOD, -1)


def test_it_follows_a_discharge_of_hours():
    charge = Charge(LITHIUM)
    seconds = range(4 * 3600)
    levels = [
        (charge.level, charge.millivolts)
        for second in seconds
        if charge.note(4150 - 1100 * second // len(seconds), False)
    ]
    assert [level for level, _ in levels] == [LOW, EMPTY]
    assert [millivolts for _, millivolts in levels] == pytest.approx([3550, 3250], abs=5)
