"""How long nobody has pressed a button, and how bright the glass is for that."""

from engine2048.ticks import elapsed

BRIGHT = 0
DIM = 1
DARK = 2


class Rest:
    """The idle time; `light` is one of BRIGHT, DIM and DARK."""

    def __init__(self, dim_ms: int, blank_ms: int) -> None:
        """Without a press for `dim_ms` dimming is due, after `blank_ms` darkness; 0 is never."""
        self.light = BRIGHT
        self.pause = 0  # milliseconds without a press before the last one
        self._dim_ms = dim_ms
        self._blank_ms = blank_ms
        self._last_press = 0

    def start(self, now: int) -> None:
        """Count from `now`, as after a press."""
        self._last_press = now

    def press(self, now: int) -> bool:
        """Note a press, which lights the glass; True when that is all it does, on a dark glass."""
        self.pause = self.idle(now)
        self._last_press = now
        was_dark = self.light == DARK
        self.light = BRIGHT
        return was_dark

    def idle(self, now: int) -> int:
        """Milliseconds since the last press."""
        return elapsed(now, self._last_press)

    def due(self, now: int) -> int:
        """How dark the glass should be by now."""
        idle = self.idle(now)
        if self._blank_ms and idle >= self._blank_ms:
            return DARK
        return DIM if self._dim_ms and idle >= self._dim_ms else BRIGHT
