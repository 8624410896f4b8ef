# SPDX-License-Identifier: MIT
"""The animation of a move: tiles slide into place, then merges and the new tile pop."""

from micropython import const

from engine2048.board import MERGED, NO_TILE
from engine2048.ticks import elapsed
from hardware import sizes

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from engine2048.game import Game
    from hardware.tiles import Tiles

# A slide starts as if it had begun a moment ago, so its very first frame shows movement.
_LEAD_MS = const(25)
_SLIDE_MS = const(80)
_POP_MS = const(40)

_REST = const(0)
_SLIDE = const(1)
_POP = const(2)


class Slide:
    """Moves the grids of a Tiles; a grid that slides to another cell stays there as that cell's grid,
    so arriving sends no pixels.
    """

    def __init__(self, tiles: "Tiles") -> None:
        """Prepare to animate `tiles`."""
        self._tiles = tiles
        self._target = bytearray(16)
        self._trail = bytearray(16)
        self._merged = bytearray(16)
        self._phase = _REST
        self._start = 0
        self._drawn = 0  # when the last frame began
        self._spawned = 0

    @property
    def moving(self) -> bool:
        """Tell whether an animation is under way."""
        return self._phase != _REST

    def begin(self, game: "Game", now: int) -> None:
        """Start sliding from what is shown to the cells of `game`, and draw the first frame."""
        self._target[:] = bytes(game.cells)
        game.trace(self._trail, self._merged)
        self._spawned = game.spawned
        self._phase = _SLIDE
        self._start = now - _LEAD_MS
        self._drawn = now
        self.step(now)

    def step(self, now: int) -> bool:
        """Draw the animation's next frame at `now`; False if there is nothing new to draw."""
        time = elapsed(now, self._start)
        if self._phase == _SLIDE:
            # Many tiles take long to draw, so let the frame nearest the end be the end.
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

    def finish(self) -> None:
        """Jump to the end of the animation."""
        if self._phase == _SLIDE:
            self._arrive()
        self._phase = _REST
        self._tiles.place(self._target)

    def _slide_to(self, time: int) -> None:
        grids = self._tiles.grids
        for cell in range(16):
            end = self._trail[cell]
            if end == NO_TILE:
                continue
            end &= ~MERGED
            if end == cell:
                continue
            grid = grids[cell]
            x = (cell & 3) * sizes.TILE_WIDTH
            y = (cell >> 2) * sizes.TILE_HEIGHT
            grid.x = x + ((end & 3) * sizes.TILE_WIDTH - x) * time // _SLIDE_MS
            grid.y = y + ((end >> 2) * sizes.TILE_HEIGHT - y) * time // _SLIDE_MS

    def _arrive(self) -> None:
        """Give every cell the grid that slid to it; the others go home unseen."""
        trail = self._trail
        merged = self._merged
        for cell in range(16):
            merged[cell] = 0
        # Start at the edge moved towards, so that a cell is vacated before a tile comes to it.
        last = 0 if self._towards_start() else 15
        for step in range(16):
            cell = step ^ last
            end = trail[cell]
            if end == NO_TILE:
                continue
            if end & MERGED:
                end &= ~MERGED
                if merged[end]:
                    self._tiles.set(cell, 0)
                    continue
                merged[end] = 1
            if end != cell:
                self._tiles.swap(cell, end)
        self._tiles.send_home()

    def _towards_start(self) -> bool:
        for cell in range(16):
            end = self._trail[cell]
            if end != NO_TILE and end & ~MERGED != cell:
                return end & ~MERGED < cell
        return True

    def _pop(self) -> None:
        for cell in range(16):
            if self._merged[cell]:
                self._tiles.set(cell, sizes.MERGE_FLASH)
        self._tiles.set(self._spawned, sizes.SPAWN_DOT)
