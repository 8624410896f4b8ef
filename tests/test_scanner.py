# SPDX-License-Identifier: MIT
"""The key scanner behaves like the device's keypad module."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.simulator import machine as machines
from tools.simulator import parts, scanner
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

UP, RIGHT, DOWN, LEFT = range(4)
PINS = [parts.Pin(name, name[2:]) for name in ("GP10", "GP13", "GP11", "GP12")]


@pytest.fixture
def machine():
    with switched_on() as simulated:
        yield simulated


def switched_on(**options):
    simulated = Machine(Rp2Flash(), **options)
    simulated.run_on()
    return machines.switched_on(simulated)


def keys(**options):
    return scanner.Keys(PINS, value_when_pressed=False, **options)


def drain(queue):
    events = []
    while event := queue.get():
        events.append((event.key_number, event.pressed, event.timestamp))
    return events


def test_a_press_and_a_release_are_seen_at_the_next_scan(machine):
    watched = keys()
    start = machine.ticks()
    machine.switch(DOWN, True, 5_000)
    machine.switch(DOWN, False, 45_000)
    machine.spend(100_000)
    assert drain(watched.events) == [(DOWN, True, start + 20), (DOWN, False, start + 60)]


def test_a_tap_between_two_scans_is_lost(machine):
    watched = keys()
    machine.switch(UP, True, 21_000)
    machine.switch(UP, False, 39_000)
    machine.spend(100_000)
    assert drain(watched.events) == []


@settings(deadline=None)
@given(
    changes=st.lists(st.tuples(st.integers(1, 400), st.integers(0, 3), st.booleans()), max_size=60),
    interval=st.sampled_from((5, 20)),
    threshold=st.integers(1, 4),
    looks=st.lists(st.integers(1, 200), max_size=20),
)
def test_events_are_those_of_a_scanner_that_looks_once_per_interval(changes, interval, threshold, looks):
    with switched_on() as machine:
        watched = keys(interval=interval / 1000, debounce_threshold=threshold)
        for at, button, is_down in changes:
            machine.switch(button, is_down, at * 1000)
        seen = []
        for milliseconds in (*looks, 700):
            machine.spend(milliseconds * 1000)
            seen += drain(watched.events)
        # A key changes its state once `threshold` looks have found it changed; other looks count back.
        expected = []
        state, doubt = [False] * 4, [threshold] * 4
        level = [False] * 4
        due = sorted(changes)
        # The constructor looks once, then the scanner until the end of the run.
        for now in range(0, machine.now // 1000 + 1, interval):
            while due and due[0][0] <= now:
                _, button, is_down = due.pop(0)
                level[button] = is_down
            for button in range(4):
                if now == 0:
                    doubt[button] = 1
                elif level[button] == state[button]:
                    doubt[button] = min(threshold, doubt[button] + 1)
                else:
                    doubt[button] -= 1
                    if doubt[button] == 0:
                        state[button] = level[button]
                        doubt[button] = threshold
                        expected.append((button, level[button], machine.ticks(now * 1000)))
    assert seen == expected


def test_a_key_held_from_the_start_gives_an_event_only_after_a_reset(machine):
    machine.switch(LEFT, True)
    watched = keys()
    machine.spend(100_000)
    assert drain(watched.events) == []
    watched.reset()
    assert [event[:2] for event in drain(watched.events)] == [(LEFT, True)]


def test_on_overflow_the_newest_events_are_dropped(machine):
    watched = keys(max_events=3, interval=0.001)
    for tap in range(4):
        machine.switch(RIGHT, True, 10_000 + tap * 10_000)
        machine.switch(RIGHT, False, 15_000 + tap * 10_000)
    machine.spend(100_000)
    assert len(watched.events) == 3
    assert watched.events.overflowed
    assert [event[1] for event in drain(watched.events)] == [True, False, True]
    assert watched.events.overflowed
    watched.events.clear()
    assert not watched.events.overflowed
    assert not watched.events


def test_timestamps_wrap_like_the_ticks(machine):
    machine.spend(65_530_000)
    watched = keys(interval=0.001)
    machine.switch(UP, True, 65_534_000)
    machine.switch(UP, False, 65_538_000)
    machine.spend(100_000)
    assert [event[2] for event in drain(watched.events)] == [2**29 - 2, 2]


def test_get_into_fills_an_event_and_says_if_there_is_none(machine):
    watched = keys()
    machine.switch(DOWN, True, 1_000)
    event = scanner.Event()
    assert watched.events.get_into(event) is False
    machine.spend(30_000)
    assert watched.events.get_into(event) is True
    assert (event.key_number, event.pressed, event.released) == (DOWN, True, False)
    assert watched.events.get() is None


def test_comparing_events_ignores_their_times(machine):
    assert scanner.Event(2, True, 5) == scanner.Event(2, True, 9)
    assert hash(scanner.Event(2, True, 5)) == hash(scanner.Event(2, True, 9))
    assert scanner.Event(2, True, 5) != scanner.Event(2, False, 5)
    assert scanner.Event(2, True, 5) != scanner.Event(3, True, 5)
    assert scanner.Event(1, False, 0) != 1


def test_looking_for_events_takes_time(machine):
    watched = keys()
    before = machine.now
    for _ in range(1000):
        watched.events.get()
    assert machine.now >= before + 1000 * machines.POLL


def test_keys_hold_their_pins_until_deinit(machine):
    watched = keys()
    with pytest.raises(ValueError, match="GP10 in use"):
        keys()
    watched.deinit()
    with pytest.raises(ValueError, match="deinitialized"):
        _ = watched.events
    assert keys().key_count == 4


def test_wiring_that_is_not_modelled_is_refused(machine):
    with pytest.raises(NotImplementedError, match="lead to ground"):
        scanner.Keys(PINS, value_when_pressed=True)
