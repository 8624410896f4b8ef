# SPDX-License-Identifier: MIT
"""The file of strips that hardware/translated.py reads: the texts of a language as pictures.

Numbers are little endian; pictures have a bit a pixel, the most significant one on the left.

    0    6 bytes    b"T2048" and the version of this format, 1
    6    1 byte     height of a row of a page in pixels
    7    1 byte     flags: 1 percent sign first (%80), 2 decimal comma (3,90 V)
    8    2 bytes    how many texts
    10   4 bytes    CRC-32 of what follows the header
    14   4 bytes    CRC-32 of bytes 0 to 13 and 18 to 177
    18   160 bytes  the words SCORE, BEST, NEW BEST, NO SAVE, DEMO: 32 by 8 pixels each
    178  10 bytes a text: CRC-32 of the English text (of a banner's: begun from 1), where its pictures begin
                    in the file (4 bytes), how far a value stands from its start, and how many rows it has

Then the pictures follow, row after row: 128 pixels by the height on pages; on banners 32 by 24 for a title
and 32 by 12 for an item.
"""

import struct
import zlib
from collections.abc import Sequence

from PIL import Image

from tools.writing.layout import Drawn

MAGIC = b"T2048\x01"
PERCENT_FIRST = 1
DECIMAL_COMMA = 2
_START = struct.Struct("<6sBBHI")
_CHECK = struct.Struct("<I")
_RECORD = struct.Struct("<IIBB")


class SameKey(Exception):
    """Two texts of the product with the same CRC-32."""


def key(english: str, is_banner: bool) -> int:
    """What the index knows a text by."""
    return zlib.crc32(english.encode(), int(is_banner))


def pack(height: int, flags: int, captions: Sequence[Image.Image], texts: Sequence[Drawn]) -> bytes:
    """The content of the file. Raises SameKey."""
    words = b"".join(word.tobytes() for word in captions)
    index = b""
    pictures = b""
    first = _START.size + _CHECK.size + len(words) + _RECORD.size * len(texts)
    keys: dict[int, str] = {}
    for drawn in texts:
        number = key(drawn.text.english, drawn.text.is_banner)
        if number in keys:
            raise SameKey(
                f"{drawn.text.english!r} and {keys[number]!r} have the same CRC-32: change one of them."
            )
        keys[number] = drawn.text.english
        index += _RECORD.pack(number, first + len(pictures), drawn.width, len(drawn.rows))
        pictures += b"".join(row.tobytes() for row in drawn.rows)
    start = _START.pack(MAGIC, height, flags, len(texts), zlib.crc32(index + pictures))
    return start + _CHECK.pack(zlib.crc32(start + words)) + words + index + pictures
