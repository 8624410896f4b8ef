# SPDX-License-Identifier: MIT
"""Texts in another language than English: pictures of whole rows, drawn on the desktop (tools/texts.py).

Loaded if such a language is chosen, and only while a page or banner is open. A microcontroller cannot shape
Bengali, and the firmware's font has the letters of English only, so a file of strips takes their place:
each row is read from flash as it is shown.
"""

import binascii

import bitmaptools
import displayio
import terminalio
from micropython import const

from hardware import pages

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine2048.screens.page import Page
    from hardware.panel import Number

    # What a row shows from left to right: a strip (where it lies in the file, and its width), or letters and
    # digits in the firmware's font.
    Pieces = tuple["tuple[int, int] | str", ...]

# The file begins with these bytes; tools/texts.py describes the rest.
_MAGIC = const(b"T2048\x01")
_HEIGHT = const(6)
_FLAGS = const(7)
_COUNT = const(8)
_CHECK_OF_REST = const(10)
_CHECK = const(14)
_WORDS = const(18)
_INDEX = const(178)
_RECORD = const(10)
_PERCENT_FIRST = const(1)
_DECIMAL_COMMA = const(2)
_CHUNK = const(512)

_STRIP_WIDTH = const(128)
_PANEL_WIDTH = const(32)
_WORD_HEIGHT = const(8)
_TITLE_HEIGHT = const(24)
_ITEM_HEIGHT = const(12)

_LETTER_WIDTH = const(6)
_LETTER_HEIGHT = const(12)
_FIRST_LETTER = const(0x20)

# What a text's key begins from: banners have words of their own, for they are narrow.
_ON_PAGE = const(0)
_ON_BANNER = const(1)


class Strips:
    """The file of one language, open; `height` is that of a row on a page, in pixels."""

    def __init__(self, path: str) -> None:
        """Open the file at `path`; raises OSError or ValueError if it is missing or damaged."""
        self._file = open(path, "rb")  # noqa: SIM115  # stays open
        start = self._file.read(_INDEX)
        if start[: len(_MAGIC)] != _MAGIC or binascii.crc32(start[:_CHECK] + start[_WORDS:]) != _word(
            start, _CHECK
        ):
            raise ValueError
        self._start = start
        self.height = start[_HEIGHT]
        self._index = b""

    def words(self) -> "list[displayio.Bitmap]":
        """The words SCORE, BEST, NEW BEST, NO SAVE and DEMO, 32 by 8 pixels each."""
        self._file.seek(_WORDS)
        return [self._picture(_PANEL_WIDTH, _WORD_HEIGHT) for _ in range(5)]

    def open(self, is_checked: bool = False) -> "Strips":
        """Get ready to find texts, after a check if there was none; raises ValueError if they are damaged."""
        file = self._file
        start = self._start
        file.seek(_INDEX)
        if not is_checked:
            check = 0
            chunk = file.read(_CHUNK)
            while chunk:
                check = binascii.crc32(chunk, check)
                chunk = file.read(_CHUNK)
            if check != _word(start, _CHECK_OF_REST):
                raise ValueError
            file.seek(_INDEX)
        self._index = file.read(_RECORD * (start[_COUNT] | start[_COUNT + 1] << 8))
        self._other = displayio.Bitmap(_STRIP_WIDTH, self.height, 2)
        return self

    def rows(self, text: str) -> "list[Pieces]":
        """The rows of a line or item: of a paragraph, or of words and values with tabs between."""
        if "\t" in text:
            return [tuple([self._piece(piece) for piece in text.split("\t")])]
        at = self._find(text, _ON_PAGE)
        if at < 0:
            return [(row,) for row in text.split("\n")]
        offset, width = self._strip(at)
        step = _STRIP_WIDTH // 8 * self.height
        return [((offset + row * step, width),) for row in range(self._index[at + 9])]

    def on_banner(self, text: str) -> "Pieces":
        """A text of a banner, which is a picture of its own size."""
        at = self._find(text, _ON_BANNER)
        return (text if at < 0 else self._strip(at),)

    def draw(self, bitmap: displayio.Bitmap, pieces: "Pieces") -> None:
        """Draw a row or a picture."""
        x = 0
        bitmap.fill(0)
        for piece in pieces:
            if isinstance(piece, str):
                x = _write(bitmap, piece, x)
                continue
            offset, width = piece
            self._file.seek(offset)
            if x:
                self._read(self._other)
                right = min(width, _STRIP_WIDTH - x)
                bitmaptools.blit(bitmap, self._other, x, 0, x1=0, y1=0, x2=right, y2=self.height)
            else:
                self._read(bitmap)
            x += width

    def _piece(self, text: str) -> "tuple[int, int] | str":
        at = self._find(text, _ON_PAGE)
        if at >= 0:
            return self._strip(at)
        flags = self._start[_FLAGS]
        if text[-1:] == "%" and flags & _PERCENT_FIRST:
            return "%" + text[:-1]
        return text.replace(".", ",") if flags & _DECIMAL_COMMA else text

    def _find(self, text: str, start: int) -> int:
        """Where the index has a text's record; -1 if it has none."""
        check = binascii.crc32(text.strip().encode(), start)
        key = check.to_bytes(4, "little")
        at = self._index.find(key)
        while at % _RECORD and at >= 0:
            at = self._index.find(key, at + 1)
        return at

    def _strip(self, at: int) -> "tuple[int, int]":
        return _word(self._index, at + 4), self._index[at + 8]

    def _picture(self, width: int, height: int) -> displayio.Bitmap:
        bitmap = displayio.Bitmap(width, height, 2)
        self._read(bitmap)
        return bitmap

    def _read(self, bitmap: displayio.Bitmap) -> None:
        bitmaptools.readinto(bitmap, self._file, 1, reverse_pixels_in_element=True)


