# SPDX-License-Identifier: MIT
"""Puts drawn texts together to pages: values one below the other, and nothing that has no room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.writing import pixels, product

if TYPE_CHECKING:
    from tools.writing.layout import Drawn
    from tools.writing.tables import Table

    Found = dict[tuple[str, bool], Drawn]

# A page that scrolls is read in two glassfuls.
_GLASSFULS = 2
# Between a word and its value.
_GAP = 4


def align(screens: list[product.Screen], drawn: Found) -> None:
    """Let the values of a page begin one below the other, on all pages that share a word."""
    groups: list[set[tuple[str, bool]]] = []
    for screen in screens:
        words = {(text.english, False) for line in screen.texts for text in line if text.has_value}
        touching = [group for group in groups if group & words]
        groups = [group for group in groups if not group & words]
        groups.append(words.union(*touching))
    for group in groups:
        widest = max((drawn[word].width for word in group), default=0)
        for word in group:
            drawn[word] = drawn[word]._replace(width=widest + _GAP)


def end_paragraphs(screens: list[product.Screen], drawn: Found, rows_on_glass: int) -> None:
    """Keep the blank row that ends a paragraph in English, if there is room for it."""
    for screen in screens:
        for line, texts in zip(screen.page.lines, screen.texts, strict=False):
            if line.endswith("\n") and count(screen, drawn) < rows_on_glass:
                one = drawn[texts[0].english, False]
                blank = one.rows[-1].copy()
                blank.paste(0, (0, 0, *blank.size))
                one.rows.append(blank)


def check(table: Table, screens: list[product.Screen], drawn: Found, rows_on_glass: int) -> None:
    """Raise WrongTable if a page has too many rows, or rows that are too wide."""
    for screen in screens:
        if screen.page.is_banner:
            continue
        rows = count(screen, drawn)
        items = len(screen.page.items)
        most = rows_on_glass
        if items:
            most += items - 1
        elif screen.can_scroll:
            most *= _GLASSFULS
        if rows > most:
            first = product.key(screen.texts[0][0].english)
            raise table.wrong(
                f"needs {rows - items} rows for the page that begins {first!r}; "
                f"there is room for {most - items}"
            )
        limit = product.ITEM_WIDTH if rows > rows_on_glass else product.LINE_WIDTH
        for line, texts in zip(_lines(screen), screen.texts, strict=True):
            width = _width(line, texts, drawn)
            if width > limit:
                raise table.wrong(
                    f"has for {product.key(line)!r} what is {width} pixels wide; there is room for {limit}"
                )


def count(screen: product.Screen, drawn: Found) -> int:
    """How many rows a page has."""
    return sum(
        len(drawn[texts[0].english, False].rows) if texts and "\t" not in line else line.count("\n") + 1
        for line, texts in zip(_lines(screen), screen.texts, strict=True)
    )


def _lines(screen: product.Screen) -> list[str]:
    return [*screen.page.lines, *[text for text, _ in screen.page.items]]


def _width(line: str, texts: list[product.Text], drawn: Found) -> int:
    """How many pixels a line is wide; the last of a letter is blank."""
    translated = {text.english: drawn[text.english, False].width for text in texts}
    pieces = line.split("\t") if "\t" in line else [line.strip()]
    return sum(translated.get(piece.strip(), len(piece) * pixels.WIDTH) for piece in pieces) - 1
