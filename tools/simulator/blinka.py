# SPDX-License-Identifier: MIT
"""Blinka's displayio, corrected where it differs from the device's.

Import it only once the stand-in modules are in place. Each difference was measured on CircuitPython
10.2.1 or read in its source.
"""

import contextlib
import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import displayio as _displayio
import fontio
import i2cdisplaybus
from displayio import _tilegrid  # type: ignore[attr-defined]
from displayio._constants import CHIP_SELECT_UNTOUCHED, DISPLAY_COMMAND

from tools.simulator.composing import fill_pixels

# mypy reads stubs of the device's displayio, which know nothing of Blinka's internals.
displayio: Any = _displayio

_PRINTABLE = range(0x20, 0x7F)


def correct() -> None:
    """Make displayio behave as on the device."""
    # Blinka's thread would refresh while the program is still changing the picture.
    displayio._stop_background()
    _tilegrid._fill_pixels_packed = fill_pixels
    _check_tiles(displayio.TileGrid)
    _draw_all_at_full_refresh(displayio.TileGrid)
    _sheet_of_glyphs(fontio.BuiltinFont)
    _check_address(i2cdisplaybus.I2CDisplayBus)
    _send_whole_commands(i2cdisplaybus.I2CDisplayBus)


def _check_tiles(tile_grid: Any) -> None:
    """Raise ValueError for a tile number that is not on the sheet."""

    def checked(change: Callable[..., None]) -> Callable[..., None]:
        def change_if_on_sheet(grid: Any, *arguments: Any) -> None:
            if not 0 <= arguments[-1] < grid._tiles_in_bitmap:
                raise ValueError(f"tile must be 0-{grid._tiles_in_bitmap - 1}")
            change(grid, *arguments)

        return change_if_on_sheet

    tile_grid._set_tile = checked(tile_grid._set_tile)
    tile_grid._set_all_tiles = checked(tile_grid._set_all_tiles)


def _draw_all_at_full_refresh(tile_grid: Any) -> None:
    """Let a full refresh draw every change, so that none is left for the next refresh.

    Blinka keeps them in case its thread needs them, but that thread does not run here.
    """
    prepare = tile_grid._prepare_full_refresh

    def prepare_and_draw_all(grid: Any) -> None:
        prepare(grid)
        grid._needs_refresh = False

    tile_grid._prepare_full_refresh = prepare_and_draw_all


def _sheet_of_glyphs(font: Any) -> None:
    """Put the built-in font's glyphs into one bitmap, as tiles, and on the line instead of 2 pixels below."""
    get_glyph = font.get_glyph

    @functools.cache
    def sheet(self: Any) -> Any:
        first = get_glyph(self, _PRINTABLE[0])
        bitmap = displayio.Bitmap(len(_PRINTABLE) * first.width, first.height, 2)
        for index, codepoint in enumerate(_PRINTABLE):
            glyph = get_glyph(self, codepoint)
            for x in range(glyph.width):
                for y in range(glyph.height):
                    bitmap[index * first.width + x, y] = glyph.bitmap[x, y]
        return bitmap

    def get_tile(self: Any, codepoint: int) -> Any:
        glyph = get_glyph(self, codepoint) if codepoint in _PRINTABLE else None
        return glyph and dataclasses.replace(
            glyph, dy=0, bitmap=sheet(self), tile_index=_PRINTABLE.index(codepoint)
        )

    font.get_glyph = get_tile
    font.bitmap = property(sheet)


def _check_address(bus: Any) -> None:
    """Raise ValueError if the display does not answer at first; do not notice if it stops answering."""
    construct, send = bus.__init__, bus._send

    def construct_if_found(self: Any, i2c_bus: Any, *, device_address: int, reset: Any = None) -> None:
        construct(self, i2c_bus, device_address=device_address, reset=reset)
        i2c_bus.try_lock()
        found = i2c_bus.probe(device_address)
        i2c_bus.unlock()
        if not found:
            displayio.display_buses.remove(self)
            raise ValueError(f"Unable to find I2C Display at {device_address:x}")

    def send_to_nobody(self: Any, *arguments: Any) -> None:
        with contextlib.suppress(OSError):
            send(self, *arguments)

    bus.__init__, bus._send = construct_if_found, send_to_nobody


def _send_whole_commands(bus: Any) -> None:
    """Send a command with all its data; Blinka leaves out the first byte and reads past the last."""

    def send(self: Any, command: int, data: bytes) -> None:
        self._begin_transaction()
        self._send(DISPLAY_COMMAND, CHIP_SELECT_UNTOUCHED, bytes((command, *data)))
        self._end_transaction()

    bus.send = send
