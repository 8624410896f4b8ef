# SPDX-License-Identifier: MIT
"""Text on the glass: full pages, banners in the panel, messages. Loaded after the first picture."""

import bitmaptools
import displayio
import terminalio
from micropython import const

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from engine2048.screens.page import Page
    from hardware.panel import Number

    Palettes = tuple[displayio.Palette, displayio.Palette]
    # English, or what hardware/translated.py makes of it; and what shows either.
    Text = Any
    Row = Any

_ROW_HEIGHT = const(12)
_LEFT = const(1)  # 21 letters of 6 pixels, then the scroll rail
_LETTER_WIDTH = const(6)
_COLUMNS = const(21)
_FIRST_LETTER = const(0x20)
_BANNER_COLUMNS = const(5)
_WIDTH = const(128)
_HEIGHT = const(64)
_BANNER_TITLES = const((-1, 11))
_BANNER_ITEMS = const((40, 52))


class TextPage:
    """Rows filling the glass: lines, then items, the chosen one inverted; scrolls if there are more."""

    def __init__(self, palette: displayio.Palette, height: int = _ROW_HEIGHT) -> None:
        """Build the rows, empty; `height` is that of a row in pixels."""
        self.group = displayio.Group()
        self._height = height
        self._top = _HEIGHT % height // 2
        self._bar = _bar(palette, _WIDTH - 3, height)
        self.group.append(self._bar)
        palettes = _letter_palettes()
        self._rows = [
            self._new_row(palettes, self._top + height * index) for index in range(_HEIGHT // height)
        ]
        self._rail = displayio.Bitmap(2, _HEIGHT, 2)
        self.group.append(displayio.TileGrid(self._rail, pixel_shader=palette, x=_WIDTH - 2))

    def show(self, page: "Page") -> None:
        """Show a Page, scrolled so that the chosen item is in sight."""
        texts = self._texts(page)
        shown = len(self._rows)
        chosen = len(texts) - len(page.items) + page.choice if page.items else -1
        page.more = max(0, len(texts) - shown)
        first = max(0, chosen - shown + 1) if page.items else page.choice
        for index, row in enumerate(self._rows):
            at = first + index
            row.show(texts[at] if at < len(texts) else "", at == chosen)
        self._bar.hidden = not page.items
        self._bar.y = self._top + (chosen - first) * self._height + _bar_offset(self._height)
        self._show_rail(first, len(texts))

    def _new_row(self, palettes: "Palettes", y: int) -> "Row":
        return _Row(self.group, palettes, _COLUMNS, _LEFT, y)

    def _texts(self, page: "Page") -> "Sequence[Text]":
        """What the rows show, as `show` of a row takes it: first the lines, then the items."""
        return page.rows() + [text.replace("\t", "") for text, _ in page.items]

    def _show_rail(self, first: int, count: int) -> None:
        bitmaptools.fill_region(self._rail, 0, 0, 2, _HEIGHT, 0)
        shown = len(self._rows)
        if count > shown:
            top = _HEIGHT * first // count
            bitmaptools.fill_region(self._rail, 0, top, 2, _HEIGHT * (first + shown) // count, 1)


class Banner:
    """Title, score and two items in the panel beside the board, which stays fully visible."""

    def __init__(self, palette: displayio.Palette, number: "Number", record: displayio.TileGrid) -> None:
        """Build the banner; `number` is a panel.Number for the score, `record` the words for a new best."""
        self.group = displayio.Group()
        self._number = number
        self.group.append(number.group)
        number.group.y = 24
        self._record = record
        self.group.append(record)
        self._bar = _bar(palette, 32, _ROW_HEIGHT)
        self.group.append(self._bar)
        palettes = _letter_palettes()
        self._title = self._new_title(palettes)
        self._items = [self._new_item(palettes, y) for y in _BANNER_ITEMS]

    def show(self, page: "Page") -> None:
        """Show a banner page of two items; the chosen one is inverted."""
        for index, row in enumerate(self._title):
            row.show(self._text(page.rows()[index] if len(self._title) > 1 else page.lines[0]))
        self._number.show(page.score)
        self._record.hidden = not page.is_best
        self._bar.y = _BANNER_ITEMS[page.choice] + _bar_offset(_ROW_HEIGHT)
        for index, row in enumerate(self._items):
            row.show(self._text(page.items[index][0]), index == page.choice)

    def _new_title(self, palettes: "Palettes") -> "Sequence[Row]":
        return [self._new_item(palettes, y) for y in _BANNER_TITLES]

    def _new_item(self, palettes: "Palettes", y: int) -> "Row":
        return _Row(self.group, palettes, _BANNER_COLUMNS, 1, y)

    def _text(self, text: str) -> "Text":
        """A text as `show` of a row takes it."""
        return text


class _Row:
    """A line of text in one TileGrid over the firmware's font; a Label takes a grid for each letter."""

    def __init__(
        self,
        group: displayio.Group,
        palettes: "Palettes",
        columns: int,
        x: int,
        y: int,
    ) -> None:
        self._palettes = palettes  # plain and inverted
        self._grid = displayio.TileGrid(
            terminalio.FONT.bitmap,
            pixel_shader=palettes[0],
            width=columns,
            tile_width=_LETTER_WIDTH,
            tile_height=_ROW_HEIGHT,
            x=x,
            y=y,
        )
        self._text = ""
        group.append(self._grid)

    def show(self, text: str, inverted: bool = False) -> None:
        """Show `text`, cut to the number of columns."""
        grid = self._grid
        palette = self._palettes[1 if inverted else 0]
        if grid.pixel_shader is not palette:
            grid.pixel_shader = palette
        shown = self._text
        if text == shown:
            return
        self._text = text
        for column in range(min(max(len(text), len(shown)), grid.width)):
            letter = text[column] if column < len(text) else " "
            if column >= len(shown) or letter != shown[column]:
                # The firmware's font has the letters of ASCII in their order.
                grid[column] = ord(letter) - _FIRST_LETTER


def _letter_palettes() -> "Palettes":
    """Two sets of colours, for white and for black letters; what is behind them shows through."""
    palettes = (displayio.Palette(2), displayio.Palette(2))
    for palette in palettes:
        palette.make_transparent(0)
    palettes[0][1] = 0xFFFFFF
    return palettes


def _bar(palette: displayio.Palette, width: int, height: int) -> displayio.TileGrid:
    bitmap = displayio.Bitmap(width, height, 2)
    bitmap.fill(1)
    return displayio.TileGrid(bitmap, pixel_shader=palette)


def _bar_offset(height: int) -> int:
    # The firmware's letters reach their lowest row but not their highest, so the bar sits a little lower.
    return 1 if height == _ROW_HEIGHT else 0
