# SPDX-License-Identifier: MIT
"""Scripts that need shaping: HarfBuzz chooses and places the glyphs of a font, FreeType draws them.

A glyph is drawn once, where it fits the pixels best, and stands on whole pixels: it looks the same
wherever it occurs. ASCII is drawn in the firmware's font, like the numbers on the device.
"""

import re
from io import BytesIO
from importlib.resources import files

import freetype
import uharfbuzz
from PIL import Image, ImageChops

from tools.writing.pixels import HEIGHT, WIDTH, PixelFont, UnknownLetter, picture

_PACKAGE = "manimgx_fonts"
_FRACTION = 64  # FreeType counts in 64ths of a pixel
_SHIFTS = sorted(range(-_FRACTION // 2, _FRACTION // 2, 4), key=abs)
# A row has so much below the line that letters stand on.
_SHARE_BELOW = 4
_SPACE = 4
_MARGIN = 8
_ASCII_BASELINE = 10
# A glyph's own picture: so far from its left and top is its origin.
_BOX = (64, 48)
_ORIGIN = (24, 24)
_OUTLINE = freetype.FT_LOAD_NO_HINTING | freetype.FT_LOAD_NO_BITMAP | freetype.FT_LOAD_RENDER
# ASCII, spaces, and words to shape.
_PARTS = re.compile(r"[!-~]+| +|[^ -~]+")


class ShapedFont:
    """A font of the given size in pixels, in rows of `height`; its letters are `narrow` percent as wide."""

    def __init__(self, name: str, size: int, narrow: int, height: int, sample: str, corrected: dict) -> None:
        """Load the font's file. Letters are set where the `sample` fits the rows best. Raises FileNotFoundError."""
        path = files(_PACKAGE) / name
        content = path.read_bytes()
        self.height = height
        self._baseline = height - height // _SHARE_BELOW
        self._face = freetype.Face(BytesIO(content))
        self._face.set_pixel_sizes(0, size)
        face = uharfbuzz.Face(uharfbuzz.Blob(content))
        self._font = uharfbuzz.Font(face)
        self._font.scale = (face.upem * narrow // 100, face.upem)
        self._matrix = freetype.Matrix(0x10000 * narrow // 100, 0, 0, 0x10000)
        self._scale = size / face.upem
        self._glyphs: dict[int, Image.Image] = {}
        self._ascii = PixelFont()
        self._corrected = corrected
        self._raised = 0
        self._raised = self._best_raise(sample)

    def name_of(self, number: int) -> str:
        """A glyph's name."""
        return self._face.get_glyph_name(number).decode()

    def draw(self, text: str) -> Image.Image:
        """Draw a text. Raises UnknownLetter."""
        row = Image.new("1", (2 * _MARGIN + WIDTH * len(text) * 2, self.height))
        x = float(_MARGIN)
        for part in _PARTS.findall(text):
            if part.isspace():
                x += _SPACE * len(part)
            elif part.isascii():
                x = self._add_ascii(row, part, round(x))
            else:
                x = self._add_shaped(row, part, round(x))
        # A letter may reach to the left of its place.
        left, _, right, _ = row.getbbox() or (_MARGIN, 0, _MARGIN, 0)
        return row.crop((min(left, _MARGIN), 0, max(right, round(x)), self.height))

    def _add_ascii(self, row: Image.Image, text: str, x: int) -> int:
        """Draw a text at column x; returns where it ends."""
        is_sign = not any(letter.isalnum() for letter in text)
        for letter in text:
            glyph = self._ascii.draw(letter)
            if is_sign:
                # Signs alone take no more room than they need.
                left, _, right, _ = glyph.getbbox()
                glyph = glyph.crop((left - 1, 0, right + 1, HEIGHT))
            _add(row, glyph, x, self._baseline - _ASCII_BASELINE)
            x += glyph.width
        return x

    def _add_shaped(self, row: Image.Image, text: str, start: int) -> int:
        """Draw a text at column `start`; returns where it ends."""
        exact = Image.new("1", row.size)
        x = float(start)
        for number, place in self._shape(text):
            left = x + place.x_offset * self._scale
            top = self._baseline - round(place.y_offset * self._scale) - _ORIGIN[1]
            _add(row, self._glyph(number), round(left) - _ORIGIN[0], top)
            shift = round((left - int(left)) * _FRACTION)
            _add(exact, self._rendered(number, shift, self._raised, True), int(left) - _ORIGIN[0], top)
            x += place.x_advance * self._scale
        _mend(row, exact)
        return round(x)

    def _shape(self, text: str) -> "list[tuple[int, uharfbuzz.GlyphPosition]]":
        """The glyphs of a text, and where they stand."""
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(self._font, buffer)
        numbers = [info.codepoint for info in buffer.glyph_infos]
        if not all(numbers):
            raise UnknownLetter(text)
        return list(zip(numbers, buffer.glyph_positions, strict=True))

    def _best_raise(self, sample: str) -> int:
        """How much higher letters are to stand, so that their horizontal strokes fill whole rows."""
        numbers = [number for number, _ in self._shape(sample)]
        return min(
            _SHIFTS, key=lambda raised: sum(min(self._misfits(number, raised)) for number in numbers)
        )

    def _glyph(self, number: int) -> Image.Image:
        """A glyph where it fits the columns best."""
        if number not in self._glyphs:
            misfits = self._misfits(number, self._raised)
            shift = _SHIFTS[misfits.index(min(misfits))]
            glyph = self._rendered(number, shift, self._raised, True)
            corrected = self._corrected.get(self.name_of(number))
            if corrected:
                left, top, _, _ = glyph.getbbox()
                glyph = Image.new("1", _BOX)
                glyph.paste(picture(corrected), (left, top))
            self._glyphs[number] = glyph
        return self._glyphs[number]

    def _misfits(self, number: int, raised: int) -> list[int]:
        """How much a glyph in black and white differs from the same in shades, moved to the right by each shift."""
        found = []
        for shift in _SHIFTS:
            plain = self._rendered(number, shift, raised, True).convert("L")
            shades = ImageChops.difference(plain, self._rendered(number, shift, raised, False)).histogram()
            found.append(sum(shade * count for shade, count in enumerate(shades)))
        return found

    def _rendered(self, number: int, shift: int, raised: int, is_plain: bool) -> Image.Image:
        self._face.set_transform(self._matrix, freetype.Vector(shift, raised))
        self._face.load_glyph(number, _OUTLINE | (freetype.FT_LOAD_TARGET_MONO if is_plain else 0))
        slot = self._face.glyph
        bitmap = slot.bitmap
        mode = "1" if is_plain else "L"
        box = Image.new(mode, _BOX)
        if bitmap.rows:
            across = bitmap.pitch * 8 if is_plain else bitmap.pitch
            drawn = Image.frombytes(mode, (across, bitmap.rows), bytes(bitmap.buffer))
            box.paste(drawn, (_ORIGIN[0] + slot.bitmap_left, _ORIGIN[1] - slot.bitmap_top))
        return box


def _add(row: Image.Image, picture: Image.Image, x: int, y: int) -> None:
    """Light the lit pixels of a picture in a row."""
    row.paste(1, (x, y), picture)


def _mend(row: Image.Image, exact: Image.Image) -> None:
    """Close what whole pixels tore in the line at which letters hang: the row with the most lit pixels."""
    lit = [sum(exact.getpixel((x, y)) > 0 for x in range(exact.width)) for y in range(exact.height)]
    y = lit.index(max(lit))
    for x in range(1, row.width - 1):
        if row.getpixel((x - 1, y)) and row.getpixel((x + 1, y)) and exact.getpixel((x, y)):
            row.putpixel((x, y), 1)
