# SPDX-License-Identifier: MIT
"""Measures the battery. Loaded if settings.toml says where."""

import analogio
import digitalio
import supervisor
from micropython import const

from engine2048.screens.charge import Charge
from engine2048.ticks import elapsed

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from microcontroller import Pin

_PERIOD_MS = const(1000)
_REFERENCE = const(3300)  # millivolts, RP2040 boards' supply
_HIGHEST = const(4095)


class Battery:
    """Looks at the voltage once a second; `charge` is what is known of it."""

    def __init__(self, pin: "Pin", divider: int, kind: int, sense: "Pin | None") -> None:
        """Measure on `pin`, where the voltage is divided by `divider` thousandths.

        `kind` is as for Charge. `sense` is a pin that is high while USB gives power; None if the board has
        none.
        """
        self.charge = Charge(kind)
        self._input = analogio.AnalogIn(pin)
        self._divider = divider
        self._sense = digitalio.DigitalInOut(sense) if sense else None
        self._last = -1

    def tick(self, now: int) -> bool:
        """Measure if it is time; True if that changed the charge's level."""
        if self._last >= 0 and elapsed(now, self._last) < _PERIOD_MS:
            return False
        self._last = now
        # All products stay below 2**30.
        at_pin = (self._input.value >> 4) * _REFERENCE // _HIGHEST
        is_external = self._sense.value if self._sense else supervisor.runtime.usb_connected
        return self.charge.note(at_pin * self._divider // 1000, is_external)
