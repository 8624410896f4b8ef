"""The panel right of the board: score, best and marks on 32 by 64 pixels."""

import displayio

from hardware import art

LEFT = 96
_WIDE_DIGITS = 6
_NARROW_DIGITS = 7


class Panel:
    """Captions that never change, and two numbers of which only changed digits are sent."""

    def __init__(self, palette):
        """Build the panel's group at the right of the glass."""
        self.group = displayio.Group(x=LEFT)
        captions = art.captions()
        wide = art.digit_sheet(True)
        narrow = art.digit_sheet(False)
        # Digits lie within one page of the display each, so that a number is one row of bytes.
        self._score = _Number(self.group, palette, wide, narrow, 8)
        self._best = _Number(self.group, palette, wide, narrow, 32)
        for index, y in enumerate((1, 25)):
            caption = displayio.TileGrid(
                captions,
                pixel_shader=palette,
                tile_width=art.CAPTION_WIDTH,
                tile_height=art.CAPTION_HEIGHT,
                default_tile=index,
                x=2,
                y=y,
            )
            self.group.append(caption)

    def show(self, score, best):
        """Show two numbers of up to 9,999,999."""
        self._score.show(score)
        self._best.show(best)


class _Number:
    """A number set in wide digits, or in narrow ones from a million on."""

    def __init__(self, group, palette, wide, narrow, y):
        self._value = -1
        self._wide = _digits(wide, palette, _WIDE_DIGITS, art.WIDE_DIGIT, y)
        self._narrow = _digits(narrow, palette, _NARROW_DIGITS, art.NARROW_DIGIT, y)
        group.append(self._wide)
        group.append(self._narrow)

    def show(self, value):
        if value == self._value:
            return
        self._value = value
        narrow = value >= 1000000
        self._narrow.hidden = not narrow
        self._wide.hidden = narrow
        grid = self._narrow if narrow else self._wide
        place = 0
        step = 1000000 if narrow else 100000
        # Set flush left; leading zeros are left out and what follows the number is blank.
        while step > 1 and value < step:
            step //= 10
        while step:
            _set_digit(grid, place, value // step % 10)
            place += 1
            step //= 10
        while place < grid.width:
            _set_digit(grid, place, art.BLANK_DIGIT)
            place += 1


def _digits(sheet, palette, count, width, y):
    return displayio.TileGrid(
        sheet,
        pixel_shader=palette,
        width=count,
        height=1,
        tile_width=width,
        tile_height=art.DIGIT_HEIGHT,
        default_tile=art.BLANK_DIGIT,
        x=2,
        y=y,
    )


def _set_digit(grid, place, tile):
    # A tile set to what it is already would be sent again.
    if grid[place] != tile:
        grid[place] = tile
