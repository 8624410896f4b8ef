# SPDX-License-Identifier: MIT
"""Says what is wrong when files are missing or of two versions: it needs nothing but the firmware.

With a call of `say` at its end it is also the program that stands in for the game while make deploy renames
files (tools/deployer/install.py).
"""

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
    import fourwire
    from microcontroller import Pin

_ADVICE = "A file is missing or old: copy the game again (make deploy)."
_COLUMNS = 21
_ROWS = 5
_DARK_AFTER_SECONDS = 600  # it burns in, and nobody may be there

# What starts a display, each command with the number of its arguments; all else is as after a reset. An
# SSD1306: charge pump, horizontal addressing, how the panel is wired, on. The charge pumps of the others are
# on. An SH1107 needs the number of its lines, and where they begin.
_START = b"\x8d\x01\x14\x20\x01\x00\xa1\x00\xc8\x00\xaf\x00"
_START_SH1106 = b"\xa1\x00\xc8\x00\xaf\x00"
_START_SH1107 = b"\xa8\x01\x3f\xd3\x01\x60\xaf\x00"
_OFF = 0xAE


def show(error: Exception, display: "busdisplay.BusDisplay | None") -> None:
    """Show what to do and an error until Ctrl-C; `display` is None when none is open yet."""
    if isinstance(error, ImportError):
        what = str(error).split(" named ")[-1]  # there is no room for more than the name
    else:
        what = type(error).__name__ + ": " + str(error)
    say(_ADVICE + " " + what, display)


def say(text: str, display: "busdisplay.BusDisplay | None") -> None:
    """Show a text until Ctrl-C, on the console at least."""
    try:
        try:
            display = display or _open()
            _draw(text, display)
        except Exception as error:
            print(error)
        # Not before: in the first moments of a program USB loses what it prints.
        print("2048 stopped: " + text)
        for _ in range(_DARK_AFTER_SECONDS):
            _rest()
        if display:
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
    chip = str(_setting("DISPLAY", "SSD1306")).upper()
    # How the chip's own picture lies, and the first column that the panel shows.
    start, turn, colstart = _START, 0, 0
    if chip == "SH1106":
        start, colstart = _START_SH1106, int(_setting("DISPLAY_COLUMN_OFFSET", 2))
    elif chip == "SH1107":
        start, turn = _START_SH1107, 90
    return busdisplay.BusDisplay(
        _open_spi() if str(_setting("BUS", "I2C")).upper() == "SPI" else _open_i2c(),
        start,
        width=128,
        height=64,
        rotation=turn + (180 if str(_setting("ROTATION", 0)) == "180" else 0),
        colstart=colstart,
        color_depth=1,
        grayscale=True,
        pixels_in_byte_share_row=False,
        set_column_command=0x21,
        set_row_command=0x22,
        data_as_commands=True,
        single_byte_bounds=True,
        auto_refresh=False,
        SH1107_addressing=start != _START,
    )


def _open_i2c() -> "i2cdisplaybus.I2CDisplayBus":
    reset = _pin("RESET_PIN") if _setting("RESET_PIN", "") else None
    if reset:
        import digitalio

        line = digitalio.DigitalInOut(reset)
        line.switch_to_output(False)
        time.sleep(0.001)  # the firmware's own pulse is too short for an SH1106
        line.deinit()
    i2c = busio.I2C(_pin("SCL"), _pin("SDA"), frequency=400000)
    try:
        return i2cdisplaybus.I2CDisplayBus(i2c, device_address=0x3C, reset=reset)
    except ValueError:
        return i2cdisplaybus.I2CDisplayBus(i2c, device_address=0x3D, reset=reset)


def _open_spi() -> "fourwire.FourWire":
    import fourwire

    return fourwire.FourWire(
        busio.SPI(_pin("SCK"), MOSI=_pin("MOSI")),
        command=_pin("DC"),
        chip_select=_pin("CS"),
        reset=_pin("RESET_PIN"),
        baudrate=4000000,
    )


def _setting(name: str, default: "str | int") -> "str | int":
    try:
        return os.getenv(name, default)  # type: ignore[return-value]  # the default is never None
    except ValueError:  # a line that CircuitPython 9 cannot read
        return default


def _pin(name: str) -> "Pin":
    try:
        from hardware import pins

        defaults = pins.read(board.board_id)
    except Exception:  # this may be the file that is missing
        defaults = {
            "SDA": "GP4",
            "SCL": "GP5",
            "SCK": "GP18",
            "MOSI": "GP19",
            "CS": "GP17",
            "DC": "GP21",
            "RESET_PIN": "GP20",
        }
    default = defaults[name]
    return getattr(board, str(_setting(name, default)), None) or getattr(board, default)


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
