# SPDX-License-Identifier: MIT
"""Breaks translations into rows, draws them, and says which have no room on the glass."""

import re
from collections.abc import Callable
from typing import NamedTuple, Protocol

from PIL import Image

from tools.writing import fitting, pixels, product
from tools.writing.pixels import Rows, Undrawable
from tools.writing.tables import Table

GLASS_HEIGHT = 64
ROW_WIDTH = 128
PANEL_WIDTH = 32
TITLE_HEIGHT = 24
ITEM_HEIGHT = 12
# In line with the numbers in the panel.
_CAPTION_LEFT = 2
# Between the columns of a page.
_GAP = 5
_PICTURE = re.compile(r"[#.\n]+")
_WORD = re.compile(r"\s*\S+")


class Font(Protocol):
    """What draws a row of text; `height` is the row's."""

    height: int

    def draw(self, text: str) -> Image.Image:
        """Draw a text. Raises Undrawable."""

    def glyphs(self) -> dict[str, Rows]:
        """The glyphs that were drawn and can be corrected, by name."""


class Drawn(NamedTuple):
    """A text of the product: a picture a row, and where a value after it begins."""

    text: product.Text
    rows: list[Image.Image]
    width: int


class Layout:
    """Draws the texts of a table."""

    def __init__(self, table: Table, font: Font) -> None:
        self._table = table
        self._font = font
        self._rows_on_glass = GLASS_HEIGHT // font.height

    def texts(self, screens: list[product.Screen]) -> list[Drawn]:
        """Draw all texts of the screens. Raises WrongTable."""
        drawn = {}
        for text in product.texts(screens):
            rows = [self._banner(text)] if text.is_banner else self._rows(text)
            drawn[text.english, text.is_banner] = Drawn(text, rows, max(map(ink, rows)) + 1)
        fitting.end_paragraphs(screens, drawn, self._rows_on_glass)
        fitting.align(screens, drawn)
        fitting.check(self._table, screens, drawn, self._rows_on_glass)
        return list(drawn.values())

    def captions(self) -> list[Image.Image]:
        """Draw the words of the panel, 32 by 8 pixels each. Raises WrongTable."""
        found = []
        for english, limit in zip(product.CAPTIONS, product.CAPTION_WIDTHS, strict=True):
            text = self._table.caption(english)
            word = self._picture(english, text, pixels.CAPTION_HEIGHT)
            word = word or self._draw(english, text, pixels.caption)
            self._check_width(english, text, word, limit)
            left = min(_CAPTION_LEFT, PANEL_WIDTH - word.width)
            found.append(padded(word, PANEL_WIDTH, pixels.CAPTION_HEIGHT, left))
        return found

    def _rows(self, text: product.Text) -> list[Image.Image]:
        """Draw a text of a page, row by row."""
        limit = product.ITEM_WIDTH if text.is_item else product.LINE_WIDTH
        translation = self._table.text(text)
        picture = self._picture(text.english, translation, self._font.height)
        lines = translation.strip("\n").split("\n")
        if picture:
            rows = [picture]
        elif "\t" in translation:
            rows = self._columns(text, lines)
        elif text.is_item or text.has_value:
            rows = [self._draw(text.english, translation)]
        else:
            rows = [row for line in lines for row in self._wrapped(text, line, limit)]
        for row in rows:
            self._check_width(text.english, translation, row, limit)
        return [padded(row, ROW_WIDTH, self._font.height) for row in rows]

    def _wrapped(self, text: product.Text, line: str, limit: int) -> list[Image.Image]:
        """Break a line before the words for which there is no more room."""
        rows = [""]
        for word in _WORD.findall(line):
            longer = rows[-1] + word
            if rows[-1] and ink(self._draw(text.english, longer)) > limit:
                rows.append(word.lstrip())
            else:
                rows[-1] = longer
        return [self._draw(text.english, row) for row in rows]

    def _columns(self, text: product.Text, lines: list[str]) -> list[Image.Image]:
        """Rows with a tab have what is after it one below the other."""
        parts = [line.partition("\t") for line in lines]
        left = max(ink(self._draw(text.english, first)) for first, tab, _ in parts if tab) + _GAP
        rows = []
        for first, _, second in parts:
            row = padded(self._draw(text.english, first), 2 * ROW_WIDTH, self._font.height)
            if second:
                row.paste(self._draw(text.english, second), (left, 0))
            rows.append(row)
        return rows

    def _banner(self, text: product.Text) -> Image.Image:
        """Draw a text of a banner: a title of one or two words, or an item."""
        height = TITLE_HEIGHT if text.is_title else ITEM_HEIGHT
        translation = self._table.text(text)
        words = translation.split() if text.is_title else [translation]
        whole = Image.new("1", (PANEL_WIDTH, height))
        drawn = self._picture(text.english, translation, height)
        if not drawn and (self._font.height > ITEM_HEIGHT or len(words) * ITEM_HEIGHT > height):
            raise self._table.wrong(
                f"has {translation!r} for {product.key(text.english)!r} on a banner, which is too high: "
                f"draw it, {height} rows of {product.BANNER_WIDTH} times # or ."
            )
        rows = [drawn] if drawn else [self._draw(text.english, word) for word in words]
        # As in English, a title's letters stand one pixel higher, because their top row is blank.
        top = -1 if text.is_title and not drawn else 0
        for row in rows:
            self._check_width(text.english, translation, row, product.BANNER_WIDTH)
            whole.paste(row, (1, top))
            top += ITEM_HEIGHT
        return whole

    def _picture(self, english: str, text: str, height: int) -> Image.Image | None:
        """The picture that a table has in place of a text; None if it has none."""
        if not _PICTURE.fullmatch(text):
            return None
        rows = text.strip("\n").split("\n")
        if len(rows) != height or len({len(row) for row in rows}) > 1:
            raise self._table.wrong(
                f"has a picture of {len(rows)} rows for {product.key(english)!r}: "
                f"draw {height} rows, all of the same width"
            )
        return pixels.picture(rows)

    def _draw(self, english: str, text: str, draw: Callable[[str], Image.Image] | None = None) -> Image.Image:
        try:
            return (draw or self._font.draw)(text)
        except Undrawable as error:
            raise self._table.wrong(f"has {text!r} for {product.key(english)!r}, {error}") from None

    def _check_width(self, english: str, text: str, row: Image.Image, limit: int) -> None:
        if ink(row) > limit:
            raise self._table.wrong(
                f"has {text!r} for {product.key(english)!r}, which is {ink(row)} pixels wide; "
                f"there is room for {limit}"
            )


def ink(image: Image.Image) -> int:
    """How many pixels a picture is wide, up to its last lit column."""
    box = image.getbbox()
    return box[2] if box else 0


def padded(image: Image.Image, width: int, height: int, x: int = 0) -> Image.Image:
    """A picture at column `x` of one with this size, which cuts it off."""
    whole = Image.new("1", (width, height))
    whole.paste(image, (x, 0))
    return whole
