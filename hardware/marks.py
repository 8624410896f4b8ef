# SPDX-License-Identifier: MIT
"""Marks of the panel that are seldom needed: loaded to draw one, and then forgotten."""

import bitmaptools
import displayio


def arrows(ways: int) -> displayio.Bitmap:
    """Draw small arrows around a dot, 15 by 15 pixels: 1 is up, 2 right, 4 down and 8 left."""
    picture = displayio.Bitmap(15, 15, 2)
    picture[7, 7] = 1
    for step in range(4):
        near, far = 7 - step, 8 + step
        for bit, x1, y1, x2, y2 in (
            (1, near, step, far, step + 1),
            (2, 14 - step, near, 15 - step, far),
            (4, near, 14 - step, far, 15 - step),
            (8, step, near, step + 1, far),
        ):
            if ways & bit:
                bitmaptools.fill_region(picture, x1, y1, x2, y2, 1)
    return picture


def low_battery() -> displayio.Bitmap:
    """Draw a battery that is nearly empty, 8 by 5 pixels."""
    picture = displayio.Bitmap(8, 5, 2)
    bitmaptools.fill_region(picture, 0, 0, 7, 5, 1)
    bitmaptools.fill_region(picture, 1, 1, 6, 4, 0)
    bitmaptools.fill_region(picture, 6, 1, 8, 4, 1)
    picture[1, 2] = 1
    return picture
