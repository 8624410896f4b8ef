"""The 16 tiles of the board on the glass: one TileGrid a cell, slides and pops."""

import displayio

from engine2048.board import MERGED, NO_TILE
from engine2048.ticks import elapsed
from hardware import art

# A slide shows its first frame as if it had begun a moment ago: the press is answered by movement.
_LEAD_MS = 25
_SLIDE_MS = 80
_POP_MS = 40

_REST = 0
_SLIDE = 1
_POP = 2


class Tiles:
    """Draws cells that changed, and nothing else; what the glass shows is remembered here only.

    Every tile has a grid of its own because displayio sends one bounding box a grid. A grid that
    slid to another cell stays there and becomes that cell's grid, so arriving costs no pixel.
    """

    def __init__(self, palette):
        """Build the grids over the tile sheet; all cells are empty."""
        sheet = art.tile_sheet()
        self.group = displayio.Group()
        self.group.append(_grid(sheet, palette, 4))
        self._grids = [_grid(sheet, palette, 1) for _ in range(16)]
        for cell, grid in enumerate(self._grids):
            grid.hidden = True
            _send_home(grid, cell)
            self.group.append(grid)
        self._shown = bytearray(16)
        self._target = bytearray(16)
        self._trail = bytearray(16)
        self._merged = bytearray(16)
        self._phase = _REST
        self._start = 0
        self._drawn = 0  # when the last frame was begun
        self._spawned = 0

    @property
    def moving(self):
        """Tell whether an animation is under way."""
        return self._phase != _REST

    def place(self, cells):
        """Show `cells` at once."""
        shown = self._shown
        for cell in range(16):
            tile = cells[cell]
            if tile != shown[cell]:
                self._set(cell, tile)

    def start_slide(self, cells, trail, spawned, now):
        """Begin to slide from what is shown to `cells`, and draw the first frame of it.

        `trail` is board.slide's of the move that led there, `spawned` the cell of the new tile.
        """
        self._target[:] = bytes(cells)
        self._trail[:] = trail
        self._spawned = spawned
        self._phase = _SLIDE
        self._start = now - _LEAD_MS
        self._drawn = now
        self.step(now)

    def step(self, now):
        """Draw the next frame of the animation at `now`; False when there is nothing new to draw."""
        time = elapsed(now, self._start)
        if self._phase == _SLIDE:
            # Many tiles take long to draw: let the frame that is nearest to the end be the end.
            frame = elapsed(now, self._drawn)
            self._drawn = now
            if time + frame // 2 < _SLIDE_MS:
                self._slide_to(time)
            else:
                self._arrive()
                self._pop()
                self._phase = _POP
            return True
        if time < _SLIDE_MS + _POP_MS:
            return False
        self.finish()
        return True

    def finish(self):
        """Show the end of the animation at once."""
        if self._phase == _SLIDE:
            self._arrive()
        self._phase = _REST
        self.place(self._target)

    def _set(self, cell, tile):
        grid = self._grids[cell]
        if tile:
            grid[0] = tile
            grid.hidden = False
        else:
            grid.hidden = True
        self._shown[cell] = tile

    def _slide_to(self, time):
        for cell in range(16):
            end = self._trail[cell]
            if end == NO_TILE:
                continue
            end &= ~MERGED
            if end == cell:
                continue
            grid = self._grids[cell]
            x = (cell & 3) * art.TILE_WIDTH
            y = (cell >> 2) * art.TILE_HEIGHT
            grid.x = x + ((end & 3) * art.TILE_WIDTH - x) * time // _SLIDE_MS
            grid.y = y + ((end >> 2) * art.TILE_HEIGHT - y) * time // _SLIDE_MS

    def _arrive(self):
        """Give every cell the grid that slid to it; the rest go home unseen."""
        trail = self._trail
        merged = self._merged
        for cell in range(16):
            merged[cell] = 0
        # From the edge moved to, so that a cell was left before a tile comes to it.
        for step in range(16):
            cell = step if self._towards_start() else 15 - step
            end = trail[cell]
            if end == NO_TILE:
                continue
            if end & MERGED:
                end &= ~MERGED
                if merged[end]:
                    self._set(cell, 0)
                    continue
                merged[end] = 1
            if end != cell:
                self._swap(cell, end)
        for cell in range(16):
            _send_home(self._grids[cell], cell)

    def _towards_start(self):
        for cell in range(16):
            end = self._trail[cell]
            if end != NO_TILE and end & ~MERGED != cell:
                return end & ~MERGED < cell
        return True

    def _swap(self, cell, end):
        grids = self._grids
        shown = self._shown
        grids[cell], grids[end] = grids[end], grids[cell]
        shown[cell], shown[end] = shown[end], shown[cell]

    def _pop(self):
        for cell in range(16):
            if self._merged[cell]:
                self._set(cell, art.MERGE_FLASH)
        self._set(self._spawned, art.SPAWN_DOT)


def _grid(sheet, palette, size):
    return displayio.TileGrid(
        sheet,
        pixel_shader=palette,
        width=size,
        height=size,
        tile_width=art.TILE_WIDTH,
        tile_height=art.TILE_HEIGHT,
    )


def _send_home(grid, cell):
    grid.x = (cell & 3) * art.TILE_WIDTH
    grid.y = (cell >> 2) * art.TILE_HEIGHT
