# SPDX-License-Identifier: MIT
"""The key scanner: keypad.Keys and its event queue, as in CircuitPython's shared-module/keypad."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from tools.simulator import machine as machines
from tools.simulator.parts import OnPins, Pin


class Event:
    """keypad.Event; as on the device, comparing two events ignores their timestamps."""

    __slots__ = ("key_number", "pressed", "timestamp")

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int | None = None) -> None:
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = machines.current().ticks() if timestamp is None else timestamp

    @property
    def released(self) -> bool:
        """True if the key went up."""
        return not self.pressed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and hash(self) == hash(other)

    def __hash__(self) -> int:
        return self.pressed << 15 | self.key_number

    def __repr__(self) -> str:
        return f"<Event: key_number {self.key_number} {'pressed' if self.pressed else 'released'}>"


class EventQueue:
    """keypad.EventQueue; each look at it first scans the keys up to the present."""

    def __init__(self, catch_up: Callable[[], None], size: int) -> None:
        self._overflowed = False
        self._catch_up = catch_up
        self._size = size
        self._events: deque = deque()

    @property
    def overflowed(self) -> bool:
        """True if an event was dropped because the queue was full."""
        self._catch_up()
        return self._overflowed

    def get(self) -> Event | None:
        """The oldest event, or None."""
        event = Event(0, True, 0)
        return event if self.get_into(event) else None

    def get_into(self, event: Event) -> bool:
        """Move the oldest event into `event`; False if there is none."""
        self._catch_up()
        if not self._events:
            return False
        event.key_number, event.pressed, event.timestamp = self._events.popleft()
        return True

    def clear(self) -> None:
        """Drop all events and forget the overflow."""
        self._catch_up()
        self._events.clear()
        self._overflowed = False

    def __len__(self) -> int:
        self._catch_up()
        return len(self._events)

    def __bool__(self) -> bool:
        return len(self) > 0

    def _record(self, *event: Any) -> None:
        if len(self._events) == self._size:
            self._overflowed = True
        else:
            self._events.append(event)


class Keys(OnPins):
    """keypad.Keys: scans every `interval` seconds of virtual time (CircuitPython, shared-module/keypad)."""

    def __init__(  # noqa: PLR0913 - the device's signature
        self,
        pins: Sequence[Pin],
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        if value_when_pressed or not pull:
            raise NotImplementedError(
                "the simulated switches lead to ground: value_when_pressed=False, pull=True"
            )
        super().__init__(*pins)
        self.key_count = len(pins)
        self._interval = max(1, round(interval * 1_000_000))
        self._threshold = debounce_threshold
        # The sign is the debounced state. They start at zero, so a key held from the start gives no event
        # until `reset`.
        self._counters = [0] * len(pins)
        self._queue = EventQueue(self._catch_up, max_events)
        self._scan(self._machine.now)

    @property
    def events(self) -> EventQueue:
        """The event queue."""
        self._check()
        return self._queue

    def reset(self) -> None:
        """Assume that all keys are up, and scan at once."""
        self._catch_up()
        self._counters = [-self._threshold] * self.key_count
        self._scan(self._machine.now)

    def _catch_up(self) -> None:
        self._machine.wait(machines.POLL)
        while self._next_scan <= self._machine.now:
            self._scan(self._next_scan)

    def _scan(self, at: int) -> None:
        self._next_scan = at + self._interval
        for key, pin in enumerate(self._pins):
            pressed = self._machine.is_down(pin.name, at)
            step = 1 if pressed else -1
            if self._counters[key] == step * self._threshold:
                continue
            self._counters[key] += step
            if self._counters[key] == 0:
                self._counters[key] = step * self._threshold
                self._queue._record(key, pressed, self._machine.ticks(at))
