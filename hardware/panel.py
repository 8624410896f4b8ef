# SPDX-License-Identifier: MIT
"""The panel to the right of the board: score, best and marks on 32 by 64 pixels."""

import displayio
from micropython import const

from engine2048 import board, forget
from engine2048.screens.actions import NONE
from hardware import sizes

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Callable

    from engine2048.screens.session import Session
    from hardware.pages import Banner
    from hardware.translated import Strips

LEFT = 96
_WIDE_DIGITS = const(6)
_NARROW_DIGITS = const(7)
# Rows of SCORE, BEST, NEW BEST, NO SAVE and DEMO: five pixels high in English, else eight.
_ENGLISH_PLACES = const((1, 25, 34, 42, 56))
_PLACES = const((0, 24, 32, 40, 56))
_GOOD = const(0)  # as in screens.charge, which is loaded only if there is a battery


class Panel:
    """Fixed captions, two numbers of which only changed digits are sent, and marks.

    While a banner is open, it takes the place of all these.
    """

    def __init__(
        self,
        palette: displayio.Palette,
        words: "list[displayio.Bitmap] | None",
        strips: "Callable[[], Strips | None]",
    ) -> None:
        """Build the panel's group on the right of the glass.

        `words` are what `speak` takes; `strips` opens the texts of banners, or returns None for English.
        """
        from hardware import art

        self.group = displayio.Group(x=LEFT)
        self._palette = palette
        self._sheets = (art.digit_sheet(True), art.digit_sheet(False))
        self._plain = displayio.Group()
        self.group.append(self._plain)
        self._banner: "Banner | None" = None
        self._numbers = []
        # Each number lies within one page of the display, so that it is a single row of bytes.
        for index in range(2):
            number = self._new_number()
            number.group.y = 8 + 24 * index
            self._numbers.append(number)
            self._plain.append(number.group)
        self._words: "list[displayio.TileGrid]" = []
        self._strips = strips
        self.speak(words)
        self._ways: "displayio.TileGrid | None" = None
        self._hint = NONE
        self._arrow = self._new_mark(art.arrow(), 8, 48)
        self._dots = self._new_mark(art.dots(), 10, 55)
        self._low: "displayio.TileGrid | None" = None

    def speak(self, words: "list[displayio.Bitmap] | None") -> None:
        """Take other pictures of SCORE, BEST, NEW BEST, NO SAVE and DEMO; None for the English ones."""
        self._close_banner()
        for grid in self._words[:2] + self._words[3:]:
            self._plain.remove(grid)
        places = _PLACES
        if not words:
            from hardware import art

            words = art.words()
            forget("hardware", "art")
            places = _ENGLISH_PLACES
        self._words = [
            displayio.TileGrid(word, pixel_shader=self._palette, x=min(2, 32 - word.width), y=places[index])
            for index, word in enumerate(words)
        ]
        self._record, self._unsaved, self._demo = self._words[2:]  # the first of these is for banners
        for grid in self._words[:2] + self._words[3:]:
            self._plain.append(grid)
        self._unsaved.hidden = self._demo.hidden = True

    def show(self, view: "Session") -> None:
        """Show a view's score, best and marks, or its banner."""
        page = view.page
        is_banner = page is not None and page.is_banner
        _hide(self._plain, is_banner)
        if page and is_banner:
            self._open_banner().show(page)
            return
        self._close_banner()
        self._numbers[0].show(view.shown.score)
        self._numbers[1].show(view.shown.best)
        _hide(self._unsaved, view.can_save)
        _hide(self._demo, view.demo is None)
        self._point(view.hint)
        self._ways = self._show_mark(self._ways, view.ways)
        _hide(self._dots, not view.is_searching)
        charge = view.rest.charge
        is_low = charge is not None and charge.level != _GOOD
        self._low = self._show_mark(self._low, -1 if is_low else 0)

    def cover(self, covered: bool) -> None:
        """Hide all of the panel, or show it again."""
        _hide(self.group, covered)

    def _point(self, direction: int) -> None:
        """Point the arrow in a direction; NONE hides it."""
        if direction == self._hint:
            return
        self._hint = direction
        _hide(self._arrow, direction == NONE)
        self._arrow.transpose_xy = direction in (board.LEFT, board.RIGHT)
        self._arrow.flip_x = direction == board.RIGHT
        self._arrow.flip_y = direction == board.DOWN

    def _show_mark(self, mark: "displayio.TileGrid | None", what: int) -> "displayio.TileGrid | None":
        """Show a mark that is seldom needed: arrows for some ways (bits), or a low battery (-1); 0 for none.

        Takes and returns the mark that is on the glass.
        """
        if mark and what >= 0:
            self._plain.remove(mark)
            mark = None
        if what and not mark:
            from hardware import marks

            mark = (
                self._new_mark(marks.low_battery(), 24, 57)
                if what < 0
                else self._new_mark(marks.arrows(what), 8, 48)
            )
            mark.hidden = False
            forget("hardware", "marks")
        return mark

    def _new_mark(self, picture: displayio.Bitmap, x: int, y: int) -> displayio.TileGrid:
        mark = displayio.TileGrid(picture, pixel_shader=self._palette, x=x, y=y)
        mark.hidden = True
        self._plain.append(mark)
        return mark

    def _open_banner(self) -> "Banner":
        if not self._banner:
            strips = self._strips()
            parts = (self._palette, self._new_number(), self._record)
            if strips:
                from hardware import translated

                self._banner = translated.Banner(*parts, strips)
            else:
                from hardware.pages import Banner

                self._banner = Banner(*parts)
            self.group.append(self._banner.group)
        return self._banner

    def _close_banner(self) -> None:
        if self._banner:
            group = self._banner.group
            group.remove(self._record)  # a grid lies in one group at a time
            self.group.remove(group)
            self._banner = None  # its memory is free for the game
            forget_text()

    def _new_number(self) -> "Number":
        return Number(self._palette, self._sheets)


