# SPDX-License-Identifier: MIT
"""What is wrong with a line of settings.toml, in words; loaded when there is such a line."""

# As much of a line as leaves room on the glass for what is wrong with it.
from micropython import const

_QUOTED = const(24)


def about_line(number: int, line: bytes, given: "dict[bytes, tuple[bytes, int]]") -> str:
    """The sentence for a line that settings_file.read could not take; both as it returned them."""
    name, *rest = line.split(b"=", 1)
    name = name.strip()
    if b"\0" in line or b"\r" in line:
        fault = "is not plain text: save the file as UTF-8"
    elif line[:1] == b"[":
        fault = "hides what is below it: take it out"
    elif not rest:
        fault = "has no equals sign"
    elif not rest[0].split(b"#")[0].strip():
        fault = "has no value"
    elif name in given:
        fault = "repeats line %d: keep one of them" % given[name][1]
    elif rest[0].count(b'"') == 1:
        fault = "has no closing quote"
    else:
        fault = "goes on after its closing quote"
    return _sentence(number, line, fault)


def about_name(name: bytes, line: "tuple[bytes, int]", known: "list[bytes]") -> str:
    """The sentence for a name that is none of the settings `known`; `line` is (value, number)."""
    value, number = line
    fault = "names no setting: put # before it"
    for other in known:
        if _is_slip(name.strip(b"\"'").upper(), other):
            fault = "names no setting; %s is one" % str(other, "utf-8")
            break
    return _sentence(number, name + b" = " + value, fault)


def _sentence(number: int, line: bytes, fault: str) -> str:
    quoted = "".join([chr(byte) if 0x20 <= byte < 0x7F else "?" for byte in line[:_QUOTED]])
    return "Line %d of settings.toml (%s) %s." % (number, quoted, fault)


def _is_slip(name: bytes, meant: bytes) -> bool:
    """Tell whether one letter is missing, too many or wrong, or two have changed places."""
    longest = max(len(name), len(meant))
    shortest = min(len(name), len(meant))
    start = 0
    while start < shortest and name[start] == meant[start]:
        start += 1
    end = 0
    while end < shortest - start and name[-1 - end] == meant[-1 - end]:
        end += 1
    return start + end >= longest - 2 and start + end > longest // 2
