# SPDX-License-Identifier: MIT
"""What the boards look like, for the wiring pictures: the printed names of their pins, where they are."""

from typing import NamedTuple


class Shape(NamedTuple):
    """A board: each side's pins from the top of the picture down, and how its parts are arranged beside it.

    `is_turned` draws the USB socket at the bottom. `display` is the order of the display's pins, `below`
    puts the display under the buttons, and `top` is how far down the first pin is: chosen so that no two
    wires cross. `joined` brings the buttons' ground wire to the display's, because the board has only one.
    """

    board_id: str
    name: str
    picture: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    display: tuple[str, ...] = ("VCC", "GND", "SDA", "SCL")
    top: int = 110
    below: bool = False
    is_turned: bool = False
    joined: bool = True
    note: str = ""


# Raspberry Pi Pico datasheet, figure 2; the other three have the same pins in the same places.
PICO = Shape(
    "raspberry_pi_pico",
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
    joined=False,
    note="the same for Pico W, Pico 2 and Pico 2 W",
)  # fmt: skip
# The makers' pinouts: Adafruit's learning guides, Seeed's and Waveshare's wikis.
QT_PY = Shape(
    "adafruit_qtpy_rp2040",
    "Adafruit QT Py RP2040",
    "wiring-qt-py.svg",
    ("A0", "A1", "A2", "A3", "SDA", "SCL", "TX"),
    ("5V", "GND", "3V", "MOSI", "MISO", "SCK", "RX"),
    ("SDA", "SCL", "VCC", "GND"),
    top=330,
    below=True,
)
XIAO = QT_PY._replace(
    board_id="seeeduino_xiao_rp2040",
    name="Seeed XIAO RP2040",
    picture="wiring-xiao.svg",
    left=("D0", "D1", "D2", "D3", "D4", "D5", "D6"),
    right=("5V", "GND", "3V3", "D10", "D9", "D8", "D7"),
)
FEATHER = Shape(
    "adafruit_feather_rp2040",
    "Adafruit Feather RP2040",
    "wiring-feather.svg",
    (
        "RST", "3V3", "3V3", "GND", "A0", "A1", "A2", "A3",
        "D24", "D25", "SCK", "MOSI", "MISO", "RX", "TX", "D4",
    ),
    ("BAT", "EN", "USB", "D13", "D12", "D11", "D10", "D9", "D6", "D5", "SCL", "SDA"),
    ("SDA", "SCL", "VCC", "GND"),
    top=175,
)  # fmt: skip
KB2040 = QT_PY._replace(
    board_id="adafruit_kb2040",
    name="Adafruit KB2040",
    picture="wiring-kb2040.svg",
    left=("TX", "RX", "GND", "GND", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9"),
    right=("RAW", "GND", "RST", "3V", "A3", "A2", "A1", "A0", "SCK", "MISO", "MOSI", "D10"),
    top=230,
    note="numbers alone are D2 to D10",
)
ZERO = Shape(
    "waveshare_rp2040_zero",
    "Waveshare RP2040-Zero",
    "wiring-rp2040-zero.svg",
    ("GP8", "GP7", "GP6", "GP5", "GP4", "GP3", "GP2", "GP1", "GP0"),
    ("GP14", "GP15", "GP26", "GP27", "GP28", "GP29", "3V3", "GND", "5V"),
    ("GND", "VCC", "SCL", "SDA"),
    top=195,
    is_turned=True,
    note="GP9 to GP13 are not shown",
)
SHAPES = (PICO, QT_PY, XIAO, FEATHER, KB2040, ZERO)
