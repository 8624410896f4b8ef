# SPDX-License-Identifier: MIT
"""settings.toml as CircuitPython reads it, which is not quite TOML and differs between releases.

Sources: shared-module/os/getenv.c in 9.2.1, unchanged until 10.1, and supervisor/shared/settings.c in
10.2.1; tests/test_settings.py compares this model with a table of what both read. Every look-up reads the
file from its start:

- A line is NAME = VALUE, and the first line with a name counts. A line that begins with `[` or a zero byte
  ends the file. A byte order mark belongs to the first name.
- A value in double quotes ends on its line, and only a comment may follow the closing quote. A character
  after a backslash stands for itself, except for b, f, n, r, t, v, uXXXX and UXXXXXXXX.
- Any other value ends at `#` or at the end of the line. 9.2 reads it as a whole number; 10.2 and later
  take it as text, whatever it is.
- A value that cannot be read is a ValueError in 9.2; in 10.2 and later it counts as missing.
"""

import re
from collections.abc import Mapping
from typing import Any

from tools.simulator.boards import Board

NEWEST = (10, 2)
OLDEST = (9, 2)

_BLANKS = re.compile(rb"[\t\v\f\r ]*")
_REST_OF_LINE = re.compile(rb"[^\n\0]*[\n\0]?")
_TEXT = re.compile(
    rb'"((?:[^"\\\n\0]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\[^uU\n\0])*)"[\t\v\f\r ]*(?:[#\n\0]|\Z)'
)
_ESCAPE = re.compile(rb"\\(u....|U........|.)", re.DOTALL)
_ESCAPED = {b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}
_BARE = re.compile(rb"[^#\n\0]*")
_NUMBER = re.compile(rb"([+-]?)(0[xX]|0[oO]|0[bB]|)([0-9a-zA-Z_]+)")
_BASES = {b"": 10, b"0x": 16, b"0o": 8, b"0b": 2}
_MENTION = re.compile(r"[\t\v\f\r \ufeff]*(?:#[\t\v\f\r ]*)?([A-Z][A-Z0-9_]*)[\t\v\f\r ]*=")
_MARK = b"\xef\xbb\xbf"  # a byte order mark; unlike CircuitPython, the game takes none for a part of a name


Value = int | float | str | bytes  # a setting's value; bytes go into the file as they are
Given = Mapping[str, Value] | str | bytes  # a settings.toml: its values or its content


class _Unreadable(Exception):
    """The value of a line cannot be read."""


def content(settings: Given) -> bytes:
    """The bytes of a settings.toml that is given as bytes, as text, or as a mapping of names to values."""
    if isinstance(settings, Mapping):
        return changed(b"", settings)
    return settings.encode() if isinstance(settings, str) else settings


def changed(before: bytes, settings: Mapping[str, Value]) -> bytes:
    """The bytes of a settings.toml with some settings changed, or added at its end.

    `settings` maps names to numbers, texts, or bytes that go into the file as they are.
    """
    after = before
    for name, value in settings.items():
        key = name.encode(errors="surrogateescape")
        line = b"%s = %s" % (key, _literal(value))
        own = re.compile(rb"^(?:[ \t]|%s)*%s[ \t]*=[^\r\n]*" % (_MARK, re.escape(key)), re.MULTILINE)
        found = own.search(after)
        if found:
            after = after[: found.start()] + line + after[found.end() :]
        else:
            after += (b"\n" if after and not after.endswith(b"\n") else b"") + line + b"\n"
    return after


def _literal(value: Value) -> bytes:
    if isinstance(value, str):
        return b'"%s"' % value.replace("\\", "\\\\").replace('"', '\\"').encode()
    return value if isinstance(value, bytes) else str(value).lower().encode()


def getenv(file: bytes | None, name: str, default: Any = None, release: tuple[int, int] = NEWEST) -> Any:
    """What os.getenv gives in a release; `file` is the content of settings.toml, None if it is missing.

    Raises ValueError for what 9.2 cannot read, UnicodeError for text that is not UTF-8.
    """
    position = None if file is None else _after_equals(file, name.encode())
    if file is None or position is None:
        return default
    try:
        value = _text(file, position) if file[position : position + 1] == b'"' else None
        if value is None:
            end = _end(_BARE, file, position)
            if release < NEWEST:
                return _whole_number(file[position:end])
            if end == position and file[end : end + 1] != b"#":
                raise _Unreadable
            value = file[position:end].rstrip(b" \t\r")
    except _Unreadable as error:
        if release < NEWEST:
            raise ValueError(*error.args) from None
        return default
    return value.decode()


def mentioned(text: str) -> dict[str, str]:
    """Every setting that a settings.toml mentions, even in a comment: its name and the first such line."""
    lines: dict[str, str] = {}
    for line in text.split("\n"):
        found = _MENTION.match(line)
        if found:
            lines.setdefault(found[1], line.strip().lstrip("\ufeff"))
    return lines


def word(settings: Given | None, name: str) -> object:
    """What a setting says, or None; used to wire a machine.

    `settings` is as for `content`, or None.
    """
    return getenv(None if settings is None else content(settings).replace(_MARK, b""), name)


def pin(settings: Given | None, name: str, board: Board) -> str:
    """The pin that a setting names, or its default if it names none of the board's; used to wire a machine.

    `settings` is as for `content`, or None.
    """
    return board.pin(name, word(settings, name))


def _after_equals(file: bytes, name: bytes) -> int | None:
    """Where the value of the first line with this name begins; None if there is no such line."""
    # A line break may come between a name and its equals sign.
    named = re.compile(rb"%s(?:[\t-\r ][\t\v\f\r ]*)?" % re.escape(name))
    position = 0
    while position < len(file):
        position = _end(_BLANKS, file, position)
        if file[position : position + 1] in (b"[", b"\0", b""):
            return None
        if named.match(file, position):
            position = _end(named, file, position)
            if file[position : position + 1] == b"=":
                return _end(_BLANKS, file, position + 1)
        position = _end(_REST_OF_LINE, file, position)
    return None


def _end(pattern: re.Pattern[bytes], file: bytes, position: int) -> int:
    """Where the match that begins at a position ends."""
    found = pattern.match(file, position)
    assert found  # the patterns match anywhere
    return found.end()


def _text(file: bytes, position: int) -> bytes:
    found = _TEXT.match(file, position)
    if not found:
        raise _Unreadable("Invalid byte")
    return _ESCAPE.sub(_unescaped, found[1])


def _unescaped(found: re.Match[bytes]) -> bytes:
    escape = found[1]
    if escape[:1] not in (b"u", b"U"):
        return _ESCAPED.get(escape, escape)
    code = int(escape[1:], 16)
    if code > 0x10FFFF:
        raise _Unreadable("Invalid unicode escape")
    return chr(code).encode("utf-8", "surrogatepass")


def _whole_number(text: bytes) -> int:
    found = _NUMBER.fullmatch(text.strip(b"\t\n\v\f\r "))
    try:
        if not found:
            raise ValueError
        sign, prefix, digits = found.groups()
        number = int(digits.replace(b"_", b"") or b"0", _BASES[prefix.lower()])
    except ValueError:
        raise _Unreadable("invalid syntax for integer with base 0") from None
    return -number if sign == b"-" else number
