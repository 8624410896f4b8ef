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
    assert [line.split(":")[0] for line in lines] == ["games as people play", "random games"]
    assert all("million moves" in line for line in lines)


def test_an_invalid_count_is_wrong_usage():
    command = [sys.executable, "-m", "tools.wear", "--erases", "0"]
    result = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert result.returncode == 2
    assert "--erases must be 1 or more" in result.stderr
