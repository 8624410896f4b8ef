"""A view turned into pixels: the one place that remembers what the glass shows."""

import displayio
import i2cdisplaybus
from adafruit_displayio_ssd1306 import SSD1306

from hardware.panel import Panel
from hardware.tiles import Tiles

WIDTH = 128
HEIGHT = 64


def open_display(i2c, address, rotation, brightness):
    """Start the SSD1306 on the bus, dark until the first picture; brightness in percent.

    Raises ValueError when nothing answers at the address.
    """
    bus = i2cdisplaybus.I2CDisplayBus(i2c, device_address=address)
    display = SSD1306(bus, width=WIDTH, height=HEIGHT, rotation=rotation, auto_refresh=False)
    display.brightness = brightness / 100
    return display


class Screen:
    """Draws a session's view, one refresh a picture, only what changed."""

    def __init__(self, display, animation):
        """Take over the display; `animation` tells whether tiles slide."""
        self._display = display
        self.animation = animation
        palette = displayio.Palette(2)
        palette[1] = 0xFFFFFF
        self._tiles = Tiles(palette)
        self._panel = Panel(palette)
        self._banner = None
        self._group = displayio.Group()
        self._group.append(self._tiles.group)
        self._group.append(self._panel.group)
        self._revision = 0

    def show(self, view, now):
        """Bring the glass up to date with `view` at `now` milliseconds, or draw the next frame."""
        tiles = self._tiles
        if view.revision == self._revision:
            if tiles.moving and tiles.step(now):
                if not tiles.moving:
                    self._show_panel(view)
                self._display.refresh()
            return
        if tiles.moving:
            tiles.finish()
        follows = view.revision == self._revision + 1
        self._revision = view.revision
        game = view.game
        if self.animation and view.slid and follows:
            tiles.start_slide(game.cells, game.trail, game.spawned, now)
        else:
            tiles.place(game.cells)
            self._show_panel(view)
        if self._display.root_group is not self._group:
            self._display.root_group = self._group
        self._display.refresh()

    @property
    def moving(self):
        """Tell whether an animation is under way."""
        return self._tiles.moving

    def _show_panel(self, view):
        self._panel.show(view.game.score, view.game.best)
