# SPDX-License-Identifier: MIT
"""How long the buttons have been idle, and how bright the glass should be as a result."""

from engine2048.ticks import elapsed

BRIGHT = 0
DIM = 1
DARK = 2


class Rest:
    """Tracks the idle time; `light` is BRIGHT, DIM or DARK."""

    def __init__(self, dim_ms: int, blank_ms: int) -> None:
        """Dim after `dim_ms` without a press, go dark after `blank_ms`; 0 means never."""
        self.light = BRIGHT
        self.pause = 0  # milliseconds between the last press and the one before
        self._dim_ms = dim_ms
        self._blank_ms = blank_ms
        self._last_press = 0

    def start(self, now: int) -> None:
        """Start counting at `now`, as if a button had just been pressed."""
        self._last_press = now

    def press(self, now: int) -> bool:
        """Note a press, which lights the glass; True if the glass was dark, so that it does nothing else."""
        self.pause = self.idle(now)
        self._last_press = now
        was_dark = self.light == DARK
        self.light = BRIGHT
        return was_dark

    def idle(self, now: int) -> int:
        """Milliseconds since the last press."""
        return elapsed(now, self._last_press)

    def due(self, now: int) -> int:
        """How bright the glass should be at `now`: BRIGHT, DIM or DARK."""
        idle = self.idle(now)
        if self._blank_ms and idle >= self._blank_ms:
            return DARK
        return DIM if self._dim_ms and idle >= self._dim_ms else BRIGHT
