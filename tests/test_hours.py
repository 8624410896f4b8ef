# SPDX-License-Identifier: MIT
"""The expected hours: the table in docs is the command's, and it is plausible."""

from pathlib import Path

from tests.conftest import ROOT
from tools import hours


def test_the_table_in_docs_is_what_the_command_prints(capsys):
    assert hours.main([]) == 0
    assert capsys.readouterr().out in (Path(ROOT) / "docs" / "battery.md").read_text("utf-8")


def test_every_step_of_rest_takes_less():
    powers = list(hours.STATES.values())
    assert powers == sorted(powers, reverse=True)
