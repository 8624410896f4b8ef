# SPDX-License-Identifier: MIT
"""A display that comes late, or loses a wire or its power: what it shows once it is back."""

import contextlib
import random

import pytest

from engine2048.screens import actions
from hardware import glass, oled
from hardware.config import Config
from tests.handheld import DOWN, LEFT, RIGHT, UP, Handheld, powered_on
from tests.reader import read_page
from tools.simulator import program
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine
from tools.simulator.ssd1306 import Ssd1306, UnknownCommand


class LooseChip(Ssd1306):
    """A chip on a loose wire: a transfer can break off, and the chip takes the next one for its rest."""

    def __init__(self):
        super().__init__()
        self.lost = 0.0  # the share of transfers cut short
        self._source = random.Random(9)

    def transfer(self, data):
        if self._source.random() < self.lost:
            data = data[: self._source.randrange(len(data))]
        with contextlib.suppress(UnknownCommand):
            super().transfer(data)


@pytest.fixture
def loose():
    with powered_on(LooseChip(), DIM_SECONDS=5, BLANK_SECONDS=10) as machine:
        yield Handheld(machine)


def registers(chip):
    kept = ("on", "charge_pump", "inverted", "entire_on", "mode", "start_line", "offset", "lines")
    return [getattr(chip, name) for name in (*kept, "columns_reversed", "lines_reversed")]


def open_menu(handheld):
    handheld.do(actions.MENU)


def open_and_close_menu(handheld):
    handheld.do(actions.MENU)
    handheld.do(actions.MENU)


def open_a_page_from_the_menu(handheld):
    # Two full pages in a row, drawn with the same rows.
    handheld.do(actions.MENU)
    handheld.machine.chip.reset()
    handheld.do(DOWN)
    for _ in range(3):
        handheld.do(UP)  # from the first item to Settings
    handheld.do(RIGHT)


def dim(handheld):
    handheld.wait(6_000)


def wake(handheld):
    handheld.wait(12_000)
    handheld.do(LEFT)


WAYS_BACK = [open_menu, open_and_close_menu, open_a_page_from_the_menu, dim, wake]


@pytest.mark.parametrize("way", WAYS_BACK, ids=lambda way: way.__name__)
@pytest.mark.parametrize("rotation", [0, 180])
def test_a_display_that_was_unplugged_and_comes_back_reset_shows_the_whole_picture(way, rotation):
    with powered_on(ROTATION=rotation, DIM_SECONDS=5, BLANK_SECONDS=10) as machine:
        handheld = Handheld(machine)
        handheld.do(LEFT)
        (chip,) = machine.devices.values()
        machine.devices.clear()
        handheld.do(UP)
        handheld.do(RIGHT)
        chip.reset()
        machine.devices[0x3C] = chip
        handheld.do(DOWN)
        assert not any(map(any, handheld.glass))
        way(handheld)
        assert handheld.glass == handheld.fresh_glass()
        assert any(map(any, handheld.glass))


def test_the_brightness_comes_back_too():
    with powered_on(BRIGHTNESS=40) as machine:
        handheld = Handheld(machine)
        before = machine.chip.contrast
        machine.chip.reset()
        assert machine.chip.contrast != before
        handheld.do(actions.MENU)
        assert machine.chip.contrast == before


def test_a_display_that_comes_back_during_darkness_stays_dark(loose):
    loose.wait(12_000)
    loose.machine.chip.reset()
    loose.wait(60_000)
    assert not any(map(any, loose.glass))
    loose.do(LEFT)
    assert loose.glass == loose.fresh_glass()


@pytest.mark.parametrize("way", [open_menu, open_and_close_menu, dim, wake], ids=lambda way: way.__name__)
@pytest.mark.parametrize("seed", range(5))
def test_what_a_loose_wire_lost_is_drawn_again(loose, way, seed):
    chip = loose.machine.chip
    source = random.Random(seed)
    chip.lost = 0.3
    for _ in range(20):
        loose.do(source.choice([UP, RIGHT, DOWN, LEFT]))
    damaged = loose.glass
    chip.lost = 0
    way(loose)
    assert loose.glass == loose.fresh_glass()
    assert damaged != loose.glass


