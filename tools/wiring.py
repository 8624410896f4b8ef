# SPDX-License-Identifier: MIT
"""Draw docs/wiring*.svg, the boards with the display and four buttons: python -m tools.wiring

The boards are those of tools/shapes.py. The wires are routed from the parts to the pins automatically.
"""

import sys
from collections.abc import Container, Sequence
from typing import Any, NamedTuple

from hardware import pins
from tools.command import needs, run
from tools.files import ROOT
from tools.output import NotWritten, write
from tools.shapes import SHAPES, Shape

with needs("wiring", "setup-dev"):
    import drawsvg as svg

FOLDER = ROOT / "docs"

Point = tuple[int, int]  # x and y in the picture

_BUTTONS = (("UP", "BUTTON_UP"), ("DOWN", "BUTTON_DOWN"), ("LEFT", "BUTTON_LEFT"), ("RIGHT", "BUTTON_RIGHT"))
_SUPPLY = ("3V3", "3V")  # as it is printed on one board or another
_COLORS = {"VCC": "#c62828", "GND": "#222222", "SDA": "#1565c0", "SCL": "#2e7d32"}
_BUTTON_COLOR = "#6a1b9a"

_WIDTH = 900
_DISPLAY_X, _BUTTON_X, _GROUND_X = 330, 300, 150
_TERMINAL_STEP, _BUTTON_STEP = 30, 70
# y of the display's first pin and of the first button, with the display on top and below.
_PLACES = {False: (140, 370), True: (510, 110)}
_BOARD_LEFT, _BOARD_RIGHT, _PIN_STEP = 600, 760, 25
_LANE_X, _LANE_STEP, _AROUND_STEP = 530, 25, 12
_JOINED_X, _FAR_LEFT = 350, 30
_TEXT, _HEADING = 13, 17
_BOX = {"rx": 8, "stroke": "#555555"}


class Wire(NamedTuple):
    """A wire from a terminal of a part to a pin of the board; `pin` is "" for one that joins another wire."""

    what: str
    color: str
    start: Point
    pin: str
    end: Point


def wires(shape: Shape, names: dict[str, str]) -> list[Wire]:
    """Every wire that ends at a pin of the board; `names` are the pins' by their settings, as pins.read."""
    top, first = _PLACES[shape.below]
    terminals = [
        (name, names.get(name, name), (_DISPLAY_X, top + _TERMINAL_STEP * place))
        for place, name in enumerate(shape.display)
    ]
    terminals += [
        (name, names[setting], (_BUTTON_X, first + _BUTTON_STEP * place))
        for place, (name, setting) in enumerate(_BUTTONS)
    ]
    if not shape.joined:
        terminals.append(("GND of the buttons", "GND", (_GROUND_X, first + _BUTTON_STEP * 4 - 20)))
    found = []
    for name, pin, start in terminals:
        printed, end = _place(shape, pin, start[1])
        found.append(Wire(name, _COLORS.get(name[:3], _BUTTON_COLOR), start, printed, end))
    return found


def draw(shape: Shape, names: dict[str, str]) -> str:
    """The picture as SVG, for the pins `names` as for `wires`."""
    connected = sorted(wires(shape, names), key=lambda wire: wire.start[1])
    bottom = shape.top + _PIN_STEP * (max(len(shape.left), len(shape.right)) - 1)
    height = max(bottom + 95, _PLACES[shape.below][0] + 160, _PLACES[shape.below][1] + 335)
    picture = svg.Drawing(_WIDTH, height, font_family="Helvetica, Arial, sans-serif", role="img")
    picture.append_title(f"Wiring of the 2048 handheld: display and buttons to a {shape.name}")
    picture.append(svg.Rectangle(0, 0, _WIDTH, height, fill="#ffffff"))
    _draw_board(picture, shape, {wire.end for wire in connected})
    _draw_display(picture, shape)
    _draw_buttons(picture, shape)
    for wire in connected:
        corners = _route(wire, connected, height if shape.below else None)
        _draw_wire(picture, wire.color, corners, f"{wire.what} to {wire.pin}")
    return str(picture.as_svg(header="")) + "\n"


