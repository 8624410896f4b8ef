"""Blinka's displayio, with the few things changed in which it differs from the device's.

Imported only from modules.py, which puts the modules in place that Blinka needs. Each difference was
measured or read in CircuitPython's source (10.2.1).
"""

import functools


@functools.cache
def load():
    """Load displayio once, stop its thread, and make it behave as on the device."""
    import displayio
    import fontio
    import i2cdisplaybus

    # It refreshes in the background, at the same time as the program changes the picture.
    displayio._stop_background()
    _check_tiles(displayio.TileGrid)
    _settle_after_full_refresh(displayio.TileGrid)
    _level_font(fontio.BuiltinFont)
    _check_address(i2cdisplaybus.I2CDisplayBus)


def switch_off():
    """Forget all displays, as a power cut does."""
    import displayio

    displayio.release_displays()


def _check_tiles(tile_grid):
    """A tile number that is not on the sheet is a ValueError."""
    set_tile, set_all_tiles = tile_grid._set_tile, tile_grid._set_all_tiles

    def check(grid, tile):
        if not 0 <= tile < grid._tiles_in_bitmap:
            raise ValueError(f"tile must be 0-{grid._tiles_in_bitmap - 1}")

    def checked_set_tile(grid, x, y, tile):
        check(grid, tile)
        set_tile(grid, x, y, tile)

    def checked_set_all_tiles(grid, tile):
        check(grid, tile)
        set_all_tiles(grid, tile)

    tile_grid._set_tile, tile_grid._set_all_tiles = checked_set_tile, checked_set_all_tiles


def _settle_after_full_refresh(tile_grid):
    """A full refresh draws every change, so that the next refresh has none of them left to draw.

    Blinka keeps them for fear of its thread, which does not run here.
    """
    prepare = tile_grid._prepare_full_refresh

    def prepare_and_settle(grid):
        prepare(grid)
        grid._needs_refresh = False

    tile_grid._prepare_full_refresh = prepare_and_settle


def _level_font(font):
    """The glyphs of the built-in font stand on the line, not 2 pixels below it."""
    get_glyph = font.get_glyph

    def get_level_glyph(self, codepoint):
        glyph = get_glyph(self, codepoint)
        return glyph._replace(dy=0)

    font.get_glyph = get_level_glyph


def _check_address(bus):
    """A display that does not answer is a ValueError at once; later it is ignored."""
    construct, send = bus.__init__, bus._send

    def checked_construct(self, i2c_bus, *, device_address, reset=None):
        construct(self, i2c_bus, device_address=device_address, reset=reset)
        i2c_bus.try_lock()
        found = i2c_bus.probe(device_address)
        i2c_bus.unlock()
        if not found:
            import displayio

            displayio.display_buses.remove(self)
            raise ValueError(f"Unable to find I2C Display at {device_address:x}")

    def forgiving_send(self, *arguments):
        try:
            send(self, *arguments)
        except OSError:
            pass

    bus.__init__, bus._send = checked_construct, forgiving_send
