# SPDX-License-Identifier: MIT
"""All pictures for the board and the panel, drawn as text: `#` is a lit pixel.

Each font has its digits 0 to 9 side by side, one blank column apart. `tile_sheet` and `digit_sheet`
turn them into the bitmaps that displayio's TileGrids cut their tiles from. They copy whole pictures:
setting single pixels took a fifth of a second at boot. Everything is drawn at boot, and then the
text, which takes 7 KB, is dropped (screen.py).
"""

import bitmaptools
import displayio
from micropython import const

from hardware import sizes

_EXPONENTS = const(18)  # empty, 2 … 131072

# Tiles from 128 up are filled, with dark digits, so that the strong ones look heavier.
_FIRST_FILLED = const(7)

_BOLD = const(
    (
        ".####. ..##.. .####. .####. ...##. ###### .####. ###### .####. .####.",
        "##..## .###.. ##..## ##..## ..###. ##.... ##..## ....## ##..## ##..##",
        "##..## ####.. ##..## ....## .####. ##.... ##.... ....## ##..## ##..##",
        "##..## ..##.. ....## ....## ##.##. ##.... ##.... ...##. ##..## ##..##",
        "##..## ..##.. ...##. ..###. ##.##. #####. #####. ...##. .####. ##..##",
        "##..## ..##.. ..##.. ....## ###### ....## ##..## ..##.. ##..## .#####",
        "##..## ..##.. .##... ....## ...##. ....## ##..## ..##.. ##..## ....##",
        "##..## ..##.. ##.... ##..## ...##. ....## ##..## ..##.. ##..## ....##",
        "##..## ..##.. ##.... ##..## ...##. ##..## ##..## ..##.. ##..## ##..##",
        ".####. .####. ###### .####. ...##. .####. .####. ..##.. .####. .####.",
    )
)
_STRONG = const(
    (
        ".###. ..##. .###. .###. ...## ##### .###. ##### .###. .###.",
        "##.## .###. ##.## ##.## ..### ##... ##.## ...## ##.## ##.##",
        "##.## ####. ##.## ##.## ..### ##... ##... ...## ##.## ##.##",
        "##.## ..##. ...## ...## .#.## ####. ##... ..##. ##.## ##.##",
        "##.## ..##. ...## ..##. .#.## ##.## ####. ..##. .###. ##.##",
        "##.## ..##. ..##. ...## ##.## ...## ##.## ..##. ##.## .####",
        "##.## ..##. .##.. ...## ##### ...## ##.## .##.. ##.## ...##",
        "##.## ..##. ##... ##.## ...## ##.## ##.## .##.. ##.## ...##",
        "##.## ..##. ##... ##.## ...## ##.## ##.## .##.. ##.## ##.##",
        ".###. .#### ##### .###. ...## .###. .###. .##.. .###. .###.",
    )
)
_PLAIN = const(
    (
        ".##. ..#. .##. .##. #..# #### .##. #### .##. .##.",
        "#..# .##. #..# #..# #..# #... #... ...# #..# #..#",
        "#..# ..#. ...# ...# #..# #... #... ...# #..# #..#",
        "#..# ..#. ..#. .##. #### ###. ###. ..#. .##. .###",
        "#..# ..#. .#.. ...# ...# ...# #..# ..#. #..# ...#",
        "#..# ..#. #... #..# ...# #..# #..# .#.. #..# ...#",
        ".##. .### #### .##. ...# .##. .##. .#.. .##. .##.",
    )
)
_NARROW = const(
    (
        "### .#. ### ### #.# ### ### ### ### ###",
        "#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#",
        "#.# .#. ..# ..# #.# #.. #.. ..# #.# #.#",
        "#.# .#. ### ### ### ### ### .#. ### ###",
        "#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#",
        "#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#",
        "### .#. ### ### ..# ### ### .#. ### ###",
    )
)

_SCORE = const(
    (
        "### ### ### ### ###",
        "#.. #.. #.# #.# #..",
        "### #.. #.# ##. ##.",
        "..# #.. #.# #.# #..",
        "### ### ### #.# ###",
    )
)
_BEST = const(
    (
        "##. ### ### ###",
        "#.# #.. #.. .#.",
        "##. ##. ### .#.",
        "#.# #.. ..# .#.",
        "### ### ### .#.",
    )
)
_NEW_BEST = const(
    (
        "##..###.#.#.#...##..###.###.###",
        "#.#.#...#.#.#...#.#.#...#....#.",
        "#.#.##..#.#.#...##..##..###..#.",
        "#.#.#...#.#.#...#.#.#.....#..#.",
        "#.#.###..#.#....##..###.###..#.",
    )
)
_NOT_SAVED = const(
    (
        "##..###...###.###.#.#.###",
        "#.#.#.#...#...#.#.#.#.#..",
        "#.#.#.#...###.###.#.#.##.",
        "#.#.#.#.....#.#.#.#.#.#..",
        "#.#.###...###.#.#..#..###",
    )
)
_DEMO = const(
    (
        "##..###.#...#.###",
        "#.#.#...##.##.#.#",
        "#.#.##..#.#.#.#.#",
        "#.#.#...#...#.#.#",
        "##..###.#...#.###",
    )
)
_DOTS = const(
    (
        "##...##...##",
        "##...##...##",
    )
)
_ARROW = const(
    (
        ".......##.......",
        "......####......",
        ".....######.....",
        "....########....",
        "...##########...",
        "..############..",
        ".##############.",
        "......####......",
        "......####......",
        "......####......",
        "......####......",
        "......####......",
        "......####......",
        "......####......",
        "................",
        "................",
    )
)


