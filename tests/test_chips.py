# SPDX-License-Identifier: MIT
"""Every display on every bus: the product's screens are equal on all of them."""

import contextlib

import pytest

from hardware import glass, oled
from hardware.config import Config
from tests.handheld import LEFT, UP, Handheld, powered_on
from tools import pictures
from tools.simulator import chips, keys, program
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

BUSES = ("I2C", "SPI")
WIRINGS = [(name, bus) for name in chips.CHIPS for bus in BUSES]
EVERY_WIRING = pytest.mark.parametrize(("name", "bus"), WIRINGS)
# The message about an address is one about I2C.
OTHERS = {"DISPLAY", "LANGUAGE"}
SCENES = [scene for scene in pictures.SCENES if not scene.chip and not OTHERS & set(dict(scene.settings))]


def registers(chip):
    names = ("on", "charge_pump", "contrast", "inverted", "entire_on", "start_line", "offset", "lines")
    return [getattr(chip, name) for name in (*names, "columns_reversed", "lines_reversed")]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
@pytest.mark.parametrize(("name", "bus"), [("SH1106", "I2C"), ("SH1107", "I2C"), ("SSD1306", "SPI")])
def test_every_screen_is_equal_on_every_display(scene, name, bus):
    if bus == "SPI" and scene.name in ("wrong-address", "wrong-pin"):
        pytest.skip("about the pins and the address of I2C")
    assert pictures.frame_of(scene, DISPLAY=name, BUS=bus) == pictures.frame_of(scene)


@EVERY_WIRING
@pytest.mark.parametrize("rotation", [0, 180])
def test_no_noise_is_ever_seen(name, bus, rotation):
    seen = []
    machine = Machine(Rp2Flash(), {"SEED": 3, "DISPLAY": name, "BUS": bus, "ROTATION": rotation})
    receive = machine.chip._take

    def look(byte, is_data):
        receive(byte, is_data)
        if not seen and machine.chip.on:
            seen.append(machine.chip.frame())

    machine.chip._take = look
    machine.play(*keys.schedule(keys.parse("")))
    program.run(machine)
    # The moment it is switched on.
    assert not any(map(any, seen[0]))
    assert any(map(any, machine.chip.frame()))


@EVERY_WIRING
def test_a_display_left_on_by_another_program_is_started_like_any_other(name, bus):
    with powered_on(DISPLAY=name, BUS=bus) as machine:
        chip = machine.chip
        oled.open_display(Config())
        before = registers(chip)
        assert chip.on
        display = oled.open_display(Config())
        display.refresh()
        assert registers(chip) == before
        assert not any(map(any, chip.frame()))


@EVERY_WIRING
def test_a_restored_display_has_the_drivers_registers(name, bus):
    with powered_on(DISPLAY=name, BUS=bus) as machine:
        display = oled.open_display(Config())
        before = registers(machine.chip)
        machine.chip.reset()
        if bus == "I2C":
            assert registers(machine.chip) != before
        glass.restore(display)
        assert not machine.chip.on
        glass.light(display)
        display.brightness = display.brightness
        assert registers(machine.chip) == before


@EVERY_WIRING
def test_restoring_a_display_that_is_well_changes_nothing(name, bus):
    with powered_on(DISPLAY=name, BUS=bus, SEED=3) as machine:
        handheld = Handheld(machine)
        handheld.do(LEFT)
        before = registers(machine.chip), handheld.glass
        glass.restore(handheld.screen._display)
        assert (registers(machine.chip), handheld.glass) == before
        handheld.do(UP)
        assert handheld.glass == handheld.fresh_glass()


@EVERY_WIRING
def test_a_move_sends_no_more_than_its_own_changes(name, bus):
    with powered_on(DISPLAY=name, BUS=bus, ANIMATION=0) as machine:
        handheld = Handheld(machine)
        handheld.set_board([1, 1] + [0] * 14)
        assert handheld.count_bytes(handheld.do, LEFT) < 440


@pytest.mark.parametrize("name", ["SH1106", "SSD1306"])
def test_an_odd_column_is_for_the_sh1106_only(name):
    with powered_on(DISPLAY=name, DISPLAY_COLUMN_OFFSET=1):
        error = (
            contextlib.nullcontext() if name == "SH1106" else pytest.raises(Exception, match="for the SH1106")
        )
        with error:
            oled.open_display(Config())


@pytest.mark.parametrize("first", range(5))
def test_an_odd_panel_shows_the_whole_picture_with_its_column(first):
    settings = {"SEED": 3, "DISPLAY": "SH1106", "DISPLAY_COLUMN_OFFSET": first}
    machine = Machine(Rp2Flash(), settings, chip=chips.CHIPS["SH1106"](first_column=first))
    machine.play(*keys.schedule(keys.parse("ULDR")))
    program.run(machine)
    assert machine.chip.frame() == pictures.frame_of(pictures.Scene("", "board", "ULDR"))


def test_an_unknown_display_is_named_with_those_that_there_are():
    with powered_on(DISPLAY="ST7789"), pytest.raises(Exception, match=r'use "SSD1306".*"SH1106" or "SH1107"'):
        oled.open_display(Config())


def test_an_ssd1309_is_driven_like_an_ssd1306():
    scene = pictures.SCENES[0]
    assert pictures.frame_of(scene, DISPLAY="SSD1309") == pictures.frame_of(scene)


@pytest.mark.parametrize("reset", [True, False])
def test_an_i2c_display_with_a_reset_line_needs_it(reset):
    with powered_on(RESET_PIN="GP20") as machine:
        assert not machine.wires.listens()
        if not reset:
            machine.settings = b""
        error = contextlib.nullcontext() if reset else pytest.raises(oled.DisplayError)
        with error:
            oled.open_display(Config())


@pytest.mark.parametrize("settings", [{"SCK": "GP19", "MOSI": "GP18"}, {"SCK": "GP10", "BUTTON_UP": "GP22"}])
def test_pins_that_are_no_spi_pair_are_explained(settings):
    with (
        powered_on(BUS="SPI", **settings),
        pytest.raises(Exception, match="not an SPI pair: use GP18 and GP19"),
    ):
        oled.open_display(Config())


@EVERY_WIRING
def test_the_wrong_drivers_picture_is_not_the_games(name, bus):
    right = pictures.frame_of(pictures.Scene("", "board", "ULDR"))
    for other in chips.CHIPS.keys() - {name}:
        scene = pictures.Scene("", "board", "ULDR", chip=name)
        assert pictures.frame_of(scene, DISPLAY=other, BUS=bus) != right
