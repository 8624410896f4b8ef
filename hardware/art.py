"""All pictures of the board and the panel, drawn as text: `#` is a lit pixel.

Each font shows its digits 0 to 9 side by side, one blank column apart. `tile_sheet` and
`digit_sheet` turn them into the bitmaps that displayio's TileGrids cut their tiles from.
"""

import bitmaptools
import displayio

TILE_WIDTH = 24
TILE_HEIGHT = 16
# Tiles of the sheet after the 18 exponents: what a merge and a spawn look like for a moment.
MERGE_FLASH = 18
SPAWN_DOT = 19
_EXPONENTS = 18  # empty, 2 … 131072

# The pixels of a digit's place in the panel; each holds the digit and one blank column.
WIDE_DIGIT = 5
NARROW_DIGIT = 4
DIGIT_HEIGHT = 8
BLANK_DIGIT = 10  # the sheet's tile after the 9

# The tiles from 128 on are filled with dark digits, so that weight tells the strong ones apart.
_FIRST_FILLED = 7

_BOLD = (
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
_STRONG = (
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
_PLAIN = (
    ".##. ..#. .##. .##. #..# #### .##. #### .##. .##.",
    "#..# .##. #..# #..# #..# #... #... ...# #..# #..#",
    "#..# ..#. ...# ...# #..# #... #... ...# #..# #..#",
    "#..# ..#. ..#. .##. #### ###. ###. ..#. .##. .###",
    "#..# ..#. .#.. ...# ...# ...# #..# ..#. #..# ...#",
    "#..# ..#. #... #..# ...# #..# #..# .#.. #..# ...#",
    ".##. .### #### .##. ...# .##. .##. .#.. .##. .##.",
)
_NARROW = (
    "### .#. ### ### #.# ### ### ### ### ###",
    "#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#",
    "#.# .#. ..# ..# #.# #.. #.. ..# #.# #.#",
    "#.# .#. ### ### ### ### ### .#. ### ###",
    "#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#",
    "#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#",
    "### .#. ### ### ..# ### ### .#. ### ###",
)

_CAPTIONS = (
    "### ### ### ### ### ....",
    "#.. #.. #.# #.# #.. ....",
    "### #.. #.# ##. ##. ....",
    "..# #.. #.# #.# #.. ....",
    "### ### ### #.# ### ....",
    "........................",
    "##. ### ### ### ........",
    "#.# #.. #.. .#. ........",
    "##. ##. ### .#. ........",
    "#.# #.. ..# .#. ........",
    "### ### ### .#. ........",
    "........................",
)
CAPTION_WIDTH = 24
CAPTION_HEIGHT = 6
_NEW_BEST = (
    "##..###.#.#.#...##..###.###.###",
    "#.#.#...#.#.#...#.#.#...#....#.",
    "#.#.##..#.#.#...##..##..###..#.",
    "#.#.#...#.#.#...#.#.#.....#..#.",
    "#.#.###..#.#....##..###.###..#.",
)
_NOT_SAVED = (
    "##..###...###.###.#.#.###",
    "#.#.#.#...#...#.#.#.#.#..",
    "#.#.#.#...###.###.#.#.##.",
    "#.#.#.#.....#.#.#.#.#.#..",
    "#.#.###...###.#.#..#..###",
)
_DEMO = (
    "##..###.#...#.###",
    "#.#.#...##.##.#.#",
    "#.#.##..#.#.#.#.#",
    "#.#.#...#...#.#.#",
    "##..###.#...#.###",
)
_ARROW = (
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


def tile_sheet():
    """Draw the tiles one below the other, 24 by 16 pixels each; a tile's number is its exponent."""
    sheet = displayio.Bitmap(TILE_WIDTH, (SPAWN_DOT + 1) * TILE_HEIGHT, 2)
    sheet[11, 7] = 1  # an empty cell is a dot
    for exponent in range(1, _EXPONENTS):
        _draw_tile(sheet, exponent * TILE_HEIGHT, exponent)
    top = MERGE_FLASH * TILE_HEIGHT
    bitmaptools.fill_region(sheet, 0, top, TILE_WIDTH - 1, top + TILE_HEIGHT - 1, 1)
    top = SPAWN_DOT * TILE_HEIGHT
    bitmaptools.fill_region(sheet, 7, top + 4, 16, top + 11, 1)
    return sheet


def _draw_tile(sheet, top, exponent):
    """Draw a tile of 23 by 15 pixels: a frame round its number, or a filled one with a dark number."""
    filled = exponent >= _FIRST_FILLED
    right = TILE_WIDTH - 2
    bottom = top + TILE_HEIGHT - 2
    bitmaptools.fill_region(sheet, 0, top, right + 1, bottom + 1, 1)
    if not filled:
        bitmaptools.fill_region(sheet, 1, top + 1, right, bottom, 0)
    for x in (0, right):
        sheet[x, top] = 0
        sheet[x, bottom] = 0
    digits = [int(digit) for digit in str(1 << exponent)]
    font = (_BOLD, _BOLD, _STRONG, _PLAIN, _NARROW, _NARROW)[len(digits) - 1]
    width = sum([_advance(font, digit) for digit in digits]) - 1
    x = (TILE_WIDTH - 1 - width) // 2
    y = top + (TILE_HEIGHT - 1 - len(font)) // 2
    for digit in digits:
        _draw_digit(sheet, (x, y), font, digit, 0 if filled else 1)
        x += _advance(font, digit)


def _advance(font, digit):
    """The width that a digit takes on a tile; a narrow 1 takes less, or 131072 would not fit."""
    return _pitch(font) - (1 if font is _NARROW and digit == 1 else 0)


def digit_sheet(wide):
    """Draw the panel's digits 0 to 9 and a blank one below the other."""
    font = _PLAIN if wide else _NARROW
    sheet = displayio.Bitmap(_pitch(font), (BLANK_DIGIT + 1) * DIGIT_HEIGHT, 2)
    for digit in range(BLANK_DIGIT):
        _draw_digit(sheet, (0, digit * DIGIT_HEIGHT), font, digit, 1)
    return sheet


def picture(rows):
    """Draw a picture given as text rows of equal length."""
    sheet = displayio.Bitmap(len(rows[0]), len(rows), 2)
    for y, row in enumerate(rows):
        _draw_row(sheet, 0, y, row, 1)
    return sheet


def captions():
    """Draw the words SCORE and BEST one below the other, 24 by 6 pixels each."""
    return picture(_CAPTIONS)


def new_best():
    """Draw the words NEW BEST, 31 by 5 pixels."""
    return picture(_NEW_BEST)


def not_saved():
    """Draw the words NO SAVE, 25 by 5 pixels."""
    return picture(_NOT_SAVED)


def demo():
    """Draw the word DEMO, 17 by 5 pixels."""
    return picture(_DEMO)


def arrow():
    """Draw an arrow that points up, 16 by 16 pixels."""
    return picture(_ARROW)


def _pitch(font):
    return (len(font[0]) + 1) // 10


def _draw_digit(sheet, corner, font, digit, value):
    left, top = corner
    pitch = _pitch(font)
    first = digit * pitch
    for y, row in enumerate(font):
        _draw_row(sheet, left, top + y, row[first : first + pitch - 1], value)


def _draw_row(sheet, left, y, row, value):
    for x, mark in enumerate(row):
        if mark == "#":
            sheet[left + x, y] = value
