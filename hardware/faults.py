"""The last word of a program that cannot go on: one sentence on the glass, else a blinking light."""

import gc
import time
import traceback

import digitalio
import displayio
import terminalio
from adafruit_display_text import label, wrap_text_to_lines

from hardware import Fault, config, screen

_COLUMNS = 21
_ROWS = 5
_BLINK_SECONDS = 0.25
_ADVICE = "Switch off and on again: the game is saved."


def show(error, display):
    """Say what is wrong on the console and on `display` (None if it was never opened), until Ctrl-C."""
    gc.collect()
    if isinstance(error, Fault):
        what = str(error)
        lines = wrap_text_to_lines(what, _COLUMNS)
    else:
        traceback.print_exception(error)
        what = "%s: %s." % (type(error).__name__, error)
        advice = wrap_text_to_lines(_ADVICE, _COLUMNS)
        lines = wrap_text_to_lines(what, _COLUMNS)[: _ROWS - len(advice)] + advice
        what += " " + _ADVICE
    print("2048 stopped:", what)
    try:
        display = display or _open_as_wired_by_default()
        if display:
            _write(display, lines[:_ROWS])
        _blink_until_stopped(display is None)
    except KeyboardInterrupt:
        pass


def _open_as_wired_by_default():
    """The settings may be what is wrong, so try without them; None when that does not help."""
    try:
        return screen.open_display(config.Defaults)
    except Exception:
        return None


def _write(display, lines):
    text = label.Label(terminalio.FONT, text="\n".join(lines), line_spacing=1.0)
    text.anchor_point = (0, 0)
    text.anchored_position = (1, 2)
    group = displayio.Group()
    group.append(text)
    display.root_group = group
    display.refresh()
    display.brightness = 1
    display.wake()


def _blink_until_stopped(is_blinking):
    light = config.light() if is_blinking else None
    if light is None:
        while True:
            time.sleep(_BLINK_SECONDS)
    led = digitalio.DigitalInOut(light)
    led.switch_to_output()
    while True:
        led.value = not led.value
        time.sleep(_BLINK_SECONDS)
