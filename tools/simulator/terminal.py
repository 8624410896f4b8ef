# SPDX-License-Identifier: MIT
"""The display and the buttons in a terminal, for any device."""

import math
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tools.simulator.device import Device

# A real terminal answers blessed's queries at once. One that never answers should not delay the start.
os.environ.setdefault("BLESSED_QUERY_TIMEOUT_SECONDS", "0.3")
# In milliseconds. In the sequence of a single key, the rest follows Esc at once.
os.environ.setdefault("ESCDELAY", "50")
import blessed

from tools.simulator import front, glass
from tools.simulator.takeover import Takeover
from tools.simulator.typed import Typed, chord

_QUIT, _PICTURE = "q", "p"
_KEYS = {
    **dict.fromkeys(("KEY_UP", "w", "k"), "U"),
    **dict.fromkeys(("KEY_RIGHT", "d", "l"), "R"),
    **dict.fromkeys(("KEY_DOWN", "s", "j"), "D"),
    **dict.fromkeys(("KEY_LEFT", "a", "h"), "L"),
    _QUIT: _QUIT,
    **dict.fromkeys((_PICTURE, "KEY_F12"), _PICTURE),
}
_HELP = "arrows move, m menu, u undo, H hint, p picture, q quit"
# How the terminal's answers begin and end. Some come too late for blessed, and their letters are not keys.
_ANSWERS = {"\x1b[": re.compile("[@-~]"), **dict.fromkeys(("\x1b]", "\x1bP"), re.compile("\x07|\x1b\\\\"))}
# Each style of drawing, with the columns and rows that the picture and its border need.
_STYLES = ((glass.half_blocks, 130, 34), (glass.braille, 66, 18))


class NoTerminal(Exception):
    """There is no terminal that can show the display."""


def open_terminal() -> blessed.Terminal:
    """The terminal in which the program was started. Raises NoTerminal."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        raise NoTerminal("this is not a terminal")
    # blessed would take it for a capable terminal.
    if os.environ.get("TERM") == "dumb":
        raise NoTerminal("this terminal cannot place text (TERM is dumb)")
    with _colours_unasked():
        terminal = blessed.Terminal()
    # Bytes that are no text are no key either; blessed would raise an error for them.
    terminal._keyboard_decoder.errors = "replace"
    if not terminal.move_xy(0, 0):
        raise NoTerminal("this terminal cannot place text")
    try:
        "▀⠿".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        raise NoTerminal(f"this terminal's encoding, {sys.stdout.encoding}, lacks the characters") from None
    return terminal


@contextmanager
def _colours_unasked() -> Iterator[None]:
    """Hide NO_COLOR from blessed, which would otherwise give up placing text as well."""
    wish = os.environ.pop("NO_COLOR", None)
    try:
        yield
    finally:
        if wish is not None:
            os.environ["NO_COLOR"] = wish


class Front:
    """Shows a device's display in a terminal and presses its buttons; q sets `wants_to_quit`.

    `status` is a word or two, shown above the picture.
    """

    def __init__(self, terminal: blessed.Terminal, device: Device, takeover: Takeover | None = None) -> None:
        self.wants_to_quit = False
        self.status = ""
        self.typed = Typed(device, self._do, (_QUIT, _PICTURE))
        self._terminal = terminal
        self._device = device
        self._takeover = takeover
        self._note = _HELP
        self._last_time = -math.inf
        # At the last drawing: the terminal's size, the bytes on the bus, the status.
        self._seen: tuple[tuple[int, int], int, str] | None = None
        self._drawn: dict[int, str] = {}  # terminal row -> text on it
        self._place: tuple[int, int, int, tuple[int, int]] | None = None
        # The end of the answer that is being read.
        self._end_of_answer: re.Pattern[str] | None = None

    def listen(self, seconds: float = 0) -> None:
        """Take the keys that were typed; if there are none, wait for one for at most `seconds`."""
        came = []
        key = self._terminal.inkey(timeout=seconds)
        while key:
            meant = self._meaning(key)
            came += [meant] if meant else []
            key = self._terminal.inkey(timeout=0)
        self.typed.add(came)

    def serve(self, seconds: float) -> None:
        """Update the picture, then wait for keys for at most `seconds`; returns once some have come."""
        if self._takeover and self._takeover.pause_if_asked():
            self._seen = self._place = None
        self._show()
        self.listen(seconds)
        self.typed.go_on()

    def _meaning(self, key: Any) -> str | None:
        """What a key stands for; None if it means nothing or is part of an answer from the terminal."""
        text = str(key)
        if self._end_of_answer:
            if self._end_of_answer.fullmatch(text):
                self._end_of_answer = None
            return None
        self._end_of_answer = _ANSWERS.get(text)
        return chord(text) or _KEYS.get(key.name or text.lower())

    def _do(self, meant: str) -> None:
        if meant == _QUIT:
            self.wants_to_quit = True
        elif meant == _PICTURE:
            self._say(front.save_picture(self._device.chip))
        else:
            self._say(_HELP)
            self.typed.press(meant)

    def _say(self, note: str) -> None:
        if note != self._note:
            self._note = note
            self._seen = None

    def _show(self) -> None:
        now = time.monotonic()
        if now - self._last_time < front.SECONDS_A_PICTURE:
            return
        self._last_time = now
        size = (self._terminal.width, self._terminal.height)
        seen = (size, self._device.chip.bytes_received, self.status)
        if seen != self._seen:
            self._seen = seen
            self._draw(size)

    def _colour(self, contrast: int) -> str:
        return "" if os.environ.get("NO_COLOR") else self._terminal.color_rgb(*glass.lit_colour(contrast))

    def _draw(self, size: tuple[int, int]) -> None:
        width, height = size
        chip = self._device.chip
        for style, columns, rows in _STYLES:
            if width >= columns and height >= rows:
                lines = _framed(style(chip.frame()), self.status, self._note)
                colour = self._colour(chip.contrast)
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


def _framed(lines: list[str], status: str, note: str) -> list[str]:
    width = len(lines[0])
    return [f"╭{_edge(status, width)}╮", *(f"│{line}│" for line in lines), f"╰{_edge(note, width)}╯"]


def _edge(text: str, width: int) -> str:
    return f" {text} ".center(width, "─") if text and len(text) + 2 <= width else "─" * width
