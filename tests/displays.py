# SPDX-License-Identifier: MIT
"""The real display driver on a simulated machine, for tests of displayio and of the bus traffic."""

from contextlib import contextmanager

from tools.simulator import machine as machines
from tools.simulator import modules
from tools.simulator.buses import I2C
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

modules.install()


@contextmanager
def driven_display(rotation=0):
    """Yield (machine, display): an empty SSD1306, driven by Adafruit's driver."""
    import board
    from adafruit_displayio_ssd1306 import SSD1306
    from i2cdisplaybus import I2CDisplayBus

    machine = Machine(Rp2Flash())
    machine.run_on()
    with machines.switched_on(machine), modules.device_time():
        try:
            bus = I2CDisplayBus(I2C(board.GP5, board.GP4, frequency=400_000), device_address=0x3C)
            yield machine, SSD1306(bus, width=128, height=64, rotation=rotation, auto_refresh=False)
        finally:
            modules.power_off()


def sheet_of(width, height, count, pixel, colours=2):
    """A bitmap of `count` tiles side by side; `pixel(tile, x, y)` gives the value of each pixel."""
    from displayio import Bitmap

    sheet = Bitmap(width * count, height, colours)
    for tile in range(count):
        for x in range(width):
            for y in range(height):
                sheet[tile * width + x, y] = pixel(tile, x, y)
    return sheet


def two_colours(transparent=None):
    """Dark and lit; one of the two may be transparent."""
    from displayio import Palette

    palette = Palette(2)
    palette[0], palette[1] = 0x000000, 0xFFFFFF
    if transparent is not None:
        palette.make_transparent(transparent)
    return palette
