# SPDX-License-Identifier: MIT
"""The boards that the game knows by name, and every pin that CircuitPython gives them.

A test compares them with the board definitions of circuitpython-stubs.
"""

from typing import NamedTuple

from hardware import pins

# Each pin of the chip and its names, the printed one first. CYW pins are those of the Wi-Fi chip.
_PICO = """0=GP0 1=GP1 2=GP2 3=GP3 4=GP4 5=GP5 6=GP6 7=GP7 8=GP8 9=GP9 10=GP10 11=GP11 12=GP12 13=GP13
    14=GP14 15=GP15 16=GP16 17=GP17 18=GP18 19=GP19 20=GP20 21=GP21 22=GP22 26=GP26,GP26_A0,A0
    27=GP27,GP27_A1,A1 28=GP28,GP28_A2,A2 29=VOLTAGE_MONITOR,A3 """
_WITHOUT_WIFI = "23=GP23,SMPS_MODE 24=VBUS_SENSE,GP24 25=GP25,LED"
_WITH_WIFI = "CYW0=LED CYW1=SMPS_MODE CYW2=VBUS_SENSE"
_QT_PY = """29=A0,D0 28=A1,D1 27=A2,D2 26=A3,D3 24=SDA,D4 25=SCL,D5 20=TX,D6 5=RX,D7 6=SCK,D8 4=MISO,D9
    3=MOSI,D10 12=NEOPIXEL 11=NEOPIXEL_POWER 21=BUTTON 22=SDA1 23=SCL1"""
_XIAO = """26=D0,A0 27=D1,A1 28=D2,A2 29=D3,A3 6=D4,SDA 7=D5,SCL 0=D6,TX 1=D7,RX 2=D8,SCK 4=D9,MISO
    3=D10,MOSI 16=LED_GREEN 17=LED_RED 25=LED,LED_BLUE 12=NEOPIXEL 11=NEOPIXEL_POWER"""
_FEATHER = """26=A0 27=A1 28=A2 29=A3 24=D24 25=D25 18=SCK 19=MOSI 20=MISO 1=RX,D0 0=TX,D1 6=D4 2=SDA 3=SCL
    7=D5 8=D6 9=D9 10=D10 11=D11 12=D12 13=D13,LED 4=BUTTON,BOOT 16=NEOPIXEL"""
_KB2040 = """26=A0 27=A1 28=A2 29=A3 18=SCK,CLK 19=MOSI 20=MISO 0=TX,D0 1=RX,D1 2=D2 3=D3 4=D4 5=D5 6=D6 7=D7
    8=D8 9=D9 10=D10 11=BUTTON,D11 12=SDA,D12 13=SCL,D13 17=NEOPIXEL"""
_ZERO = """0=GP0,TX 1=GP1,RX 2=GP2 3=GP3 4=GP4 5=GP5 6=GP6 7=GP7 8=GP8 9=GP9 10=GP10 11=GP11 12=GP12 13=GP13
    14=GP14 15=GP15 16=GP16,NEOPIXEL 17=GP17 18=GP18 19=GP19 20=GP20 21=GP21 22=GP22 23=GP23 24=GP24 25=GP25
    26=GP26,GP26_A0,A0 27=GP27,GP27_A1,A1 28=GP28,GP28_A2,A2 29=GP29,GP29_A3,A3"""


class Board(NamedTuple):
    """A board by its `board.board_id`: its name in full, its chip as os.uname tells it, and its pins.

    `names` maps every name of a pin to the one that is printed on the board, and `numbers` that to the chip's
    own: "0" to "29", or "CYW0" and so on.
    """

    board_id: str
    name: str
    chip: str
    names: dict[str, str]
    numbers: dict[str, str]

    @property
    def defaults(self) -> dict[str, str]:
        """The default pins: setting -> name."""
        return pins.read(self.board_id)

    def pin(self, setting: str, given: object = None) -> str:
        """The pin to which a part is wired: the one with the given name, or else the setting's default."""
        return self.names.get(str(given)) or self.names[self.defaults[setting]]


def _board(board_id: str, name: str, chip: str, text: str) -> Board:
    entries = [(number, names.split(",")) for number, names in (entry.split("=") for entry in text.split())]
    return Board(
        board_id,
        name,
        chip,
        {name: names[0] for _, names in entries for name in names},
        {names[0]: number for number, names in entries},
    )


PICO = _board("raspberry_pi_pico", "Raspberry Pi Pico", "rp2040", _PICO + _WITHOUT_WIFI)
BOARDS = {
    board.board_id: board
    for board in (
        PICO,
        _board("raspberry_pi_pico_w", "Raspberry Pi Pico W", "rp2040", _PICO + _WITH_WIFI),
        _board("raspberry_pi_pico2", "Raspberry Pi Pico 2", "rp2350a", _PICO + _WITHOUT_WIFI),
        _board("raspberry_pi_pico2_w", "Raspberry Pi Pico 2 W", "rp2350a", _PICO + _WITH_WIFI),
        _board("adafruit_qtpy_rp2040", "Adafruit QT Py RP2040", "rp2040", _QT_PY),
        _board("seeeduino_xiao_rp2040", "Seeed XIAO RP2040", "rp2040", _XIAO),
        _board("adafruit_feather_rp2040", "Adafruit Feather RP2040", "rp2040", _FEATHER),
        _board("adafruit_kb2040", "Adafruit KB2040", "rp2040", _KB2040),
        _board("waveshare_rp2040_zero", "Waveshare RP2040-Zero", "rp2040", _ZERO),
    )
}
