# SPDX-License-Identifier: MIT
"""The firmware's font, whose 6 by 12 pixels have the letters of ASCII; letters with marks are composed.

A picture is an Image of mode "1"; as wide as the text, as high as a row.
"""

import functools
import unicodedata
from collections.abc import Mapping
from typing import Any

import terminalio
from PIL import Image

from tools.writing import marks

WIDTH = 6
HEIGHT = 12
CAPTION_HEIGHT = 8
# Rows of a glyph: where capitals and small letters begin, and what is below the line they stand on.
_CAPITAL = 2
_SMALL = 4
_BELOW = 10
# The bar behind a chosen line does not cover a letter's top row.
_FIRST = 1
_CAPTION_TOP = 2

Rows = list[str]


class Undrawable(Exception):
    """A text that a font cannot draw; the message goes on after the text."""


class PixelFont:
    """The firmware's font; each letter takes six pixels."""

    height = HEIGHT

    def glyphs(self) -> dict[str, Rows]:
        """Glyphs with names, of which this font has none."""
        return {}

    def draw(self, text: str) -> Image.Image:
        """Draw a text. Raises Undrawable."""
        glyphs = [_glyph(letter) for letter in unicodedata.normalize("NFC", text)]
        return picture(["".join(glyph[row] for glyph in glyphs) for row in range(HEIGHT)])


def caption(text: str) -> Image.Image:
    """Draw a word of the panel in small capitals, eight rows high. Raises Undrawable."""
    letters = [_capital(letter) for letter in unicodedata.normalize("NFC", text)]
    rows = [".".join(letter[row] for letter in letters) for row in range(CAPTION_HEIGHT)]
    return picture(rows)


def rows_of(image: Image.Image, is_cut: bool = True) -> Rows:
    """The rows of a picture of mode "1", as `picture` takes them; `is_cut` to what is lit."""
    box = image.getbbox() if is_cut else (0, 0, *image.size)
    left, top, right, bottom = box or (0, 0, 0, 0)
    return [
        "".join("#" if image.getpixel((x, y)) else "." for x in range(left, right))
        for y in range(top, bottom)
    ]


def picture(rows: Rows) -> Image.Image:
    """Draw rows of equal length, in which `#` is a lit pixel."""
    image = Image.new("1", (len(rows[0]), len(rows)))
    image.putdata([letter == "#" for row in rows for letter in row])
    return image


@functools.cache
def _glyph(letter: str) -> Rows:
    if letter.isascii():
        return _of_firmware(letter)
    if letter == "ı":
        return _without_dot("i")
    if letter in marks.LETTERS:
        drawn = [row + "." for row in marks.LETTERS[letter]]
        return [*_blank(_CAPITAL), *drawn, *_blank(HEIGHT - _CAPITAL - len(drawn))]
    base, mark = _parts(letter, marks.ABOVE, marks.BELOW)
    if mark in marks.BELOW:
        rows = _glyph(base)
        return _joined(rows, marks.BELOW[mark], _BELOW + 2 - len(marks.BELOW[mark]))
    above = marks.ABOVE[mark]
    rows = _without_dot(base) if base in "ij" else _glyph(base)
    if "#" not in "".join(rows[:_SMALL]):
        # As high as the dot of an i.
        return _joined(rows, above if len(above) == 2 else above * 2, _FIRST)
    return _joined(_squeezed(rows, len(above)), above, _FIRST)


def _of_firmware(letter: str) -> Rows:
    glyph: Any = terminalio.FONT.get_glyph(ord(letter))
    if not glyph:
        raise Undrawable(f"and no font has {letter!r}: choose other letters or draw it")
    across = glyph.bitmap.width // glyph.width
    left, top = glyph.tile_index % across * WIDTH, glyph.tile_index // across * HEIGHT
    return [
        "".join("#" if glyph.bitmap[x, y] else "." for x in range(left, left + WIDTH))
        for y in range(top, top + HEIGHT)
    ]


def _parts(letter: str, *known: Mapping[str, object]) -> tuple[str, str]:
    """A letter without its last mark, and the mark."""
    parts = unicodedata.normalize("NFD", letter)
    mark = parts[-1]
    if len(parts) < 2 or not any(mark in names for names in known):
        raise Undrawable(f"and no font has {letter!r}: choose other letters or draw it")
    return unicodedata.normalize("NFC", parts[:-1]), mark


def _without_dot(letter: str) -> Rows:
    return [*_blank(_SMALL - 1), *_of_firmware(letter)[_SMALL - 1 :]]


def _squeezed(rows: Rows, count: int) -> Rows:
    """A high letter made lower, so that there is room for a mark of `count` rows and a gap."""
    letter = rows[_CAPITAL:_BELOW]
    for _ in range(count):
        twins = [row for row in range(1, len(letter) - 1) if letter[row] == letter[row + 1]]
        del letter[twins[len(twins) // 2] if twins else 2]
    return [*_blank(_CAPITAL + count), *letter, *rows[_BELOW:]]


def _joined(rows: Rows, mark: tuple[str, ...], top: int) -> Rows:
    """Rows with a mark drawn over them."""
    rows = list(rows)
    for row, drawn in enumerate(mark, top):
        rows[row] = "".join("#" if "#" in pair else "." for pair in zip(rows[row], drawn + ".", strict=True))
    return rows


def _blank(count: int) -> Rows:
    return ["." * WIDTH] * count


def _capital(letter: str) -> Rows:
    """A capital five rows high, with what is above and below it."""
    if letter in marks.CAPITALS:
        drawn = marks.CAPITALS[letter]
        blank = ["." * len(drawn[0])]
        return [*blank * _CAPTION_TOP, *drawn, *blank]
    if letter.islower():
        raise Undrawable(f"and beside the board there are only capitals, no {letter!r}")
    base, mark = _parts(letter, marks.CAPITALS_ABOVE, marks.CAPITALS_BELOW)
    above = marks.CAPITALS_ABOVE.get(mark, ())
    below = marks.CAPITALS_BELOW.get(mark)
    rows = _capital(base)
    rows[: len(above)] = [row.center(len(rows[0]), ".") for row in above]
    if below:
        rows[-1] = below.center(len(rows[0]), ".")
    return rows
