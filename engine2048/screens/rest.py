# SPDX-License-Identifier: MIT
"""How long the buttons have been idle, and what the handheld saves power on as a result."""

from engine2048 import const
from engine2048.ticks import elapsed

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from engine2048.screens.charge import Charge

# How bright the glass is; when OFF, the handheld switches itself off.
BRIGHT = 0
DIM = 1
DARK = 2
OFF = 3

# How long the message about an empty battery stays, and what Charge.level is then.
_EMPTY_MS = const(8_000)
_EMPTY = const(2)


class Rest:
    """Tracks the idle time; `light` is BRIGHT, DIM, DARK or OFF.

    `charge` tells how full the battery is; None if that is not measured.
    """

    def __init__(self, dim_ms: int, blank_ms: int, off_ms: int) -> None:
        """After how long without a press to dim, to go dark and to switch off; 0 means never."""
        self.light = BRIGHT
        self.charge: "Charge | None" = None
        self.pause = 0  # milliseconds between the last press and the one before
        self._dim_ms = dim_ms
        self._blank_ms = blank_ms
        self._off_ms = off_ms
        self._last_press = 0
        self._shown = 0  # when what is on the glass began to be worth a look

    @property
    def is_empty(self) -> bool:
        """Tell whether the battery is empty, so that OFF is due soon."""
        return self.charge is not None and self.charge.level == _EMPTY

    def start(self, now: int) -> None:
        """Start counting at `now`, as if a button had just been pressed."""
        self._last_press = self._shown = now

    def press(self, now: int) -> bool:
        """Note a press, which lights the glass; True if the glass was dark, so that it does nothing else."""
        self.pause = self.idle(now)
        self.start(now)
        was_dark = self.light >= DARK
        self.light = BRIGHT
        return was_dark

    def show(self, now: int) -> None:
        """Keep the light for something new to look at, as long as after a press; OFF comes no later."""
        self._shown = now

    def idle(self, now: int) -> int:
        """Milliseconds since the last press."""
        return elapsed(now, self._last_press)

    def due(self, now: int) -> int:
        """How much rest is due at `now`: BRIGHT, DIM, DARK or OFF."""
        off_ms = self._off()
        if off_ms and self.idle(now) >= off_ms:
            return OFF
        shown = elapsed(now, self._shown)
        if self._blank_ms and shown >= self._blank_ms:
            return DARK
        return DIM if self._dim_ms and shown >= self._dim_ms else BRIGHT

    def until_off(self, now: int) -> int:
        """Milliseconds until OFF is due; 0 if it never is."""
        off_ms = self._off()
        return max(off_ms - self.idle(now), 1) if off_ms else 0

    def _off(self) -> int:
        """After how many milliseconds without a press OFF is due; 0 for never."""
        return _EMPTY_MS if self.is_empty else self._off_ms
