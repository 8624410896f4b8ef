# SPDX-License-Identifier: MIT
"""What the product says on its pages and banners, and how much room each text has."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from engine2048.screens.page import Page
from tools.simulator import modules
from tools.writing import pages

modules.install()
with modules.device_time():
    from hardware import faults

# Pixels: a row, where the bar behind a chosen line or the scroll rail begins, and a row of a banner.
LINE_WIDTH = 125
ITEM_WIDTH = 124
BANNER_WIDTH = 31

CAPTIONS = ("SCORE", "BEST", "NEW BEST", "NO SAVE", "DEMO")
# While a demo runs, a low battery may show beside it.
CAPTION_WIDTHS = (30, 30, 32, 32, 22)

# Figures are the same in all languages; a unit is a letter.
_WORD = re.compile("[A-Za-z]{2}")
# This page says that the texts of the language are missing.
_ENGLISH = re.compile("The texts of this")
# Whatever is pressed closes these pages, or nothing does anything.
_UNSCROLLED = ("welcome", "empty", "fault")


def key(text: str) -> str:
    """A text as a table names it: what it says, without how its rows are broken."""
    return " ".join(text.split())


class Text(NamedTuple):
    """A text of the product: `english` as hardware/translated.py looks it up."""

    english: str
    is_banner: bool
    is_title: bool
    is_item: bool
    has_value: bool


class Screen(NamedTuple):
    """A page or banner."""

    page: Page
    texts: list[list[Text]]  # of each line and item: one, or a word and its values that need a translation
    can_scroll: bool


def screens() -> list[Screen]:
    """Every page and banner of the product that other languages show, too."""
    shown = [*pages.full_pages(), *pages.banner_pages(), Page("fault", (faults._SWITCH,))]
    return [_screen(page) for page in shown if _is_translated(page)]


def texts(shown: Iterable[Screen]) -> list[Text]:
    """Each text once, in the order in which the screens show them."""
    found: dict[tuple[str, bool], Text] = {}
    for screen in shown:
        for line in screen.texts:
            for text in line:
                known = found.setdefault((text.english, text.is_banner), text)
                found[text.english, text.is_banner] = known._replace(
                    is_item=known.is_item or text.is_item, has_value=known.has_value or text.has_value
                )
    return list(found.values())


def _is_translated(page: Page) -> bool:
    return not any(_ENGLISH.match(line) for line in page.lines)


def _screen(page: Page) -> Screen:
    lines = [(line, False) for line in page.lines] + [(text, True) for text, _ in page.items]
    return Screen(
        page,
        [_texts(line, is_item, page.is_banner) for line, is_item in lines],
        page.screen not in _UNSCROLLED,
    )


def _texts(line: str, is_item: bool, is_banner: bool) -> list[Text]:
    pieces = line.split("\t")
    return [
        Text(piece.strip(), is_banner, is_banner and not is_item, is_item, len(pieces) > 1 and not index)
        for index, piece in enumerate(pieces)
        if _WORD.search(piece)
    ]
