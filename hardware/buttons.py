# SPDX-License-Identifier: MIT
"""Four buttons (and up to three more) turned into actions: taps, chords and repeats.

Two buttons pressed within 60 ms of each other and held together for 400 ms make a chord. The
second waits until that is settled; released early, it is a tap like any other. The first acts at once,
because a move must not wait and can be taken back; on a page, where it cannot, the first waits too.
Undo, and up and down on a page, repeat while they are held.
"""

import time

import keypad
from micropython import const

from engine2048 import board
from engine2048.screens import actions
from engine2048.ticks import elapsed

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import microcontroller

# What each key asks for: the directions, then those that not every handheld has.
_ACTIONS = const(b"\x00\x01\x02\x03\x10\x11\x12")
_DIRECTIONS = const(4)

_REPEAT_AFTER_MS = const(500)
_REPEAT_MS = const(125)
# More than there are items in a menu or moves to undo. A button that something else holds down must not
# keep the handheld awake.
_REPEATS = const(40)

# An event may be slightly later than the time of the poll; then the difference wraps.
_WRAPPED = const(1 << 28)
_TICKS_MAX = const((1 << 29) - 1)

# Two equal scans make an edge: this rides out bounces and reports a press after 5 to 10 ms.
_SCAN_SECONDS = const(0.005)
_DEBOUNCE_SCANS = const(2)

_NAP_SECONDS = const(0.004)
_NAPS = const(20)
_LONG_NAP_SECONDS = const(0.03)
_LONG_NAPS = const(3)

# Directions held together, as bits: UP is 1, RIGHT 2, DOWN 4 and LEFT 8.
_MENU_CHORD = const(8 | 2)
_UNDO_CHORD = const(1 | 4)
_HINT_CHORD = const(1 | 2)


