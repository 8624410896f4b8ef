# SPDX-License-Identifier: MIT
"""pwmio on a Pico: who may have which pin at which frequency, and what is then heard on it.

Source: ports/raspberrypi/common-hal/pwmio/PWMOut.c in 9.2.1, the same in 10.2.1. The two pins of a slice
share its counter, and with it the frequency; pins that are 16 apart share everything.
"""

from typing import NamedTuple

from tools.simulator.parts import OnPins, Pin

_CPU_HERTZ = 125_000_000
_MOST_TOP = 65534
_MOST_DIVIDER = (1 << 12) - 1  # in sixteenths
_SLICES = 8


class Tone(NamedTuple):
    """From `time` (in microseconds) on, a pin is high for a `share` (0 to 1) of each period.

    `hertz` is exact, not rounded as the device tells it; 0 ends the tone.
    """

    time: int
    hertz: float
    share: float


class PWMOut(OnPins):
    """pwmio.PWMOut: Machine.tones records every change."""

    def __init__(
        self, pin: Pin, *, duty_cycle: int = 0, frequency: int = 500, variable_frequency: bool = False
    ) -> None:
        super().__init__(pin)
        try:
            _validate(frequency)
            number = int(pin.number)
            self._place = number // 2 % _SLICES, number % 2
            self._allocate(frequency, variable_frequency)
        except (ValueError, RuntimeError):
            super().deinit()
            raise
        self._duty = duty_cycle & 0xFFFF
        self.variable_frequency = variable_frequency
        self.target = frequency
        self._machine.pwm[self._place] = self
        self._tell()

    def deinit(self) -> None:
        """End the tone and give the pin back; a second call does nothing."""
        if self._pins:
            del self._machine.pwm[self._place]
            self._machine.tones.append(Tone(self._machine.now, 0, 0))
        super().deinit()

    @property
    def duty_cycle(self) -> int:
        """For how much of each period the pin is high, of 65,535."""
        self._check()
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, duty: int) -> None:
        self._check()
        if not 0 <= duty <= 0xFFFF:
            raise ValueError("duty_cycle must be 0-65535")
        self._duty = duty
        self._tell()

    @property
    def frequency(self) -> int:
        """The frequency in whole hertz; the setter needs variable_frequency."""
        self._check()
        return int(_hertz(self.target)[0] + 0.5)

    @frequency.setter
    def frequency(self, frequency: int) -> None:
        self._check()
        if not self.variable_frequency:
            raise AttributeError("Invalid variable_frequency")
        _validate(frequency)
        self.target = frequency
        self._tell()

    def _allocate(self, frequency: int, variable_frequency: bool) -> None:
        counter, channel = self._place
        if (counter, channel) in self._machine.pwm:
            raise RuntimeError("Internal resource(s) in use")
        other = self._machine.pwm.get((counter, 1 - channel))
        if not other:
            return
        if variable_frequency:
            raise ValueError("Invalid variable_frequency")
        if other.variable_frequency:
            raise RuntimeError("Internal resource(s) in use")
        if other.target != frequency:
            raise ValueError("Invalid frequency")

    def _tell(self) -> None:
        hertz, top = _hertz(self.target)
        high = (self._duty * top + _MOST_TOP // 2) // _MOST_TOP
        if self._duty == 0xFFFF:
            high = top + 1
        self._machine.tones.append(Tone(self._machine.now, hertz, max(high, self._duty > 0) / (top + 1)))


def _validate(frequency: int) -> None:
    if not 0 < frequency <= _CPU_HERTZ // 2:
        raise ValueError("Invalid frequency")


def _hertz(target: int) -> tuple[float, int]:
    """The frequency that comes nearest to a target, and at which count its counter starts over."""
    if target > _CPU_HERTZ >> 16:
        top = _CPU_HERTZ // target - 1
        return _CPU_HERTZ / (top + 1), top
    sixteenths, rest = divmod(_CPU_HERTZ >> 12, target)
    divider = min(sixteenths + (rest >= target // 2), _MOST_DIVIDER)
    return _CPU_HERTZ * 16 / divider / (_MOST_TOP + 1), _MOST_TOP
