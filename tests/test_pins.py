# SPDX-License-Identifier: MIT
"""The default pins are those of hardware/config.py in every file that has to repeat them.

boot.py, fallback.py and broken_off.py must each run alone on the device, and the models of the board must
not import what they test.
"""

import ast
import re
from itertools import pairwise

import board
import pytest

from hardware.config import Config, Wiring
from tests.handheld import powered_on
from tools.files import ROOT
from tools.simulator import program, settings

BUS = ("SDA", "SCL")
BUTTONS = ("BUTTON_UP", "BUTTON_RIGHT", "BUTTON_DOWN", "BUTTON_LEFT")
EXTRA = ("BUTTON_MENU", "BUTTON_UNDO", "BUTTON_HINT")
REPEATED = {
    "boot.py": ("BUTTON_UP", "BUTTON_DOWN"),
    "fallback.py": BUS,
    "hardware/faults.py": ("BUTTON_UP", "BUTTON_DOWN"),
    "tools/deployer/broken_off.py": BUS,
    "tools/emulator/pico.py": (*BUS, *BUTTONS, *EXTRA),
    "tools/measure/firsts.py": ("BUTTON_MENU",),
    "tools/simulator/machine.py": (*BUTTONS, *EXTRA),
}
# A picture of what the display says about a wrong pin.
WRONG_ON_PURPOSE = "tools/pictures.py"


def neighbours(node):
    """The pairs of expressions that stand side by side in a call, a tuple or a dictionary."""
    if isinstance(node, ast.Dict):
        return zip(node.keys, node.values, strict=True)
    if isinstance(node, ast.Call):
        return pairwise(node.args)
    return pairwise(node.elts) if isinstance(node, ast.Tuple) else ()


def pins_in(path):
    """The pins that a program names beside their settings: {setting: {pin, …}}."""
    found = {}
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        for setting, pin in neighbours(node):
            if not (isinstance(setting, ast.Constant) and isinstance(pin, ast.Constant)):
                continue
            name = setting.value.decode() if isinstance(setting.value, bytes) else setting.value
            if name in (*BUS, *BUTTONS, *EXTRA) and re.fullmatch(r"GP\d+", str(pin.value)):
                found.setdefault(name, set()).add(pin.value)
    return found


def defaults(*names):
    """The defaults of some settings, or of all of them: {setting: {pin}}."""
    found = pins_in("hardware/config.py")
    return {name: found[name] for name in names or found}


def test_each_pin_has_one_default():
    named = defaults()
    assert sorted(named) == sorted((*BUS, *BUTTONS, *EXTRA))
    pins = [pin for found in named.values() for pin in found]
    assert len(set(pins)) == len(pins) == len(named)
    with powered_on():
        config = Config()
        config.read_rest()
    used = [config.sda, config.scl, *config.buttons[:4]]
    assert used == [getattr(board, pin) for name in (*BUS, *BUTTONS) for pin in named[name]]
    assert (Wiring.sda, Wiring.scl) == (config.sda, config.scl)


@pytest.mark.parametrize(("path", "names"), REPEATED.items())
def test_a_file_that_repeats_the_defaults_has_the_same(path, names):
    assert pins_in(path) == defaults(*names)


def test_no_other_file_repeats_the_defaults():
    paths = [*ROOT.glob("*.py")]
    for folder in ("engine2048", "hardware", "tools"):
        paths += (ROOT / folder).rglob("*.py")
    naming = {path.relative_to(ROOT).as_posix() for path in paths if pins_in(path)}
    assert naming == {"hardware/config.py", WRONG_ON_PURPOSE, *REPEATED}


def test_the_original_settings_name_the_defaults():
    lines = settings.mentioned(program.read_settings().decode())
    for name, pins in defaults().items():
        line = lines[name]
        assert {line.removeprefix("# ")} == {f'{name} = "{pin}"' for pin in pins}
        assert line.startswith("#") == (name in EXTRA)


def test_the_advice_about_the_bus_names_its_defaults():
    (sda,), (scl,) = defaults(*BUS).values()
    assert f"use {sda} and {scl}, for example" in (ROOT / "hardware" / "oled.py").read_text("utf-8")


@pytest.mark.parametrize("path", ["fallback.py", "tools/deployer/broken_off.py"])
def test_what_runs_alone_uses_the_default_speed_of_the_bus(path):
    speeds = [
        keyword.value.value
        for keyword in ast.walk(ast.parse((ROOT / path).read_text("utf-8")))
        if isinstance(keyword, ast.keyword) and keyword.arg == "frequency"
    ]
    assert speeds == [Wiring.frequency]