def test_a_healthy_display_does_not_flicker_when_it_is_set_up_again():
    class Watched(Ssd1306):
        def transfer(self, data):
            super().transfer(data)
            self.was_lit = self.was_lit and self.on and self.charge_pump

    chip = Watched()
    with powered_on(chip) as machine:
        chip.was_lit = False
        handheld = Handheld(machine)
        chip.was_lit = True
        for action in (LEFT, actions.MENU, DOWN, actions.MENU, RIGHT):
            handheld.do(action)
        assert chip.was_lit


def test_a_restored_display_has_the_drivers_settings(machine):
    display = oled.open_display(Config())
    as_opened = registers(machine.chip)
    machine.chip.reset()
    assert registers(machine.chip) != as_opened
    glass.restore(display)
    assert not machine.chip.on
    glass.light(display)
    assert registers(machine.chip) == as_opened


def test_a_move_draws_only_its_own_changes():
    # Only a new page or a change of light is reason enough to draw everything.
    with powered_on(ANIMATION=0) as machine:
        handheld = Handheld(machine)
        handheld.set_board([1, 1] + [0] * 14)
        assert handheld.count_bytes(handheld.do, LEFT) < 400


class LateMachine(Machine):
    """A machine whose display answers from `at` on (microseconds); Ctrl-C comes `after` it is ready."""

    def __init__(self, at, settings=None, **options):
        super().__init__(Rp2Flash(), settings, **options)
        self._plugged, self.devices = self.devices, {}
        self._at = at
        self.run_on()
        self.pace = self._look
        self.frames = []

    def _look(self, end):
        if self.now >= self._at:
            self.devices = self._plugged
        self.stop(end)

    def stop(self, _end):
        if not self.interrupted and (self.ready or self.now > 30_000_000):
            self.interrupt()


@pytest.mark.parametrize("milliseconds", [0, 50, 300, 900])
def test_a_display_that_comes_a_little_late_is_not_a_fault(milliseconds):
    machine = LateMachine(milliseconds * 1000)
    program.run(machine)
    assert machine.ready
    assert "stopped" not in machine.console.text
    assert machine.led == []
    assert any(map(any, machine.chip.frame()))


@pytest.mark.parametrize("pull_ups", [True, False], ids=["without power", "without pull-ups"])
def test_a_display_that_comes_very_late_ends_the_fault(pull_ups):
    class Slow(LateMachine):
        def _look(self, end):
            super()._look(end)
            self.pull_ups = pull_ups or self.now >= self._at

    machine = Slow(7_000_000, {"SEED": 1}, pull_ups=pull_ups)
    program.run(machine)
    stopped, ready, _ = machine.console.text.splitlines()
    assert stopped.startswith("2048 stopped: No ")
    assert "ready" in ready
    assert machine.led[-1][0] >= 6_000_000
    assert len(machine.led) > 15
    on_time = LateMachine(0, {"SEED": 1})
    program.run(on_time)
    assert machine.chip.frame() == on_time.chip.frame()
    assert "GP25" not in machine.pins_in_use


def test_a_display_that_came_does_not_show_that_it_is_missing():
    class Filmed(LateMachine):
        def _look(self, end):
            super()._look(end)
            self.frames.append(self.chip.frame())

    for milliseconds in range(0, 1800, 90):
        machine = Filmed(milliseconds * 1000)
        program.run(machine)
        assert machine.ready
        lit = [frame for frame in machine.frames if any(map(any, frame))]
        assert not [frame for frame in lit if "display" in text_of(frame)]


def text_of(frame):
    try:
        return " ".join(text for text, _ in read_page(frame))
    except AssertionError:
        return ""


def test_a_broken_line_is_reported_if_it_may_explain_the_missing_display():
    machine = LateMachine(60_000_000, 'SDAA = "GP0"\nSCL = "GP1"\n')
    program.run(machine)
    assert "SDA is one" in machine.console.text
    assert "No I2C" not in machine.console.text


def test_ctrl_c_ends_the_wait_for_a_display():
    machine = LateMachine(60_000_000)
    program.run(machine)
    assert machine.interrupted
    assert "Traceback" not in machine.console.text
