# SPDX-License-Identifier: MIT
"""Sizes in pixels and tile numbers, shared by art.py, which draws the sheets, and the code that uses them."""

TILE_WIDTH = 24
TILE_HEIGHT = 16
# The sheet's tiles after the 18 exponents: how a merge and a spawn look for a moment.
MERGE_FLASH = 18
SPAWN_DOT = 19

# The pixels that a digit takes in the panel, including one blank column.
WIDE_DIGIT = 5
NARROW_DIGIT = 4
DIGIT_HEIGHT = 8
BLANK_DIGIT = 10  # the sheet's tile after the 9
