# SPDX-License-Identifier: MIT
"""The loop of hardware/handheld.py: what is loaded before the first press, and when the processor rests."""

import sys

from tests.saves import begun
from tools.simulator import program
from tools.simulator.flash import Rp2Flash
from tools.simulator.keys import LEFT, RIGHT, UP
from tools.simulator.machine import Machine


class Watched(Machine):
    """Presses buttons at planned times (seconds, button), and looks at itself whenever a second begins."""

    def __init__(self, presses, seconds):
        super().__init__(Rp2Flash(begun()), {"SEED": 1})
        self.run_on()
        self.pace = self._look
        self.looks = []  # (microseconds slept, the loaded modules) by second
        self._end = seconds
        for at, button in presses:
            self.switch(button, True, round(at * 1_000_000))
            self.switch(button, False, round(at * 1_000_000) + 40_000)

    def _look(self, _end):
        while self.now >= len(self.looks) * 1_000_000:
            self.looks.append((self.slept, set(sys.modules)))
        if len(self.looks) > self._end and not self.interrupted:
            self.interrupt()


def test_what_a_first_press_needs_is_loaded_before_it():
    machine = Watched([], 3)
    program.run(machine)
    _, loaded = machine.looks[2]
    assert {"hardware.slide", "engine2048.screens.banners", "engine2048.screens.menus"} <= loaded


def test_idle_it_sleeps_and_thinking_it_does_not():
    # The demo is the second item from the bottom of the menu.
    chosen = [(4.0, UP), (4.2, UP), (4.5, RIGHT)]
    machine = Watched(chosen, 9)
    for button in (LEFT, RIGHT):
        machine.switch(button, True, 3_000_000)
        machine.switch(button, False, 3_500_000)
    program.run(machine)
    slept = [machine.looks[second + 1][0] - machine.looks[second][0] for second in range(8)]
    assert slept[1] > 500_000
    assert slept[6] < 100_000
