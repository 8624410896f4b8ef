"""What a person reads when the handheld cannot go on: on the glass, on the console, by the light."""

import itertools
import shutil

import pytest

from hardware import faults
from tests.handheld import run_program
from tests.reader import read_page
from tools.files import ROOT
from tools.simulator import program
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

# All settings that a person can get wrong, with the longest names and values among them.
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
    {"BUTTON_RIGHT": "a pin that is not there"},
    {"BUTTON_RIGHT": "GP4"},
    {"BUTTON_MENU": "GP12"},
    {"BRIGHTNESS": 0.5},
]


def start(root=ROOT, flash=None, settings=None, **machine):
    """Run the program until Ctrl-C; returns the machine."""
    machine = Machine(flash or Rp2Flash(), settings, **machine)
    program.run(machine, root)
    return machine


def said(machine):
    """The sentence on the console."""
    (line,) = [line for line in machine.console.text.splitlines() if line.startswith("2048 stopped: ")]
    return line.removeprefix("2048 stopped: ")


def shown(machine):
    """The sentence on the glass."""
    return " ".join(text for text, _ in read_page(machine.chip.frame()) if text)


@pytest.mark.parametrize("settings", WRONG_SETTINGS, ids=str)
def test_a_wrong_setting_is_one_sentence_on_the_glass_and_on_the_console(settings):
    machine = start(settings=settings)
    assert shown(machine) == said(machine)
    assert next(iter(settings)) in said(machine)
    assert said(machine).endswith(".")
    assert "Traceback" not in machine.console.text
    assert machine.led == []


def test_a_display_at_another_address_is_found_to_say_so():
    machine = start(settings={"I2C_ADDRESS": "0x3D"})
    assert shown(machine) == said(machine)
    assert said(machine).startswith("No display at 0x3D: ")
    assert "I2C_ADDRESS" in said(machine)


@pytest.mark.parametrize(
    ("broken", "words"),
    [({"pull_ups": False}, "No pull-up on SDA or SCL"), ({"display_address": None}, "No display at 0x3C")],
)
def test_without_a_display_the_light_blinks_and_the_console_tells(broken, words):
    machine = start(**broken)
    assert words in said(machine)
    assert "Traceback" not in machine.console.text
    changes = machine.led[1:]
    assert len(changes) > 20
    for (before, was_on), (after, is_on) in itertools.pairwise(changes):
        assert was_on != is_on
        assert 100_000 <= after - before <= 500_000


@pytest.fixture
def broken_product(tmp_path):
    """A copy of the product in which a function goes wrong; call it with file, function and an error."""

    def plant(file, function, error, after=0):
        for part in ("engine2048", "hardware"):
            shutil.copytree(ROOT / part, tmp_path / part)
        for part in ("boot.py", "code.py"):
            shutil.copy(ROOT / part, tmp_path / part)
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
def test_a_crash_is_told_with_what_to_do(broken_product, file, function, error, after):
    machine = start(broken_product(file, function, error, after))
    if after and function == "start":
        assert "stopped" not in machine.console.text
        return
    name = error.split("(")[0]
    assert "Traceback" in machine.console.text
    assert said(machine).startswith(f"{name}: ")
    assert shown(machine).startswith(f"{name}: ")
    assert shown(machine).endswith(faults._ADVICE)
    assert machine.led == []


def test_a_crash_while_the_glass_is_dark_lights_it(broken_product):
    root = broken_product("engine2048/screens/session.py", "_darken", "RuntimeError('planted')", after=2)
    # A press wakes the glass, and in the end it would go dim again.
    machine = Machine(Rp2Flash(), {"DIM_SECONDS": 1, "BLANK_SECONDS": 2})
    machine.play([(3000, 0, True), (3100, 0, False)], 6000)
    program.run(machine, root)
    assert machine.chip.on
    assert machine.chip.contrast == 255
    assert "planted" in shown(machine)


def test_the_game_is_still_there_after_a_crash(broken_product):
    content = bytearray(b"\xff" * 4096)
    before = run_program("LURDLURD", content)
    root = broken_product("engine2048/screens/session.py", "tick", "RuntimeError('planted')", after=5)
    crashed = start(root, Rp2Flash(content))
    assert "planted" in shown(crashed)
    after = run_program("", content)
    assert after.console.text.splitlines()[-1] == before.console.text.splitlines()[-1]
