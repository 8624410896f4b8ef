# SPDX-License-Identifier: MIT
"""Breaks translations into rows, draws them, and says which have no room on the glass."""

import re
from collections.abc import Callable
from typing import NamedTuple, Protocol

from PIL import Image

from tools.writing import fitting, pixels, product
from tools.writing.pixels import UnknownLetter
from tools.writing.tables import Table

GLASS_HEIGHT = 64
ROW_WIDTH = 128
PANEL_WIDTH = 32
TITLE_HEIGHT = 24
ITEM_HEIGHT = 12
# Between the columns of a page.
_GAP = 5
_PICTURE = re.compile(r"[#.\n]+")


class Font(Protocol):
    """What draws a row of text; `height` is the row's."""

    height: int

    def draw(self, text: str) -> Image.Image:
        """Draw a text. Raises UnknownLetter."""


class Drawn(NamedTuple):
    """A text of the product: a picture a row, and where a value after it begins."""

    text: product.Text
    rows: list[Image.Image]
    width: int


class Layout:
    """Draws a table's texts."""

    def __init__(self, table: Table, font: Font) -> None:
        self._table = table
        self._font = font
        self._height = font.height
        self._rows_on_glass = GLASS_HEIGHT // font.height

    def texts(self, screens: list[product.Screen]) -> list[Drawn]:
        """Draw all texts of the screens. Raises WrongTable."""
        drawn = {}
        for text in product.texts(screens):
            rows = self._banner(text) if text.is_banner else self._rows(text)
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
            word = self._picture(english, text, pixels.CAPTION_HEIGHT) or self._drawn(
                english, text, pixels.caption
            )
            self._limit(english, text, word, limit)
            # In line with the numbers, if there is room.
            found.append(padded(word, PANEL_WIDTH, pixels.CAPTION_HEIGHT, min(2, PANEL_WIDTH - word.width)))
        return found

    def _rows(self, text: product.Text) -> list[Image.Image]:
        limit = product.ITEM_WIDTH if text.is_item else product.LINE_WIDTH
        translation = self._table.text(text)
        picture = self._picture(text.english, translation, self._height)
        if picture:
            rows = [picture]
        elif "\t" in translation:
            rows = self._columns(text, translation.strip("\n"))
        else:
            lines = translation.strip("\n").split("\n")
            rows = [row for line in lines for row in self._wrapped(text, line, limit)]
        for row in rows:
            self._limit(text.english, translation, row, limit)
        return [padded(row, ROW_WIDTH, self._height) for row in rows]

    def _wrapped(self, text: product.Text, line: str, limit: int) -> list[Image.Image]:
        """Break a line where a word has no more room; an item stays a row."""
        if text.is_item or text.has_value:
            return [self._draw(text, line)]
        rows = []
        row = ""
        for word in re.findall(r"\s*\S+", line) or [""]:
            if row and ink(self._draw(text, row + word)) > limit:
                rows.append(row)
                word = word.lstrip()
                row = ""
            row += word
        return [self._draw(text, one) for one in [*rows, row]]

    def _columns(self, text: product.Text, translation: str) -> list[Image.Image]:
        """Rows with a tab have what is after it one below the other."""
        lines = [line.partition("\t") for line in translation.split("\n")]
        left = max(ink(self._draw(text, first)) for first, tab, _ in lines if tab) + _GAP
        rows = []
        for first, _, second in lines:
            row = padded(self._draw(text, first), 2 * ROW_WIDTH, self._height)
            if second:
                row.paste(self._draw(text, second), (left, 0))
            rows.append(row)
        return rows

    def _banner(self, text: product.Text) -> list[Image.Image]:
        height = TITLE_HEIGHT if text.is_title else ITEM_HEIGHT
        translation = self._table.text(text)
        words = translation.split() if text.is_title else [translation]
        whole = Image.new("1", (PANEL_WIDTH, height))
        drawn = self._picture(text.english, translation, height)
        if drawn:
            rows = [drawn]
        elif self._height > ITEM_HEIGHT or len(words) * ITEM_HEIGHT > height:
            raise self._table.wrong(
                f"has {translation!r} for {product.key(text.english)!r} on a banner, which is too high: "
                f"draw it, {height} rows of {product.BANNER_WIDTH} times # or ."
            )
        else:
            rows = [self._draw(text, word) for word in words]
        for index, row in enumerate(rows):
            self._limit(text.english, translation, row, product.BANNER_WIDTH)
            # As in English: the top row of a letter is blank.
            whole.paste(row, (1, ITEM_HEIGHT * index - (text.is_title and not drawn)))
        return [whole]

    def _picture(self, english: str, text: str, height: int) -> Image.Image | None:
        """The picture that a table has in place of a text; None if it has none."""
        if not _PICTURE.fullmatch(text):
            return None
        rows = text.strip("\n").split("\n")
        if len(rows) != height or len(set(map(len, rows))) > 1:
            widths = sorted(set(map(len, rows)))
            raise self._table.wrong(
                f"has a picture of {len(rows)} rows, {widths} wide, for {english!r}: it needs {height} rows of one width"
            )
        return pixels.picture(rows)

    def _draw(self, text: product.Text, translation: str) -> Image.Image:
        return self._drawn(text.english, translation, self._font.draw)

    def _drawn(self, english: str, translation: str, draw: Callable[[str], Image.Image]) -> Image.Image:
        try:
            return draw(translation)
        except UnknownLetter as error:
            raise self._table.wrong(
                f"has {translation!r} for {english!r}, and no font has {str(error)!r}: "
                "choose other letters or draw it"
            ) from None

    def _limit(self, english: str, translation: str, row: Image.Image, limit: int) -> None:
        if ink(row) > limit:
            raise self._table.wrong(
                f"has {translation!r} for {product.key(english)!r}, which is {ink(row)} pixels wide; "
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
