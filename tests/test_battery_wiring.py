# SPDX-License-Identifier: MIT
"""The battery's wiring picture: up to date, and nothing reaches the Pico without a switch and a diode."""

from itertools import pairwise
from xml.etree import ElementTree

from tools import battery_wiring

SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_is_up_to_date():
    assert battery_wiring.PICTURE.read_text("utf-8") == battery_wiring.draw()


def test_every_row_leads_through_a_switch_and_a_diode_to_vsys():
    for _, _, parts in battery_wiring.ROWS:
        titles = [part.title for part in parts]
        assert titles.index("switch") < titles.index("Schottky diode") < titles.index("Pico")
        assert parts[-1].plus[0] == "VSYS"
        assert parts[-1].minus[0] == "GND"


def test_no_part_covers_another_and_all_is_in_the_picture():
    root = ElementTree.fromstring(battery_wiring.draw())
    width = float(root.get("width"))
    for _, _, parts in battery_wiring.ROWS:
        ends = [(part.x, part.x + part.width) for part in parts]
        assert all(left[1] + 20 <= right[0] for left, right in pairwise(ends))
        assert ends[-1][1] < width
    texts = [(float(text.get("x")), float(text.get("y"))) for text in root.iter(f"{SVG}text")]
    assert all(0 < x < width and 0 < y < float(root.get("height")) for x, y in texts)
