# SPDX-License-Identifier: MIT
"""The queue of typed keys: in order, none lost, none too early, and the repeats of a held key."""

from types import SimpleNamespace

import pytest

from tools.simulator import typed
from tools.simulator.typed import Typed, chord

UP, RIGHT, DOWN, LEFT = range(4)


class Typing:
    """Someone types, on a clock that the test advances; records what happens to the keys."""

    def __init__(self, monkeypatch):
        self.now = 100.0
        monkeypatch.setattr(typed.time, "monotonic", lambda: self.now)
        self.device = SimpleNamespace(now=1_000_000, switched=[])
        self.device.switch = lambda *change: self.device.switched.append(change)
        self.done = []
        self.queue = Typed(self.device, self._do, slow=("q",))

    def _do(self, key):
        self.done.append(key)
        if key != "q":
            self.queue.press(key)

    def type(self, text):
        self.queue.add(text)
        self.queue.go_on()

    def wait(self, milliseconds):
        """Advance both clocks, and do the keys whose turn comes."""
        for _ in range(milliseconds):
            self.now += 0.001
            self.device.now += 1_000
            self.queue.go_on()


@pytest.fixture
def typing(monkeypatch):
    return Typing(monkeypatch)


def test_keys_typed_at_once_are_pressed_one_after_the_other(typing):
    typing.type("RL")
    assert typing.device.switched == [(RIGHT, True, 1_000_000), (RIGHT, False, 1_040_000)]
    typing.wait(60)
    assert typing.device.switched[2:] == [(LEFT, True, 1_060_000), (LEFT, False, 1_100_000)]


def test_a_key_has_the_time_at_which_it_was_typed(typing):
    typing.queue.add("R")
    typing.device.now += 30_000
    typing.queue.go_on()
    assert typing.device.switched[0] == (RIGHT, True, 1_000_000)


@pytest.mark.parametrize("text", ["ZLLLLRRRRUUUUDDDD", "MMMM", "Z" * 20, "ULDR" * 30, "L" * 50])
def test_no_typed_key_is_lost(typing, text):
    typing.type(text)
    typing.wait(600 * len(text))
    assert "".join(typing.done) == text


def test_fast_fingers_lose_nothing_even_after_a_chord(typing):
    for key in "ZLLLLZRRR":
        typing.type(key)
        typing.wait(40)
    typing.wait(3000)
    assert "".join(typing.done) == "ZLLLLZRRR"


def test_a_held_key_stops_soon_after_it_is_released(typing):
    for _ in range(100):
        typing.type("L")
        typing.wait(30)
    assert typing.queue.free_at <= typing.device.now + 60_000
    played = len(typing.done)
    typing.wait(2000)
    assert played <= len(typing.done) <= played + 9


def test_quitting_waits_for_what_was_typed_before(typing):
    typing.type("Lq")
    typing.wait(459)
    assert typing.done == ["L"]
    typing.wait(1)
    assert typing.done == ["L", "q"]


def test_quitting_is_immediate_if_nothing_was_typed(typing):
    typing.type("q")
    assert typing.done == ["q"]


def test_a_single_tap_takes_its_time_and_a_chord_or_a_queue_does_not(typing):
    typing.type("L")
    assert typing.queue.hurry_until == 0
    typing.type("R")
    assert typing.queue.hurry_until == 1_060_000
    typing.wait(200)
    typing.type("H")
    assert typing.queue.hurry_until == 1_200_000 + 520_000


def test_keys_typed_during_boot_are_pressed_once_the_program_looks(typing):
    typing.device.now = 0
    looks = []
    typing.queue.is_ready = lambda: bool(looks)
    typing.type("Lq")
    typing.wait(1_000)
    assert typing.done == []
    assert typing.queue.hurry_until > typing.device.now
    looks.append(True)
    typing.queue.clock = lambda: typing.device.now - 30_000  # it drew faster than time passed
    typing.wait(60)
    assert typing.device.switched[0] == (LEFT, True, 1_001_000)
    typing.wait(1_000)
    assert typing.done == ["L", "q"]


def test_a_program_that_never_looks_can_be_quit(typing):
    typing.device.now = 0
    typing.queue.is_ready = lambda: False
    typing.wait(6_000)
    typing.type("q")
    assert typing.done == ["q"]


@pytest.mark.parametrize(
    ("character", "letter"),
    [
        ("m", "M"),
        ("M", "M"),
        ("u", "Z"),
        ("U", "Z"),
        ("z", "Z"),
        ("?", "H"),
        ("H", "H"),
        ("h", None),
        ("", None),
    ],
)
def test_what_a_character_stands_for(character, letter):
    assert chord(character) == letter