class TextPage(pages.TextPage):
    """A page of text."""

    def __init__(self, palette: displayio.Palette, strips: Strips) -> None:
        self._strips = strips
        super().__init__(palette, strips.height)

    def _new_row(self, palettes: "pages.Palettes", y: int) -> "pages.Row":
        bitmap = displayio.Bitmap(_STRIP_WIDTH, self._height, 2)
        return Picture(self.group, palettes, self._strips, bitmap, 1, y)

    def _texts(self, page: "Page") -> "Sequence[pages.Text]":
        rows: "list[Pieces]" = []
        for line in page.lines:
            rows += self._strips.rows(line)
        for text, _ in page.items:
            rows += self._strips.rows(text)
        return rows


class Banner(pages.Banner):
    """A banner; its title is one picture."""

    def __init__(
        self, palette: displayio.Palette, number: "Number", record: displayio.TileGrid, strips: Strips
    ) -> None:
        self._strips = strips
        super().__init__(palette, number, record)

    def _new_title(self, palettes: "pages.Palettes") -> "Sequence[pages.Row]":
        return [self._new_picture(palettes, 0, _TITLE_HEIGHT)]

    def _new_item(self, palettes: "pages.Palettes", y: int) -> "pages.Row":
        return self._new_picture(palettes, y, _ITEM_HEIGHT)

    def _new_picture(self, palettes: "pages.Palettes", y: int, height: int) -> "Picture":
        return Picture(self.group, palettes, self._strips, displayio.Bitmap(_PANEL_WIDTH, height, 2), 0, y)

    def _text(self, text: str) -> "pages.Text":
        return self._strips.on_banner(text)


class Picture:
    """A row or picture of text on the glass."""

    def __init__(  # noqa: PLR0917
        self,
        group: displayio.Group,
        palettes: "pages.Palettes",
        strips: Strips,
        bitmap: displayio.Bitmap,
        x: int,
        y: int,
    ) -> None:
        self._palettes = palettes  # plain and inverted
        self._strips = strips
        self._bitmap = bitmap
        self._grid = displayio.TileGrid(bitmap, pixel_shader=palettes[0], x=x, y=y)
        self._text: "pages.Text" = ""
        group.append(self._grid)

    def show(self, text: "pages.Text", inverted: bool = False) -> None:
        """Show `text`; nothing if that is empty."""
        palette = self._palettes[1 if inverted else 0]
        if self._grid.pixel_shader is not palette:
            self._grid.pixel_shader = palette
        if text != self._text:
            self._text = text
            self._strips.draw(self._bitmap, text or ())  # type: ignore[arg-type]  # never letters alone


def _write(bitmap: displayio.Bitmap, text: str, x: int) -> int:
    """Draw letters of the firmware's font from column x on; returns where they end."""
    font = terminalio.FONT.bitmap
    y = (bitmap.height - _LETTER_HEIGHT) // 2
    for letter in text:
        if x > bitmap.width - _LETTER_WIDTH:
            break
        # The letters of ASCII lie in their order, side by side.
        left = (ord(letter) - _FIRST_LETTER) * _LETTER_WIDTH
        bitmaptools.blit(bitmap, font, x, y, x1=left, y1=0, x2=left + _LETTER_WIDTH, y2=_LETTER_HEIGHT)
        x += _LETTER_WIDTH
    return x


def _word(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")
