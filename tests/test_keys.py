# SPDX-License-Identifier: MIT
"""The key grammar and its timing."""

import pytest

from tools.simulator.keys import BadKeys, parse, schedule


def test_a_tap_is_down_for_40_ms_and_up_for_60():
    changes, total = schedule(parse("UR"))
    assert changes == [(0, 0, True), (40, 0, False), (100, 1, True), (140, 1, False)]
    assert total == 200


def test_a_dot_waits():
    changes, total = schedule(parse("..D"))
    assert changes == [(200, 2, True), (240, 2, False)]
    assert total == 300


@pytest.mark.parametrize(("key", "pair"), [("M", {3, 1}), ("Z", {0, 2}), ("H", {0, 1})])
def test_a_chord_holds_two_buttons_for_500_ms(key, pair):
    changes, total = schedule(parse(key))
    assert {change for change in changes if change[2]} == {(0, button, True) for button in pair}
    assert {change for change in changes if not change[2]} == {(500, button, False) for button in pair}
    assert total == 560


def test_no_keys_take_no_time():
    assert schedule(parse("")) == ([], 0)


@pytest.mark.parametrize(("text", "position"), [("UDX", 3), ("u", 1), ("L R", 2), ("LR\n", 3)])
def test_a_bad_key_is_named_with_its_position(text, position):
    with pytest.raises(BadKeys) as caught:
        parse(text)
    assert caught.value.position == position
    assert caught.value.character == text[position - 1]
    assert str(caught.value).startswith(f"key {position} is {text[position - 1]!r};")
