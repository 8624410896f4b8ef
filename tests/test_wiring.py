"""The wiring diagram shows the pins that the settings name."""

from xml.etree import ElementTree

from tools import wiring


def test_the_picture_is_up_to_date():
    assert wiring.PICTURE.read_text(encoding="utf-8") == wiring.draw(wiring.settings())


def test_each_wire_ends_at_the_pin_of_its_setting():
    root = ElementTree.fromstring(wiring.draw(wiring.settings()))
    svg = "{http://www.w3.org/2000/svg}"
    ends = [line.get("points").split()[-1] for line in root.iter(f"{svg}polyline")]
    texts = {(text.get("x"), text.get("y")): text.text for text in root.iter(f"{svg}text")}
    at_pico = [end.split(",") for end in ends if end.startswith(("600,", "760,"))]
    wired = [texts["612" if x == "600" else "748", str(int(y) + 5)] for x, y in at_pico]
    assert sorted(wired) == sorted(["3V3", "GND", "GND", *wiring.settings().values()])
    assert wiring.settings().keys() == {
        "SDA", "SCL", "BUTTON_UP", "BUTTON_DOWN", "BUTTON_LEFT", "BUTTON_RIGHT",
    }  # fmt: skip


def test_every_pin_is_drawn_once():
    assert len(wiring.LEFT) == len(wiring.RIGHT) == wiring.PINS_A_SIDE
    names = [name for name in wiring.LEFT + wiring.RIGHT if name.startswith("GP")]
    assert len(set(names)) == len(names) == 26
