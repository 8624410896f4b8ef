# SPDX-License-Identifier: MIT
"""Waiting in the dark for a button, and off. Loaded when it is dark, and forgotten when it is not."""

import time

import displayio
import supervisor
from micropython import const

from hardware.buttons import Buttons

_NAP_SECONDS = const(0.055)

try:
    import alarm
except ImportError:  # not on every board: RP2350 has none
    alarm = None  # type: ignore[assignment]


def may_sleep() -> bool:
    """Tell whether the board can sleep now: while a computer is connected, that would lose the board."""
    return alarm is not None and not supervisor.runtime.usb_connected


def sleep(buttons: Buttons, pause: int) -> bool:
    """Wait in the dark for a press; True if it came and `poll` will not see it.

    At most for `pause` milliseconds, or 0 for ever. Where the board can, it sleeps until a pin wakes it.
    """
    if not may_sleep():
        time.sleep(_NAP_SECONDS)
        return False
    alarms = buttons.release(_pin_alarm)
    if not alarms:
        return False
    if pause:
        alarms.append(alarm.time.TimeAlarm(monotonic_time=time.monotonic() + pause / 1000))
    woken = alarm.light_sleep_until_alarms(*alarms)
    buttons.watch()
    return isinstance(woken, alarm.pin.PinAlarm)


def switch_off(buttons: Buttons) -> None:
    """Switch a board that may sleep off until a button is pressed, which restarts it.

    Returns if a press came meanwhile.
    """
    alarms = buttons.release(_pin_alarm)
    if alarms:
        displayio.release_displays()  # or CircuitPython lights it up to show its console
        alarm.exit_and_deep_sleep_until_alarms(*alarms)


def _pin_alarm(pin: "object", is_held: bool) -> "object":
    """What wakes the board when a button is pressed; one that is stuck must first be let go."""
    return alarm.pin.PinAlarm(pin, value=False, edge=is_held, pull=True)  # type: ignore[arg-type]
