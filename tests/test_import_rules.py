# SPDX-License-Identifier: MIT
"""Who may import whom, as in docs/architecture.md; and syntax in the engine that every VM knows."""

import ast
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

CIRCUITPYTHON = {
    "alarm",
    "analogio",
    "board",
    "busio",
    "digitalio",
    "fourwire",
    "displayio",
    "binascii",
    "bitmaptools",
    "busdisplay",
    "i2cdisplaybus",
    "keypad",
    "microcontroller",
    "micropython",
    "pwmio",
    "storage",
    "supervisor",
    "terminalio",
    "usb_cdc",
    "gc",
    "os",
    "sys",
    "time",
    "traceback",
}
ADAFRUIT = {"adafruit_display_text"}  # the drivers are loaded by their names, only in oled.py

ALLOWED = {
    "engine2048": {"engine2048", "binascii", "sys"},  # in every Python; neither clock nor chance nor hardware
    "hardware": {"hardware", "engine2048"} | CIRCUITPYTHON | ADAFRUIT,
    "code.py": {"hardware", "engine2048", "fallback"} | CIRCUITPYTHON,
    # They ask the table of default pins, and do without it if it is missing: tests/test_pins.py.
    "boot.py": CIRCUITPYTHON | {"hardware"},
    "fallback.py": CIRCUITPYTHON | {"hardware"},
    "safemode.py": CIRCUITPYTHON,
}


def sources(name):
    path = Path(ROOT) / name
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


class _WithoutTypes(ast.NodeTransformer):
    """Drops `if TYPE_CHECKING:`, which only mypy reads."""

    def visit_If(self, node):
        is_for_mypy = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return None if is_for_mypy and not node.orelse else self.generic_visit(node)


def imported(path):
    """The top-level names of the modules that a file imports, anywhere in it, when it runs."""
    for node in ast.walk(_WithoutTypes().visit(ast.parse(path.read_text()))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield (node.module or "").split(".")[0]


@pytest.mark.parametrize("part", ALLOWED)
def test_product_code_imports_only_what_its_folder_may(part):
    found = sources(part)
    assert found
    for path in found:
        assert set(imported(path)) <= ALLOWED[part], path


def test_code_for_mypy_never_runs():
    for path in [found for part in ALLOWED for found in sources(part)]:
        source = path.read_text()
        never = "const(False)" if "/" in path.relative_to(ROOT).as_posix() else "False"
        assert (f"\nTYPE_CHECKING = {never}" in source) == ("if TYPE_CHECKING:" in source), path


def test_numbers_that_only_their_module_knows_take_no_memory():
    """The compiler puts `const` numbers in place of their names, if those begin with an underscore."""
    for path in sources("engine2048") + sources("hardware"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                name, value = node.targets[0].id, node.value.value
                assert not (name.startswith("_") and isinstance(value, int)), f"{path.name}: {name}"


def test_only_the_configuration_knows_the_board():
    users = [path.name for path in sources("hardware") + sources("code.py") if "board" in set(imported(path))]
    assert users == ["config.py"]


def test_the_engine_keeps_to_the_syntax_of_python_3_9():
    for path in sources("engine2048"):
        ast.parse(path.read_text(), feature_version=(3, 9))


def test_the_standard_module_code_is_not_ours():
    import code  # noqa: F401  (pdb and pytest import it; our code.py must not answer)

    assert Path(sys.modules["code"].__file__).parent != Path(ROOT)
