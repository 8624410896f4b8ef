# SPDX-License-Identifier: MIT
"""Milliseconds that wrap at 2**29, as CircuitPython's supervisor.ticks_ms counts them."""

from engine2048 import const

_MASK = const((1 << 29) - 1)


def elapsed(now: int, start: int) -> int:
    """Milliseconds from `start` to `now`, even across a wrap, for spans of up to six days."""
    return (now - start) & _MASK
