# SPDX-License-Identifier: MIT
"""settings.toml as the game reads it: NAME = VALUE, line by line.

CircuitPython's own reader, os.getenv, will not do: for a line that it cannot read it gives the default,
from 10.2 on, and up to then an error that names no line. Here a value in double quotes ends with the next of
them, any other at `#` or at the end of the line, and a backslash is a backslash. What all releases of
CircuitPython read alike is read so here, too (tools/simulator/settings.py tells how they read).
"""

from micropython import const

# A byte order mark, as some editors put it before the first line, is none of its text.
_MARGIN = const(b" \t\r\n\xef\xbb\xbf")
# CircuitPython's own settings stand in the same file, and are its business.
_FOREIGN = const(b"CIRCUITPY_")


def read() -> "tuple[dict[bytes, tuple[bytes, int]], tuple[int, bytes] | None]":
    """Return what the file holds, name -> (value, number of the line), and the first line that is broken.

    Names and values are bytes, a broken line is (number, bytes), and None when there is none. A missing
    file is as good as an empty one.
    """
    given: "dict[bytes, tuple[bytes, int]]" = {}
    broken = None
    number = 0
    try:
        with open("/settings.toml", "rb") as file:
            lines = file.read().split(b"\n")
    except OSError:
        return given, broken
    for raw in lines:
        number += 1
        line = raw.strip(_MARGIN)
        is_plain = b"\r" not in line and b"\0" not in line
        if is_plain and (line[:1] in (b"", b"#") or line.startswith(_FOREIGN)):
            continue
        name, *rest = line.split(b"=", 1)
        name = name.strip(_MARGIN)
        value = _value(rest[0].strip(_MARGIN)) if rest and is_plain else None
        if value is not None and name not in given:
            given[name] = (value, number)
        elif not broken:
            broken = (number, line)
    return given, broken


def _value(text: bytes) -> "bytes | None":
    """The value in what stands behind an equals sign; None when it cannot be told."""
    if text[:1] == b'"':
        end = text.find(b'"', 1)
        is_whole = end > 0 and text[end + 1 :].strip(_MARGIN)[:1] in (b"", b"#")
        return text[1:end] if is_whole else None
    return text.split(b"#")[0].strip(_MARGIN) or None
