"""Four buttons (and an optional fifth) turned into actions: taps and chords.

A press is an action at once. Only the second press of two that make a chord waits, when it comes within
CHORD_MS: held on together for HOLD_MS they are the chord; let go earlier, it is a tap like any other.
"""

import keypad

from engine2048 import actions
from engine2048.board import DOWN, LEFT, RIGHT, UP
from engine2048.ticks import elapsed

CHORD_MS = 60
HOLD_MS = 400
_WRAPPED = 1 << 28

# Two equal scans make an edge: bounces are ridden out, and a press is known after 5 to 10 ms.
_SCAN_SECONDS = 0.005
_DEBOUNCE_SCANS = 2

# Directions held together, as bits.
_MENU_CHORD = 1 << LEFT | 1 << RIGHT
_UNDO_CHORD = 1 << UP | 1 << DOWN
_HINT_CHORD = 1 << UP | 1 << RIGHT


class Buttons:
    """Drains the keypad's queue without losing a press."""

    def __init__(self, pins):
        """Watch `pins`, which are up, right, down, left and perhaps menu, each to ground."""
        self._keys = keypad.Keys(
            pins,
            value_when_pressed=False,
            pull=True,
            interval=_SCAN_SECONDS,
            debounce_threshold=_DEBOUNCE_SCANS,
        )
        self._event = keypad.Event()
        self._held = bytearray(len(pins))
        self._last = actions.NONE  # the direction pressed last, while it may begin a chord
        self._last_time = 0
        self._waiting = actions.NONE  # the second direction of what may become a chord
        self._waiting_time = 0
        self._next = actions.NONE  # an action that came with the one before it

    def poll(self, now, rotation):
        """Return the next action, or actions.NONE when there is none by `now`, supervisor.ticks_ms().

        `rotation` is 0 or 180 degrees: the directions turn along with the picture.
        """
        if self._next != actions.NONE:
            action, self._next = self._next, actions.NONE
            return action
        events = self._keys.events
        if events.overflowed:
            self._start_over()
        event = self._event
        while events.get_into(event):
            button = event.key_number
            if button != actions.MENU and rotation:
                button ^= 2
            # The program may have been busy while a chord was held long enough and let go.
            chord = self._chord_by(event.timestamp)
            action = self._press(button, event.timestamp) if event.pressed else self._release(button)
            if chord != actions.NONE:
                self._next = action
                return chord
            if action != actions.NONE:
                return action
        return self._chord_by(now)

    def _chord_by(self, time):
        """The chord that two buttons have made by `time`, if they have; NONE if not."""
        held = elapsed(time, self._waiting_time)
        # A press may be a moment younger than `now`: then the difference wraps.
        if self._waiting == actions.NONE or not HOLD_MS <= held < _WRAPPED:
            return actions.NONE
        chord = _chord(self._last, self._waiting)
        self._last = self._waiting = actions.NONE
        return chord

    def _press(self, action, time):
        self._held[action] = 1
        last, waiting = self._last, self._waiting
        is_close = last != actions.NONE and self._held[last] and elapsed(time, self._last_time) <= CHORD_MS
        if waiting == actions.NONE and is_close and _chord(last, action) != actions.NONE:
            self._waiting = action
            self._waiting_time = time
            return actions.NONE
        self._last = action
        self._last_time = time
        if waiting == actions.NONE:
            return action
        # A third button: the two before were taps. The one that waited is played first.
        self._waiting = actions.NONE
        self._next = action
        return waiting

    def _release(self, action):
        self._held[action] = 0
        waiting = self._waiting
        if waiting != actions.NONE and action in (waiting, self._last):
            self._waiting = actions.NONE
            return waiting
        return actions.NONE

    def _start_over(self):
        """After an overflow: events were lost, so nothing that is remembered of the keys is sure."""
        self._keys.events.clear()
        self._keys.reset()
        for key in range(len(self._held)):
            self._held[key] = 0
        self._last = self._waiting = actions.NONE


def _chord(first, second):
    """What two directions held together ask for; NONE when nothing."""
    together = 1 << first | 1 << second
    if together == _MENU_CHORD:
        return actions.MENU_CHORD
    if together == _UNDO_CHORD:
        return actions.UNDO_CHORD
    if together == _HINT_CHORD:
        return actions.HINT_CHORD
    return actions.NONE