def tile_sheet() -> displayio.Bitmap:
    """Draw the tiles in one column, 24 by 16 pixels each; a tile's index is its exponent."""
    sheet = displayio.Bitmap(sizes.TILE_WIDTH, (sizes.SPAWN_DOT + 1) * sizes.TILE_HEIGHT, 2)
    sheet[11, 7] = 1  # an empty cell is a dot
    # Indexed by the number of digits; bold is for tiles that are not filled.
    bold = _font(_BOLD, False)
    narrow = _font(_NARROW, True)
    fonts = (bold, bold, _font(_STRONG, True), _font(_PLAIN, True), narrow, narrow)
    for exponent in range(1, _EXPONENTS):
        _draw_tile(sheet, exponent * sizes.TILE_HEIGHT, exponent, fonts)
    top = sizes.MERGE_FLASH * sizes.TILE_HEIGHT
    bitmaptools.fill_region(sheet, 0, top, sizes.TILE_WIDTH - 1, top + sizes.TILE_HEIGHT - 1, 1)
    top = sizes.SPAWN_DOT * sizes.TILE_HEIGHT
    bitmaptools.fill_region(sheet, 7, top + 4, 16, top + 11, 1)
    return sheet


def _draw_tile(sheet: displayio.Bitmap, top: int, tile: int, fonts: "tuple[displayio.Bitmap, ...]") -> None:
    """Draw a tile of 23 by 15 pixels: a number in a frame, or a dark number on a filled tile."""
    right = sizes.TILE_WIDTH - 2
    bottom = top + sizes.TILE_HEIGHT - 2
    bitmaptools.fill_region(sheet, 0, top, right + 1, bottom + 1, 1)
    if tile < _FIRST_FILLED:
        bitmaptools.fill_region(sheet, 1, top + 1, right, bottom, 0)
    for x in (0, right):
        sheet[x, top] = 0
        sheet[x, bottom] = 0
    digits = str(1 << tile)
    font = fonts[len(digits) - 1]
    pitch = font.width // 10
    # A narrow 1 takes less than its full width, or 131072 would not fit.
    saved = digits.count("1") if pitch == sizes.NARROW_DIGIT else 0
    x = (sizes.TILE_WIDTH - len(digits) * pitch + saved) // 2
    y = top + (sizes.TILE_HEIGHT - 1 - font.height) // 2
    for digit in digits:
        _draw_digit(sheet, x, y, font, int(digit))
        x += pitch - (1 if saved and digit == "1" else 0)


def digit_sheet(wide: bool) -> displayio.Bitmap:
    """Draw the panel's digits 0 to 9 and a blank in one column."""
    font = _font(_PLAIN if wide else _NARROW, False)
    sheet = displayio.Bitmap(font.width // 10, (sizes.BLANK_DIGIT + 1) * sizes.DIGIT_HEIGHT, 2)
    for digit in range(sizes.BLANK_DIGIT):
        _draw_digit(sheet, 0, digit * sizes.DIGIT_HEIGHT, font, digit)
    return sheet


def _font(rows: "list[str] | tuple[str, ...]", inverted: bool) -> displayio.Bitmap:
    """Draw a font's digits side by side, each followed by a blank column; lit on dark, or inverted."""
    if inverted:
        rows = [row.replace("#", " ").replace(".", "#") for row in rows]
    return picture([row + " " for row in rows])


def _draw_digit(sheet: displayio.Bitmap, x: int, y: int, font: displayio.Bitmap, digit: int) -> None:
    pitch = font.width // 10
    left = digit * pitch
    bitmaptools.blit(sheet, font, x, y, x1=left, y1=0, x2=left + pitch - 1, y2=font.height)


def picture(rows: "list[str] | tuple[str, ...]") -> displayio.Bitmap:
    """Draw a picture given as text rows of equal length."""
    sheet = displayio.Bitmap(len(rows[0]), len(rows), 2)
    # A two-colour bitmap takes the lowest bit of each value: 1 for "#", 0 for "." and " ".
    # The bounds cover the whole bitmap, but firmware 9.2 insists on them.
    bitmaptools.arrayblit(sheet, "".join(rows).encode(), 0, 0, sheet.width, sheet.height)
    return sheet


def words() -> "list[displayio.Bitmap]":
    """Draw the words SCORE, BEST, NEW BEST, NO SAVE and DEMO, 5 pixels high and up to 31 wide."""
    return [picture(rows) for rows in (_SCORE, _BEST, _NEW_BEST, _NOT_SAVED, _DEMO)]


def arrow() -> displayio.Bitmap:
    """Draw an arrow that points up, 16 by 16 pixels."""
    return picture(_ARROW)


def dots() -> displayio.Bitmap:
    """Draw three dots, 12 by 2 pixels."""
    return picture(_DOTS)