class Number:
    """A number up to 9,999,999, in wide digits, or in narrow ones from a million up."""

    def __init__(
        self, palette: displayio.Palette, sheets: "tuple[displayio.Bitmap, displayio.Bitmap]"
    ) -> None:
        """Build it, blank, from the wide and the narrow digit sheet."""
        self.group = displayio.Group(x=2)
        self._value = -1
        self._wide = _digits(sheets[0], palette, _WIDE_DIGITS, sizes.WIDE_DIGIT)
        self._narrow = _digits(sheets[1], palette, _NARROW_DIGITS, sizes.NARROW_DIGIT)
        self._narrow.hidden = True
        self.group.append(self._wide)
        self.group.append(self._narrow)

    def show(self, value: int) -> None:
        """Show `value`; only digits that differ from those on the glass are sent."""
        if value == self._value:
            return
        self._value = value
        is_narrow = value >= 1000000
        _hide(self._narrow, not is_narrow)
        _hide(self._wide, is_narrow)
        grid = self._narrow if is_narrow else self._wide
        place = 0
        step = 1000000 if is_narrow else 100000
        # Flush left: leading zeros are left out, and places after the number are blank.
        while step > 1 and value < step:
            step //= 10
        while step:
            _set_digit(grid, place, value // step % 10)
            place += 1
            step //= 10
        while place < grid.width:
            _set_digit(grid, place, sizes.BLANK_DIGIT)
            place += 1


def forget_text() -> None:
    """Free the memory of the modules that show text."""
    for name in ("pages", "translated"):
        forget("hardware", name)


def _hide(part: "displayio.Group | displayio.TileGrid", hidden: bool) -> None:
    # Setting even the same value would send the part again.
    if part.hidden != hidden:
        part.hidden = hidden


def _digits(
    sheet: displayio.Bitmap, palette: displayio.Palette, count: int, width: int
) -> displayio.TileGrid:
    return displayio.TileGrid(
        sheet,
        pixel_shader=palette,
        width=count,
        height=1,
        tile_width=width,
        tile_height=sizes.DIGIT_HEIGHT,
        default_tile=sizes.BLANK_DIGIT,
    )


def _set_digit(grid: displayio.TileGrid, place: int, tile: int) -> None:
    # Setting even the same tile would send it again.
    if grid[place] != tile:
        grid[place] = tile
