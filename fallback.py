# SPDX-License-Identifier: MIT
"""Says what is wrong when files are missing or of two versions: it needs nothing but the firmware."""

import os
import time

import board
import busdisplay
import busio
import displayio
import i2cdisplaybus
import terminalio
import usb_cdc

TYPE_CHECKING = False  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from microcontroller import Pin

_ADVICE = "A file is missing or old: copy the game again (make deploy)."
_COLUMNS = 21
_ROWS = 5
_DARK_AFTER_SECONDS = 600  # it burns in, and nobody may be there

# SSD1306 datasheet, chapter 9: charge pump, horizontal addressing, how the panel is wired, on. Each with the
# number of its arguments; all else is as after a reset.
_START = b"\x8d\x01\x14\x20\x01\x00\xa1\x00\xc8\x00\xaf\x00"
_OFF = 0xAE


def show(error: Exception, display: "busdisplay.BusDisplay | None") -> None:
    """Show what to do and an error until Ctrl-C; `display` is None when none is open yet."""
    if isinstance(error, ImportError):
        what = str(error).split(" named ")[-1]  # there is no room for more than the name
    else:
        what = type(error).__name__ + ": " + str(error)
    text = _ADVICE + " " + what
    print("2048 stopped:", text)
    try:
        display = display or _open()
        _draw(text, display)
        for _ in range(_DARK_AFTER_SECONDS):
            _rest()
        display.bus.send(_OFF, b"")
        while True:
            _rest()
    except KeyboardInterrupt:
        pass


def _draw(text: str, display: busdisplay.BusDisplay) -> None:
    palette = displayio.Palette(2)
    palette[1] = 0xFFFFFF
    grid = displayio.TileGrid(
        terminalio.FONT.bitmap,
        pixel_shader=palette,
        width=_COLUMNS,
        height=_ROWS,
        tile_width=6,
        tile_height=12,
        default_tile=_tile(" "),
        x=1,
        y=2,
    )
    _write(grid, text)
    group = displayio.Group()
    group.append(grid)
    display.root_group = group
    display.refresh()


def _rest() -> None:
    time.sleep(1)
    if usb_cdc.console:
        usb_cdc.console.reset_input_buffer()  # or it would be deaf to Ctrl-C in the end


def _open() -> busdisplay.BusDisplay:
    displayio.release_displays()
    i2c = busio.I2C(_pin("SCL"), _pin("SDA"), frequency=400000)
    return busdisplay.BusDisplay(
        i2cdisplaybus.I2CDisplayBus(i2c, device_address=0x3C),
        _START,
        width=128,
        height=64,
        color_depth=1,
        grayscale=True,
        pixels_in_byte_share_row=False,
        set_column_command=0x21,
        set_row_command=0x22,
        data_as_commands=True,
        single_byte_bounds=True,
        auto_refresh=False,
    )


def _pin(name: str) -> "Pin":
    try:
        from hardware import pins

        default = pins.read(board.board_id)[name]
    except Exception:  # this may be the file that is missing
        default = "GP4" if name == "SDA" else "GP5"
    return getattr(board, os.getenv(name, default))


def _write(grid: displayio.TileGrid, text: str) -> None:
    """Put words into the rows of a grid of letters, as many as there is room for."""
    place = 0
    for word in text.split():
        column = place % _COLUMNS
        if column and column + len(word) > _COLUMNS:
            place += _COLUMNS - column
        for letter in word:
            if place < _COLUMNS * _ROWS:
                grid[place] = _tile(letter)
            place += 1
        if place % _COLUMNS:
            place += 1


def _tile(letter: str) -> int:
    glyph = terminalio.FONT.get_glyph(ord(letter)) or terminalio.FONT.get_glyph(0x3F)
    return glyph.tile_index  # type: ignore[attr-defined]  # the stub forgets it
