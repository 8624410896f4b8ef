# SPDX-License-Identifier: MIT
"""Reads text from the display, letter by letter, by the shapes of its own font."""

import terminalio

WIDTH, HEIGHT = 6, 12
# The top row of the font is blank in every letter, and the bar behind a chosen line does not cover it.
FIRST_ROW = 1


def _shapes():
    shapes = {}
    for code in range(0x21, 0x7F):
        glyph = terminalio.FONT.get_glyph(code)
        across = glyph.bitmap.width // glyph.width
        left, top = glyph.tile_index % across * WIDTH, glyph.tile_index // across * HEIGHT
        shape = tuple(
            1 if glyph.bitmap[left + x, top + y] else 0
            for y in range(FIRST_ROW, HEIGHT)
            for x in range(WIDTH)
        )
        shapes[shape] = chr(code)
    shapes[(0,) * (WIDTH * (HEIGHT - FIRST_ROW))] = " "
    return shapes


SHAPES = _shapes()


def read_line(frame, left, top, columns):
    """Read letters from (left, top) on; returns (text, is_inverted), or None if a shape is not a letter."""
    cells = [
        tuple(row[x] for row in frame[top + FIRST_ROW : top + HEIGHT] for x in range(at, at + WIDTH))
        for at in range(left, left + columns * WIDTH, WIDTH)
    ]
    for is_inverted in (False, True):
        letters = [SHAPES.get(tuple(pixel ^ is_inverted for pixel in cell)) for cell in cells]
        if None not in letters:
            return "".join(letters).rstrip(), is_inverted
    return None


def read_page(frame):
    """Read the five rows of a page as [(text, is_inverted), …]; fails on an unreadable row."""
    # The bar behind a chosen line ends before the last letter, and so does the rail.
    rows = [
        read_line(frame, 1, 2 + 12 * row, 21) or read_line(frame, 1, 2 + 12 * row, 20) for row in range(5)
    ]
    assert None not in rows, "a row of the page is not clean"
    return rows
