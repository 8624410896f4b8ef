# SPDX-License-Identifier: MIT
"""A battery that is measured, from the whole program: mark, page, message, off, and what the pins can do."""

import json

import pytest

from hardware.battery import Battery
from tests.handheld import powered_on
from tests.test_power import SECOND, TAP
from tests.test_power import Battery as OnBattery
from tools.simulator import modules, program

UP, RIGHT, DOWN, LEFT, MENU = range(5)
MONITOR = {"BATTERY_PIN": "VOLTAGE_MONITOR", "BATTERY_DIVIDER": 3, "BUTTON_MENU": "GP14"}
MARK = [(120 + x, 57 + y) for y in range(5) for x in range(8)]


class Discharging(OnBattery):
    """On a battery whose voltage is a function of the time in seconds; None is the cable."""

    def __init__(self, volts, presses=(), seconds=0, **settings):
        super().__init__(presses, seconds, **{**MONITOR, **settings})
        self.volts = volts
        self.marks = {}
        self.screens = []
        watch = self.pace
        self.pace = lambda end: (watch(end), self.look())

    def look(self):
        second = self.now // SECOND
        if second in self.marks:
            return
        self.supply.battery = self.volts(second)
        frame = self.chip.frame()
        self.marks[second] = self.chip.on and sum(frame[y][x] for x, y in MARK) == 24


def run(*arguments, **settings):
    machine = Discharging(*arguments, **settings)
    program.run(machine)
    assert not machine.faults
    return machine


def test_a_battery_run_from_full_to_empty():
    """A mark when low, a message when empty, off; then a charge, and any button continues the game."""
    presses = [(at, (LEFT, UP)[at // 10 % 2]) for at in range(10, 690, 10)] + [(1500, DOWN)]
    machine = run(
        lambda at: 4.2 - 1.1 * at / 800 if at < 1000 else 4.1, presses, 1520, OFF_MINUTES=0, ANIMATION=0
    )
    low = [at for at, is_marked in machine.marks.items() if is_marked]
    assert 470 < low[0] < 500  # 3.55 V at 473 s
    assert low[-1] < 720
    off = next(at for at, (is_lit, _) in machine.looks.items() if at > 600 and not is_lit)
    assert 691 + 8 <= off < 720  # 3.25 V at 691 s
    states = [json.loads(line) for line in machine.console.text.splitlines() if line.startswith("{")]
    assert [(state["screen"], state["rest"]) for state in states] == [("empty", "off"), ("board", "lit")]
    assert machine.boots == 2
    for name in ("cells", "score", "moves"):
        assert states[0][name] == states[1][name]
    assert not machine.looks[1400][0] and machine.looks[1510][0]


def test_presses_cannot_keep_an_empty_handheld_on():
    presses = [(10 + at / 4, at % 4) for at in range(78)]  # until half a minute
    machine = run(lambda at: 3.9 if at < 12 else 3.0, presses, 60)
    empty = [at for at, (is_lit, _) in machine.looks.items() if at > 20 and not is_lit]
    assert 24 < empty[0] < 34
    assert machine.state["rest"] == "off"


def test_the_cable_ends_the_message():
    machine = run(lambda at: 3.0 if at < 14 else None, [(20, LEFT), (22, UP)], 40)
    assert machine.state["screen"] == "board"
    assert machine.state["moves"] > 0
    assert machine.boots == 1


def test_a_page_stays_when_the_battery_gets_low():
    machine = run(lambda at: 3.4, [(2, MENU)], 25)
    assert machine.state["screen"] == "menu"
    assert not machine.marks[20]


@pytest.mark.parametrize(
    ("volts", "settings"),
    [
        (3.0, {}),
        (None, {}),
        (0.02, {}),
        (4.4, {"BATTERY_TYPE": "3 alkaline"}),
        (2.5, {"BATTERY_TYPE": "2 alkaline"}),
    ],
)
def test_the_statistics_turn_to_the_battery(volts, settings):
    to_battery = [
        (12, MENU),
        *[(13 + at / 4, DOWN) for at in range(3)],
        (15, RIGHT),
        (16, RIGHT),
        (17, RIGHT),
    ]
    machine = run(lambda at: volts, to_battery if volts != 3.0 else (), 19, **settings)
    assert machine.state["screen"] == ("battery" if volts != 3.0 else "empty")


def test_asleep_for_ever_it_still_notices_that_the_battery_runs_down():
    hour = 3600
    machine = run(lambda at: 3.5 - 0.3 * at / (5 * hour), (), 8 * hour, OFF_MINUTES=0, BLANK_SECONDS=60)
    states = [json.loads(line) for line in machine.console.text.splitlines() if line.startswith("{")]
    assert states[0]["rest"] == "off"
    assert machine.slept > 7.9 * hour * SECOND
    assert not any(is_lit for at, (is_lit, _) in machine.looks.items() if at > 70)


@pytest.mark.parametrize("button", range(5))
def test_every_button_switches_on(button):
    machine = run(lambda at: 3.9, [(5, LEFT), (900, button)], 910)
    assert machine.boots == 2
    assert machine.looks[905][0]


@pytest.mark.parametrize("volts", [0, 1.9, 3.0, 3.31, 3.7, 4.2, 5.0])
def test_the_pico_measures_what_is_on_vsys(volts):
    with powered_on(**MONITOR) as machine:
        machine.supply.battery = volts
        import board

        battery = Battery(board.VOLTAGE_MONITOR, 3000, 0, board.VBUS_SENSE)
        for _ in range(20):
            machine.spend(SECOND)
            battery.tick(machine.ticks())
        assert battery.charge.millivolts == pytest.approx(volts * 1000, abs=4)
        assert not battery.charge.is_external
        machine.supply.battery = None
        machine.spend(SECOND)
        battery.tick(machine.ticks())
        assert battery.charge.is_external


def test_it_measures_once_a_second():
    with powered_on(**MONITOR) as machine:
        import board

        machine.supply.battery = 4.0
        battery = Battery(board.A3, 3000, 0, None)
        battery.tick(machine.ticks())
        machine.supply.battery = 3.6
        machine.spend(SECOND - TAP)
        battery.tick(machine.ticks())
        assert battery.charge.millivolts == pytest.approx(4000, abs=4)
        machine.spend(TAP)
        battery.tick(machine.ticks())
        assert battery.charge.millivolts == pytest.approx(3950, abs=4)


modules.install()
