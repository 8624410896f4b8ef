"""Draws docs/wiring.svg: a Pico, the display and four buttons, on the pins of settings.toml's defaults.

Run again after a change: python -m tools.wiring
"""

import re
import sys
from xml.sax.saxutils import escape

from tools.files import ROOT

PICTURE = ROOT / "docs" / "wiring.svg"

# The Pico's pins from the USB end down, left side and right side (Raspberry Pi Pico datasheet, figure 2).
LEFT = [
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
    "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
]  # fmt: skip
RIGHT = [
    "VBUS", "VSYS", "GND", "3V3_EN", "3V3", "VREF", "GP28", "AGND", "GP27", "GP26",
    "RUN", "GP22", "GND", "GP21", "GP20", "GP19", "GP18", "GND", "GP17", "GP16",
]  # fmt: skip
PINS_A_SIDE = 20

_WIDTH, _HEIGHT = 900, 680
_BOARD_LEFT, _BOARD_RIGHT, _FIRST_PIN, _PIN_STEP = 600, 760, 110, 25
_HEADING, _NOTE, _WIRED, _UNUSED = (
    'font-size="17" font-weight="bold"',
    'font-size="13"',
    'font-size="13" font-weight="bold"',
    'font-size="13" fill="#6b6b6b"',
)
_RED, _BLACK, _BLUE, _GREEN, _VIOLET = "#c62828", "#222222", "#1565c0", "#2e7d32", "#6a1b9a"


def settings() -> dict[str, str]:
    """The default pin of every setting that names one."""
    return dict(re.findall(r'^(\w+) = "(GP\d+)"', (ROOT / "settings.toml").read_text(), re.MULTILINE))


def draw(pins: dict[str, str]) -> str:
    """The picture as SVG; pins as from `settings`, all on the left side of the Pico."""
    parts = [*_pico(), *_display(), *_buttons()]
    parts += _wire(
        _RED, (330, 140), (545, 140), (545, 40), (815, 40), (815, _y("3V3")), (_BOARD_RIGHT, _y("3V3"))
    )
    parts += _to_pin(_BLACK, 330, 170, 530, _y("GND", 0))
    parts += _to_pin(_BLUE, 330, 200, 505, _y(pins["SDA"]))
    parts += _to_pin(_GREEN, 330, 230, 480, _y(pins["SCL"]))
    for setting, top, bend in (("UP", 370, 505), ("DOWN", 440, 480), ("LEFT", 510, 455), ("RIGHT", 580, 480)):
        parts += _to_pin(_VIOLET, 300, top, bend, _y(pins[f"BUTTON_{setting}"]))
    ground = _y("GND", 3)
    parts += _wire(_BLACK, (150, 370), (150, 630), (530, 630), (530, ground), (_BOARD_LEFT, ground))
    for top in (370, 440, 510, 580):
        parts += _wire(_BLACK, (150, top), (200, top))
    title = "Wiring of the 2048 handheld: display and buttons to a Raspberry Pi Pico"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
            'font-family="Helvetica, Arial, sans-serif">',
            f"<title>{title}</title>",
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _y(name: str, which: int = 0) -> int:
    """Height of a pin; which: the how-manieth of that name on the left side."""
    if name in LEFT:
        places = [place for place, pin in enumerate(LEFT) if pin == name]
        return _FIRST_PIN + _PIN_STEP * places[which]
    return _FIRST_PIN + _PIN_STEP * RIGHT.index(name)


def _text(x: float, y: float, text: str, look: str, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" {look}>{escape(text)}</text>'


def _box(x: int, y: int, width: int, height: int, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="{fill}" stroke="#555555"/>'


def _wire(color: str, *points: tuple[int, int]) -> list[str]:
    """A wire with a dot at each end."""
    path = " ".join(f"{x},{y}" for x, y in points)
    ends = [f'<circle cx="{x}" cy="{y}" r="5" fill="{color}"/>' for x, y in (points[0], points[-1])]
    return [f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="3"/>', *ends]


def _to_pin(color: str, x: int, y: int, bend: int, pin_y: int) -> list[str]:
    """A wire from a part to the left side of the Pico, turning at x = bend."""
    return _wire(color, (x, y), (bend, y), (bend, pin_y), (_BOARD_LEFT, pin_y))


def _pico() -> list[str]:
    height = _PIN_STEP * PINS_A_SIDE + 40
    parts = [
        _box(655, 62, 50, 30, "#bdbdbd"),
        _text(680, 56, "USB", _NOTE, "middle"),
        _box(_BOARD_LEFT, 78, _BOARD_RIGHT - _BOARD_LEFT, height, "#d7ecd9"),
        _text(680, 78 + height + 24, "Raspberry Pi Pico", _HEADING, "middle"),
    ]
    used = {"3V3", *settings().values()}
    for side, x, anchor, inwards in ((LEFT, _BOARD_LEFT, "start", 12), (RIGHT, _BOARD_RIGHT, "end", -12)):
        for place, name in enumerate(side):
            y = _FIRST_PIN + _PIN_STEP * place
            parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="#d4b04a" stroke="#555555"/>')
            is_wired = name in used or (side is LEFT and name == "GND" and place in (2, 17))
            parts.append(_text(x + inwards, y + 5, name, _WIRED if is_wired else _UNUSED, anchor))
    return parts


def _display() -> list[str]:
    parts = [
        _box(60, 110, 270, 150, "#dbe6f5"),
        _box(80, 130, 175, 95, "#111111"),
        _text(167, 188, "2048", 'font-size="40" fill="#ffffff" font-weight="bold"', "middle"),
        _text(60, 98, "SSD1306 display, 128x64, I2C", _HEADING),
        _text(60, 284, "The pins may be in another order: go by their names.", _NOTE),
    ]
    for name, y in (("VCC", 140), ("GND", 170), ("SDA", 200), ("SCL", 230)):
        parts.append(_text(318, y + 5, name, _WIRED, "end"))
    return parts


def _buttons() -> list[str]:
    parts = [_text(60, 336, "Four push buttons, each from its pin to ground", _HEADING)]
    for name, y in (("UP", 370), ("DOWN", 440), ("LEFT", 510), ("RIGHT", 580)):
        parts += [
            _box(200, y - 24, 100, 48, "#eeeeee"),
            f'<circle cx="250" cy="{y}" r="20" fill="#f5c542" stroke="#555555"/>',
            _text(310, y - 8, name, _WIRED),
        ]
    return parts


def main() -> int:
    """Write the picture."""
    PICTURE.write_text(draw(settings()), encoding="utf-8")
    print(f"Wrote {PICTURE.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
