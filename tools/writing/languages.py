# SPDX-License-Identifier: MIT
"""From the tables of all languages to the files on the device."""

from pathlib import Path
from typing import NamedTuple

from PIL import Image

from tools.writing import product, strips
from tools.writing.layout import Drawn, Font, Layout
from tools.writing.pixels import PixelFont
from tools.writing.tables import FOLDER, Table, tables

CODES = "languages.txt"
_ENGLISH = "en"
_PIXEL = "pixel"


class Language(NamedTuple):
    """All that a language needs on the device."""

    code: str
    height: int  # of a row of a page
    flags: int
    captions: list[Image.Image]
    texts: list[Drawn]


def drawn(folder: Path = FOLDER) -> list[Language]:
    """Draw all languages but English, in the order of their numbers. Raises WrongTable."""
    shown = product.screens()
    return [_language(table, shown) for table in tables(folder)]


def files(found: list[Language]) -> dict[str, bytes]:
    """The content of each file in hardware/texts/, by name. Raises SameKey."""
    contents = {
        f"{one.code}.bin": strips.pack(one.height, one.flags, one.captions, one.texts) for one in found
    }
    codes = " ".join([_ENGLISH, *[one.code for one in found]])
    return {**contents, CODES: codes.encode() + b"\n"}


def _language(table: Table, shown: list[product.Screen]) -> Language:
    about = table.about
    table.check(product.texts(shown))
    font = _font(table)
    layout = Layout(table, font)
    flags = strips.PERCENT_FIRST if about.get("percent_first") else 0
    flags |= strips.DECIMAL_COMMA if about.get("decimal_comma") else 0
    return Language(table.code, font.height, flags, layout.captions(), layout.texts(shown))


def _font(table: Table) -> Font:
    about = table.about
    if about["font"] == _PIXEL:
        return PixelFont()
    from tools.writing.shaped import ShapedFont

    return ShapedFont(about["font"], about["size"], about["narrow"], about["row_height"], about["name"], table.glyphs)
