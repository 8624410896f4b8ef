"""Text on the glass: full pages, banners in the panel, messages. Loaded when the first text is shown."""

import bitmaptools
import displayio
import terminalio
from adafruit_display_text import label

from hardware import art

ROW_HEIGHT = 12
_ROWS = 5
_TOP = 2
_LEFT = 1  # 21 letters of 6 pixels, then the rail
_MIDDLE = 6  # a label's y is the middle of its row
_WIDTH = 128
_HEIGHT = 64
_BANNER_ITEMS = (40, 52)
# The font's letters reach down to their lowest row but not up to the highest: the bar stands lower.
_BAR_OFFSET = 1


class TextPage:
    """Five rows over the whole glass: lines, then items, the chosen one inverted; scrolls when longer."""

    def __init__(self, palette):
        """Build the rows, empty."""
        self.group = displayio.Group()
        self._bar = _bar(palette, _WIDTH - 3)
        self.group.append(self._bar)
        self._rows = [_row(self.group, _LEFT, _TOP + index * ROW_HEIGHT) for index in range(_ROWS)]
        self._rail = displayio.Bitmap(2, _HEIGHT, 2)
        self.group.append(displayio.TileGrid(self._rail, pixel_shader=palette, x=_WIDTH - 2))

    def show(self, page):
        """Show a menus.Page, scrolled so that the chosen item is in sight."""
        count = len(page.lines) + len(page.items)
        chosen = len(page.lines) + page.choice
        first = 0
        if page.items and chosen >= _ROWS:
            first = chosen - _ROWS + 1
        for index, row in enumerate(self._rows):
            at = first + index
            text = ""
            if at < len(page.lines):
                text = page.lines[at]
            elif at < count:
                text = page.items[at - len(page.lines)][0]
            _set_row(row, text, at == chosen and len(page.items) > 0)
        self._bar.hidden = not page.items
        self._bar.y = _TOP + (chosen - first) * ROW_HEIGHT + _BAR_OFFSET
        self._show_rail(first, count)

    def _show_rail(self, first, count):
        bitmaptools.fill_region(self._rail, 0, 0, 2, _HEIGHT, 0)
        if count > _ROWS:
            top = _HEIGHT * first // count
            bitmaptools.fill_region(self._rail, 0, top, 2, top + _HEIGHT * _ROWS // count, 1)


class Banner:
    """Title, score and two items in the panel beside the board, which stays in full sight."""

    def __init__(self, palette, number):
        """Build the banner; `number` is a panel.Number, for the score."""
        self.group = displayio.Group()
        self._title = _row(self.group, 1, 0)
        self._number = number
        self.group.append(number.group)
        number.group.y = 24
        self._record = displayio.TileGrid(art.new_best(), pixel_shader=palette, x=1, y=34)
        self.group.append(self._record)
        self._bar = _bar(palette, 32)
        self.group.append(self._bar)
        self._items = [_row(self.group, 1, y) for y in _BANNER_ITEMS]

    def show(self, page):
        """Show a banner page of two items; the chosen one is inverted."""
        _set_row(self._title, "\n".join(page.lines), False)
        self._number.show(page.score)
        self._record.hidden = not page.is_best
        self._bar.y = _BANNER_ITEMS[page.choice] + _BAR_OFFSET
        for index, row in enumerate(self._items):
            _set_row(row, page.items[index][0], index == page.choice)


def _row(group, x, y):
    row = label.Label(terminalio.FONT, color=0xFFFFFF, x=x, y=y + _MIDDLE, line_spacing=1.0)
    group.append(row)
    return row


def _set_row(row, text, inverted):
    if row.text != text:
        row.text = text
    color = 0 if inverted else 0xFFFFFF
    if row.color != color:
        row.color = color


def _bar(palette, width):
    bitmap = displayio.Bitmap(width, ROW_HEIGHT, 2)
    bitmap.fill(1)
    return displayio.TileGrid(bitmap, pixel_shader=palette)
