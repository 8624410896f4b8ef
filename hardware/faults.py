# SPDX-License-Identifier: MIT
"""What is said when the game cannot begin or go on: on the glass and the console, or by the board's light."""

import gc
import os
import time
import traceback

import digitalio
import displayio
import storage
import terminalio
from micropython import const

import hardware
from hardware import Fault, config, console, glass, oled

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.oled import Display

_COLUMNS = const(21)
_ROWS = const(5)
_TICK_SECONDS = const(0.25)
_PAGE_TICKS = const(16)
# It burns in, and nobody may be there.
_DIM_TICKS = const(480)
_DARK_TICKS = const(2400)
_DIM_BRIGHTNESS = const(0.01)

# A display that comes a moment later than the board is no fault.
_PATIENCE = const(20)
_PATIENCE_SECONDS = const(0.05)

_FILE = const("settings.toml")
_MOUNTED = const("The file is on the drive CIRCUITPY, which a computer shows now.")
_HIDDEN = const("To get at the file, hold UP or DOWN (%s, %s) while plugging in: drive CIRCUITPY appears.")
_COPY = const("A file is missing or old: copy the game again with make deploy.")
_SWITCH = const("Switch off and on again: the game is saved.")
_NO_HELP = const(" No help? Copy it again: make deploy.")


def show(error: Exception, display: "Display | None") -> None:
    """Say what is wrong until Ctrl-C, on `display` or, when it is None, on any that answers."""
    gc.collect()
    try:
        sentences = _sentences(error)
        display = display or _open_any(None)
        if display:
            first = _translated() if sentences[-1] == _SWITCH + _NO_HELP else None
            _alternate(display, sentences, _print, first)
            return
        _print(sentences)
        _alternate(_blink_until(lambda: _open_any(None)), sentences)
    except KeyboardInterrupt:
        pass


def wait_for_display(settings: config.Config, error: Fault) -> "Display | None":
    """Give a Config's display time to answer, after an oled.DisplayError; None when Ctrl-C comes first."""
    try:
        for _ in range(_PATIENCE):
            time.sleep(_PATIENCE_SECONDS)
            display = _open(settings)
            if display:
                return display
        try:
            settings.read_rest()
        except Fault as cause:
            error = cause
        display = _open_any(settings)
        if display:
            show(error, display)
            return None
        _print(_sentences(error))
        return _blink_until(lambda: _open(settings))
    except KeyboardInterrupt:
        return None


def _sentences(error: Exception) -> "list[str]":
    """What is wrong and what to do; the traceback of what should never happen goes to the console."""
    if isinstance(error, Fault):
        what = str(error)
        return [what, _way_to_file()] if _FILE in what else [what]
    traceback.print_exception(error)
    name = type(error).__name__
    if isinstance(error, SyntaxError):
        # The last file that the traceback names is the broken one.
        report = "".join(traceback.format_exception(error))
        name += " in " + report.split('File "')[-1].split('"')[0].split("/")[-1]
    what = "%s: %s." % (name, error)
    # The only word about bytecode of another version that every language of the firmware has.
    is_unfit = isinstance(error, (ImportError, SyntaxError)) or ".mpy" in what
    return [_COPY, what] if is_unfit else [what, _SWITCH + _NO_HELP]


def _way_to_file() -> str:
    if storage.getmount("/").readonly:
        return _MOUNTED
    try:
        defaults = config.Wiring.defaults
        return _HIDDEN % tuple([os.getenv(name, defaults[name]) for name in ("BUTTON_UP", "BUTTON_DOWN")])
    except ValueError:
        # A line that CircuitPython 9 cannot read: boot.py will not hide the drive next time.
        return "Plug it in again: the file is on the drive CIRCUITPY."


def _print(sentences: "list[str]") -> None:
    print("2048 stopped:", " ".join(sentences))


def _open(wiring: config.Wiring) -> "Display | None":
    try:
        return oled.open_display(wiring)
    except Fault:
        return None


