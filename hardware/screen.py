"""A view turned into pixels: the one place that remembers what the glass shows."""

import sys

import busio
import displayio
import i2cdisplaybus
from adafruit_displayio_ssd1306 import SSD1306

import hardware
from engine2048.save import preferences
from engine2048.screens.rest import BRIGHT, DARK
from hardware import Fault
from hardware.panel import Panel
from hardware.tiles import Tiles

WIDTH = 128
HEIGHT = 64

_DIM_PERCENT = 1

# SSD1306 datasheet, sections 8.1.5.2 (control bytes) and 10.1.3 (addressing).
_HORIZONTAL_ADDRESSING = b"\x00\x20\x00\x21\x00\x7f\x22\x00\x07"
_DATA_FOLLOWS = 0x40


class DisplayError(Fault):
    """The display cannot be reached; the message says why and what to do."""


def open_display(settings):
    """Start the SSD1306 that a Config describes; nothing is drawn until the first refresh.

    Raises DisplayError.
    """
    displayio.release_displays()
    try:
        i2c = busio.I2C(settings.scl, settings.sda, frequency=settings.frequency)
    except ValueError:
        raise DisplayError(
            "SDA and SCL in settings.toml are no I2C pair: use GP4 and GP5, for example."
        ) from None
    except RuntimeError:
        raise DisplayError(
            "No pull-up on SDA or SCL: is the display wired to these pins and to 3.3 V?"
        ) from None
    try:
        _wipe(i2c, settings.address)
        bus = i2cdisplaybus.I2CDisplayBus(i2c, device_address=settings.address)
    except (OSError, ValueError):
        i2c.deinit()
        raise DisplayError(
            "No display at 0x%02X: check its wires, and I2C_ADDRESS in settings.toml." % settings.address
        ) from None
    return SSD1306(bus, width=WIDTH, height=HEIGHT, rotation=settings.rotation, auto_refresh=False)


def _wipe(i2c, address):
    """Clear the display's memory while it is still off: the driver switches it on full of noise."""
    while not i2c.try_lock():
        pass
    try:
        i2c.writeto(address, _HORIZONTAL_ADDRESSING)
        row = bytearray(1 + WIDTH)
        row[0] = _DATA_FOLLOWS
        for _ in range(HEIGHT // 8):
            i2c.writeto(address, row)
    finally:
        i2c.unlock()


def _forget(name):
    """Free the memory of a module of this package that has done its work; an import reads it anew."""
    del sys.modules["hardware." + name]
    delattr(hardware, name)


def _brightness(percent):
    """The display's brightness, up to 1, that gives a contrast of percent * 255 // 100.

    The firmware multiplies by 255 and drops the fraction, in floats that lose other bits from release to
    release; what lies well between two contrasts is the same on all.
    """
    return (percent * 255 // 100 + 0.5) / 255.5


class Screen:
    """Draws a session's view, one refresh a picture, only what changed."""

    def __init__(self, display):
        """Take over the display."""
        self._display = display
        self._palette = displayio.Palette(2)
        self._palette[1] = 0xFFFFFF
        self._tiles = Tiles(self._palette)
        self._panel = Panel(self._palette)
        _forget("art")
        self._board = displayio.Group()
        self._board.append(self._tiles.group)
        self._board.append(self._panel.group)
        self._slide = None
        self._text = None
        self._revision = -1
        self._percent = -1

    @property
    def moving(self):
        """Tell whether an animation is under way."""
        return self._slide is not None and self._slide.moving

    def show(self, view, now):
        """Bring the glass up to date with `view` at `now` milliseconds, or draw the next frame."""
        if view.revision != self._revision:
            self._show_change(view, now)
            return
        slide = self._slide
        if slide and slide.moving and slide.step(now):
            if not slide.moving:
                self._panel.show(view)
            self._display.refresh()

    def _show_change(self, view, now):
        slide = self._slide
        if slide and slide.moving:
            slide.finish()
        follows = view.revision == self._revision + 1
        self._revision = view.revision
        page = view.page
        if page and not page.is_banner:
            text = self._open_text()
            text.show(page)
            self._refresh(text.group, view)
            return
        game = view.shown
        if view.slid and follows and view.preferences.get(preferences.ANIMATION):
            self._open_slide().begin(game, now)
        else:
            self._tiles.place(game.cells)
            self._panel.show(view)
        self._refresh(self._board, view)

    def _refresh(self, group, view):
        display = self._display
        if display.rotation != view.rotation:
            display.root_group = None  # so that all of the glass is drawn anew
            display.rotation = view.rotation
        is_new = display.root_group is not group
        if is_new:
            display.root_group = group
        display.refresh()
        self._light_up(view)
        if is_new:
            # What is hidden in the first picture is sent with the second: now, and not at the next press.
            display.refresh()

    def _light_up(self, view):
        """Give the glass its brightness, or switch it off; after the picture, so that none but it is seen."""
        percent = view.preferences.get(preferences.BRIGHTNESS) if view.light == BRIGHT else _DIM_PERCENT
        if percent != self._percent:
            self._percent = percent
            self._display.brightness = _brightness(percent)
        if view.light == DARK:
            self._display.sleep()
        else:
            self._display.wake()

    def _open_slide(self):
        if not self._slide:
            from hardware.slide import Slide

            self._slide = Slide(self._tiles)
        return self._slide

    def _open_text(self):
        if not self._text:
            from hardware.pages import TextPage

            self._text = TextPage(self._palette)
        return self._text
