# SPDX-License-Identifier: MIT
"""The module alarm: sleep until a pin or the time wakes the board (CircuitPython, ports/raspberrypi)."""

from types import SimpleNamespace
from typing import Any

from tools.simulator import machine as machines
from tools.simulator.parts import Pin

_STEP = 1000  # microseconds between two looks at the pins, while a person may press a button
_LONGEST = 1_000_000  # so that whoever watches the machine sees each second


class DeepSleep(BaseException):
    """The program ended itself and the board sleeps until one of the `alarms`, which restarts it."""

    def __init__(self, alarms: tuple[Any, ...]) -> None:
        super().__init__("deep sleep")
        self.alarms = alarms


class PinAlarm:
    """alarm.pin.PinAlarm: goes off while a pin has the level `value`, or when it changes to it (`edge`)."""

    def __init__(self, pin: Pin, value: bool, *, edge: bool = False, pull: bool = False) -> None:
        if value or not pull:
            raise NotImplementedError("the simulated switches lead to ground: value=False, pull=True")
        self.pin = pin
        self._edge = edge
        self._was_down = False

    def begin(self, machine: machines.Machine) -> None:
        """Sleep begins. Raises ValueError if something else holds the pin."""
        if self.pin.name in machine.pins_in_use:
            raise ValueError(f"{self.pin.name} in use")
        self._was_down = machine.is_down(self.pin.name, machine.now)

    def is_due(self, machine: machines.Machine) -> bool:
        """Tell whether this alarm goes off now."""
        is_down = machine.is_down(self.pin.name, machine.now)
        is_due = is_down and not (self._edge and self._was_down)
        self._was_down = is_down
        return is_due


class TimeAlarm:
    """alarm.time.TimeAlarm: goes off at a time of time.monotonic()."""

    def __init__(self, *, monotonic_time: float) -> None:
        self.monotonic_time = monotonic_time
        self.time = round(monotonic_time * 1_000_000)

    def begin(self, machine: machines.Machine) -> None:
        """Sleep begins. Raises ValueError if the time has passed."""
        if self.time < machine.now:
            raise ValueError("Time is in the past.")

    def is_due(self, machine: machines.Machine) -> bool:
        """Tell whether this alarm goes off now."""
        return machine.now >= self.time


def sleep_until(machine: machines.Machine, alarms: tuple[Any, ...]) -> Any:
    """Let time pass until one of the alarms goes off; returns it."""
    for alarm in alarms:
        alarm.begin(machine)
    while True:
        for alarm in alarms:
            if alarm.is_due(machine):
                return alarm
        machine.sleep(_STEP if machine.listen else _until_change(machine, alarms))


def _until_change(machine: machines.Machine, alarms: tuple[Any, ...]) -> int:
    """Microseconds in which no alarm can go off."""
    times = [alarm.time for alarm in alarms if isinstance(alarm, TimeAlarm)]
    change = machine.next_change()
    if change is not None:
        times.append(change)
    return max(1, min([time - machine.now for time in times] + [_LONGEST]))


def _light_sleep(*alarms: Any) -> Any:
    return sleep_until(machines.current(), alarms)


def _deep_sleep(*alarms: Any) -> None:
    machine = machines.current()
    for alarm in alarms:
        alarm.begin(machine)
    raise DeepSleep(alarms)


def contents() -> dict[str, Any]:
    """What the module holds, apart from wake_alarm."""
    return {
        "pin": SimpleNamespace(PinAlarm=PinAlarm),
        "time": SimpleNamespace(TimeAlarm=TimeAlarm),
        "light_sleep_until_alarms": _light_sleep,
        "exit_and_deep_sleep_until_alarms": _deep_sleep,
    }
