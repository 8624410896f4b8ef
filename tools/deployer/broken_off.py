# SPDX-License-Identifier: MIT
"""Shows on the display that an update broke off.

While make deploy renames files, the board may hold a mix of two versions. So make deploy first installs this
program as code.txt, which CircuitPython runs instead of code.py. It needs nothing but the firmware; if the
table of default pins is there, it uses that, too.
"""

import os
import sys
import time

import board
import busio
import displayio
import supervisor
import terminalio

TYPE_CHECKING = False  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    import microcontroller

LINES = ("Update broken off:", "run make deploy again")
ADDRESSES = (0x3C, 0x3D)
WIDTH = 128
LETTER_WIDTH = 6
LETTER_HEIGHT = 12
LINE_HEIGHT = 16  # two of the display's pages
TOP_PAGE = 2
DARK_AFTER = 600  # seconds; OLEDs burn in, and nobody may be watching
# SSD1306 data sheet, chapter 9: off, page addressing mode, 64 lines, no offset, alternating COM pins,
# charge pump on, RAM shown, not inverted; then UPRIGHT or TURNED.
SET_UP = b"\xae\x20\x02\xa8\x3f\xd3\x00\x40\xd5\x80\xd9\xf1\xda\x12\xdb\x40\x81\xcf\x8d\x14\xa4\xa6"
UPRIGHT = b"\xa1\xc8"
TURNED = b"\xa0\xc0"
ON = b"\xaf"
OFF = b"\xae"


def setting(name: str, default: "str | int") -> "str | int | None":
    try:
        return os.getenv(name, default)
    except ValueError:
        return default


def pin(name: str) -> "microcontroller.Pin":
    try:
        from hardware import pins

        default = pins.read(board.board_id)[name]
    except Exception:  # not there yet, or of another version
        default = "GP4" if name == "SDA" else "GP5"
    return getattr(board, str(setting(name, default)), None) or getattr(board, default)


def command(bus: busio.I2C, address: int, codes: bytes) -> None:
    bus.writeto(address, b"\x00" + codes)


def draw(bus: busio.I2C, address: int) -> None:
    turned = str(setting("ROTATION", 0)) == "180"
    command(bus, address, SET_UP + (TURNED if turned else UPRIGHT))
    for page in range(8):
        command(bus, address, bytes((0xB0 + page, 0x00, 0x10)))
        line, lower = divmod(page - TOP_PAGE, 2)
        bus.writeto(address, b"\x40" + pixels(LINES[line] if 0 <= line < len(LINES) else "", lower * 8))
    command(bus, address, ON)


def pixels(text: str, top: int) -> bytearray:
    """Eight rows of a line of text, from row `top` down: one byte per column, lowest bit uppermost."""
    columns = bytearray(WIDTH)
    font = terminalio.FONT.bitmap
    tiles = font.width // LETTER_WIDTH
    at = (WIDTH - len(text) * LETTER_WIDTH) // 2 + 1
    for letter in text:
        glyph = terminalio.FONT.get_glyph(ord(letter))
        row, column = divmod(glyph.tile_index, tiles)  # type: ignore[attr-defined]  # missing from the stub
        for x in range(LETTER_WIDTH):
            for y in range(min(8, LETTER_HEIGHT - top)):
                if font[column * LETTER_WIDTH + x, row * LETTER_HEIGHT + top + y]:
                    columns[at + x] |= 1 << y
        at += LETTER_WIDTH
    return columns


def show(bus: busio.I2C) -> "int | None":
    """Draw on the first display that answers and return its address, or None if none answers."""
    for address in ADDRESSES:
        try:
            draw(bus, address)
            return address
        except OSError:
            pass
    return None


def wait(seconds: int) -> None:
    for _ in range(seconds):
        time.sleep(1)
        # If typed characters pile up unread, CircuitPython no longer sees Ctrl-C.
        while supervisor.runtime.serial_bytes_available:
            sys.stdin.read(1)


print("2048 stopped: %s %s." % LINES)
displayio.release_displays()
try:
    bus = busio.I2C(pin("SCL"), pin("SDA"), frequency=400000)
    bus.try_lock()
    address = show(bus)
    wait(DARK_AFTER)
    if address:
        command(bus, address, OFF)
except (AttributeError, RuntimeError, ValueError, OSError) as error:
    print(error)
while True:
    wait(DARK_AFTER)
