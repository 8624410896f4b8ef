# SPDX-License-Identifier: MIT
"""The wiring pictures show the default pins of each board."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from hardware import pins
from tools import shapes, wiring
from tools.simulator.boards import BOARDS

SVG = "{http://www.w3.org/2000/svg}"
EVERY_BOARD = pytest.mark.parametrize("board", shapes.SHAPES, ids=lambda board: board.board_id)
USED = ("SDA", "SCL", "BUTTON_UP", "BUTTON_DOWN", "BUTTON_LEFT", "BUTTON_RIGHT")
SUPPLY = {
    "GND",
    "AGND",
    "5V",
    "3V",
    "3V3",
    "3V3_EN",
    "VBUS",
    "VSYS",
    "VREF",
    "RUN",
    "RST",
    "RAW",
    "BAT",
    "EN",
    "USB",
}
PICO = shapes.PICO
PICO_PINS = pins.read("raspberry_pi_pico")


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


def default_pins(board):
    return pins.read(board.board_id)


@EVERY_BOARD
def test_the_picture_is_up_to_date(board):
    path = wiring.FOLDER / board.picture
    assert path.read_text("utf-8") == wiring.draw(board, default_pins(board))


@EVERY_BOARD
def test_each_wire_ends_at_the_pin_of_its_setting(board):
    wired = Picture(board, default_pins(board)).pins()
    supply = {(name, True) for name in ("3V3", "3V", "GND")}
    assert sorted(set(wired) - supply) == sorted((default_pins(board)[name], True) for name in USED)
    assert {"GND"} < {name for name, _ in set(wired) & supply}


@EVERY_BOARD
def test_a_wire_joins_the_part_and_the_pin_that_belong_together(board):
    found = {wire.what: wire.pin for wire in wiring.wires(board, default_pins(board))}
    assert found["GND"] == "GND"
    assert found["VCC"] in ("3V3", "3V")
    for part, setting in (("SDA", "SDA"), ("SCL", "SCL"), ("UP", "BUTTON_UP"), ("RIGHT", "BUTTON_RIGHT")):
        assert found[part] == default_pins(board)[setting]


@EVERY_BOARD
def test_only_the_wired_pins_are_bold(board):
    picture = Picture(board, default_pins(board))
    bold = [text for x, _, text, is_bold in picture.texts if is_bold and x in (612, 748)]
    assert len(bold) == len(picture.wires)


@EVERY_BOARD
def test_every_pin_has_the_name_that_circuitpython_gives_it(board):
    names = [name for name in (*board.left, *board.right) if name not in SUPPLY]
    assert len(set(names)) == len(names)
    assert set(names) <= set(BOARDS[board.board_id].names)


def test_every_board_has_a_picture():
    likened = {"raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w"}
    assert {board.board_id for board in shapes.SHAPES} | likened == set(BOARDS)
    for board_id in likened:
        assert pins.read(board_id) == PICO_PINS


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
    assert list(crossings(Picture(board, default_pins(board)).wires)) == []


def test_wires_to_other_pins_do_not_cross_either():
    pins = PICO_PINS | {"BUTTON_UP": "GP6", "BUTTON_DOWN": "GP7", "BUTTON_LEFT": "GP8"}
    assert list(crossings(Picture(PICO, pins).wires)) == []


def test_wires_to_the_other_side_go_around_the_board():
    right = tuple({"VSYS": "GP20", "GP20": "VSYS"}.get(pin, pin) for pin in PICO.right)
    picture = Picture(PICO._replace(right=right), PICO_PINS | {"SDA": "GP20"})
    assert ("GP20", True) in picture.pins()
    around = [wire for wire in picture.wires if wire[-1][0] == 760]
    assert len(around) == 2
    assert list(crossings(around)) == []


def test_a_pin_that_the_board_lacks_is_an_error():
    with pytest.raises(ValueError, match="Raspberry Pi Pico has no pin GP99"):
        wiring.draw(PICO, PICO_PINS | {"SDA": "GP99"})


def test_the_picos_pins_are_complete():
    assert len(PICO.left) == len(PICO.right) == 20
    names = [name for name in PICO.left + PICO.right if name.startswith("GP")]
    assert len(set(names)) == len(names) == 26
