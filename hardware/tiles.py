# SPDX-License-Identifier: MIT
"""The board's 16 tiles on the glass: one TileGrid for each cell."""

import displayio

from hardware import sizes


class Tiles:
    """Draws only cells that changed; nothing else remembers what the glass shows.

    Each tile has its own grid because displayio sends one bounding box for each grid.
    """

    def __init__(self, palette: displayio.Palette) -> None:
        """Build the grids over the tile sheet, with all cells empty."""
        from hardware import art

        sheet = art.tile_sheet()
        self.group = displayio.Group()
        self.group.append(_grid(sheet, palette, 4))
        self.grids = [_grid(sheet, palette, 1) for _ in range(16)]
        for grid in self.grids:
            grid.hidden = True
            self.group.append(grid)
        self.send_home()
        self._shown = bytearray(16)

    def place(self, cells: "list[int] | bytearray") -> None:
        """Show `cells`."""
        shown = self._shown
        for cell in range(16):
            tile = cells[cell]
            if tile != shown[cell]:
                self.set(cell, tile)

    def set(self, cell: int, tile: int) -> None:
        """Show a tile of the sheet in a cell."""
        grid = self.grids[cell]
        if tile:
            grid[0] = tile
            grid.hidden = False
        else:
            grid.hidden = True
        self._shown[cell] = tile

    def swap(self, cell: int, end: int) -> None:
        """Swap the grids of two cells, and with them what they show."""
        grids = self.grids
        shown = self._shown
        grids[cell], grids[end] = grids[end], grids[cell]
        shown[cell], shown[end] = shown[end], shown[cell]

    def send_home(self) -> None:
        """Put every grid where its cell is."""
        for cell, grid in enumerate(self.grids):
            grid.x = (cell & 3) * sizes.TILE_WIDTH
            grid.y = (cell >> 2) * sizes.TILE_HEIGHT


def _grid(sheet: displayio.Bitmap, palette: displayio.Palette, size: int) -> displayio.TileGrid:
    return displayio.TileGrid(
        sheet,
        pixel_shader=palette,
        width=size,
        height=size,
        tile_width=sizes.TILE_WIDTH,
        tile_height=sizes.TILE_HEIGHT,
    )
