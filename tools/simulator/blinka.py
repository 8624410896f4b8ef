# SPDX-License-Identifier: MIT
"""Blinka's displayio, corrected where it differs from the device's.

Import it only once the stand-in modules are in place. Each difference was measured on CircuitPython
10.2.1 or read in its source.
"""

import contextlib
import dataclasses
import functools
import struct
from collections.abc import Callable
from typing import Any

import busdisplay
import displayio as _displayio
import fontio
import fourwire
import i2cdisplaybus
from displayio import _tilegrid  # type: ignore[attr-defined]
from displayio._constants import (
    CHIP_SELECT_TOGGLE_EVERY_BYTE,
    CHIP_SELECT_UNTOUCHED,
    DISPLAY_COMMAND,
    DISPLAY_DATA,
)

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
    _one_group_each(displayio.Group)
    _draw_all_at_full_refresh(displayio.TileGrid)
    _sheet_of_glyphs(fontio.BuiltinFont)
    _check_address(i2cdisplaybus.I2CDisplayBus)
    _send_whole_commands(i2cdisplaybus.I2CDisplayBus)
    _select_and_release(fourwire.FourWire)
    _address_pages(busdisplay._DisplayCore)  # type: ignore[attr-defined]


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


def _one_group_each(group: Any) -> None:
    """Raise ValueError for a layer that lies in a group already, even in one that nothing shows."""
    insert, pop, remove = group.insert, group.pop, group.remove

    def insert_alone(self: Any, index: int, layer: Any) -> None:
        if getattr(layer, "_group", None) is not None:
            raise ValueError("Layer already in a group.")
        insert(self, index, layer)
        layer._group = self

    def pop_free(self: Any, index: int = -1) -> Any:
        layer = pop(self, index)
        layer._group = None
        return layer

    def remove_free(self: Any, layer: Any) -> None:
        remove(self, layer)
        layer._group = None

    group.insert, group.pop, group.remove = insert_alone, pop_free, remove_free


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
        self.reset()
        i2c_bus.try_lock()
        found = i2c_bus.probe(device_address)
        i2c_bus.unlock()
        if not found:
            displayio.display_buses.remove(self)
            _let_go(self._reset)
            raise ValueError(f"Unable to find I2C Display at {device_address:x}")

    def send_to_nobody(self: Any, *arguments: Any) -> None:
        with contextlib.suppress(OSError):
            send(self, *arguments)

    def deinit(self: Any) -> None:
        self._i2c.deinit()
        _let_go(self._reset)

    bus.__init__, bus._send, bus.deinit = construct_if_found, send_to_nobody, deinit


def _let_go(pin: Any) -> None:
    """Release a pin, if there is one, without another reset of the display."""
    if pin is not None:
        pin.deinit()


def _send_whole_commands(bus: Any) -> None:
    """Send a command with all its data; Blinka leaves out the first byte and reads past the last."""

    def send(self: Any, command: int, data: bytes) -> None:
        self._begin_transaction()
        self._send(DISPLAY_COMMAND, CHIP_SELECT_UNTOUCHED, bytes((command, *data)))
        self._end_transaction()

    bus.send = send


def _select_and_release(bus: Any) -> None:
    """Have displayio.release_displays release the bus, without a reset; let no Ctrl-C come amid a command."""

    def allocate(cls: Any, *_: Any, **__: Any) -> Any:
        instance = object.__new__(cls)
        displayio.allocate_display_bus(instance)
        return instance

    def send(self: Any, data_type: int, chip_select: int, data: bytes) -> None:
        self._dc.value = data_type == DISPLAY_DATA
        if chip_select != CHIP_SELECT_TOGGLE_EVERY_BYTE:
            self._spi.write(data)
            return
        for byte in data:
            self._spi.write(bytes((byte,)))
            self._chip_select.value = True
            self._chip_select.value = False

    def release(self: Any) -> None:
        for part in (self._spi, self._dc, self._chip_select, self._reset):
            _let_go(part)

    bus.__new__, bus._send = staticmethod(allocate), send
    bus.deinit = bus._release = release


def _address_pages(core: Any) -> None:
    """Send a column from 16 on as the device does; Blinka's mask cuts its upper half off."""
    set_region = core.set_region_to_update

    def set_region_or_page(self: Any, area: Any) -> None:
        if not self.sh1107_addressing:
            set_region(self, area)
            return
        column, page = area.x1 + self.colstart, (area.y1 + self.rowstart) // 8
        for command in (struct.pack("BB", 0x10 | column >> 4 & 0x0F, column & 0x0F), bytes((0xB0 | page,))):
            self.begin_transaction()
            self.send(DISPLAY_COMMAND, CHIP_SELECT_TOGGLE_EVERY_BYTE, command)
            self.end_transaction()

    core.set_region_to_update = set_region_or_page
