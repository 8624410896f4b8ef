# SPDX-License-Identifier: MIT
"""Keys that are typed, not held: each plays a step of keys.py once the one before is done."""

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable
from typing import Generic, TypeVar

from tools.simulator import keys
from tools.simulator.device import Device

# One character for each chord, with its letter in keys.py. A small h is a move.
_CHORDS = {"m": "M", "u": "Z", "z": "Z", "H": "H", "?": "H"}
# In microseconds. Between one button going up and the next going down, so that the device sees both.
_GAP = 20_000
_SETTLE = keys.SETTLE_MS * 1000
# A key that repeats this soon, while this many wait, is being held down: its repeats are dropped.
_REPEAT_SECONDS = 0.1
_MOST_REPEATS = 8
# In microseconds after power-on. A program that does not look at its buttons by then never will.
_LONGEST_BOOT = 5_000_000

Key = TypeVar("Key")  # what comes from the keyboard


def chord(character: str) -> str | None:
    """The letter in keys.py for the chord that a character stands for; None if it stands for none."""
    return _CHORDS.get(character) or _CHORDS.get(character.lower())


class Typed(Generic[Key]):
    """A queue of keys that loses none and plays none too early.

    `do` is called with each key when its turn comes, and may call `press`. `slow` names the keys that wait
    until the effect of the earlier ones shows. `clock` gives the device's time by the person's clock, in
    microseconds. While a device boots, `is_ready` tells whether its program looks at the buttons yet.
    """

    def __init__(self, device: Device, do: Callable[[Key], None], slow: Collection[Key] = ()) -> None:
        self.clock: Callable[[], int] = lambda: device.now
        self.is_ready: Callable[[], bool] | None = None
        self.free_at = -_SETTLE  # when every press so far is done
        self._came_at = 0  # when the key whose turn it is was typed
        self._device = device
        self._do = do
        self._slow = slow
        self._waiting: deque[tuple[Key, int]] = deque()
        self._last: tuple[Key | None, float] = (None, 0.0)  # key and real time
        self._is_chord = False

    def add(self, typed: Iterable[Key]) -> None:
        """Take keys that were typed just now."""
        now = time.monotonic()
        for key in typed:
            is_repeat = key == self._last[0] and 0 < now - self._last[1] < _REPEAT_SECONDS
            self._last = (key, now)
            if not (is_repeat and len(self._waiting) >= _MOST_REPEATS):
                self._waiting.append((key, self.clock()))

    def go_on(self) -> None:
        """Do every key whose turn has come."""
        if self.is_ready:
            # The device's clock may be ahead of the person's, and a press before its first look is lost.
            now = max(self.clock(), self._device.now)
            self.free_at = max(self.free_at, min(now, _LONGEST_BOOT))
            if self.is_ready():
                self.is_ready = None
        while self._waiting and self.clock() >= self._turn():
            key, self._came_at = self._waiting.popleft()
            self._do(key)

    def press(self, letter: str) -> None:
        """Press the buttons for a letter of keys.py, on behalf of the key whose turn it is."""
        start = max(self._came_at, self.free_at)
        changes, _ = keys.schedule(keys.parse(letter))
        for at, button, is_down in changes:
            self._device.switch(button, is_down, start + at * 1000)
        self.free_at = start + changes[-1][0] * 1000 + _GAP
        self._is_chord = len(changes) > 2

    @property
    def hurry_until(self) -> int:
        """The time up to which the device's clock may run ahead, so that nobody waits for a typed chord."""
        if self._waiting:
            return self._turn()
        return self.free_at if self._is_chord else 0

    def _turn(self) -> int:
        if self.is_ready:
            return _LONGEST_BOOT
        return self.free_at + (_SETTLE if self._waiting[0][0] in self._slow else 0)
