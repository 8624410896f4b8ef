# SPDX-License-Identifier: MIT
"""Scripts that need shaping: HarfBuzz chooses and places the glyphs of a font, FreeType draws them.

A glyph is drawn once, where it fits the pixels best, and stands on whole pixels: it looks the same
wherever it occurs, and can be corrected by hand. ASCII is drawn in the firmware's font, like the numbers
on the device.
"""

import re
from importlib.resources import files
from io import BytesIO
from typing import Any, NamedTuple

import freetype
import uharfbuzz
from PIL import Image, ImageChops

from tools.writing import pixels
from tools.writing.pixels import PixelFont, Rows, Undrawable

# Their type hints are incomplete.
_freetype: Any = freetype
_harfbuzz: Any = uharfbuzz

_PACKAGE = "manimgx_fonts"
_FRACTION = 64  # FreeType counts in 64ths of a pixel, and in 65536ths for factors
_WHOLE = 0x10000
# By how much glyphs are moved to see where they fit best.
_SHIFTS = sorted(range(-_FRACTION // 2, _FRACTION // 2, 4), key=abs)
# A row has so much below the line that letters stand on.
_SHARE_BELOW = 4
_SPACE = 4
_MARGIN = 8
_ASCII_BASELINE = 10
# A glyph's own picture: so far from its left and top is its origin.
_BOX = (64, 48)
_ORIGIN = (24, 24)
_OUTLINE = _freetype.FT_LOAD_NO_HINTING | _freetype.FT_LOAD_NO_BITMAP | _freetype.FT_LOAD_RENDER
# ASCII, spaces, and words to shape.
_PARTS = re.compile(r"[!-~]+| +|[^ -~]+")


class Cut(NamedTuple):
    """How a font is used: `size` and `height` of a row in pixels, width of the letters in percent."""

    name: str
    size: int
    narrow: int
    height: int


class ShapedFont:
    """A font of the package of Noto fonts."""

    def __init__(self, cut: Cut, sample: str, corrected: dict[str, Rows]) -> None:
        """Load the font's file; set letters where `sample` fits the rows best, and correct some glyphs.

        Raises FileNotFoundError.
        """
        content = (files(_PACKAGE) / cut.name).read_bytes()
        self.height = cut.height
        self._baseline = cut.height - cut.height // _SHARE_BELOW
        self._face = _freetype.Face(BytesIO(content))
        self._face.set_pixel_sizes(0, cut.size)
        self._matrix = _freetype.Matrix(_WHOLE * cut.narrow // 100, 0, 0, _WHOLE)
        face = _harfbuzz.Face(_harfbuzz.Blob(content))
        self._font = _harfbuzz.Font(face)
        self._font.scale = (face.upem * cut.narrow // 100, face.upem)
        self._scale = cut.size / face.upem
        self._ascii = PixelFont()
        self._corrected = corrected
        self._glyphs: dict[int, Image.Image] = {}
        self._parts: dict[str, tuple[Image.Image, int]] = {}
        self._raised = self._best_raise(sample)

    def glyphs(self) -> dict[str, Rows]:
        """Each glyph that was drawn, by the name that the font has for it."""
        return {self._name(number): pixels.rows_of(glyph) for number, glyph in sorted(self._glyphs.items())}

    def draw(self, text: str) -> Image.Image:
        """Draw a text. Raises Undrawable."""
        parts = [self._part(part) for part in _PARTS.findall(text)]
        row = Image.new("1", (2 * _MARGIN + sum(width for _, width in parts), self.height))
        x = 0
        for picture, width in parts:
            _add(row, picture, x, 0)
            x += width
        # A letter may reach beyond its place.
        left, _, right, _ = row.getbbox() or (_MARGIN, 0, _MARGIN, 0)
        return row.crop((min(left, _MARGIN), 0, max(right, _MARGIN + x), self.height))

    def _part(self, text: str) -> tuple[Image.Image, int]:
        """A part of a text, with a margin on both sides, and its width without them."""
        if text not in self._parts:
            if text.isspace():
                self._parts[text] = Image.new("1", (1, self.height)), _SPACE * len(text)
            else:
                self._parts[text] = self._of_ascii(text) if text.isascii() else self._shaped(text)
        return self._parts[text]

    def _of_ascii(self, text: str) -> tuple[Image.Image, int]:
        row = Image.new("1", (2 * _MARGIN + pixels.WIDTH * len(text), self.height))
        is_sign = not any(letter.isalnum() for letter in text)
        x = 0
        for letter in text:
            glyph = self._ascii.draw(letter)
            box = glyph.getbbox()
            if is_sign and box:
                # Signs alone take no more room than they need.
                glyph = glyph.crop((box[0] - 1, 0, box[2] + 1, pixels.HEIGHT))
            _add(row, glyph, _MARGIN + x, self._baseline - _ASCII_BASELINE)
            x += glyph.width
        return row, x

    def _shaped(self, text: str) -> tuple[Image.Image, int]:
        glyphs = self._shape(text)
        width = round(sum(place.x_advance for _, place in glyphs) * self._scale)
        row = Image.new("1", (2 * _MARGIN + width, self.height))
        exact = row.copy()
        x = float(_MARGIN)
        for number, place in glyphs:
            left = x + place.x_offset * self._scale
            top = self._baseline - round(place.y_offset * self._scale) - _ORIGIN[1]
            glyph = self._glyph(number)
            box = glyph.getbbox()
            if box and not 0 <= top + box[1] <= top + box[3] <= self.height:
                raise Undrawable("which is higher than a row: choose a smaller size")
            _add(row, glyph, round(left) - _ORIGIN[0], top)
            shift = round((left - int(left)) * _FRACTION)
            _add(exact, self._rendered(number, shift, self._raised, True), int(left) - _ORIGIN[0], top)
            x += place.x_advance * self._scale
        _mend(row, exact)
        return row, width

    def _shape(self, text: str) -> list[tuple[int, Any]]:
        """The glyphs of a text, and where they stand."""
        buffer = _harfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        _harfbuzz.shape(self._font, buffer)
        numbers = [info.codepoint for info in buffer.glyph_infos]
        if not all(numbers):
            raise Undrawable("and the font lacks a letter of it: choose other letters or draw it")
        return list(zip(numbers, buffer.glyph_positions, strict=True))

    def _best_raise(self, sample: str) -> int:
        """How much higher letters are to stand, so that their horizontal strokes fill whole rows."""
        numbers = [number for number, _ in self._shape(sample)]
        return min(_SHIFTS, key=lambda raised: sum(min(self._misfits(number, raised)) for number in numbers))

    def _glyph(self, number: int) -> Image.Image:
        """A glyph where it fits the columns best, or as corrected: at the same place."""
        if number not in self._glyphs:
            misfits = self._misfits(number, self._raised)
            glyph = self._rendered(number, _SHIFTS[misfits.index(min(misfits))], self._raised, True)
            corrected = self._corrected.get(self._name(number))
            box = glyph.getbbox()
            if corrected and box:
                glyph = Image.new("1", _BOX)
                glyph.paste(pixels.picture(corrected), box[:2])
            self._glyphs[number] = glyph
        return self._glyphs[number]

    def _name(self, number: int) -> str:
        return str(self._face.get_glyph_name(number).decode())

    def _misfits(self, number: int, raised: int) -> list[int]:
        """How much a glyph differs from the same in shades, moved to the right by each of the shifts."""
        found = []
        for shift in _SHIFTS:
            plain = self._rendered(number, shift, raised, True).convert("L")
            shades = ImageChops.difference(plain, self._rendered(number, shift, raised, False)).histogram()
            found.append(sum(shade * count for shade, count in enumerate(shades)))
        return found

    def _rendered(self, number: int, shift: int, raised: int, is_plain: bool) -> Image.Image:
        """A glyph moved to the right and up, in 64ths of a pixel; plain black and white, or in shades."""
        self._face.set_transform(self._matrix, _freetype.Vector(shift, raised))
        self._face.load_glyph(number, _OUTLINE | (_freetype.FT_LOAD_TARGET_MONO if is_plain else 0))
        slot = self._face.glyph
        mode = "1" if is_plain else "L"
        box = Image.new(mode, _BOX)
        if slot.bitmap.rows:
            across = slot.bitmap.pitch * (8 if is_plain else 1)
            drawn = Image.frombytes(mode, (across, slot.bitmap.rows), bytes(slot.bitmap.buffer))
            box.paste(drawn, (_ORIGIN[0] + slot.bitmap_left, _ORIGIN[1] - slot.bitmap_top))
        return box


def _add(row: Image.Image, picture: Image.Image, x: int, y: int) -> None:
    """Light the lit pixels of a picture in a row."""
    row.paste(1, (x, y), picture)


def _mend(row: Image.Image, exact: Image.Image) -> None:
    """Close what whole pixels tore in the line at which letters hang: the row with the most lit pixels."""
    lines = pixels.rows_of(exact, False)
    y = max(range(len(lines)), key=lambda line: lines[line].count("#"))
    for x in range(1, row.width - 1):
        if row.getpixel((x - 1, y)) and row.getpixel((x + 1, y)) and lines[y][x] == "#":
            row.putpixel((x, y), 1)
