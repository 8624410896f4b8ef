# SPDX-License-Identifier: MIT
"""The parts that a program drives: pins and flash behave like the device's."""

import pytest

from tools.simulator import machine as machines
from tools.simulator import parts
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

UP, RIGHT, DOWN, LEFT = range(4)
PINS = [parts.Pin(name, name[2:]) for name in ("GP10", "GP13", "GP11", "GP12")]


@pytest.fixture
def machine():
    with switched_on() as simulated:
        yield simulated


def switched_on(**options):
    simulated = Machine(Rp2Flash(), **options)
    simulated.run_on()
    return machines.switched_on(simulated)


def test_the_changes_of_a_lamp_are_recorded(machine):
    lamp = parts.DigitalInOut(parts.Pin("LED", "25"))
    with pytest.raises(AttributeError, match="Cannot set value when direction is input"):
        lamp.value = True
    lamp.switch_to_output()
    machine.spend(500)
    lamp.value = True
    assert lamp.value is True
    assert machine.led == [(0, False), (500, True)]


def test_a_switch_can_be_read_only_with_the_pull_up(machine):
    switch = parts.DigitalInOut(PINS[DOWN])
    with pytest.raises(RuntimeError, match="GP11 floats"):
        _ = switch.value
    switch.switch_to_input(pull=parts.Pull.UP)
    assert switch.value is True
    machine.switch(DOWN, True)
    assert switch.value is False


def test_nvm_is_indexed_and_sliced_as_on_the_device(machine):
    nvm = parts.Nvm(machine)
    assert len(nvm) == 4096
    nvm[0:3] = b"abc"
    nvm[4095] = 7
    assert nvm[0:4] == bytearray(b"abc\xff")
    assert isinstance(nvm[0:4], bytearray)
    assert (nvm[1], nvm[-1]) == (ord("b"), 7)
    assert machine.flash.read(0, 3) == b"abc"


def test_nvm_takes_as_long_as_its_flash(machine):
    nvm = parts.Nvm(machine)
    nvm[0:1] = b"a"
    assert 0 < machine.now < 3_000
    nvm[0:1] = b"b"
    assert machine.now > 45_000


@pytest.mark.parametrize(
    ("error", "index", "value"),
    [
        (ValueError, slice(0, 3), b"ab"),
        (NotImplementedError, slice(0, 4, 2), b"ab"),
        (IndexError, 4096, 0),
        (ValueError, 0, 256),
    ],
)
def test_nvm_refuses_what_the_device_refuses(machine, error, index, value):
    with pytest.raises(error):
        parts.Nvm(machine)[index] = value
    assert machine.flash.read(0, 4096) == b"\xff" * 4096


def test_only_four_pins_can_measure(machine):
    for number in range(29):
        name = f"GP{number}"
        if number >= 26:
            parts.AnalogIn(parts.Pin(name, name[2:])).deinit()
        else:
            with pytest.raises(ValueError, match="Invalid pin"):
                parts.AnalogIn(parts.Pin(name, name[2:]))


def test_a_pin_that_is_in_use_cannot_measure(machine):
    pin = parts.Pin("GP26", "26")
    with parts.DigitalInOut(pin), pytest.raises(ValueError, match="in use"):
        parts.AnalogIn(pin)
    reader = parts.AnalogIn(pin)
    reader.deinit()
    with pytest.raises(ValueError, match="deinitialized"):
        _ = reader.value


@pytest.mark.parametrize(("volts", "value"), [(0, 0), (1.65, 0x8008), (3.3, 65535), (9, 65535)])
def test_a_measurement_has_twelve_bits_that_are_stretched_to_sixteen(volts, value):
    with switched_on(battery=volts):
        assert parts.AnalogIn(parts.Pin("GP26", "26")).value == value


def test_the_supply_is_divided_as_the_board_or_the_settings_say():
    settings = {"BATTERY_PIN": "GP27", "BATTERY_DIVIDER": 2}
    with switched_on(battery=3.3, settings=settings):
        assert parts.AnalogIn(parts.Pin("GP27", "27")).value == 0x8008
        assert parts.AnalogIn(parts.Pin("VOLTAGE_MONITOR", "29")).value == pytest.approx(65535 / 3, abs=16)


@pytest.mark.parametrize(("battery", "level"), [(None, True), (3.7, False)])
def test_the_pico_senses_power_on_its_port(battery, level):
    with switched_on(battery=battery):
        assert parts.DigitalInOut(parts.Pin("VBUS_SENSE", "24")).value is level