class Buttons:
    """Drains the keypad's queue without losing a press."""

    def __init__(
        self, pins: "Sequence[microcontroller.Pin | None]", chord_ms: int = 60, hold_ms: int = 400
    ) -> None:
        """Watch `pins`: up, right, down, left, and menu, undo and hint if there are such; each to ground.

        Two directions make a chord when pressed within `chord_ms` and held together for `hold_ms`.
        """
        self._pins = [pin for pin in pins if pin]
        self._actions = bytes([_ACTIONS[key] for key in range(len(pins)) if pins[key]])
        self._chord_ms = chord_ms
        self._hold_ms = hold_ms
        self._event = keypad.Event()
        self._held = bytearray(len(self._pins))
        # Settled actions, oldest first: up to two that were waiting and the press that settled them.
        self._ready = [actions.NONE] * 3
        self._count = 0
        self._first = actions.NONE  # the button pressed last, which may begin a chord
        self._first_time = 0
        self._is_first_done = True  # it has already acted
        self._second = actions.NONE  # the button that may complete a chord with it
        self._second_time = 0
        self._repeated = actions.NONE  # what repeats while it is held
        self._repeat_time = 0  # when it is next due
        self._repeats = 0  # and how often more
        self.watch()

    def watch(self) -> None:
        """Begin to watch the pins. A button that is held already counts when it is pressed again."""
        self._keys = keypad.Keys(
            self._pins,
            value_when_pressed=False,
            pull=True,
            interval=_SCAN_SECONDS,
            debounce_threshold=_DEBOUNCE_SCANS,
        )

    def release(self, use: "Callable[[microcontroller.Pin, bool], Any]") -> "list[Any]":
        """Stop watching, and give every pin to `use` with whether its button is held; returns the results.

        Returns nothing, and watches on, if a press came meanwhile.
        """
        if self._keys.events:
            return []
        self._keys.deinit()
        self._forget()
        return [use(pin, self._held[key] != 0) for key, pin in enumerate(self._pins)]

    def nap(self, moving: bool = False, sleep: bool = False) -> None:
        """Sleep until there is something to poll, or so briefly that nothing else is noticed late.

        `moving` means that something else has to be ended by the clock, `sleep` that nobody may be there:
        then a press may wait a little longer. Each sleep costs half a millisecond in the firmware.
        """
        naps = _LONG_NAPS if sleep else _NAPS
        seconds = _LONG_NAP_SECONDS if sleep else _NAP_SECONDS
        if (
            moving
            or self._count
            or self._second != actions.NONE
            or not self._is_first_done
            or self._repeated != actions.NONE
        ):
            naps = 1  # what waits is decided by the clock
        events = self._keys.events
        pause = time.sleep
        while naps and not events:
            pause(seconds)
            naps -= 1

    def poll(self, now: int, rotation: int, on_page: bool) -> int:
        """Return the next action, or actions.NONE if there is none by `now`, from supervisor.ticks_ms().

        `rotation` is 0 or 180 degrees: the directions turn with the picture. `on_page` means that a
        press would do more than make a move on the board.
        """
        events = self._keys.events
        if events.overflowed:
            self._start_over()
        event = self._event
        while not self._count and events.get_into(event):
            button = self._actions[event.key_number]
            self._held[event.key_number] = event.pressed
            if button < _DIRECTIONS and rotation:
                button ^= 2
            # The program may have been busy while a chord was held long enough and released.
            self._decide(event.timestamp)
            if event.pressed:
                self._press(button, event.timestamp, on_page)
            else:
                self._release(button)
        if not self._count:
            self._decide(now)
            self._repeat(now, on_page)
        return self._take()

    def _decide(self, time: int) -> None:
        """Decide what has waited long enough by `time`."""
        if self._second != actions.NONE:
            if self._hold_ms <= elapsed(time, self._second_time) < _WRAPPED:
                chord = _chord(self._first, self._second)
                self._put(chord + actions.AFTER_PRESS if self._is_first_done else chord)
                self._forget()
                if chord == actions.UNDO:
                    self._begin_repeat(chord, time)
        elif not self._is_first_done and self._chord_ms < elapsed(time, self._first_time) < _WRAPPED:
            self._play_waiting()

    def _begin_repeat(self, action: int, time: int) -> None:
        self._repeated = action
        self._repeat_time = (time + _REPEAT_AFTER_MS) & _TICKS_MAX
        self._repeats = _REPEATS

    def _repeat(self, now: int, on_page: bool) -> None:
        """Repeat what is held, if that is due by `now`."""
        if self._repeated == actions.NONE or elapsed(now, self._repeat_time) >= _WRAPPED:
            return
        # A page that opened or closed meanwhile makes something else of the button.
        if on_page == (self._repeated == actions.UNDO) or not self._repeats:
            self._repeated = actions.NONE
            return
        self._repeats -= 1
        self._repeat_time = (now + _REPEAT_MS) & _TICKS_MAX
        self._put(self._repeated)

    def _press(self, button: int, time: int, on_page: bool) -> None:
        self._repeated = actions.NONE
        if button >= _DIRECTIONS:
            self._play_waiting()
            self._first = actions.NONE
            self._put(button)
            if button == actions.UNDO:
                self._begin_repeat(button, time)
            return
        first = self._first
        is_close = first != actions.NONE and elapsed(time, self._first_time) <= self._chord_ms
        if self._second == actions.NONE and is_close and _chord(first, button) != actions.NONE:
            self._second = button
            self._second_time = time
            return
        # A third button, or one that makes no chord: the presses before it were taps.
        self._play_waiting()
        self._first = button
        self._first_time = time
        self._is_first_done = False
        if not on_page:
            self._play_waiting()
        elif button in (board.UP, board.DOWN):
            self._begin_repeat(button, time)

    def _release(self, button: int) -> None:
        self._repeated = actions.NONE
        if button in (self._first, self._second):
            self._play_waiting()
        if button == self._first:
            self._first = actions.NONE  # what is not held begins no chord

    def _play_waiting(self) -> None:
        if not self._is_first_done:
            self._is_first_done = True
            self._put(self._first)
        if self._second != actions.NONE:
            self._put(self._second)
            self._second = actions.NONE

    def _put(self, action: int) -> None:
        self._ready[self._count] = action
        self._count += 1

    def _take(self) -> int:
        ready = self._ready
        if not self._count:
            return actions.NONE
        action = ready[0]
        ready[0], ready[1] = ready[1], ready[2]
        self._count -= 1
        return action

    def _forget(self) -> None:
        self._first = self._second = self._repeated = actions.NONE
        self._is_first_done = True

    def _start_over(self) -> None:
        """Recover from an overflow: events were lost, so what we remember of the keys may be wrong."""
        self._keys.events.clear()
        self._keys.reset()
        for key in range(len(self._held)):
            self._held[key] = 0
        self._forget()


def _chord(first: int, second: int) -> int:
    """The action that two directions held together ask for; NONE if there is none."""
    together = 1 << first | 1 << second
    if together == _MENU_CHORD:
        return actions.MENU
    if together == _UNDO_CHORD:
        return actions.UNDO
    if together == _HINT_CHORD:
        return actions.HINT
    return actions.NONE
