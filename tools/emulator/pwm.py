# SPDX-License-Identifier: MIT
"""The first period of a PWM slice, which rp2040py leaves out: it looks at the level only at a wrap."""

from collections.abc import Callable

from rp2040py.peripherals.pwm import CHN_CSR, CSR_EN, RPPWM, PWMChannel


def begin_high(pwm: RPPWM) -> None:
    """Let a slice's outputs be high as soon as it runs, if its counter is below their level.

    So does the chip, which compares all the time (RP2040 data sheet, 4.5.2).
    """
    for channel in pwm.channels:
        channel.write_register = _starting(channel)  # type: ignore[method-assign,assignment]


def _starting(channel: PWMChannel) -> Callable[[int, int], None]:
    write = channel.write_register

    def write_register(offset: int, value: int) -> None:
        starts = offset == CHN_CSR and value & CSR_EN and not channel.csr & CSR_EN
        write(offset, value)
        if starts:
            counter = channel.timer.counter
            channel.set_a(counter < channel.cc & 0xFFFF)
            channel.set_b(counter < channel.cc >> 16)

    return write_register
