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
from tools.simulator import program, report
from tools.simulator.controller import UnknownCommand
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine
from tools.simulator.ssd1306 import Ssd1306


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


class LooseMachine(Machine):
    """A machine whose display is away for some time: from `away` to `back` (milliseconds after power-on)."""

    def __init__(self, away, back, settings, presses, is_reset=True):
        super().__init__(Rp2Flash(), {"SEED": 3, **settings})
        self._plugged = self.devices
        self._away, self._back, self._is_reset = away * 1000, back * 1000, is_reset
        self.pace = self._look
        changes = [(at + 40 * up, button, not up) for at, button in presses for up in (False, True)]
        self.play(sorted(changes), max((at for at, _, _ in changes), default=0) + 5000)

    def _look(self, _end):
        if self._away <= self.now < self._back:
            self.devices = {}
        elif not self.devices:
            self.devices = self._plugged
            if self._is_reset:
                self.chip.reset()


def moves_of(machine):
    program.run(machine)
    assert not machine.faults
    return report.parse(machine.console.text)["moves"]


def pictures_equal(machine, presses, settings):
    """Whether the glass shows what it would after `presses` alone, on a display that was never away."""
    other = LooseMachine(10**6, 10**6, settings, presses)
    program.run(other)
    return machine.chip.frame() == other.chip.frame()


# In milliseconds after the first picture; the display is away from 2 to 4 seconds after power-on.
BEFORE, MEANWHILE, AFTER = [(400, LEFT)], [(1700, UP), (1760, LEFT), (1900, DOWN)], [(4000, RIGHT)]
DISPLAYS = pytest.mark.parametrize("name", ["SSD1306", "SH1106", "SH1107"])


@DISPLAYS
@pytest.mark.parametrize("is_reset", [True, False])
def test_presses_are_not_played_while_the_display_is_away(name, is_reset):
    settings = {"DISPLAY": name}
    machine = LooseMachine(2000, 4000, settings, BEFORE + MEANWHILE + AFTER, is_reset)
    assert moves_of(machine) == 2
    assert pictures_equal(machine, BEFORE + AFTER, settings)


@DISPLAYS
def test_a_display_that_comes_back_is_lit_again_without_a_press(name):
    settings = {"DISPLAY": name}
    machine = LooseMachine(2000, 4000, settings, BEFORE)
    assert moves_of(machine) == 1
    assert pictures_equal(machine, BEFORE, settings)


@pytest.mark.parametrize(("later", "moves"), [(-300, 2), (0, 1), (5, 1), (20, 1)])
def test_a_press_counts_if_the_display_was_back_before_it(later, moves):
    presses = [*BEFORE, (2400, UP)]
    machine = LooseMachine(2000, 10**6, {}, presses)
    look, pressed = machine.pace, []

    def note(end):
        look(end)
        if machine.is_down("GP10", machine.now):
            pressed.append(machine.now // 1000)

    machine.pace = note
    assert moves_of(machine) == 1
    assert moves_of(LooseMachine(2000, pressed[0] + later, {}, presses)) == moves


def test_a_chord_that_is_held_while_the_display_goes_takes_back_its_first_press():
    # UP counts at once as a move; DOWN makes it the chord for undo, after the display has gone.
    changes = [
        (400, 3, True),
        (440, 3, False),
        (1000, 0, True),
        (1030, 2, True),
        (2000, 0, False),
        (2000, 2, False),
    ]
    machine = LooseMachine(0, 0, {}, [])
    machine.play(changes, 3000)
    with_display = moves_of(machine)
    machine = LooseMachine(2550, 4000, {}, [])
    machine.play(changes, 4000)
    assert moves_of(machine) in (with_display, with_display + 1)


def test_without_a_display_it_switches_off_when_due():
    machine = LooseMachine(2000, 10**6, {"OFF_MINUTES": 1, "DIM_SECONDS": 5, "BLANK_SECONDS": 10}, BEFORE)
    machine.usb_connected = False
    machine.run_on()
    look, ended = machine.pace, []

    def stop(end):
        look(end)
        if machine.now > 90_000_000 and not machine.interrupted:
            ended.append(machine.slept)
            machine.interrupt()

    machine.pace = stop
    program.run(machine)
    assert ended[0] > 20_000_000


def test_an_spi_display_that_was_reset_is_whole_again_in_the_menu():
    with powered_on(BUS="SPI", DIM_SECONDS=5, BLANK_SECONDS=10) as machine:
        handheld = Handheld(machine)
        handheld.do(LEFT)
        machine.chip.reset()
        assert not any(map(any, handheld.glass))
        handheld.do(actions.MENU)
        assert handheld.glass == handheld.fresh_glass()
        machine.chip.reset()
        handheld.wait(12_000)
        handheld.do(LEFT)
        assert handheld.glass == handheld.fresh_glass()
