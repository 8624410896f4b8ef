# SPDX-License-Identifier: MIT
"""The pixel loop of Blinka's displayio for one-bit displays: faster, and it charges the device's time.

Blinka's own loop goes pixel by pixel, which took nearly all the time of a simulated game. Here a row
is one integer, whose bit 0 is the row's first pixel in the buffer. Arguments and results are those of
displayio._tilegrid._fill_pixels_packed, which still draws whatever is not simple.
"""

import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from displayio._tilegrid import _fill_pixels_packed

from tools.simulator.machine import current, is_on

# The device's time for a pixel, measured on an emulated Pico at 125 MHz.
_MICROSECONDS_A_PIXEL = 6.2


def fill_pixels(  # noqa: PLR0913, PLR0917
    buffer: Any,
    mask: memoryview,
    colors: Sequence[int],
    opaque: Sequence[int],
    geometry: Sequence[int],
    tilegrid: Any,
    bitmap: Any,
    pack: Sequence[Any],
) -> bool:
    """Draw the part of a TileGrid given by `geometry` into the packed `buffer`, wherever `mask` is not set.

    Returns False if a transparent pixel was left unset.
    """
    start, x_stride, y_stride, x_shift, y_shift, start_x, end_x, start_y, end_y = geometry
    width = end_x - start_x
    if is_on():
        current().spend(round(width * (end_y - start_y) * _MICROSECONDS_A_PIXEL))
    if not _is_simple(tilegrid, bitmap, x_stride, pack):
        return _fill_pixels_packed(buffer, mask, colors, opaque, geometry, tilegrid, bitmap, pack)
    area_width = pack[4]
    every = (1 << width) - 1
    covered = int.from_bytes(mask, "little")
    full_coverage = True
    for y in range(start_y, end_y):
        first = start + (y - start_y + y_shift) * y_stride + x_shift * x_stride
        ones = _row(tilegrid, bitmap, y, start_x, end_x)
        if x_stride < 0:
            first -= width - 1
            ones = _reversed(ones, width)
        by_value = (every ^ ones, ones)
        free = every & ~(covered >> first)
        drawn = free & (by_value[0] * opaque[0] | by_value[1] * opaque[1])
        lit = drawn & (by_value[0] * colors[0] | by_value[1] * colors[1])
        full_coverage = full_coverage and drawn == free
        covered |= drawn << first
        row, column = divmod(first, area_width)
        column += (row >> 3) * area_width
        for x in _places(lit):
            buffer[column + x] |= 1 << (row & 7)
    mask.cast("B")[:] = covered.to_bytes(mask.nbytes, "little")
    return full_coverage


def _is_simple(tilegrid: Any, bitmap: Any, x_stride: int, pack: Sequence[Any]) -> bool:
    """Tell whether a row of this one-bit sheet is a row of the buffer, where a byte holds eight rows."""
    depth, _, reverse_in_byte, share_row, _ = pack
    by_columns = depth == 1 and not reverse_in_byte and not share_row and sys.byteorder == "little"
    upright = abs(x_stride) == 1 and tilegrid._absolute_transform.scale == 1
    on_sheet = max(tilegrid._tiles) < tilegrid._tiles_in_bitmap
    return by_columns and upright and on_sheet and bitmap._bits_per_value == 1


def _row(tilegrid: Any, bitmap: Any, y: int, start_x: int, end_x: int) -> int:
    """The pixels of a row of the grid, from `start_x` up to but not including `end_x`."""
    width, height, columns = tilegrid._tile_width, tilegrid._tile_height, tilegrid._width_in_tiles
    tile_row = (y // height + tilegrid._top_left_y) % tilegrid._height_in_tiles * columns
    pixels = 0
    x = start_x
    while x < end_x:
        tile = tilegrid._tiles[tile_row + (x // width + tilegrid._top_left_x) % columns]
        sheet_y, sheet_x = divmod(tile, tilegrid._bitmap_width_in_tiles)
        count = min(width - x % width, end_x - x)
        part = _sheet_row(bitmap, sheet_y * height + y % height, sheet_x * width + x % width, count)
        pixels |= part << (x - start_x)
        x += count
    return pixels


def _sheet_row(bitmap: Any, y: int, x: int, count: int) -> int:
    """`count` pixels of a sheet from (x, y) on. The first pixel of each 32-bit word is its highest bit."""
    pixels = 0
    for word in range(x >> 5, (x + count + 31) >> 5):
        pixels |= _reversed(bitmap._data[y * bitmap._stride + word], 32) << (word * 32)
    return pixels >> x & ((1 << count) - 1)


def forget() -> None:
    """Empty the caches, which fill up with whatever is drawn; for who counts memory."""
    _reversed.cache_clear()
    _places.cache_clear()


@lru_cache(maxsize=4096)
def _reversed(bits: int, width: int) -> int:
    return int(f"{bits:0{width}b}"[::-1], 2)


@lru_cache(maxsize=4096)
def _places(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [place for place in range(bits.bit_length()) if bits >> place & 1]
