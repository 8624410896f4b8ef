# SPDX-License-Identifier: MIT
"""The wiring pictures show the pins in settings.toml."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tools import wiring

SVG = "{http://www.w3.org/2000/svg}"
EVERY_BOARD = pytest.mark.parametrize("board", wiring.BOARDS, ids=lambda board: board.picture)


class Picture:
    """What a person can read from the picture."""

    def __init__(self, board, pins):
        root = ElementTree.fromstring(wiring.draw(board, pins))
        self.texts = [
            (float(text.get("x")), float(text.get("y")), text.text, text.get("font-weight") == "bold")
            for text in root.iter(f"{SVG}text")
        ]
        self.wires = [
            [tuple(map(float, corner.split(","))) for corner in path.get("d")[1:].split(" L")]
            for path in (path for path in root.iter(f"{SVG}path") if path.find(f"{SVG}title") is not None)
        ]

    def nearest_text(self, place, is_inside):
        """The text beside the end of a wire: (text, whether it is bold)."""
        x, y = place
        beside = [text for text in self.texts if is_inside(text[0], x) and abs(text[1] - 5 - y) < 1]
        return min(beside, key=lambda text: abs(text[0] - x))[2:]

    def pins(self):
        """The names of the pins at which wires end."""
        return [self.nearest_text(wire[-1], lambda at, x: 600 < at < 760) for wire in self.wires]


@EVERY_BOARD
def test_the_picture_is_up_to_date(board):
    path = wiring.FOLDER / board.picture
    assert path.read_text("utf-8") == wiring.draw(board, wiring.settings())


@EVERY_BOARD
def test_each_wire_ends_at_the_pin_of_its_setting(board):
    settings = wiring.settings()
    assert settings.keys() == {
        "SDA", "SCL", "BUTTON_UP", "BUTTON_DOWN", "BUTTON_LEFT", "BUTTON_RIGHT",
    }  # fmt: skip
    wired = Picture(board, settings).pins()
    assert sorted(wired) == sorted((pin, True) for pin in ("3V3", "GND", "GND", *settings.values()))


def test_a_wire_joins_the_part_and_the_pin_that_belong_together():
    found = {wire.what: wire.pin for wire in wiring.wires(wiring.PICO, wiring.settings())}
    assert (found["VCC"], found["SDA"], found["UP"], found["RIGHT"]) == ("3V3", "GP4", "GP10", "GP13")


def test_only_the_wired_pins_are_bold():
    picture = Picture(wiring.PICO, wiring.settings())
    bold = [text for x, _, text, is_bold in picture.texts if is_bold and x in (612, 748)]
    assert len(bold) == len(picture.wires)


def crossings(wires):
    """The pairs of wires that cross or touch, one horizontally and one vertically."""
    pieces = [(n, a, b) for n, wire in enumerate(wires) for a, b in pairwise(wire)]
    flat = [(n, a, b) for n, a, b in pieces if a[1] == b[1]]
    steep = [(n, a, b) for n, a, b in pieces if a[0] == b[0] and a[1] != b[1]]
    for n, a, b in flat:
        for m, c, d in steep:
            is_across = min(a[0], b[0]) <= c[0] <= max(a[0], b[0])
            if n != m and is_across and min(c[1], d[1]) <= a[1] <= max(c[1], d[1]):
                yield n, m


@EVERY_BOARD
def test_no_two_wires_cross(board):
    assert list(crossings(Picture(board, wiring.settings()).wires)) == []


def test_wires_to_other_pins_do_not_cross_either():
    pins = wiring.settings() | {"BUTTON_UP": "GP6", "BUTTON_DOWN": "GP7", "BUTTON_LEFT": "GP8"}
    assert list(crossings(Picture(wiring.PICO, pins).wires)) == []


def test_wires_to_the_other_side_go_around_the_board():
    right = tuple({"VSYS": "GP20", "GP20": "VSYS"}.get(pin, pin) for pin in wiring.PICO.right)
    picture = Picture(wiring.PICO._replace(right=right), wiring.settings() | {"SDA": "GP20"})
    assert ("GP20", True) in picture.pins()
    around = [wire for wire in picture.wires if wire[-1][0] == 760]
    assert len(around) == 2
    assert list(crossings(around)) == []


def test_a_pin_that_the_board_lacks_is_an_error():
    with pytest.raises(ValueError, match="Raspberry Pi Pico has no pin GP99"):
        wiring.draw(wiring.PICO, wiring.settings() | {"SDA": "GP99"})


def test_the_picos_pins_are_complete():
    assert len(wiring.PICO.left) == len(wiring.PICO.right) == 20
    names = [name for name in wiring.PICO.left + wiring.PICO.right if name.startswith("GP")]
    assert len(set(names)) == len(names) == 26
