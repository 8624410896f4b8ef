# SPDX-License-Identifier: MIT
"""Running boot.py and code.py, and reading settings.toml."""

import sys

import pytest

from engine2048 import board
from tests.programs import run, said
from tools.simulator import program, report
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine, MachineStopped
from tools.simulator.report import NoReport


def test_each_run_loads_the_product_afresh_and_leaves_our_imports_alone(tmp_path):
    (tmp_path / "engine2048").mkdir()
    (tmp_path / "engine2048" / "__init__.py").write_text("print('loaded')\n")
    assert said(tmp_path, "import engine2048\nimport engine2048") == ["loaded"]
    assert said(tmp_path, "import engine2048") == ["loaded"]
    assert sys.modules["engine2048.board"] is board


def test_boot_runs_first(tmp_path):
    assert said(tmp_path, "print('code')", boot="print('boot')") == ["boot", "code"]


def test_what_was_saved_survives_a_power_cycle(tmp_path):
    flash = Rp2Flash()
    source = "import microcontroller\nprint(microcontroller.nvm[0])\nmicrocontroller.nvm[0] = 42"
    assert said(tmp_path, source, Machine(flash)) == ["255"]
    assert said(tmp_path, source, Machine(flash)) == ["42"]


def test_a_crash_is_on_the_console_and_in_the_report(tmp_path):
    machine = run(tmp_path, "def f():\n    raise ValueError('planted')\nf()")
    lines = machine.console.text.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[-1] == "ValueError: planted"
    assert report.build(machine.console.text, machine.chip)["fault"] == "ValueError: planted"
    with pytest.raises(NoReport, match=r"the program crashed:\n(.|\n)*ValueError: planted"):
        report.parse(machine.console.text)


def test_a_program_that_does_not_stop_is_an_error(tmp_path):
    source = (
        "import time\nprint('2048 1 ready')\n"
        "while True:\n    try:\n        time.sleep(1)\n    except KeyboardInterrupt:\n        pass"
    )
    with pytest.raises(MachineStopped, match="did not stop at Ctrl-C"):
        run(tmp_path, source)


def test_a_program_may_end_on_its_own(tmp_path):
    assert said(tmp_path, "import sys\nprint('bye')\nsys.exit()")[0] == "bye"


def test_the_display_is_released_after_each_run(tmp_path):
    source = (
        "import board, busio, displayio, i2cdisplaybus\n"
        "i2cdisplaybus.I2CDisplayBus(busio.I2C(board.GP5, board.GP4), device_address=0x3C)\nprint('ok')"
    )
    assert said(tmp_path, source) == said(tmp_path, source) == ["ok"]


def test_settings_are_read_as_they_are(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xef\xbb\xbfSDA = GP4\r\n\xff")
    assert program.read_settings(path) == b"\xef\xbb\xbfSDA = GP4\r\n\xff"
