# SPDX-License-Identifier: MIT
"""The self-test, from the whole program: how it opens, what it says, and how it leads into the game."""

import sys

import pytest

from engine2048 import __version__
from tests.faulty import text_of
from tools.simulator import keys, program, report
from tools.simulator.boards import BOARDS, PICO
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

FIRST = "welcome"  # the screen of a first start
LEFT_RIGHT = "M"  # held as long as for the menu


class Watched(Machine):
    """A handheld that is switched on while some buttons are held; `pages` are the texts that it showed."""

    def __init__(self, text="", hold="L", board=PICO, flash=True, battery=None, **settings):
        super().__init__(Rp2Flash() if flash else None, {"SEED": 1, **settings}, battery=battery)
        self.board = board
        self.pages = []
        self._bytes = 0
        self.hold(step.buttons[0] for step in keys.parse(hold))
        self.play(*keys.schedule(keys.parse(text)))
        self.pace = self._look
        program.run(self)
        assert not self.faults
        assert not self.pins_in_use

    def _look(self, _end):
        if self.chip.bytes_received == self._bytes:
            return
        self._bytes = self.chip.bytes_received
        rows = text_of(self.chip.frame())
        if rows and rows != (self.pages or [[]])[-1]:
            self.pages.append(rows)

    @property
    def state(self):
        return report.parse(self.console.text)

    @property
    def facts(self):
        """The last two rows of every page, once each."""
        return list(dict.fromkeys(tuple(rows[3:]) for rows in self.pages))


@pytest.mark.parametrize("hold", ["L", "R", "LR"])
@pytest.mark.parametrize("rotation", [0, 180])
def test_it_opens_if_left_or_right_is_held_at_power_on(hold, rotation):
    machine = Watched(hold=hold, ROTATION=rotation)
    assert machine.state["screen"] == "selftest"
    assert machine.console.text.startswith(f"2048 {__version__} ready, ")


@pytest.mark.parametrize("hold", ["", "U", "D"])
def test_otherwise_it_is_not_even_loaded(hold):
    loaded = []

    class Watching(Watched):
        def _on_line(self, line):
            loaded.append("hardware.selftest" in sys.modules)
            super()._on_line(line)

    assert Watching(hold=hold).state["screen"] == FIRST
    assert not any(loaded)


def test_a_press_shows_at_once_and_what_is_left_to_try():
    machine = Watched("UDR....")
    rows = [rows[:3] for rows in machine.pages]
    way_out = "Hold LEFT+RIGHT: play"
    assert list(dict.fromkeys(map(tuple, rows))) == [
        (way_out, "Held: LEFT", "To try: UP RIGHT DOWN"),
        (way_out, "No button is held", "To try: UP RIGHT DOWN"),
        (way_out, "Held: UP", "To try: RIGHT DOWN"),
        (way_out, "No button is held", "To try: RIGHT DOWN"),
        (way_out, "Held: DOWN", "To try: RIGHT"),
        (way_out, "No button is held", "To try: RIGHT"),
        (way_out, "Held: RIGHT", "Every button works"),
        (way_out, "No button is held", "Every button works"),
    ]


def test_the_fifth_button_is_tested_too():
    first = Watched(BUTTON_MENU="GP14").pages[0]
    assert first[2] == "UP RIGHT DOWN MENU"


def test_what_the_board_has_takes_turns():
    machine = Watched("." * 130, ROTATION=180, I2C_FREQUENCY=1_000_000)
    # The picture is upside down, so it cannot be read; the console says the same.
    facts = next(line for line in machine.console.text.splitlines() if line.startswith("raspberry_pi_pico, "))
    assert facts == (
        "raspberry_pi_pico, CircuitPython 10.2.1, SSD1306 at 0x3C, 1000 kHz, ROTATION 180, "
        f"Flash 4096 B, appends, 171000 bytes free, No BATTERY_PIN, 2048 version {__version__}"
    )
    assert Watched("." * 130).facts == [
        ("raspberry_pi_pico", "CircuitPython 10.2.1"),
        ("SSD1306 at 0x3C", "400 kHz, ROTATION 0"),
        ("Flash 4096 B, appends", "171000 bytes free"),
        ("No BATTERY_PIN", f"2048 version {__version__}"),
    ]


