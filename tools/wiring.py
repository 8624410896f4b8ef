# SPDX-License-Identifier: MIT
"""Draw docs/wiring.svg, a board with the display and four buttons: python -m tools.wiring

Each board is an entry of BOARDS. The wires are routed from the parts to its pins automatically.
"""

import sys
from collections.abc import Container, Iterable, Sequence
from typing import Any, NamedTuple

from hardware import pins
from tools.command import needs, run
from tools.files import ROOT
from tools.output import NotWritten, write

with needs("wiring", "setup-dev"):
    import drawsvg as svg

FOLDER = ROOT / "docs"

Point = tuple[int, int]  # x and y in the picture


class Board(NamedTuple):
    """A board's pins by their printed names: each side, from the USB end down."""

    name: str
    picture: str
    left: tuple[str, ...]
    right: tuple[str, ...]


# Raspberry Pi Pico datasheet, figure 2.
PICO = Board(
    "Raspberry Pi Pico",
    "wiring.svg",
    (
        "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
        "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
    ),
    (
        "VBUS", "VSYS", "GND", "3V3_EN", "3V3", "VREF", "GP28", "AGND", "GP27", "GP26",
        "RUN", "GP22", "GND", "GP21", "GP20", "GP19", "GP18", "GND", "GP17", "GP16",
    ),
)  # fmt: skip
BOARDS = (PICO,)

# The terminals of the parts: name, the setting or supply that each is wired to, and y in the picture.
_DISPLAY = (("VCC", "3V3", 140), ("GND", "GND", 170), ("SDA", "SDA", 200), ("SCL", "SCL", 230))
_BUTTONS = (
    ("UP", "BUTTON_UP", 370),
    ("DOWN", "BUTTON_DOWN", 440),
    ("LEFT", "BUTTON_LEFT", 510),
    ("RIGHT", "BUTTON_RIGHT", 580),
)
_COLORS = {"3V3": "#c62828", "GND": "#222222", "SDA": "#1565c0", "SCL": "#2e7d32"}
_BUTTON_COLOR = "#6a1b9a"

_WIDTH = 900
_DISPLAY_X, _BUTTON_X, _GROUND_X, _GROUND_Y = 330, 300, 150, 630
_BOARD_LEFT, _BOARD_RIGHT, _BOARD_TOP, _FIRST_PIN, _PIN_STEP = 600, 760, 78, 110, 25
_LANE_X, _LANE_STEP = 530, 25
_TEXT, _HEADING = 13, 17
_BOX = {"rx": 8, "stroke": "#555555"}


class Wire(NamedTuple):
    """A wire from a terminal of a part to a pin of the board."""

    what: str
    color: str
    start: Point
    pin: str
    end: Point


def settings() -> dict[str, str]:
    """The default pins of the Pico, by the names of their settings."""
    found = pins.read("raspberry_pi_pico")
    return {name: found[name] for _, name, _ in (*_DISPLAY, *_BUTTONS) if name in found}


def wires(board: Board, pins: dict[str, str]) -> list[Wire]:
    """Every wire between the parts and the board, for `pins` as returned by `settings`."""
    terminals = [(name, wired_to, _DISPLAY_X, y) for name, wired_to, y in _DISPLAY]
    terminals += [(name, wired_to, _BUTTON_X, y) for name, wired_to, y in _BUTTONS]
    terminals.append(("GND of the buttons", "GND", _GROUND_X, _GROUND_Y))
    found = []
    for name, wired_to, x, y in terminals:
        pin = pins.get(wired_to, wired_to)
        end = min(_places(board, pin), key=lambda place: (place[0] != _BOARD_LEFT, abs(place[1] - y)))
        found.append(Wire(name, _COLORS.get(wired_to, _BUTTON_COLOR), (x, y), pin, end))
    return found


def draw(board: Board, pins: dict[str, str]) -> str:
    """The picture as SVG, for `pins` as returned by `settings`."""
    height = _FIRST_PIN + _PIN_STEP * max(19, len(board.left) - 1, len(board.right) - 1) + 95
    picture = svg.Drawing(_WIDTH, height, font_family="Helvetica, Arial, sans-serif", role="img")
    picture.append_title(f"Wiring of the 2048 handheld: display and buttons to a {board.name}")
    picture.append(svg.Rectangle(0, 0, _WIDTH, height, fill="#ffffff"))
    connected = wires(board, pins)
    _draw_board(picture, board, {wire.end for wire in connected})
    _draw_display(picture)
    _draw_buttons(picture)
    for wire in connected:
        _draw_wire(picture, wire.color, _route(wire, connected), f"{wire.what} to {wire.pin}")
    return str(picture.as_svg(header="")) + "\n"