def _place(shape: Shape, pin: str, y: int) -> tuple[str, Point]:
    """The printed name and the place of a pin; of several, the one nearest to y on the side where no other
    wire is in its way. Raises ValueError if the board has none.
    """
    wanted = _SUPPLY if pin == "VCC" else (pin,)
    places = [
        (name, (x, shape.top + _PIN_STEP * place))
        for x, side in ((_BOARD_LEFT, shape.left), (_BOARD_RIGHT, shape.right))
        for place, name in enumerate(side)
        if name in wanted
    ]
    if not places:
        raise ValueError(f"{shape.name} has no pin {pin}")
    side = _BOARD_RIGHT if shape.below and pin in ("VCC", "GND") else _BOARD_LEFT
    return min(places, key=lambda place: (place[1][0] != side, abs(place[1][1] - y)))


def _route(wire: Wire, every: Sequence[Wire], bottom: int | None) -> tuple[Point, ...]:
    """The corners of a wire. Each wire turns in a lane of its own, so that no two of them cross.

    `every` wire is sorted by where it starts, from the top. Wires to the other side go over the board, or
    under it if `bottom` says how far down the picture goes.
    """
    (x, y), (end_x, end_y) = wire.start, wire.end
    # There are three kinds: wires that run up, that run down, and that go around the board.
    alike = [other for other in every if _kind(other) == _kind(wire)]
    place = alike.index(wire)
    if end_x == _BOARD_LEFT:
        inner = place if end_y <= y else len(alike) - 1 - place
        lane = _LANE_X - _LANE_STEP * (len(alike) - 1 - inner)
        return (x, y), (lane, y), (lane, end_y), (end_x, end_y)
    outer = place if bottom else len(alike) - 1 - place
    lane, down = _LANE_X + 15 * (len(alike) - outer), 815 + 15 * outer
    around = bottom - 40 + _AROUND_STEP * outer if bottom else 40 - _AROUND_STEP * outer
    return (x, y), (lane, y), (lane, around), (down, around), (down, end_y), (end_x, end_y)


def _kind(wire: Wire) -> tuple[bool, bool]:
    is_left = wire.end[0] == _BOARD_LEFT
    return is_left, is_left and wire.end[1] > wire.start[1]


def _draw_wire(picture: svg.Drawing, color: str, points: Sequence[Point], title: str = "") -> None:
    """Draw a wire with a dot at each end."""
    flat = [number for point in points for number in point]
    line = svg.Lines(*flat, fill="none", stroke=color, stroke_width=3)
    if title:
        line.append_title(title)
    picture.append(line)
    for x, y in (points[0], points[-1]):
        picture.append(svg.Circle(x, y, 5, fill=color))


def _draw_board(picture: svg.Drawing, shape: Shape, wired: Container[Point]) -> None:
    """Draw the board, with the names of the pins in `wired` in bold."""
    top = shape.top - 32
    height = _PIN_STEP * max(len(shape.left), len(shape.right)) + 40
    middle = (_BOARD_LEFT + _BOARD_RIGHT) // 2
    socket = top + height - 14 if shape.is_turned else top - 16
    picture.append(svg.Rectangle(middle - 25, socket, 50, 30, fill="#bdbdbd", **_BOX))
    y = socket + 44 if shape.is_turned else socket - 6
    picture.append(svg.Text("USB", _TEXT, middle, y, text_anchor="middle"))
    width = _BOARD_RIGHT - _BOARD_LEFT
    picture.append(svg.Rectangle(_BOARD_LEFT, top, width, height, fill="#d7ecd9", **_BOX))
    y = top + height + (54 if shape.is_turned else 24)
    _write_heading(picture, shape.name, middle, y, text_anchor="middle")
    if shape.note:
        picture.append(svg.Text(shape.note, _TEXT, middle, y + 20, text_anchor="middle"))
    for x, side, inwards in ((_BOARD_LEFT, shape.left, 12), (_BOARD_RIGHT, shape.right, -12)):
        for place, name in enumerate(side):
            y = shape.top + _PIN_STEP * place
            picture.append(svg.Circle(x, y, 5, fill="#d4b04a", stroke="#555555"))
            look = {"font_weight": "bold"} if (x, y) in wired else {"fill": "#6b6b6b"}
            anchor = "start" if inwards > 0 else "end"
            picture.append(svg.Text(name, _TEXT, x + inwards, y + 5, text_anchor=anchor, **look))


