# SPDX-License-Identifier: MIT
"""Fixtures for the tests that deploy to a stand-in board."""

from contextlib import suppress

import pytest

from tests.standin import StandInBoard
from tests.standin.product import pairs
from tools import bytecode, deploy
from tools.deployer import link


@pytest.fixture
def make_board(tmp_path):
    """Plug in a stand-in board, given StandInBoard's arguments and the content of its drive."""
    boards = []

    def make(contents=None, computer_holds_drive=False, **details):
        (tmp_path / str(len(boards))).mkdir()
        board = StandInBoard(tmp_path / str(len(boards)), **details)
        boards.append(board)
        pairs(contents or {"code.py": 'print("Hello World!")'}, board.drive.root)
        board.drive.mounted_by_computer = computer_holds_drive
        board.plug_in()
        return board

    yield make
    for board in boards:
        board.close()


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """Deploy a product to a board, from source unless `compiled`; returns exit code, output and errors."""
    monkeypatch.setattr("tools.deployer.start._QUIET_SECONDS", 0.2)
    # mpremote polls a pty without naps of 10 ms, but recognises it by a name that ours does not have.
    monkeypatch.setattr(link.SerialTransport, "_is_pty_device", staticmethod(lambda device: True))

    def run(board, contents, *options, compiled=False):
        for path, source in contents.items() if compiled else ():
            with suppress(bytecode.BadSource, bytecode.NoCompiler):
                board.sources |= dict.fromkeys(bytecode.compiled({path: source.encode()}).values(), source)
        form = () if compiled else ("--source",)
        arguments = ["--port", board.port, "--patience", "20", *form, *options]
        code = deploy.main(arguments, pairs(contents, tmp_path / "product"))
        return code, *capsys.readouterr()

    return run
