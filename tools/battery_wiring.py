# SPDX-License-Identifier: MIT
"""Draw docs/battery.svg, two ways to power a Pico from a battery: python -m tools.battery_wiring"""

import sys
from itertools import pairwise
from typing import NamedTuple

from tools.command import needs, run
from tools.files import ROOT
from tools.output import NotWritten, write

with needs("battery_wiring", "setup-dev"):
    import drawsvg as svg

PICTURE = ROOT / "docs" / "battery.svg"

_WIDTH, _HEIGHT = 890, 490
_PLUS, _MINUS = "#c62828", "#222222"
_PLUS_Y, _MINUS_Y = 70, 140  # below the top of a row of parts
_TEXT, _HEADING = 13, 17
_BOX_HEIGHT = 170
_STYLE = {"rx": 8, "stroke": "#555555"}


class Part(NamedTuple):
    """A box with its terminals on the positive wire and on the ground wire: left and right, or none."""

    x: int
    width: int
    title: str
    notes: tuple[str, ...]
    plus: tuple[str, str]
    minus: tuple[str, str]
    color: str


_SWITCH = Part(440, 90, "switch", (), ("", ""), ("", ""), "#eeeeee")
_PICO = Part(740, 110, "Pico", ("pin 39 is VSYS,", "pin 38 is GND"), ("VSYS", ""), ("GND", ""), "#d7ecd9")
_DIODE = Part(570, 130, "Schottky diode", ("its ring towards", "the Pico"), ("", ""), ("", ""), "#eeeeee")

_CHARGER = Part(
    230, 130, "charger board", ("its own USB", "socket charges"), ("B+", "OUT+"), ("B-", "OUT-"), "#dbe6f5"
)


def _cells(title: str, *notes: str) -> Part:
    return Part(40, 120, title, notes, ("", "+"), ("", "-"), "#fde9c8")


# A heading, the top of the row, and its parts from left to right.
ROWS = (
    (
        "A lithium cell with a charger board, which protects and charges it",
        70,
        (_cells("lithium cell", "3.7 V, with", "protection"), _CHARGER, _SWITCH, _DIODE, _PICO),
    ),
    ("Three AAA cells", 295, (_cells("3 AAA cells", "alkaline,", "in series"), _SWITCH, _DIODE, _PICO)),
)


def draw() -> str:
    """The picture as SVG."""
    picture = svg.Drawing(_WIDTH, _HEIGHT, font_family="Helvetica, Arial, sans-serif", role="img")
    picture.append_title("Two ways to power the 2048 handheld from a battery, each with a switch and a diode")
    picture.append(svg.Rectangle(0, 0, _WIDTH, _HEIGHT, fill="#ffffff"))
    for title, top, parts in ROWS:
        picture.append(svg.Text(title, _HEADING, 40, top - 22, font_weight="bold"))
        for left, right in pairwise(parts):
            _wire(picture, left.x + left.width, right.x, top + _PLUS_Y, _PLUS)
        # The switch and the diode are in the positive wire; ground passes below them.
        grounded = [part for part in parts if any(part.minus)]
        for left, right in pairwise(grounded):
            _wire(picture, left.x + left.width, right.x, top + _MINUS_Y, _MINUS)
        for part in parts:
            _draw_part(picture, part, top)
    return str(picture.as_svg(header="")) + "\n"


def _wire(picture: svg.Drawing, start: int, end: int, y: int, color: str) -> None:
    picture.append(svg.Line(start, y, end, y, stroke=color, stroke_width=3))
    for x in (start, end):
        picture.append(svg.Circle(x, y, 5, fill=color))


def _draw_part(picture: svg.Drawing, part: Part, top: int) -> None:
    height = _BOX_HEIGHT if any(part.minus) else _PLUS_Y + 30
    middle = part.x + part.width // 2
    picture.append(svg.Rectangle(part.x, top, part.width, height, fill=part.color, **_STYLE))
    picture.append(svg.Text(part.title, _TEXT, middle, top + 22, text_anchor="middle", font_weight="bold"))
    for number, note in enumerate(part.notes):
        picture.append(svg.Text(note, _TEXT - 1, middle, top + 39 + 15 * number, text_anchor="middle"))
    for names, y in ((part.plus, top + _PLUS_Y), (part.minus, top + _MINUS_Y)):
        for name, x, anchor in (
            (names[0], part.x + 10, "start"),
            (names[1], part.x + part.width - 10, "end"),
        ):
            picture.append(svg.Text(name, _TEXT, x, y + 5, text_anchor=anchor, font_weight="bold"))
    if part is _SWITCH:
        y = top + _PLUS_Y
        picture.append(svg.Line(part.x, y, part.x + 25, y, stroke=_PLUS, stroke_width=3))
        picture.append(svg.Line(part.x + 25, y, part.x + 62, y - 18, stroke=_PLUS, stroke_width=3))
        picture.append(svg.Line(part.x + 65, y, part.x + part.width, y, stroke=_PLUS, stroke_width=3))
    if part is _DIODE:
        y, x = top + _PLUS_Y + 8, part.x + part.width // 2
        picture.append(svg.Line(part.x, y - 8, part.x + part.width, y - 8, stroke=_PLUS, stroke_width=3))
        picture.append(svg.Lines(x - 10, y - 18, x - 10, y + 2, x + 8, y - 8, close=True, fill=_PLUS))
        picture.append(svg.Line(x + 9, y - 18, x + 9, y + 2, stroke=_PLUS, stroke_width=4))


def main() -> int:
    """Write the picture; returns the exit code: 0 ok, 1 failed."""
    try:
        write(PICTURE, draw())
    except NotWritten as error:
        print(f"battery_wiring: {error}", file=sys.stderr)
        return 1
    print(f"Wrote {PICTURE.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    run("battery_wiring", main)