def _places(board: Board, pin: str) -> list[Point]:
    """Where the pins of that name are; raises ValueError if the board has none."""
    places = [
        (x, _FIRST_PIN + _PIN_STEP * place)
        for x, side in ((_BOARD_LEFT, board.left), (_BOARD_RIGHT, board.right))
        for place, name in enumerate(side)
        if name == pin
    ]
    if not places:
        raise ValueError(f"{board.name} has no pin {pin}")
    return places


def _route(wire: Wire, every: Iterable[Wire]) -> tuple[Point, ...]:
    """The corners of a wire. Each wire turns in a lane of its own, so that no two of them cross."""
    (x, y), (end_x, end_y) = wire.start, wire.end
    # There are three kinds: wires that run up, that run down, and that go around the board.
    alike = sorted(
        (other for other in every if _kind(other) == _kind(wire)), key=lambda other: other.start[1]
    )
    if end_x == _BOARD_LEFT:
        upwards = end_y <= y
        inner = alike.index(wire) if upwards else len(alike) - 1 - alike.index(wire)
        lane = _LANE_X - _LANE_STEP * (len(alike) - 1 - inner)
        return (x, y), (lane, y), (lane, end_y), (end_x, end_y)
    outer = len(alike) - 1 - alike.index(wire)
    lane, over, down = _LANE_X + 15 * (len(alike) - outer), 40 - 12 * outer, 815 + 15 * outer
    return (x, y), (lane, y), (lane, over), (down, over), (down, end_y), (end_x, end_y)


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


def _draw_board(picture: svg.Drawing, board: Board, wired: Container[Point]) -> None:
    """Draw the board, with the names of the pins in `wired` in bold."""
    height = _PIN_STEP * max(len(board.left), len(board.right)) + 40
    middle = (_BOARD_LEFT + _BOARD_RIGHT) // 2
    picture.append(svg.Rectangle(middle - 25, 62, 50, 30, fill="#bdbdbd", **_BOX))
    picture.append(svg.Text("USB", _TEXT, middle, 56, text_anchor="middle"))
    width = _BOARD_RIGHT - _BOARD_LEFT
    picture.append(svg.Rectangle(_BOARD_LEFT, _BOARD_TOP, width, height, fill="#d7ecd9", **_BOX))
    _write_heading(picture, board.name, middle, _BOARD_TOP + height + 24, text_anchor="middle")
    for x, side, inwards in ((_BOARD_LEFT, board.left, 12), (_BOARD_RIGHT, board.right, -12)):
        for place, name in enumerate(side):
            y = _FIRST_PIN + _PIN_STEP * place
            picture.append(svg.Circle(x, y, 5, fill="#d4b04a", stroke="#555555"))
            look = {"font_weight": "bold"} if (x, y) in wired else {"fill": "#6b6b6b"}
            anchor = "start" if inwards > 0 else "end"
            picture.append(svg.Text(name, _TEXT, x + inwards, y + 5, text_anchor=anchor, **look))


def _draw_display(picture: svg.Drawing) -> None:
    picture.append(svg.Rectangle(60, 110, 270, 150, fill="#dbe6f5", **_BOX))
    picture.append(svg.Rectangle(80, 130, 175, 95, fill="#111111", **_BOX))
    picture.append(svg.Text("2048", 40, 167, 188, text_anchor="middle", fill="#ffffff", font_weight="bold"))
    _write_heading(picture, "SSD1306 display, 128x64, I2C", 60, 98)
    picture.append(svg.Text("The pins may be in another order: go by their names.", _TEXT, 60, 284))
    for name, _, y in _DISPLAY:
        picture.append(svg.Text(name, _TEXT, _DISPLAY_X - 12, y + 5, text_anchor="end", font_weight="bold"))


def _draw_buttons(picture: svg.Drawing) -> None:
    """Draw the buttons and the ground wire that they share."""
    _write_heading(picture, "Four push buttons, each from its pin to ground", 60, 336)
    top = _BUTTONS[0][2]
    _draw_wire(picture, _COLORS["GND"], ((_GROUND_X, top), (_GROUND_X, _GROUND_Y)))
    for name, _, y in _BUTTONS:
        picture.append(svg.Rectangle(200, y - 24, 100, 48, fill="#eeeeee", **_BOX))
        picture.append(svg.Circle(250, y, 20, fill="#f5c542", stroke="#555555"))
        picture.append(svg.Text(name, _TEXT, 310, y - 8, font_weight="bold"))
        _draw_wire(picture, _COLORS["GND"], ((_GROUND_X, y), (200, y)))


def _write_heading(picture: svg.Drawing, text: str, x: int, y: int, **look: Any) -> None:
    picture.append(svg.Text(text, _HEADING, x, y, font_weight="bold", **look))


def main() -> int:
    """Write a picture for each board; returns the exit code: 0 ok, 1 failed."""
    for board in BOARDS:
        path = FOLDER / board.picture
        try:
            write(path, draw(board, settings()))
        except NotWritten as error:
            print(f"wiring: {error}", file=sys.stderr)
            return 1
        print(f"Wrote {path.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    run("wiring", main)