def _open_any(settings: "config.Config | None") -> "Display | None":
    """The display where the settings (None when there are none) do not look for it; None without one."""
    likely = settings or config.likely()
    for place in (likely, config.Wiring()):
        if None in place.bus:
            continue  # a board that is not in the table may lack the default pins
        wiring = config.Wiring()
        wiring.display = likely.display
        wiring.bus = place.bus
        wiring.reset = place.reset
        if settings and place.bus == settings.bus:
            wiring.address = tuple([one for one in wiring.address if one not in settings.address])
        display = _open(wiring)
        if display:
            return display
    return None


def _alternate(
    display: "Display",
    sentences: "list[str]",
    say: "Callable[[list[str]], None] | None" = None,
    first: "displayio.Group | None" = None,
) -> None:
    """Show page after page, `first` before all others; `say` the sentences when the first is up.

    The glass is drawn again each time, because it may have lost its power.
    """
    pages: "list[list[str] | None]" = [None] if first else []
    pages += _pages(sentences)
    group, write = _open_text()
    ticks = 0
    while ticks < _DARK_TICKS:
        if ticks % _PAGE_TICKS == 0:
            rows = pages[ticks // _PAGE_TICKS % len(pages)]
            if rows:
                write(rows)
            glass.restore(display)
            display.root_group = None  # type: ignore[assignment]  # the stub forgets it
            display.root_group = group if rows or not first else first
            display.refresh()
            display.brightness = 1 if ticks < _DIM_TICKS else _DIM_BRIGHTNESS
            glass.light(display)
        if say and not ticks:
            say(sentences)
        _tick()
        ticks += 1
    display.sleep()
    while True:
        _tick()


def _translated() -> "displayio.Group | None":
    """What a player can do, in the player's language; None if that is English."""
    if not hardware.language:
        return None
    from hardware import languages

    return languages.page(hardware.language, _SWITCH)


def _pages(sentences: "list[str]") -> "list[list[str]]":
    """Lists of up to five rows: one if all fits, else each sentence begins a page of its own."""
    pages = [_rows(" ".join(sentences))]
    if len(pages[0]) <= _ROWS:
        return pages
    pages = []
    for sentence in sentences:
        rows = _rows(sentence)
        while rows:
            pages.append(rows[:_ROWS])
            rows = rows[_ROWS:]
    return pages


def _rows(text: str) -> "list[str]":
    rows = [""]
    for word in "".join([letter if " " <= letter <= "~" else "?" for letter in text]).split():
        if rows[-1] and len(rows[-1]) + 1 + len(word) > _COLUMNS:
            rows.append("")
        rows[-1] = (rows[-1] + " " + word).strip()
        while len(rows[-1]) > _COLUMNS:
            rows.append(rows[-1][_COLUMNS:])
            rows[-2] = rows[-2][:_COLUMNS]
    return rows


def _open_text() -> "tuple[displayio.Group, Callable[[list[str]], None]]":
    """A group, and a function that shows rows in it: by Adafruit's library, or else as a page of the game."""
    group = displayio.Group()
    try:
        from adafruit_display_text.label import Label

        text = Label(terminalio.FONT, text="", line_spacing=1.0)
        text.anchor_point = (0, 0)
        text.anchored_position = (1, 2)
        group.append(text)
        return group, lambda rows: setattr(text, "text", "\n".join(rows))
    except Exception:
        from engine2048.screens.page import Page
        from hardware.pages import TextPage

        palette = displayio.Palette(2)
        palette[1] = 0xFFFFFF
        page = TextPage(palette)
        group.append(page.group)
        return group, lambda rows: page.show(Page("fault", rows))


def _blink_until(find: "Callable[[], Display | None]") -> "Display":
    """Blink until `find()` gives a display; returns it."""
    light = config.light()
    led = digitalio.DigitalInOut(light) if light else None
    if led:
        led.switch_to_output()
    while True:
        display = find()
        if display:
            if led:
                led.deinit()
            return display
        if led:
            led.value = not led.value
        _tick()


def _tick() -> None:
    time.sleep(_TICK_SECONDS)
    console.drain()
