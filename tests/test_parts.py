# SPDX-License-Identifier: MIT
"""The parts that a program drives: pins, bus and flash behave like the device's."""

import pytest

from tools.simulator import machine as machines
from tools.simulator import parts
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine
from tools.simulator.ssd1306 import UnknownCommand

UP, RIGHT, DOWN, LEFT = range(4)
PINS = [parts.Pin(name, name[2:]) for name in ("GP10", "GP13", "GP11", "GP12")]
SCL, SDA = parts.Pin("GP5", "5"), parts.Pin("GP4", "4")


@pytest.fixture
def machine():
    with switched_on() as simulated:
        yield simulated


def switched_on(**options):
    simulated = Machine(Rp2Flash(), **options)
    simulated.run_on()
    return machines.switched_on(simulated)


def test_bytes_on_the_bus_take_time(machine):
    bus = parts.I2C(SCL, SDA, frequency=400_000)
    assert bus.try_lock()
    before = machine.now
    bus.writeto(0x3C, buffer=b"\x40" + bytes(1024))
    # 1,026 bytes with the address, nine bits each.
    assert machine.now - before == 1026 * 9 * 1_000_000 // 400_000
    assert machine.chip.bytes_received == 1026


def test_a_part_of_a_buffer_can_be_sent(machine):
    bus = parts.I2C(SCL, SDA)
    bus.try_lock()
    bus.writeto(0x3C, b"?\x80\xaf?", start=1, end=3)
    assert machine.chip.on


def test_only_one_user_can_lock_the_bus(machine):
    bus = parts.I2C(SCL, SDA)
    with pytest.raises(RuntimeError, match="Function requires lock"):
        bus.writeto(0x3C, b"\x80\xaf")
    assert bus.try_lock()
    assert not bus.try_lock()
    bus.unlock()
    assert bus.try_lock()


@pytest.mark.parametrize(("scl", "sda"), [("GP4", "GP5"), ("GP7", "GP4"), ("GP5", "GP5"), ("GP5", "GP6")])
def test_pins_that_are_not_an_i2c_pair_are_refused(machine, scl, sda):
    with pytest.raises(ValueError, match="Invalid pins"):
        parts.I2C(parts.Pin(scl, scl[2:]), parts.Pin(sda, sda[2:]))


@pytest.mark.parametrize(("scl", "sda"), [("GP1", "GP0"), ("GP3", "GP2"), ("GP5", "GP8"), ("GP27", "GP26")])
def test_pins_of_one_i2c_block_are_a_pair(machine, scl, sda):
    assert parts.I2C(parts.Pin(scl, scl[2:]), parts.Pin(sda, sda[2:])).try_lock()


def test_a_bus_without_pull_ups_is_refused():
    with (
        switched_on(pull_ups=False),
        pytest.raises(RuntimeError, match="No pull up found on SDA or SCL; check"),
    ):
        parts.I2C(SCL, SDA)


def test_an_address_without_a_device():
    with switched_on(display_address=None):
        bus = parts.I2C(SCL, SDA)
        bus.try_lock()
        assert not bus.probe(0x3C)
        assert bus.scan() == []
        with pytest.raises(OSError) as caught:
            bus.writeto(0x3C, b"\x80\xaf")
        assert caught.value.errno == 19


def test_the_display_answers_at_its_address():
    with switched_on(display_address=0x3D) as machine:
        bus = parts.I2C(SCL, SDA)
        bus.try_lock()
        assert bus.scan() == [0x3D]
        assert bus.probe(0x3D)
        assert machine.chip.bytes_received == 0


def test_bus_pins_are_in_use_until_deinit(machine):
    bus = parts.I2C(SCL, SDA)
    with pytest.raises(ValueError, match="GP5 in use"):
        parts.I2C(SCL, SDA)
    bus.deinit()
    bus.deinit()
    assert not bus.try_lock()
    with parts.I2C(SCL, SDA):
        pass
    parts.I2C(SCL, SDA)


def test_a_command_that_the_chip_does_not_know_is_recorded_as_a_fault(machine):
    bus = parts.I2C(SCL, SDA)
    bus.try_lock()
    with pytest.raises(UnknownCommand):
        bus.writeto(0x3C, b"\x80\x2f")
    assert machine.faults == ["the display chip was sent command 0x2F"]


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
