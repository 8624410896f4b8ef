# SPDX-License-Identifier: MIT
"""Every display on every bus, on the real firmware."""

import os

import pytest

from tools.emulator import firmware, image
from tools.emulator.pico import Pico
from tools.simulator import chips, keys, program
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        firmware.VARIABLE not in os.environ, reason=f"{firmware.VARIABLE} names no CircuitPython firmware"
    ),
]
WIRINGS = [{"DISPLAY": name, "BUS": bus} for name in chips.CHIPS for bus in ("I2C", "SPI")]


def power_up(settings):
    pico = Pico(firmware.find(), image.build(image.product_files(settings)), settings)
    pico.wait_until_ready()
    return pico


def simulated(settings, text):
    """What the simulator shows after some keys."""
    machine = Machine(Rp2Flash(), settings)
    machine.play(*keys.schedule(keys.parse(text)))
    program.run(machine)
    return machine.chip.frame()


@pytest.mark.parametrize(
    "wiring",
    [
        *WIRINGS,
        {"RESET_PIN": "GP20"},
        {"DISPLAY": "SH1107", "ROTATION": 180},
        {"DISPLAY": "SH1106", "ROTATION": 180},
    ],
    ids=str,
)
def test_it_plays_as_in_the_simulator(wiring):
    settings = {"SEED": 5, **wiring}
    pico = power_up(settings)
    for text in ("LLURDL", "M"):
        pico.play(keys.parse(text))
    assert pico.display.faults == []
    assert pico.chip.frame() == simulated(settings, "LLURDLM")
    pico.play(keys.parse("M"))
    assert pico.chip.frame() == simulated(settings, "LLURDL")


@pytest.mark.parametrize("name", chips.CHIPS)
def test_no_press_is_played_while_the_display_is_away(name):
    settings = {"SEED": 5, "DISPLAY": name}
    pico = power_up(settings)
    pico.play(keys.parse("LL"))
    pico.display.address = None
    pico.play(keys.parse("URDL"))
    pico.chip.reset()
    pico.display.address = 0x3C
    pico.run_until(pico.now + 1_000_000)
    assert pico.chip.frame() == simulated(settings, "LL")
    pico.play(keys.parse("U"))
    assert pico.chip.frame() == simulated(settings, "LLU")
    assert pico.display.faults == []


@pytest.mark.parametrize("name", chips.CHIPS)
def test_an_spi_display_that_was_reset_is_whole_again_in_the_menu(name):
    settings = {"SEED": 5, "DISPLAY": name, "BUS": "SPI"}
    pico = power_up(settings)
    pico.play(keys.parse("LL"))
    pico.chip.reset()
    pico.play(keys.parse("M"))
    assert pico.chip.frame() == simulated(settings, "LLM")
    assert pico.display.faults == []
