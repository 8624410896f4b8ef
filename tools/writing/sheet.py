# SPDX-License-Identifier: MIT
"""A sheet with every text of all languages enlarged, to look at."""

from PIL import Image, ImageDraw

from tools.writing import layout, product
from tools.writing.languages import Language

_SCALE = 3
_MARGIN = 8
_ENGLISH_WIDTH = 330
_LETTERS = 50  # in a row of English, in Pillow's own font
_ENGLISH_ROW = 12
_PAPER = 0x60
_COLUMN = layout.ROW_WIDTH * _SCALE + _MARGIN


def draw(found: list[Language]) -> Image.Image:
    """Draw the words of the panel, then each text, with its English on the left: a column a language."""
    rows = [
        (english, [[one.captions[index]] for one in found]) for index, english in enumerate(product.CAPTIONS)
    ]
    rows += [
        (drawn[0].text.english, [one.rows for one in drawn])
        for drawn in zip(*[one.texts for one in found], strict=True)
    ]
    heights = [_height(english, pictures) for english, pictures in rows]
    sheet = Image.new("L", (_ENGLISH_WIDTH + _COLUMN * len(found), sum(heights) + _MARGIN), _PAPER)
    pen = ImageDraw.Draw(sheet)
    top = _MARGIN
    for (english, pictures), height in zip(rows, heights, strict=True):
        pen.text((_MARGIN, top), _broken(english), 0xFF)
        for column, strip in enumerate(pictures):
            _paste(sheet, strip, _ENGLISH_WIDTH + _COLUMN * column, top)
        top += height
    return sheet


def _height(english: str, pictures: list[list[Image.Image]]) -> int:
    highest = max(_SCALE * sum(row.height for row in strip) for strip in pictures)
    return max(highest, _ENGLISH_ROW * (_broken(english).count("\n") + 1)) + _MARGIN


def _broken(english: str) -> str:
    return "\n".join(line[:_LETTERS] for line in english.split("\n"))


def _paste(sheet: Image.Image, strip: list[Image.Image], left: int, top: int) -> None:
    for row in strip:
        enlarged = row.convert("L").resize(
            (row.width * _SCALE, row.height * _SCALE), Image.Resampling.NEAREST
        )
        sheet.paste(enlarged, (left, top))
        top += enlarged.height
