# SPDX-License-Identifier: MIT
"""How the handheld reports that it cannot go on: on the display, on the console, with the light."""

import itertools

import pytest

from hardware import config, faults, languages, oled
from tests.faulty import WatchedMachine, copy_product, run_faulty, text_of
from tests.handheld import powered_on, run_program
from tools import files
from tools.simulator import program
from tools.simulator.flash import Rp2Flash
from tools.simulator.settings import OLDEST

# Every setting that a person can get wrong, including the longest names and values.
WRONG_SETTINGS = [
    {"I2C_FREQUENCY": "as fast as it can go, please"},
    {"I2C_ADDRESS": "sixty-one"},
    {"ROTATION": 45},
    {"BRIGHTNESS": "bright"},
    {"ANIMATION": "always and everywhere"},
    {"SEED": 1 << 40},
    {"DIM_SECONDS": "half a minute or so"},
    {"SDA": "a pin that is not there"},
    {"SCL": 5},
    {"SCL": "GP7"},
    {"BUTTON_RIGHT": "a pin that is not there"},
    {"BUTTON_RIGHT": "GP4"},
    {"BUTTON_MENU": "GP12"},
    {"BRIGHTNESS": 0.5},
    {"I2C_ADDRESS": "0x3D"},
    {"BRIGHTNES": 5},
    'BUTTON_UP = "GP20\n',
    "[board]\nBRIGHTNESS = 5\n",
    "BRIGHTNESS =\n",
    "BRIGHTNESS = 5\nBRIGHTNESS = 6\n",
]
WAY_TO_FILE = "To get at the file, hold UP or DOWN (GP10, GP11) while plugging in: drive CIRCUITPY appears."


@pytest.mark.parametrize("settings", WRONG_SETTINGS, ids=str)
def test_display_and_console_report_a_wrong_setting_and_the_way_to_the_file(settings):
    machine = run_faulty(settings)
    assert machine.shown == machine.said
    assert "settings.toml" in machine.said
    assert machine.said.endswith(WAY_TO_FILE)
    assert "Traceback" not in machine.console.text
    assert machine.led == []


@pytest.mark.parametrize("settings", WRONG_SETTINGS, ids=str)
def test_the_fault_and_the_way_to_the_file_are_two_pages_that_take_turns(settings):
    pages = run_faulty(settings, seconds=24).pages
    (first, what), (second, how), (third, again), *_ = pages
    assert what == again
    assert " ".join(how) == WAY_TO_FILE
    # Each page stays long enough to be read.
    assert second - first >= 3.5
    assert third - second >= 3.5


@pytest.mark.parametrize("release", [OLDEST, None], ids=["9.2", "10.2"])
@pytest.mark.parametrize(
    "settings", ['BUTTON_UP = "GP99"\n', "BUTTON_DOWN = 7\n", 'BUTTON_UP = "led"\n', 'BUTTON_UP = "GP11"\n']
)
def test_the_message_says_so_if_the_computer_has_the_drive(settings, release):
    machine = WatchedMachine(settings)
    machine.circuitpython = release or machine.circuitpython
    program.run(machine)
    assert machine.drive_visible
    assert machine.said.endswith("The file is on the drive CIRCUITPY, which a computer shows now.")
    assert machine.shown == machine.said


def test_the_way_to_the_file_names_the_pins_that_boot_checks():
    settings = 'BUTTON_UP = "GP20"\nBUTTON_DOWN = "GP21"\nBRIGHTNESS =\n'
    assert "hold UP or DOWN (GP20, GP21) while" in run_faulty(settings).said
    # CircuitPython 10.2 cannot read the first line, so boot.py checks the default pin.
    assert (
        "hold UP or DOWN (GP10, GP21) while" in run_faulty('BUTTON_UP = "GP20\nBUTTON_DOWN = "GP21"\n').said
    )


def test_a_line_that_circuitpython_9_refuses_gives_the_computer_the_drive():
    machine = WatchedMachine('BUTTON_UP = "GP20\n')
    machine.circuitpython = OLDEST
    program.run(machine)
    assert machine.drive_visible
    assert "CIRCUITPY, which a computer shows now" in machine.said


def test_a_display_at_another_address_is_found_and_says_so():
    machine = run_faulty({"I2C_ADDRESS": "0x3D"})
    assert machine.shown == machine.said
    assert machine.said.startswith("No display at 0x3D; 0x3C answers: ")
    assert "I2C_ADDRESS" in machine.said
    other = run_faulty({"I2C_ADDRESS": "0x3C"}, display_address=0x3D)
    assert other.shown == other.said
    assert other.said.startswith("No display at 0x3C; 0x3D answers: ")


def test_either_usual_address_is_found_by_itself():
    assert run_faulty(display_address=0x3D, seconds=3).ready


def test_if_something_else_answers_on_the_bus_the_message_names_it():
    assert run_faulty(display_address=None).said.startswith("No display at 0x3C or 0x3D: check its wires")
    assert run_faulty(display_address=0x27).said.startswith(
        "No display at 0x3C or 0x3D; 0x27 answers: check its wires"
    )


@pytest.mark.parametrize(
    ("broken", "words"),
    [({"pull_ups": False}, "No pull-up on SDA or SCL"), ({"display_address": None}, "No display at 0x3C")],
)
def test_without_a_display_the_light_blinks_and_the_console_explains(broken, words):
    machine = run_faulty(**broken)
    assert words in machine.said
    assert "Traceback" not in machine.console.text
    changes = machine.led[1:]
    assert len(changes) > 20
    for (before, was_on), (after, is_on) in itertools.pairwise(changes):
        assert was_on != is_on
        assert 100_000 <= after - before <= 500_000


