# SPDX-License-Identifier: MIT
"""What the display shows, as a picture file or as text for a terminal.

A frame is what `Controller.frame` returns: 64 bytes objects of 128 values, 1 where a pixel is lit.
"""

import io
from pathlib import Path

from PIL import Image

from tools.output import write

SCALE = 4
_DARK = (8, 10, 14)
_LIT = (214, 236, 255)
# At contrast 0 a real panel is dim but not dark.
_DIMMEST = 0.35

# Indexed by upper pixel + 2 * lower pixel.
_HALVES = " ▀▄█"
# The bits of the Braille dots, indexed by column and row of the 2x4 pattern (Unicode, block 2800).
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


def image(frame: list[bytes], contrast: int = 0xFF, scale: int = SCALE) -> Image.Image:
    """A frame as a Pillow image, `scale` image pixels per pixel; `contrast` (0 to 255) dims the lit ones."""
    picture = Image.frombytes("P", (len(frame[0]), len(frame)), b"".join(frame))
    picture.putpalette(_DARK + lit_colour(contrast))
    return picture.convert("RGB").resize(
        (picture.width * scale, picture.height * scale), Image.Resampling.NEAREST
    )


def save_png(frame: list[bytes], path: Path, contrast: int = 0xFF) -> None:
    """Write a frame to `path` as a PNG of 512x256 pixels. Raises NotWritten."""
    picture = io.BytesIO()
    image(frame, contrast).save(picture, "PNG")
    write(path, picture.getvalue())


def lit_colour(contrast: int) -> tuple[int, ...]:
    """The colour (red, green, blue) of a lit pixel at a contrast of 0 to 255."""
    light = _DIMMEST + (1 - _DIMMEST) * contrast / 0xFF
    return tuple(round(dark + (lit - dark) * light) for dark, lit in zip(_DARK, _LIT, strict=True))


def half_blocks(frame: list[bytes]) -> list[str]:
    """A frame as 32 lines of 128 characters. Each character is two pixels, one above the other."""
    return [
        "".join([_HALVES[top + 2 * bottom] for top, bottom in zip(upper, lower, strict=True)])
        for upper, lower in zip(frame[::2], frame[1::2], strict=True)
    ]


def braille(frame: list[bytes]) -> list[str]:
    """A frame as 16 lines of 64 characters. Each character is 2x4 pixels."""
    lines = []
    for y in range(0, len(frame), 4):
        codes = [0x2800] * (len(frame[0]) // 2)
        for row in range(4):
            for x, lit in enumerate(frame[y + row]):
                if lit:
                    codes[x // 2] |= _DOTS[x % 2][row]
        lines.append("".join(map(chr, codes)))
    return lines
