# SPDX-License-Identifier: MIT
"""The buses behave like the device's, and lead to the display."""

import pytest

from tools.simulator import machine as machines
from tools.simulator.buses import I2C, SPI
from tools.simulator.controller import UnknownCommand
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine
from tools.simulator.parts import DigitalInOut, Pin


def pin(number):
    return Pin(f"GP{number}", str(number))


SCL, SDA = pin(5), pin(4)
SCK, MOSI = pin(18), pin(19)


@pytest.fixture
def machine():
    with switched_on() as simulated:
        yield simulated


@pytest.fixture
def spi():
    """A machine with an SPI display that has been reset, the bus, and the lines: chip select, D/C."""
    with switched_on(settings={"BUS": "SPI"}) as simulated:
        bus = SPI(SCK, MOSI=MOSI)
        bus.try_lock()
        reset, select, data = lines = [DigitalInOut(pin(number)) for number in (20, 17, 21)]
        for line in lines:
            line.switch_to_output(True)
        pulse(simulated, reset, 10)
        yield simulated, bus, select, data


def pulse(machine, line, microseconds):
    line.value = False
    machine.spend(microseconds)
    line.value = True


def switched_on(**options):
    simulated = Machine(Rp2Flash(), **options)
    simulated.run_on()
    return machines.switched_on(simulated)


def test_bytes_on_the_bus_take_time(machine):
    bus = I2C(SCL, SDA, frequency=400_000)
    assert bus.try_lock()
    before = machine.now
    bus.writeto(0x3C, buffer=b"\x40" + bytes(1024))
    # 1,026 bytes with the address, nine bits each.
    assert machine.now - before == 1026 * 9 * 1_000_000 // 400_000
    assert machine.chip.bytes_received == 1026


def test_a_part_of_a_buffer_can_be_sent(machine):
    bus = I2C(SCL, SDA)
    bus.try_lock()
    bus.writeto(0x3C, b"?\x80\xaf?", start=1, end=3)
    assert machine.chip.on


def test_only_one_user_can_lock_the_bus(machine):
    bus = I2C(SCL, SDA)
    with pytest.raises(RuntimeError, match="Function requires lock"):
        bus.writeto(0x3C, b"\x80\xaf")
    assert bus.try_lock()
    assert not bus.try_lock()
    bus.unlock()
    assert bus.try_lock()


@pytest.mark.parametrize(("scl", "sda"), [("GP4", "GP5"), ("GP7", "GP4"), ("GP5", "GP5"), ("GP5", "GP6")])
def test_pins_that_are_not_an_i2c_pair_are_refused(machine, scl, sda):
    with pytest.raises(ValueError, match="Invalid pins"):
        I2C(Pin(scl, scl[2:]), Pin(sda, sda[2:]))


@pytest.mark.parametrize(("scl", "sda"), [("GP1", "GP0"), ("GP3", "GP2"), ("GP5", "GP8"), ("GP27", "GP26")])
def test_pins_of_one_i2c_block_are_a_pair(machine, scl, sda):
    assert I2C(Pin(scl, scl[2:]), Pin(sda, sda[2:])).try_lock()


def test_a_bus_without_pull_ups_is_refused():
    with (
        switched_on(pull_ups=False),
        pytest.raises(RuntimeError, match="No pull up found on SDA or SCL; check"),
    ):
        I2C(SCL, SDA)


def test_an_address_without_a_device():
    with switched_on(display_address=None):
        bus = I2C(SCL, SDA)
        bus.try_lock()
        assert not bus.probe(0x3C)
        assert bus.scan() == []
        with pytest.raises(OSError) as caught:
            bus.writeto(0x3C, b"\x80\xaf")
        assert caught.value.errno == 19


def test_the_display_answers_at_its_address():
    with switched_on(display_address=0x3D) as machine:
        bus = I2C(SCL, SDA)
        bus.try_lock()
        assert bus.scan() == [0x3D]
        assert bus.probe(0x3D)
        assert machine.chip.bytes_received == 0


def test_bus_pins_are_in_use_until_deinit(machine):
    bus = I2C(SCL, SDA)
    with pytest.raises(ValueError, match="GP5 in use"):
        I2C(SCL, SDA)
    bus.deinit()
    bus.deinit()
    assert not bus.try_lock()
    with I2C(SCL, SDA):
        pass
    I2C(SCL, SDA)


def test_a_command_that_the_chip_does_not_know_is_recorded_as_a_fault(machine):
    bus = I2C(SCL, SDA)
    bus.try_lock()
    with pytest.raises(UnknownCommand):
        bus.writeto(0x3C, b"\x80\x2f")
    assert machine.faults == ["the display chip was sent command 0x2F"]


def test_a_display_with_a_reset_line_answers_only_once_it_has_been_reset():
    with switched_on(settings={"RESET_PIN": "GP20"}) as machine:
        bus = I2C(SCL, SDA)
        bus.try_lock()
        line = DigitalInOut(pin(20))
        assert bus.scan() == []
        line.switch_to_output(False)
        machine.spend(9)
        line.value = True
        assert not bus.probe(0x3C)
        pulse(machine, line, 10)
        assert bus.probe(0x3C)
        assert machine.led == []


@pytest.mark.parametrize(("sck", "mosi"), [(18, 18), (19, 18), (18, 20), (18, 11), (10, 19)])
def test_pins_that_are_not_an_spi_pair_are_refused(machine, sck, mosi):
    with pytest.raises(ValueError, match="Invalid pins"):
        SPI(pin(sck), MOSI=pin(mosi))


@pytest.mark.parametrize(("sck", "mosi"), [(2, 3), (6, 3), (18, 19), (22, 7), (10, 11), (26, 15)])
def test_pins_of_one_spi_block_are_a_pair(machine, sck, mosi):
    assert SPI(pin(sck), MOSI=pin(mosi)).try_lock()


def test_on_spi_the_display_takes_what_is_sent_while_it_is_selected(spi):
    machine, bus, select, data = spi
    data.value = False
    bus.write(b"\xaf")
    assert not machine.chip.on
    select.value = False
    bus.write(b"\xaf")
    assert machine.chip.on
    data.value = True
    bus.write(b"\xae\x55", start=1)
    assert machine.chip.on
    assert machine.chip.ram[0] == 0x55
    assert machine.chip.bytes_received == 2


def test_bytes_on_spi_take_time(spi):
    machine, bus, _, _ = spi
    bus.configure(baudrate=4_000_000)
    before = machine.now
    bus.write(bytes(1000))
    assert machine.now - before == 2000


def test_a_reset_clears_the_registers_and_leaves_the_memory(spi):
    machine, bus, select, data = spi
    data.value = select.value = False
    bus.write(b"\xaf")
    before = bytes(machine.chip.ram)
    line = machine.pins_in_use["GP20"]
    assert line
    machine.drive("GP20", False)
    machine.spend(10)
    bus.write(b"\xa7")
    machine.drive("GP20", True)
    assert (machine.chip.on, machine.chip.inverted) == (False, False)
    assert machine.chip.ram == before


def test_what_an_spi_display_does_not_know_is_recorded_as_a_fault(spi):
    machine, bus, select, data = spi
    data.value = select.value = False
    with pytest.raises(UnknownCommand):
        bus.write(b"\x2f")
    assert machine.faults == ["the display chip was sent command 0x2F"]


def test_spi_needs_the_lock(machine):
    bus = SPI(SCK, MOSI=MOSI)
    with pytest.raises(RuntimeError, match="Function requires lock"):
        bus.write(b"\xaf")
    with pytest.raises(RuntimeError, match="Function requires lock"):
        bus.configure(baudrate=1_000_000)