@pytest.mark.parametrize("board", BOARDS.values(), ids=lambda board: board.board_id)
def test_it_names_the_board(board):
    machine = Watched(board=board)
    assert board.board_id.endswith(machine.pages[0][3])
    assert all(len(row) <= 21 for row in machine.pages[0])


def test_a_board_that_cannot_save_says_so():
    assert "No flash: NO SAVE" in Watched("." * 80, flash=False).pages[-1]


def test_it_measures_the_battery():
    settings = {"BATTERY_PIN": "VOLTAGE_MONITOR", "BATTERY_DIVIDER": 3}
    machine = Watched("." * 110, battery=3.9, **settings)
    ((battery, _),) = [facts for facts in machine.facts if facts[0].startswith("Battery")]
    assert battery in ("Battery 3.89 V", "Battery 3.90 V")


@pytest.mark.parametrize("hold", ["L", "R"])
def test_left_and_right_together_lead_into_the_game(hold):
    machine = Watched(LEFT_RIGHT + "......URDL", hold)
    assert (machine.state["screen"], machine.state["moves"]) == ("board", 4)
    assert machine.chip.frame() == Watched("URDL", hold="").chip.frame()


def stuck(button, seconds):
    """Switch on a handheld with a button that is stuck; returns it after some time, with two moves made."""

    class Stuck(Watched):
        def hold(self, _buttons):
            self.switch(button, True)

        def play(self, _changes, _milliseconds):
            self.run_on()
            for number, move in enumerate((keys.UP, keys.DOWN)):
                self.switch(move, True, (seconds - 4 + number) * 1_000_000)
                self.switch(move, False, (seconds - 4 + number) * 1_000_000 + 50_000)

        def _look(self, end):
            super()._look(end)
            if self.now > seconds * 1_000_000 and not self.interrupted:
                self.interrupt()

    return Stuck()


def test_a_stuck_button_is_named_and_the_game_starts_after_a_minute():
    machine = stuck(keys.LEFT, 70)
    assert "Stuck? LEFT" in [rows[1] for rows in machine.pages]
    assert (machine.state["screen"], machine.state["moves"]) == ("board", 2)
    assert stuck(keys.LEFT, 40).state["screen"] == "selftest"


def test_a_contact_that_never_rests_does_not_keep_it_open():
    machine = Machine(Rp2Flash(), {"SEED": 1, "OFF_MINUTES": 0})
    machine.run_on()
    for second in range(700):
        machine.switch(keys.LEFT, second % 2 == 0, second * 1_000_000)
    machine.pace = lambda _end: machine.now > 650_000_000 and not machine.interrupted and machine.interrupt()
    program.run(machine)
    assert report.parse(machine.console.text)["screen"] != "selftest"


@pytest.mark.parametrize("milliseconds", range(0, 900, 45))
def test_whenever_the_button_is_let_go_something_sensible_opens(milliseconds):
    class Brief(Watched):
        def hold(self, _buttons):
            self.switch(keys.LEFT, True)
            self.switch(keys.LEFT, False, milliseconds * 1000)

    assert Brief().state["screen"] in (FIRST, "selftest")


def test_the_press_that_switches_the_handheld_on_is_no_wish_for_the_self_test():
    machine = Machine(Rp2Flash(), {"SEED": 1, "OFF_MINUTES": 1}, battery=4.0)
    machine.run_on()
    press = 120_000_000
    machine.switch(keys.LEFT, True, press)
    machine.switch(keys.LEFT, False, press + 4_000_000)
    machine.pace = lambda _end: (
        machine.now > press + 8_000_000 and not machine.interrupted and machine.interrupt()
    )
    program.run(machine)
    assert machine.wake_alarm is not None
    assert report.parse(machine.console.text)["screen"] == "board"
