# SPDX-License-Identifier: MIT
"""The self-test: which buttons the board sees, and what else it has. Loaded if LEFT or RIGHT asks for it."""

import gc
import os
import time

import digitalio
import displayio
import supervisor
from micropython import const

from engine2048 import __version__
from engine2048.screens.page import Page
from engine2048.ticks import elapsed
from hardware import config, store
from hardware.console import drain
from hardware.pages import TextPage

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from microcontroller import Pin

    from hardware.oled import Display

# In the order of Config.buttons; LEFT and RIGHT as bits, together.
_NAMES = const(("UP", "RIGHT", "DOWN", "LEFT", "MENU", "UNDO", "HINT"))
_SIDES = const(8 | 2)

_NAP_SECONDS = const(0.02)
_LEAVE_MS = const(400)  # as for the menu
_TURN_MS = const(3000)
_STUCK_MS = const(10000)
_END_MS = const(60000)
_MOST_MS = const(600000)  # an unsteady contact must not burn the page in
_COLUMNS = const(21)


def show(display: "Display", settings: config.Config) -> bool:
    """Show what works until LEFT and RIGHT are held together, or nothing has changed for a minute.

    Returns True to play on, False after Ctrl-C. Returns at once if neither is held after all, or if the press
    has only just switched the board on.
    """
    keys = [_input(pin) if pin else None for pin in settings.buttons]
    try:
        time.sleep(_NAP_SECONDS)  # the pull-ups have the wires to charge
        if _held(keys) & _SIDES and not _is_switched_on():
            _run(display, settings, keys)
    except KeyboardInterrupt:
        print('{"cells": [], "score": 0, "best": 0, "moves": 0, "screen": "selftest", "rest": "lit"}')
        return False
    finally:
        for key in keys:
            if key:
                key.deinit()
    return True


def _input(pin: "Pin") -> digitalio.DigitalInOut:
    key = digitalio.DigitalInOut(pin)
    key.switch_to_input(pull=digitalio.Pull.UP)
    return key


def _run(display: "Display", settings: config.Config, keys: "list[digitalio.DigitalInOut | None]") -> None:
    facts = _facts(settings)
    palette = displayio.Palette(2)
    palette[1] = 0xFFFFFF
    page = TextPage(palette)
    display.root_group = page.group
    held = 0
    missing = sum([1 << place for place, key in enumerate(keys) if key])
    begun = changed = supervisor.ticks_ms()
    shown: "list[str]" = []
    while True:
        now = supervisor.ticks_ms()
        before = held
        held = _held(keys)
        if held != before:
            changed = now
        missing &= ~held
        turn = elapsed(now, begun) // _TURN_MS % (len(facts) // 2) * 2
        rows = ["Hold LEFT+RIGHT: play", _state(held, elapsed(now, changed)), _rest(missing)]
        rows += facts[turn : turn + 2]
        if rows != shown:
            page.show(Page("selftest", rows))
            display.refresh()
        if not shown:
            print("2048 %s ready, %d bytes free: self-test" % (__version__, gc.mem_free()))  # type: ignore[attr-defined]
            print(", ".join(facts))
        shown = rows
        lasted = elapsed(now, changed)
        if lasted >= (_LEAVE_MS if held & _SIDES == _SIDES else _END_MS) or elapsed(now, begun) >= _MOST_MS:
            return
        time.sleep(_NAP_SECONDS)
        drain()


def _held(keys: "list[digitalio.DigitalInOut | None]") -> int:
    """The buttons that are held, as bits."""
    held = 0
    for place, key in enumerate(keys):
        if key and not key.value:
            held |= 1 << place
    return held


def _state(held: int, lasted: int) -> str:
    if not held:
        return "No button is held"
    return ("Stuck? " if lasted >= _STUCK_MS else "Held: ") + _named(held)


def _rest(missing: int) -> str:
    if not missing:
        return "Every button works"
    text = "To try: " + _named(missing)
    return text if len(text) <= _COLUMNS else _named(missing)


def _named(buttons: int) -> str:
    return " ".join([name for place, name in enumerate(_NAMES) if buttons & 1 << place])


def _facts(settings: config.Config) -> "list[str]":
    """Rows about the board, in pairs."""
    name = config.board.board_id
    if len(name) > _COLUMNS:
        name = name.split("_", 1)[1]  # without its maker
    region, appends = store.open_region()
    where = "on SPI" if len(settings.bus) > 2 else "at 0x%02X" % settings.address[0]
    flash = "No flash: NO SAVE"
    if region is not None:
        flash = "Flash %d B, %s" % (len(region), "appends" if appends else "slots")
    return [
        name,
        "CircuitPython " + os.uname().release,
        "%s %s" % (str(settings.display, "utf-8"), where),
        "%d kHz, ROTATION %d" % (settings.frequency // 1000, settings.rotation),
        flash,
        "%d bytes free" % gc.mem_free(),  # type: ignore[attr-defined]
        _battery(settings),
        "2048 version " + __version__,
    ]


def _battery(settings: config.Config) -> str:
    if not settings.battery:
        return "No BATTERY_PIN"
    import analogio

    pin, divider, _, _ = settings.battery
    meter = analogio.AnalogIn(pin)
    millivolts = (meter.value >> 4) * 3300 // 4095 * divider // 1000
    meter.deinit()
    return "Battery %d.%02d V" % (millivolts // 1000, millivolts % 1000 // 10)


def _is_switched_on() -> bool:
    try:
        import alarm
    except ImportError:
        return False
    return alarm.wake_alarm is not None