def test_a_display_that_comes_later_reports_a_wrong_setting():
    class Late(WatchedMachine):
        def _look(self, end):
            if self.now > 5_000_000:
                self.devices[0x3C] = self.chip
            super()._look(end)

    machine = Late({"BRIGHTNESS": 0, "SDA": "nowhere"}, display_address=None, seconds=20)
    program.run(machine)
    assert machine.shown == machine.said
    assert len(machine.led) > 15


def test_a_fault_is_drawn_again_on_a_display_that_was_reset():
    class Reset(WatchedMachine):
        def _look(self, end):
            if self.now > 2_000_000 and not self.was_reset:
                self.was_reset = True
                self.chip.reset()
            super()._look(end)

    machine = Reset({"BRIGHTNESS": 0})
    machine.was_reset = False
    program.run(machine)
    assert machine.chip.contrast == 255
    assert text_of(machine.chip.frame())


def test_a_fault_does_not_burn_in():
    class Patient(WatchedMachine):
        def _look(self, end):
            super()._look(end)
            if self.now < 200_000_000:
                self.late = (self.chip.contrast, text_of(self.chip.frame()))

    machine = Patient({"BRIGHTNESS": 0}, seconds=640)
    program.run(machine)
    contrast, text = machine.late
    assert text
    assert contrast <= 3
    assert not machine.chip.on


def test_typing_does_not_make_a_fault_deaf_to_ctrl_c():
    class Typing(WatchedMachine):
        def interrupt(self):
            self.pace = None
            self.type(b"x" * 150)
            self.wait(400_000)
            self.type(b"x" * 150)
            self.wait(400_000)
            super().interrupt()

    machine = Typing({"BRIGHTNESS": 0}, seconds=6)
    program.run(machine)
    assert not machine.typed


@pytest.fixture
def broken_product(tmp_path):
    """Make a copy of the product in which a function fails; call it with file, function and an error."""

    def plant(file, function, error, after=0):
        copy_product(tmp_path)
        path = tmp_path / file
        head = f"def {function}(self"
        source = path.read_text()
        assert source.count(head) == 1
        start, signature = source.split(head)
        parameters, body = signature.split("\n", 1)
        trap = (
            f"        self.countdown = getattr(self, 'countdown', {after}) - 1\n"
            f"        if self.countdown < 0:\n            raise {error}\n"
        )
        path.write_text(f"{start}{head}{parameters}\n{trap}{body}")
        return tmp_path

    return plant


@pytest.mark.parametrize(
    ("file", "function", "error"),
    [
        (
            "engine2048/screens/session.py",
            "tick",
            "MemoryError('memory allocation failed, allocating 2048 bytes')",
        ),
        ("hardware/screen.py", "show", "RuntimeError('planted')"),
        ("hardware/buttons.py", "poll", "KeyError(7)"),
        ("engine2048/screens/session.py", "save", "ValueError('a long story about a thing ' * 10)"),
        ("engine2048/screens/session.py", "start", "AttributeError('x')"),
    ],
)
@pytest.mark.parametrize("after", [0, 40])
def test_a_crash_is_reported_with_advice(broken_product, file, function, error, after):
    machine = run_faulty(root=broken_product(file, function, error, after), seconds=25)
    if after and function == "start":
        assert "stopped" not in machine.console.text
        return
    name = error.split("(")[0]
    assert "Traceback" in machine.console.text
    assert machine.said.startswith(f"{name}: ")
    assert " ".join(machine.said.split()) == machine.shown
    assert machine.shown.endswith(faults._SWITCH + faults._NO_HELP)
    assert machine.led == []


@pytest.mark.parametrize("code", files.languages()[1:])
def test_a_crash_says_what_to_do_in_the_language_of_the_player_first(broken_product, code):
    root = broken_product("engine2048/screens/session.py", "tick", "RuntimeError('planted')", 40)
    frames = []

    class Photographed(WatchedMachine):
        def _look(self, end):
            super()._look(end)
            if self._frame and self._frame not in frames:
                frames.append(self._frame)

    machine = Photographed({"LANGUAGE": code}, seconds=20)
    program.run(machine, root)
    assert machine.said == "RuntimeError: planted. " + faults._SWITCH + faults._NO_HELP
    assert machine.shown == machine.said
    number = files.languages().index(code)
    with powered_on() as other:
        display = oled.open_display(config.Config())
        display.root_group = languages.page(number, faults._SWITCH)
        display.refresh()
        expected = other.chip.frame()
    at = frames.index(expected)
    assert [text_of(frame) != [] for frame in frames[at:]] == [False] + [True] * len(frames[at + 1 :])


def test_a_crash_lights_a_dark_display(broken_product):
    root = broken_product("engine2048/screens/session.py", "_darken", "RuntimeError('planted')", after=2)
    # A press wakes the display, which would otherwise dim again in the end.
    machine = WatchedMachine({"DIM_SECONDS": 1, "BLANK_SECONDS": 2}, seconds=10)
    for at, is_down in ((4_000_000, True), (4_100_000, False)):
        machine.switch(0, is_down, at)
    program.run(machine, root)
    assert machine.chip.on
    assert machine.chip.contrast == 255
    assert "planted" in machine.shown


def test_the_game_is_still_there_after_a_crash(broken_product):
    content = bytearray(b"\xff" * 4096)
    before = run_program("LURDLURD", content)
    root = broken_product("engine2048/screens/session.py", "tick", "RuntimeError('planted')", after=5)
    crashed = run_faulty(root=root, flash=Rp2Flash(content))
    assert "planted" in crashed.shown
    after = run_program("", content)
    assert after.console.text.splitlines()[-1] == before.console.text.splitlines()[-1]
