"""Sizes in pixels and numbers of tiles that those who draw the sheets (art.py) and who use them share."""

TILE_WIDTH = 24
TILE_HEIGHT = 16
# Tiles of the sheet after the 18 exponents: what a merge and a spawn look like for a moment.
MERGE_FLASH = 18
SPAWN_DOT = 19

# The pixels of a digit's place in the panel; each holds the digit and one blank column.
WIDE_DIGIT = 5
NARROW_DIGIT = 4
DIGIT_HEIGHT = 8
BLANK_DIGIT = 10  # the sheet's tile after the 9

CAPTION_WIDTH = 24
CAPTION_HEIGHT = 6
