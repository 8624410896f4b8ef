# SPDX-License-Identifier: MIT
"""The flash outlasts the player: counted erases, compared with the chip's rating."""

import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tools import wear


@pytest.mark.parametrize("player", [wear.in_a_corner, wear.anywhere])
def test_the_flash_lasts_for_200_million_moves(player):
    assert wear.moves_per_erase(player, 5) * wear.RATED_ERASES > 200_000_000


def test_the_command_prints_the_figures():
    command = [sys.executable, "-m", "tools.wear", "--erases", "1"]
    lines = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    assert [line.split(":")[0] for line in lines[::2]] == ["games as people play", "random games"]
    assert all("million moves" in line for line in lines[::2])
    assert all("and of 0.00% if no pull comes within 0.2 s of a press" in line for line in lines[1::2])


def test_the_chance_of_loss():
    once = wear.chance_of_loss(2000, 1, 1 / 365)
    assert once == pytest.approx(0.0454 / 2000)  # the 45.4 ms between two erases, 2,000 s apart
    assert wear.chance_of_loss(2000, 1, 1) == pytest.approx(365 * once, rel=0.01)
    assert wear.chance_of_loss(1000, 2, 1) == wear.chance_of_loss(2000, 1, 1)
    assert wear.chance_of_loss(2000, 1, 1, after=0.2) == 0
    assert 0 < wear.chance_of_loss(2000, 1, 1, after=0.12) < wear.chance_of_loss(2000, 1, 1)


@pytest.mark.parametrize(("option", "value"), [("--erases", "0"), ("--pulls", "0"), ("--seconds", "few")])
def test_an_invalid_number_is_wrong_usage(option, value):
    command = [sys.executable, "-m", "tools.wear", option, value]
    result = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert result.returncode == 2
    assert option in result.stderr
