# SPDX-License-Identifier: MIT
"""From the tables of all languages to the files on the device."""

from pathlib import Path
from typing import NamedTuple

from PIL import Image

from tools.writing import product, strips
from tools.writing.layout import Drawn, Font, Layout
from tools.writing.pixels import PixelFont, Rows
from tools.writing.shaped import Cut, ShapedFont
from tools.writing.tables import FOLDER, PIXEL_FONT, Table, tables

CODES = "languages.txt"
_ENGLISH = "en"


class Language(NamedTuple):
    """All that a language needs on the device; and the glyphs of its font, by name."""

    code: str
    height: int  # of a row of a page
    flags: int
    captions: list[Image.Image]
    texts: list[Drawn]
    glyphs: dict[str, Rows]


def drawn(folder: Path = FOLDER) -> list[Language]:
    """Draw all languages but English, in the order of their numbers. Raises WrongTable or OSError."""
    shown = product.screens()
    return [_language(table, shown) for table in tables(folder)]


def contents(found: list[Language]) -> dict[str, bytes]:
    """The content of each file in hardware/texts/, by name. Raises SameKey."""
    codes = " ".join([_ENGLISH, *[one.code for one in found]])
    return {
        **{f"{one.code}.bin": strips.pack(one.height, one.flags, one.captions, one.texts) for one in found},
        CODES: codes.encode() + b"\n",
    }


def _language(table: Table, shown: list[product.Screen]) -> Language:
    table.check(product.texts(shown))
    font = font_of(table)
    layout = Layout(table, font)
    flags = strips.PERCENT_FIRST if table.about.get("percent_first") else 0
    flags |= strips.DECIMAL_COMMA if table.about.get("decimal_comma") else 0
    texts = layout.texts(shown)
    unused = sorted(set(table.glyphs) - set(font.glyphs()))
    if unused:
        raise table.wrong(f"corrects glyphs that no text needs: {', '.join(unused)}")
    return Language(table.code, font.height, flags, layout.captions(), texts, font.glyphs())


def font_of(table: Table) -> Font:
    """The font that a table names. Raises WrongTable."""
    about = table.about
    if about["font"] == PIXEL_FONT:
        return PixelFont()
    cut = Cut(about["font"], about["size"], about.get("narrow", 100), about["row_height"])
    try:
        return ShapedFont(cut, about["name"], table.glyphs)
    except FileNotFoundError:
        raise table.wrong(f"names the font {cut.name!r}, which the package of Noto fonts lacks") from None
