# SPDX-License-Identifier: MIT
"""Shrink a script that fails to one that is as short as can be and still fails (delta debugging)."""

from collections.abc import Callable


def shrink(text: str, fails: Callable[[str], bool], most: int = 400) -> str:
    """The shortest found script that `fails`, from which no single letter can be left out.

    `text` fails. Tries at most `most` scripts; each is `text` with pieces left out, large pieces first.
    """
    piece = max(1, len(text) // 2)
    while most > 0:
        at = 0
        found = False
        while at < len(text) and most > 0:
            shorter = text[:at] + text[at + piece :]
            most -= 1
            if fails(shorter):
                text = shorter
                found = True
            else:
                at += piece
        if piece == 1 and not found:
            break
        piece = max(1, piece // 2) if not found or piece > len(text) else piece
    return text
