# SPDX-License-Identifier: MIT
"""The model of pwmio: what a Pico refuses, and what is heard."""

import pytest

from tests.handheld import powered_on
from tools.simulator import boards, parts
from tools.simulator.pwm import PWMOut

PINS = parts.pins_of(boards.PICO)


@pytest.fixture
def machine():
    with powered_on() as machine:
        yield machine


def test_a_pin_is_in_use_until_deinit(machine):
    first = PWMOut(PINS["GP22"])
    with pytest.raises(ValueError, match="GP22 in use"):
        PWMOut(PINS["GP22"])
    with pytest.raises(ValueError, match="GP22 in use"):
        parts.DigitalInOut(PINS["GP22"])
    first.deinit()
    first.deinit()
    with pytest.raises(ValueError, match="deinitialized"):
        first.duty_cycle = 5
    with PWMOut(PINS["GP22"], variable_frequency=True):
        pass
    assert not machine.pins_in_use


@pytest.mark.parametrize("frequency", [0, 62_500_001])
def test_no_frequency_beyond_half_the_clock(machine, frequency):
    with pytest.raises(ValueError, match="Invalid frequency"):
        PWMOut(PINS["GP22"], frequency=frequency)
    assert not machine.pins_in_use
    output = PWMOut(PINS["GP22"], frequency=62_500_000, variable_frequency=True)
    with pytest.raises(ValueError, match="Invalid frequency"):
        output.frequency = frequency


def test_a_frequency_changes_only_if_that_was_asked_for(machine):
    output = PWMOut(PINS["GP22"], frequency=440)
    with pytest.raises(AttributeError, match="Invalid variable_frequency"):
        output.frequency = 500
    with pytest.raises(ValueError, match="duty_cycle must be 0-65535"):
        output.duty_cycle = 65536


@pytest.mark.parametrize("other", ["GP6", "GP7"])
def test_two_pins_share_a_slice_only_at_the_same_frequency(machine, other):
    with PWMOut(PINS["GP22"], frequency=440):
        if other == "GP6":  # the same channel
            with pytest.raises(RuntimeError, match=r"Internal resource\(s\) in use"):
                PWMOut(PINS[other], frequency=440)
            return
        PWMOut(PINS[other], frequency=440).deinit()
        with pytest.raises(ValueError, match="Invalid frequency"):
            PWMOut(PINS[other], frequency=441)
        with pytest.raises(ValueError, match="Invalid variable_frequency"):
            PWMOut(PINS[other], frequency=440, variable_frequency=True)
    alone = PWMOut(PINS["GP22"], frequency=440, variable_frequency=True)
    with alone, pytest.raises(RuntimeError, match="in use"):
        PWMOut(PINS[other], frequency=440)
    PWMOut(PINS[other], frequency=441)


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        (7, 7.4518),
        (8, 7.9995),
        (508, 508.6),
        (1016, 1017.27),
        (1696, 1695.45),
        (2032, 2032.0),
        (4064, 4064.11),
    ],
)
def test_the_divider_rounds_low_frequencies(machine, asked, given):
    """As measured on the emulated Pico with 10.2.1."""
    with PWMOut(PINS["GP22"], frequency=asked) as output:
        assert output.frequency == round(given)
    assert machine.tones[0].hertz == pytest.approx(given, rel=1e-4)


def test_every_change_is_heard_and_so_is_the_end(machine):
    output = PWMOut(PINS["GP22"], frequency=1016, duty_cycle=1 << 15, variable_frequency=True)
    machine.spend(1000)
    output.frequency = 2032
    machine.spend(2000)
    output.duty_cycle = 0
    machine.spend(3000)
    output.deinit()
    heard = [(tone.time, round(tone.hertz), round(tone.share, 2)) for tone in machine.tones]
    assert heard == [(0, 1017, 0.5), (1000, 2032, 0.5), (3000, 2032, 0), (6000, 0, 0)]


def test_a_full_duty_is_always_high_and_a_tiny_one_not_nothing(machine):
    PWMOut(PINS["GP22"], duty_cycle=65535)
    PWMOut(PINS["GP20"], duty_cycle=1, frequency=1_000_000)
    assert [tone.share for tone in machine.tones] == [1, pytest.approx(1 / 125)]


def test_a_reset_ends_every_tone(machine):
    PWMOut(PINS["GP22"], duty_cycle=5)
    machine.reset_pins()
    assert machine.tones[-1].hertz == 0
    PWMOut(PINS["GP6"], frequency=100)
