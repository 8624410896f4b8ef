"""All pictures of the board and the panel, drawn as text: `#` is a lit pixel.

Each font shows its digits 0 to 9 side by side, one blank column apart. `tile_sheet` and
`digit_sheet` turn them into the bitmaps that displayio's TileGrids cut their tiles from; whole
pictures at a time, because setting single pixels took a fifth of a second at the start.
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
    # By the count of digits; the first three are for tiles that are not filled.
    bold = _font(_BOLD, False)
    narrow = _font(_NARROW, True)
    fonts = (bold, bold, _font(_STRONG, True), _font(_PLAIN, True), narrow, narrow)
    for exponent in range(1, _EXPONENTS):
        _draw_tile(sheet, exponent * TILE_HEIGHT, exponent, fonts)
    top = MERGE_FLASH * TILE_HEIGHT
    bitmaptools.fill_region(sheet, 0, top, TILE_WIDTH - 1, top + TILE_HEIGHT - 1, 1)
    top = SPAWN_DOT * TILE_HEIGHT
    bitmaptools.fill_region(sheet, 7, top + 4, 16, top + 11, 1)
    return sheet


def _draw_tile(sheet, top, exponent, fonts):
    """Draw a tile of 23 by 15 pixels: a frame round its number, or a filled one with a dark number."""
    right = TILE_WIDTH - 2
    bottom = top + TILE_HEIGHT - 2
    bitmaptools.fill_region(sheet, 0, top, right + 1, bottom + 1, 1)
    if exponent < _FIRST_FILLED:
        bitmaptools.fill_region(sheet, 1, top + 1, right, bottom, 0)
    for x in (0, right):
        sheet[x, top] = 0
        sheet[x, bottom] = 0
    digits = str(1 << exponent)
    font = fonts[len(digits) - 1]
    pitch = font.width // 10
    # A narrow 1 takes less than its place, or 131072 would not fit.
    saved = digits.count("1") if pitch == NARROW_DIGIT else 0
    x = (TILE_WIDTH - len(digits) * pitch + saved) // 2
    y = top + (TILE_HEIGHT - 1 - font.height) // 2
    for digit in digits:
        _draw_digit(sheet, x, y, font, int(digit))
        x += pitch - (1 if saved and digit == "1" else 0)


def digit_sheet(wide):
    """Draw the panel's digits 0 to 9 and a blank one below the other."""
    font = _font(_PLAIN if wide else _NARROW, False)
    sheet = displayio.Bitmap(font.width // 10, (BLANK_DIGIT + 1) * DIGIT_HEIGHT, 2)
    for digit in range(BLANK_DIGIT):
        _draw_digit(sheet, 0, digit * DIGIT_HEIGHT, font, digit)
    return sheet


def _font(rows, inverted):
    """Draw a font's digits side by side, each with a blank column behind it; lit on dark, or inverted."""
    if inverted:
        rows = [row.replace("#", " ").replace(".", "#") for row in rows]
    return picture([row + " " for row in rows])


def _draw_digit(sheet, x, y, font, digit):
    pitch = font.width // 10
    left = digit * pitch
    bitmaptools.blit(sheet, font, x, y, x1=left, y1=0, x2=left + pitch - 1, y2=font.height)


def picture(rows):
    """Draw a picture given as text rows of equal length."""
    sheet = displayio.Bitmap(len(rows[0]), len(rows), 2)
    # A bitmap of two colours takes the lowest bit of a value, which is 1 in "#", 0 in "." and " ".
    bitmaptools.arrayblit(sheet, "".join(rows).encode())
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
