# SPDX-License-Identifier: MIT
"""How full a battery is, from its voltage: averaged, and with hysteresis. Loaded if one is measured."""

from engine2048 import const

# The levels of a battery.
GOOD = 0
LOW = 1
EMPTY = 2

# For each kind: millivolts when full, 3/4, 1/2, 1/4, low and empty. A lithium cell at rest and at a light
# load; an alkaline cell gives about 1.5, 1.3, 1.2, 1.1, 1.05 and 0.95 V (docs/battery.md has the sources).
_CURVES = const(
    (
        (4150, 3950, 3800, 3700, 3550, 3250),
        (3000, 2600, 2400, 2200, 2100, 1900),
        (4500, 3900, 3600, 3300, 3150, 2850),
    )
)
_PERCENTS = const((100, 75, 50, 25, 10, 0))
_LOW = const(4)
_EMPTY = const(5)

_SAMPLES = const(8)  # as many make an average, and a verdict
_HYSTERESIS = const(100)  # millivolts
# No board runs on less, so it is not the battery that was measured.
_LEAST = const(1500)


class Charge:
    """What is known of the battery; `level` is GOOD, LOW or EMPTY.

    `millivolts` is the average, and `is_external` tells that the power comes from elsewhere.
    """

    def __init__(self, kind: int) -> None:
        """`kind` is 0 for a lithium cell, 1 for two and 2 for three alkaline cells."""
        self._curve = _CURVES[kind]
        self.level = GOOD
        self.millivolts = 0
        self.is_external = False
        self._sum = 0  # of as many samples as make an average
        self._count = 0

    def note(self, millivolts: int, is_external: bool) -> bool:
        """Take a measurement; True if that changed `level`."""
        if is_external != self.is_external:
            self.is_external = is_external
            self._count = 0  # the voltage jumps when a cable is plugged in or out
        if not self._count:
            self._sum = millivolts * _SAMPLES
        self._sum += millivolts - self._sum // _SAMPLES
        self._count = min(self._count + 1, _SAMPLES)
        self.millivolts = self._sum // _SAMPLES
        before = self.level
        if self._count == _SAMPLES or is_external:
            self.level = self._judged()
        return self.level != before

    def percent(self) -> int:
        """How full it is, in steps of 5; -1 if what is measured cannot be a battery."""
        if self.millivolts < _LEAST:
            return -1
        curve = self._curve
        if self.millivolts >= curve[0]:
            return 100
        for index in range(1, len(curve)):
            above = self.millivolts - curve[index]
            if above >= 0:
                part = _PERCENTS[index - 1] - _PERCENTS[index]
                exact = _PERCENTS[index] + part * above // (curve[index - 1] - curve[index])
                return exact // 5 * 5
        return 0

    def volts(self) -> str:
        """The average voltage, in words."""
        return "%d.%02d V" % (self.millivolts // 1000, self.millivolts % 1000 // 10)

    def _judged(self) -> int:
        """The level; it rises again only when the voltage has clearly risen."""
        if self.is_external or self.millivolts < _LEAST:
            return GOOD
        for level, index in ((EMPTY, _EMPTY), (LOW, _LOW)):
            limit = self._curve[index]
            if self.level >= level:
                limit += _HYSTERESIS
            if self.millivolts < limit:
                return level
        return GOOD
