"""The pixel loop of Blinka's displayio for one-bit displays: faster, and taking the device's time.

Blinka's own loop works out for every pixel what is the same for a whole row or column; nearly all the
time of a simulated game went there. Same arguments and results as displayio._tilegrid._fill_pixels_packed.
"""

from displayio._tilegrid import _fill_pixels_packed

from tools.simulator.machine import current, is_on

# What a pixel costs the device, in microseconds (measured on an emulated Pico at 125 MHz).
_MICROSECONDS_A_PIXEL = 6.2


def fill_pixels(buffer, mask, colors, opaque, geometry, tilegrid, bitmap, pack):  # noqa: PLR0913, PLR0917
    """Draw the part of a TileGrid that `geometry` names into the packed `buffer`, where `mask` is not set.

    Returns False if a transparent pixel was left unset.
    """
    start, _, y_stride, _, y_shift, start_x, end_x, start_y, end_y = geometry
    if is_on():
        current().spend(round((end_x - start_x) * (end_y - start_y) * _MICROSECONDS_A_PIXEL))
    if not _is_simple(tilegrid, bitmap, pack):
        return _fill_pixels_packed(buffer, mask, colors, opaque, geometry, tilegrid, bitmap, pack)
    area_width = pack[4]
    scale, tile_width, tile_height = (
        tilegrid._absolute_transform.scale,
        tilegrid._tile_width,
        tilegrid._tile_height,
    )
    tiles, sheet_columns = tilegrid._tiles, tilegrid._bitmap_width_in_tiles
    words, words_a_row, bits = bitmap._data, bitmap._stride, bitmap._bits_per_value
    columns = _columns(tilegrid, geometry)
    full_coverage = True
    for y in range(start_y, end_y):
        row_start = start + (y - start_y + y_shift) * y_stride
        tile_row, y_in_tile = divmod(y // scale, tile_height)
        tile_row = (tile_row + tilegrid._top_left_y) % tilegrid._height_in_tiles * tilegrid._width_in_tiles
        for from_start, tile_column, x_in_tile in columns:
            offset = row_start + from_start
            bit = 1 << (offset & 31)
            if mask[offset >> 5] & bit:
                continue
            tile = tiles[tile_row + tile_column]
            x = tile % sheet_columns * tile_width + x_in_tile
            word = words[
                (tile // sheet_columns * tile_height + y_in_tile) * words_a_row + (x >> bitmap._x_shift)
            ]
            pixel = word >> (32 - ((x & bitmap._x_mask) + 1) * bits) & bitmap._bitmask
            if not opaque[pixel]:
                full_coverage = False
                continue
            mask[offset >> 5] |= bit
            if colors[pixel]:
                row, column = divmod(offset, area_width)
                buffer[(row >> 3) * area_width + column] |= 1 << (row & 7)
    return full_coverage


def _is_simple(tilegrid, bitmap, pack):
    """Tell whether eight rows share a byte, and all tiles are on a sheet of few colours."""
    depth, _, reverse_in_byte, share_row, _ = pack
    on_sheet = max(tilegrid._tiles) < tilegrid._tiles_in_bitmap
    return depth == 1 and not reverse_in_byte and not share_row and bitmap._bits_per_value < 8 and on_sheet


def _columns(tilegrid, geometry):
    """For each column to draw: its offset in the row, its tile in the grid's row, its x in that tile."""
    _, x_stride, _, x_shift, _, start_x, end_x, _, _ = geometry
    scale, width = tilegrid._absolute_transform.scale, tilegrid._tile_width
    return [
        (
            (x - start_x + x_shift) * x_stride,
            (x // scale // width + tilegrid._top_left_x) % tilegrid._width_in_tiles,
            x // scale % width,
        )
        for x in range(start_x, end_x)
    ]