def _draw_display(picture: svg.Drawing, shape: Shape) -> None:
    top, _ = _PLACES[shape.below]
    picture.append(svg.Rectangle(60, top - 30, 270, 150, fill="#dbe6f5", **_BOX))
    picture.append(svg.Rectangle(80, top - 10, 175, 95, fill="#111111", **_BOX))
    look = {"text_anchor": "middle", "fill": "#ffffff", "font_weight": "bold"}
    picture.append(svg.Text("2048", 40, 167, top + 48, **look))
    _write_heading(picture, "SSD1306 display, 128x64, I2C", 60, top - 42)
    picture.append(svg.Text("Pins may be in another order.", _TEXT, 60, top + 139))
    for place, name in enumerate(shape.display):
        y = top + _TERMINAL_STEP * place + 5
        picture.append(svg.Text(name, _TEXT, _DISPLAY_X - 12, y, text_anchor="end", font_weight="bold"))


def _draw_buttons(picture: svg.Drawing, shape: Shape) -> None:
    """Draw the buttons and the ground wire that they share."""
    _, first = _PLACES[shape.below]
    last = first + _BUTTON_STEP * 3
    _write_heading(picture, "Four buttons, each from pin to ground", 60, first - 34)
    for place, (name, _) in enumerate(_BUTTONS):
        y = first + _BUTTON_STEP * place
        picture.append(svg.Rectangle(200, y - 24, 100, 48, fill="#eeeeee", **_BOX))
        picture.append(svg.Circle(250, y, 20, fill="#f5c542", stroke="#555555"))
        picture.append(svg.Text(name, _TEXT, 310, y - 8, font_weight="bold"))
        _draw_wire(picture, _COLORS["GND"], ((_GROUND_X, y), (200, y)))
    end = _joined(shape) if shape.joined else ((_GROUND_X, last + 50),)
    start = (_GROUND_X, last if shape.joined and shape.below else first)
    other = (_GROUND_X, first if shape.joined and shape.below else last)
    _draw_wire(picture, _COLORS["GND"], (other, start, *end) if shape.joined else (start, *end))


def _joined(shape: Shape) -> tuple[Point, ...]:
    """The corners of the ground wire from the buttons to that of the display, around the left of it."""
    top, first = _PLACES[shape.below]
    ground = top + _TERMINAL_STEP * shape.display.index("GND")
    leaves = first + _BUTTON_STEP * 3 + 45 if shape.below else first
    arrives = top - 64 if shape.display[0] == "GND" else top + 155
    corners = [(_GROUND_X, leaves), (_FAR_LEFT, leaves), (_FAR_LEFT, arrives), (_JOINED_X, arrives)]
    return (*corners, (_JOINED_X, ground))


def _write_heading(picture: svg.Drawing, text: str, x: int, y: int, **look: Any) -> None:
    picture.append(svg.Text(text, _HEADING, x, y, font_weight="bold", **look))


def main() -> int:
    """Write a picture for each board; returns the exit code: 0 ok, 1 failed."""
    for shape in SHAPES:
        path = FOLDER / shape.picture
        try:
            write(path, draw(shape, pins.read(shape.board_id)))
        except NotWritten as error:
            print(f"wiring: {error}", file=sys.stderr)
            return 1
        print(f"Wrote {path.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    run("wiring", main)
