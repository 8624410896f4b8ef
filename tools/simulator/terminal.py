"""The glass and the buttons in a terminal, for whatever drives the display chip."""

import math
import os
import signal
import sys
import time
from contextlib import ExitStack, contextmanager

# A real terminal answers blessed's questions at once; one that never does should not hold up the start.
os.environ.setdefault("BLESSED_QUERY_TIMEOUT_SECONDS", "0.3")
import blessed

from tools.simulator import front, glass, keys

_KEYS = {
    **dict.fromkeys(("KEY_UP", "w", "k"), "U"),
    **dict.fromkeys(("KEY_RIGHT", "d", "l"), "R"),
    **dict.fromkeys(("KEY_DOWN", "s", "j"), "D"),
    **dict.fromkeys(("KEY_LEFT", "a", "h"), "L"),
    "m": "M",
    **dict.fromkeys(("u", "z"), "Z"),
}
_HELP = "arrows move, m menu, u undo, p picture, q quit"
# Each style of drawing with the columns and rows it needs: the glass and a line all round.
_STYLES = ((glass.half_blocks, 130, 34), (glass.braille, 66, 18))
# Between two presses typed at once, so that a button is seen to go up; in microseconds.
_GAP = 20_000
# A key held down repeats faster than presses can be played: what is further behind is dropped.
_FURTHEST_BEHIND = 250_000


class NoTerminal(Exception):
    """There is no terminal that can show the glass."""


def open_terminal():
    """The terminal that the program was started in. Raises NoTerminal."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        raise NoTerminal("this is not a terminal")
    # blessed takes an unknown kind for a capable one.
    if os.environ.get("TERM") == "dumb":
        raise NoTerminal("this terminal cannot place text (TERM is dumb)")
    terminal = blessed.Terminal()
    if not terminal.move_xy(0, 0):
        raise NoTerminal("blessed may not place text here (NO_COLOR is set?)")
    try:
        "▀⠿".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        raise NoTerminal(f"this terminal's encoding, {sys.stdout.encoding}, lacks the characters") from None
    return terminal


class Ended(BaseException):
    """A signal ended the program; its argument is the exit code. No program of the device's handles it."""


@contextmanager
def taken_over(terminal):
    """Use the whole terminal, and give it back as it was however the program ends."""

    def leave(number, _frame):
        raise Ended(128 + number)

    handlers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: leave}
    if hasattr(signal, "SIGHUP"):
        handlers[signal.SIGHUP] = leave
    before = {number: signal.getsignal(number) for number in handlers}
    # Half taken over or half given back, the terminal would stay so: signals wait meanwhile.
    early = []
    waiting = dict.fromkeys(handlers, lambda number, _frame: early.append(number))
    _set_handlers(waiting)
    with ExitStack() as given_back_after:
        given_back_after.callback(_set_handlers, before)
        for part in (terminal.fullscreen(), terminal.cbreak(), terminal.hidden_cursor()):
            given_back_after.enter_context(part)
        given_back_after.callback(_set_handlers, waiting)
        _set_handlers(handlers)
        for number in early:
            signal.raise_signal(number)
        yield


def _set_handlers(handlers):
    for number, handler in handlers.items():
        signal.signal(number, handler)


class Front:
    """Shows a device's glass and presses its buttons; `wants_to_quit` is set by q.

    `status` is a word or two that stands below the glass, too.
    """

    def __init__(self, terminal, device):
        self.wants_to_quit = False
        self.status = ""
        self._terminal = terminal
        self._device = device
        self._note = _HELP
        self._last_time = -math.inf
        self._seen = None  # what was drawn last: size of the terminal, bytes on the bus, status
        self._drawn = {}  # terminal row -> text on it
        self._place = None
        self._free_at = 0

    def serve(self, seconds):
        """Bring the picture up to date, then take keys for at most `seconds`; returns after each key."""
        self._show()
        key = self._terminal.inkey(timeout=seconds)
        if key:
            self._take(key)

    def _take(self, key):
        name = key.name or str(key).lower()
        self._say(_HELP)
        if name == "q":
            self.wants_to_quit = True
        elif name == "p":
            self._say(front.save_picture(self._device.chip))
        elif name in _KEYS:
            self._press(_KEYS[name])

    def _press(self, letter):
        now = self._device.now
        start = max(now, self._free_at)
        if start - now > _FURTHEST_BEHIND:
            return
        changes, _ = keys.schedule(keys.parse(letter))
        for at, button, is_down in changes:
            self._device.switch(button, is_down, start + at * 1000)
        self._free_at = start + changes[-1][0] * 1000 + _GAP

    def _say(self, note):
        if note != self._note:
            self._note = note
            self._seen = None

    def _show(self):
        now = time.monotonic()
        if now - self._last_time < front.SECONDS_A_PICTURE:
            return
        self._last_time = now
        size = (self._terminal.width, self._terminal.height)
        seen = (size, self._device.chip.bytes_received, self.status)
        if seen != self._seen:
            self._seen = seen
            self._draw(size)

    def _draw(self, size):
        width, height = size
        chip = self._device.chip
        for style, columns, rows in _STYLES:
            if width >= columns and height >= rows:
                note = f"{self._note} · {self.status}" if self.status else self._note
                lines = _framed(style(chip.frame()), note)
                colour = self._terminal.color_rgb(*glass.lit_colour(chip.contrast))
                break
        else:
            columns, rows = _STYLES[-1][1:]
            lines = [
                f"This terminal is {width}x{height} characters;"[:width],
                f"2048 needs {columns}x{rows}."[:width],
            ]
            colour = ""
        left, top = (width - len(lines[0])) // 2, max(0, (height - len(lines)) // 2)
        place = (left, top, len(lines), size)
        output = ""
        if place != self._place:
            self._place = place
            self._drawn = {}
            output = self._terminal.normal + self._terminal.clear
        for row, line in enumerate(lines):
            text = colour + line
            if self._drawn.get(row) != text:
                self._drawn[row] = text
                output += self._terminal.move_xy(left, top + row) + text + self._terminal.normal
        print(output, end="", file=self._terminal.stream, flush=True)


def _framed(lines, note):
    width = len(lines[0])
    bottom = f" {note} ".center(width, "─") if len(note) + 2 <= width else "─" * width
    return ["╭" + "─" * width + "╮", *(f"│{line}│" for line in lines), f"╰{bottom}╯"]
