"""Four buttons (and an optional fifth) turned into actions: taps and chords.

A press is an action at once. Only a second press within CHORD_MS of the one opposite waits: held on
together for HOLD_MS the two are a chord; let go earlier, it is a tap like any other.
"""

import keypad

from engine2048 import actions
from engine2048.board import LEFT, RIGHT
from engine2048.ticks import elapsed

CHORD_MS = 60
HOLD_MS = 400

# Two equal scans make an edge: bounces are ridden out, and a press is known after 5 to 10 ms.
_SCAN_SECONDS = 0.005
_DEBOUNCE_SCANS = 2

_MENU_KEY = 4


class Buttons:
    """Drains the keypad's queue without losing a press."""

    def __init__(self, pins, rotation):
        """Watch `pins`, which are up, right, down, left and perhaps menu, each to ground.

        `rotation` is 0 or 180 degrees: the directions turn along with the picture.
        """
        self._keys = keypad.Keys(
            pins,
            value_when_pressed=False,
            pull=True,
            interval=_SCAN_SECONDS,
            debounce_threshold=_DEBOUNCE_SCANS,
        )
        self._event = keypad.Event()
        self.rotation = rotation
        self._held = bytearray(len(pins))
        self._last = -1  # the key pressed last, while it may begin a chord
        self._last_time = 0
        self._waiting = -1  # the second key of a chord that may become one
        self._waiting_time = 0
        self._next = actions.NONE

    def poll(self, now):
        """Return the next action, or actions.NONE; to be called until it returns that.

        `now` is supervisor.ticks_ms().
        """
        if self._next != actions.NONE:
            action, self._next = self._next, actions.NONE
            return action
        events = self._keys.events
        if events.overflowed:
            self._start_over()
        while events.get_into(self._event):
            event = self._event
            key = event.key_number
            if not event.pressed:
                self._held[key] = 0
                if self._waiting >= 0 and key in (self._waiting, self._last):
                    key, self._waiting = self._waiting, -1
                    return self._turned(key)
                continue
            self._held[key] = 1
            action = self._press(key, event.timestamp)
            if action != actions.NONE:
                return action
        if self._waiting >= 0 and elapsed(now, self._waiting_time) >= HOLD_MS:
            chord = actions.MENU_CHORD if self._waiting in (LEFT, RIGHT) else actions.UNDO_CHORD
            self._waiting = self._last = -1
            return chord
        return actions.NONE

    def _press(self, key, time):
        if key == _MENU_KEY:
            return actions.MENU
        if self._waiting >= 0:
            # A third button: the two before were taps. The one that waited is played first.
            self._next = self._turned(key)
            key, self._waiting = self._waiting, -1
            return self._turned(key)
        opposite = key ^ 2
        if self._last == opposite and self._held[opposite] and elapsed(time, self._last_time) <= CHORD_MS:
            self._waiting = key
            self._waiting_time = time
            return actions.NONE
        self._last = key
        self._last_time = time
        return self._turned(key)

    def _turned(self, key):
        return key if self.rotation == 0 else key ^ 2

    def _start_over(self):
        """After an overflow: events were lost, so nothing that is remembered of the keys is sure."""
        self._keys.events.clear()
        self._keys.reset()
        for key in range(len(self._held)):
            self._held[key] = 0
        self._last = self._waiting = -1
