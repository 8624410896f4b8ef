# SPDX-License-Identifier: MIT
"""What fingers do and which actions result, to the millisecond, on the simulated machine's keypad."""

import random
from itertools import pairwise

import board
import pytest

from engine2048.screens.actions import AFTER_PRESS, HINT, MENU, NONE, UNDO
from hardware.buttons import Buttons
from tests.chords import HINT_CHORD, MENU_CHORD, UNDO_CHORD
from tests.handheld import DOWN, LEFT, RIGHT, UP, powered_on

PINS = [board.GP10, board.GP13, board.GP11, board.GP12]
MENU_KEY, UNDO_KEY, HINT_KEY = 4, 5, 6  # the buttons that not every handheld has
TICKS_WRAP = 1 << 29
# Scans are 5 ms apart, and it takes two of them to see an edge.
LATEST = 15


class Hand:
    """Fingers on the buttons of `machine`; times are milliseconds since the program first looked."""

    def __init__(self, machine, rotation=0, pins=PINS, on_page=False):
        self.machine = machine
        self.buttons = Buttons(pins)
        self.rotation = rotation
        self.on_page = on_page
        self.start = machine.now

    def hold(self, button, since, until):
        """Hold `button` from one time to another."""
        for at, is_down in ((since, True), (until, False)):
            self.machine.switch(button, is_down, self.start + at * 1000)

    def watch(self, milliseconds, every=2):
        """Poll as the loop does; returns [(time, action), ...]."""
        seen = []
        while self.machine.now < self.start + milliseconds * 1000:
            action = self.buttons.poll(self.machine.ticks(), self.rotation, self.on_page)
            if action == NONE:
                self.machine.spend(every * 1000)
            else:
                seen.append(((self.machine.now - self.start) // 1000, action))
        return seen

    def actions(self, milliseconds, every=2):
        """The actions without their times."""
        return [action for _, action in self.watch(milliseconds, every)]


@pytest.fixture
def hand(machine):
    return Hand(machine)


@pytest.mark.parametrize("button", [UP, RIGHT, DOWN, LEFT])
@pytest.mark.parametrize("offset", range(5))
def test_a_tap_of_25_ms_is_one_action_at_once(hand, button, offset):
    hand.hold(button, 10 + offset, 35 + offset)
    ((time, action),) = hand.watch(200)
    assert action == button
    assert time <= 10 + offset + LATEST


def test_a_bounce_of_4_ms_is_not_a_press(hand):
    for bounce in range(10, 60, 10):
        hand.hold(UP, bounce, bounce + 4)
    assert hand.actions(200) == []


def test_holding_a_button_does_not_repeat_it(hand):
    hand.hold(LEFT, 10, 5000)
    assert hand.actions(5500) == [LEFT]


def test_presses_are_read_in_order_without_loss(hand):
    presses = [random.Random(7).randrange(4) for _ in range(32)]
    for index, button in enumerate(presses):
        hand.hold(button, 10 + 50 * index, 35 + 50 * index)
    # Nobody looks while all this happens: 64 events, as many as the queue holds.
    hand.machine.spend(2_000_000)
    assert hand.actions(2100) == presses


CHORDS = [(LEFT, RIGHT, MENU_CHORD), (UP, DOWN, UNDO_CHORD), (UP, RIGHT, HINT_CHORD)]
CHORDS += [(second, first, chord) for first, second, chord in CHORDS]


@pytest.mark.parametrize(("first", "second", "chord"), CHORDS)
@pytest.mark.parametrize("apart", [0, 20, 55])
def test_two_pressed_together_and_held_are_a_chord_after_the_first_press(hand, first, second, chord, apart):
    hand.hold(first, 10, 600)
    hand.hold(second, 10 + apart, 600)
    (_, pressed), (time, action) = hand.watch(1000)
    assert pressed == (first if apart else min(first, second))
    assert action == chord
    assert 10 + apart + 400 <= time <= 10 + apart + 400 + LATEST


@pytest.mark.parametrize(("first", "second"), [(first, second) for first, second, _ in CHORDS])
def test_a_press_70_ms_later_is_separate(hand, first, second):
    hand.hold(first, 10, 800)
    hand.hold(second, 80, 800)
    assert hand.actions(1200) == [first, second]


@pytest.mark.parametrize("pair", [(first, second) for first, second, _ in CHORDS])
@pytest.mark.parametrize("until", [(395, 800), (800, 395), (395, 395)])
def test_a_chord_released_before_400_ms_is_two_presses(hand, pair, until):
    hand.hold(pair[0], 10, until[0])
    hand.hold(pair[1], 40, until[1])
    assert hand.actions(1200) == list(pair)


@pytest.mark.parametrize("every", [1, 30, 70])
def test_a_slow_program_sees_the_same_chords(machine, every):
    hand = Hand(machine)
    hand.hold(LEFT, 10, 445)
    hand.hold(RIGHT, 30, 445)
    assert hand.actions(1000, every) == [LEFT, MENU_CHORD]


@pytest.mark.parametrize(("first", "second"), [(LEFT, DOWN), (DOWN, RIGHT), (UP, LEFT)])
def test_other_pairs_are_moves_at_once(hand, first, second):
    hand.hold(first, 10, 600)
    hand.hold(second, 30, 600)
    (_, pressed), (time, action) = hand.watch(1000)
    assert (pressed, action) == (first, second)
    assert time <= 30 + LATEST


def test_alternating_taps_that_overlap_stay_moves_in_order(hand):
    presses = [(LEFT, RIGHT)[index % 2] for index in range(20)]
    for index, button in enumerate(presses):
        hand.hold(button, 10 + 50 * index, 10 + 50 * index + 70)
    assert hand.actions(1500) == presses


@pytest.mark.parametrize("third", [UP, DOWN])
def test_a_third_button_turns_the_first_two_into_taps(hand, third):
    hand.hold(LEFT, 10, 900)
    hand.hold(RIGHT, 30, 900)
    hand.hold(third, 200, 900)
    seen = hand.watch(1200)
    assert [action for _, action in seen] == [LEFT, RIGHT, third]
    assert seen[-1][0] <= 200 + LATEST


def test_a_chord_can_follow_a_third_button(hand):
    hand.hold(LEFT, 10, 60)
    hand.hold(RIGHT, 30, 900)
    hand.hold(UP, 50, 900)
    hand.hold(DOWN, 75, 900)
    assert hand.actions(1200) == [LEFT, RIGHT, UP, UNDO_CHORD]


def test_a_chord_does_not_repeat_but_can_be_pressed_again(hand):
    for start in (10, 1010, 2010):
        hand.hold(UP, start, start + 700)
        hand.hold(DOWN, start + 20, start + 700)
    assert hand.actions(3000) == [UP, UNDO_CHORD] * 3


def test_an_overflow_leaves_no_button_stuck(hand):
    for index in range(40):
        hand.hold(UP, 10 + 20 * index, 20 + 20 * index)
    hand.hold(RIGHT, 800, 900)
    hand.machine.spend(1_000_000)
    # 80 events came and the queue holds 64. There is no telling which are missing, so none counts.
    hand.hold(LEFT, 1100, 1200)
    hand.hold(RIGHT, 1140, 1180)
    hand.hold(DOWN, 1300, 1340)
    assert hand.actions(1500) == [LEFT, RIGHT, DOWN]


def test_a_button_held_during_an_overflow_counts_as_one_press(hand):
    for index in range(40):
        hand.hold(UP, 10 + 20 * index, 20 + 20 * index)
    hand.hold(LEFT, 900, 2000)
    hand.machine.spend(1_000_000)
    assert hand.actions(2500) == [LEFT]


@pytest.mark.parametrize("before", [0, 5, 30, 200, 395])
def test_the_tick_wrap_changes_nothing(hand, before):
    hand.start = (TICKS_WRAP - hand.machine.ticks(0) - before - 10) * 1000
    hand.machine.now = hand.start
    hand.hold(LEFT, 10, 700)
    hand.hold(RIGHT, 40, 700)
    hand.hold(UP, 800, 840)
    assert hand.actions(1000) == [LEFT, MENU_CHORD, UP]
    assert hand.machine.ticks() < 2000


def test_upside_down_the_buttons_turn_too(machine):
    hand = Hand(machine, rotation=180)
    for index, button in enumerate((UP, RIGHT, DOWN, LEFT)):
        hand.hold(button, 10 + 100 * index, 50 + 100 * index)
    hand.hold(LEFT, 500, 1000)
    hand.hold(RIGHT, 520, 1000)
    hand.hold(DOWN, 1100, 1600)
    hand.hold(UP, 1120, 1600)
    assert hand.actions(2000) == [DOWN, LEFT, UP, RIGHT, RIGHT, MENU_CHORD, UP, UNDO_CHORD]


@pytest.mark.parametrize("rotation", [0, 180])
def test_a_menu_button_opens_the_menu_at_once(rotation):
    with powered_on(BUTTON_MENU="GP14") as machine:
        hand = Hand(machine, rotation, [*PINS, board.GP14])
        hand.hold(MENU_KEY, 10, 300)
        ((time, action),) = hand.watch(600)
    assert action == MENU
    assert time <= 10 + LATEST


def test_a_menu_button_does_not_overtake_a_waiting_press():
    with powered_on(BUTTON_MENU="GP14") as machine:
        hand = Hand(machine, 0, [*PINS, board.GP14])
        hand.hold(LEFT, 10, 700)
        hand.hold(RIGHT, 30, 700)
        hand.hold(MENU_KEY, 200, 300)
        assert hand.actions(1000) == [LEFT, RIGHT, MENU]


@pytest.fixture
def page_hand(machine):
    return Hand(machine, on_page=True)


@pytest.mark.parametrize("button", [UP, RIGHT, DOWN, LEFT])
@pytest.mark.parametrize(("until", "latest"), [(40, 40 + LATEST), (500, 60 + LATEST)])
def test_on_a_page_a_tap_counts_once_it_can_no_longer_become_a_chord(page_hand, button, until, latest):
    page_hand.hold(button, 10, 10 + until)
    ((time, action),) = page_hand.watch(1000)
    assert action == button
    assert time <= 10 + latest


@pytest.mark.parametrize(("first", "second", "chord"), CHORDS)
@pytest.mark.parametrize("apart", [0, 20, 55])
def test_on_a_page_a_chord_is_one_action_without_a_press_before_it(page_hand, first, second, chord, apart):
    page_hand.hold(first, 10, 600)
    page_hand.hold(second, 10 + apart, 600)
    ((time, action),) = page_hand.watch(1000)
    assert action == chord - AFTER_PRESS
    assert 10 + apart + 400 <= time <= 10 + apart + 400 + LATEST


def test_on_a_page_presses_keep_their_order(page_hand):
    presses = [random.Random(8).randrange(4) for _ in range(40)]
    for index, button in enumerate(presses):
        page_hand.hold(button, 10 + 40 * index, 35 + 40 * index)
    assert page_hand.actions(2000) == presses


@pytest.mark.parametrize("every", [2, 250])
def test_on_a_page_three_waiting_presses_are_played_in_order(page_hand, every):
    page_hand.hold(LEFT, 10, 300)
    page_hand.hold(RIGHT, 30, 300)
    page_hand.hold(UP, 100, 200)
    page_hand.hold(UP, 400, 900)
    page_hand.hold(DOWN, 420, 900)
    assert page_hand.actions(1500, every) == [LEFT, RIGHT, UP, UNDO]


def test_undo_repeats_while_its_chord_is_held(hand):
    hand.hold(UP, 10, 2000)
    hand.hold(DOWN, 20, 2000)
    times = [time for time, action in hand.watch(3000) if action in (UNDO, UNDO_CHORD)]
    assert len(times) == 10
    assert 900 <= times[1] - 0 <= 960  # 400 ms to the chord, 500 to the first repeat
    assert all(120 <= later - sooner <= 132 for sooner, later in pairwise(times[1:]))


@pytest.mark.parametrize("button", [UP, DOWN])
@pytest.mark.parametrize("rotation", [0, 180])
def test_up_and_down_repeat_on_a_page(machine, button, rotation):
    hand = Hand(machine, rotation, on_page=True)
    hand.hold(button, 10, 1200)
    seen = hand.watch(2000)
    assert {action for _, action in seen} == {button ^ 2 if rotation else button}
    assert len(seen) == 1 + 6
    assert seen[0][0] <= 100
    assert 500 <= seen[1][0] - 10 <= 530


@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_what_selects_or_goes_back_does_not_repeat(machine, button):
    hand = Hand(machine, on_page=True)
    hand.hold(button, 10, 3000)
    assert hand.actions(3500) == [button]


def test_a_page_that_closes_ends_the_repeating(machine):
    hand = Hand(machine, on_page=True)
    hand.hold(DOWN, 10, 3000)
    assert hand.actions(700) == [DOWN] * 3
    hand.on_page = False
    assert hand.actions(3500) == []


@pytest.mark.parametrize("other", [LEFT, UP])
def test_another_press_ends_the_repeating(machine, other):
    hand = Hand(machine, on_page=True)
    hand.hold(DOWN, 10, 3000)
    hand.hold(other, 800, 830)
    assert hand.actions(700) == [DOWN] * 3
    assert hand.actions(3500)[-1] == other


def test_a_button_that_is_stuck_stops_to_repeat(machine):
    hand = Hand(machine, on_page=True)
    hand.hold(DOWN, 10, 60_000)
    assert len(hand.actions(50_000, every=20)) == 41


def test_buttons_of_their_own_for_menu_undo_and_hint(machine):
    pins = [*PINS, None, board.GP15, board.GP16]
    hand = Hand(machine, pins=pins)
    hand.hold(UNDO_KEY, 10, 60)
    hand.hold(HINT_KEY, 110, 160)
    assert hand.actions(300) == [UNDO, HINT]


def test_an_undo_button_repeats_while_it_is_held(machine):
    hand = Hand(machine, pins=[*PINS, None, board.GP15, None])
    hand.hold(UNDO_KEY, 10, 1000)
    assert hand.actions(2000) == [UNDO] * 5


@pytest.mark.parametrize(("chord_ms", "hold_ms"), [(20, 200), (200, 1500)])
def test_the_times_of_a_chord_can_be_chosen(machine, chord_ms, hold_ms):
    hand = Hand(machine)
    hand.buttons = None
    machine.pins_in_use.clear()
    hand.buttons = Buttons(PINS, chord_ms, hold_ms)
    hand.hold(LEFT, 10, 10 + chord_ms - 10 + hold_ms + 60)
    hand.hold(RIGHT, chord_ms, chord_ms + hold_ms + 60)
    _, chord = hand.watch(3000)
    assert chord[1] == MENU_CHORD
    assert hold_ms <= chord[0] - chord_ms <= hold_ms + 40
