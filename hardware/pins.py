# SPDX-License-Identifier: MIT
"""Where the display and the buttons are on each board, unless settings.toml says otherwise; docs/boards.md.

The only table of default pins: config.py, boot.py, fallback.py and the tools read it. It imports nothing, so
that any of them can. On an RP2040 or RP2350, SDA and SCL must be a pair of one I2C block, and SCK and MOSI of
one SPI block. Boards with few pins have D/C and reset of an SPI display where an I2C display has its bus.
"""


def read(board_id: str) -> "dict[str, str]":
    """Return setting -> name of its pin for a board (board.board_id); those of a Pico for an unknown one."""
    # The text is in here because a name for it would take memory on the device.
    names = (
        "SDA SCL BUTTON_UP BUTTON_DOWN BUTTON_LEFT BUTTON_RIGHT BUTTON_MENU BUTTON_UNDO BUTTON_HINT "
        "SCK MOSI CS DC RESET_PIN"
    )
    rows = (
        "raspberry_pi_pico raspberry_pi_pico_w raspberry_pi_pico2 raspberry_pi_pico2_w:"
        "GP4 GP5 GP10 GP11 GP12 GP13 GP14 GP15 GP16 GP18 GP19 GP17 GP21 GP20",
        "adafruit_qtpy_rp2040:SDA SCL A0 A1 A2 A3 TX RX MISO SCK MOSI RX SDA SCL",
        "seeeduino_xiao_rp2040:D4 D5 D0 D1 D2 D3 D6 D7 D9 D8 D10 D7 D4 D5",
        "adafruit_feather_rp2040:SDA SCL A1 A2 A3 D24 D25 D10 D11 SCK MOSI D5 D6 D9",
        "adafruit_kb2040:D6 D7 D2 D3 D4 D5 D8 D9 MISO SCK MOSI D10 D6 D7",
        "waveshare_rp2040_zero:GP6 GP7 GP5 GP4 GP3 GP2 GP1 GP0 GP9 GP14 GP15 GP8 GP6 GP7",
    )
    found = rows[0]
    for row in rows:
        if board_id in row.split(":")[0].split():
            found = row
    return dict(zip(names.split(), found.split(":")[1].split()))  # noqa: B905  # the device's zip is never strict
