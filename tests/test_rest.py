# SPDX-License-Identifier: MIT
"""When to dim, to go dark and to switch off: each with each of the others at 0."""

from itertools import product

import pytest

from engine2048.screens.rest import BRIGHT, DARK, DIM, OFF, Rest

START = (1 << 29) - 50_000  # the ticks wrap meanwhile
PERIOD = 1 << 29


def expected(idle, dim, blank, off):
    steps = [(off, OFF), (blank, DARK), (dim, DIM)]
    return next((light for after, light in steps if after and idle >= after), BRIGHT)


@pytest.mark.parametrize(
    ("dim", "blank", "off"), list(product((0, 30_000), (0, 20_000, 120_000), (0, 10_000, 600_000)))
)
def test_each_step_comes_at_its_time(dim, blank, off):
    rest = Rest(dim, blank, off)
    rest.start(START)
    for idle in range(0, 700_000, 500):
        assert rest.due((START + idle) % PERIOD) == expected(idle, dim, blank, off), idle


def test_a_press_lights_the_glass_and_does_nothing_else_if_that_was_dark():
    rest = Rest(1_000, 2_000, 3_000)
    rest.start(0)
    for light, does_nothing_else in ((BRIGHT, False), (DIM, False), (DARK, True), (OFF, True)):
        rest.light = light
        assert rest.press(100) == does_nothing_else
        assert rest.light == BRIGHT


def test_something_new_to_look_at_keeps_the_light_but_not_the_power():
    rest = Rest(1_000, 2_000, 5_000)
    rest.start(0)
    rest.show(4_000)
    assert [rest.due(time) for time in (4_500, 4_999, 5_000)] == [BRIGHT, BRIGHT, OFF]
    rest.press(4_500)
    assert [rest.due(time) for time in (5_000, 5_500, 6_500, 9_500)] == [BRIGHT, DIM, DARK, OFF]


def test_how_long_until_off():
    assert Rest(0, 0, 0).until_off(1_000) == 0
    rest = Rest(0, 0, 5_000)
    rest.start(1_000)
    assert [rest.until_off(time) for time in (1_000, 4_000, 6_000, 9_000)] == [5_000, 2_000, 1, 1]
