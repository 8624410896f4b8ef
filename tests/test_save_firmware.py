# SPDX-License-Identifier: MIT
"""Back up, erase and restore with the real mpremote, firmware and game, on an emulated Pico."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.conftest import ROOT
from tools import save
from tools.deployer import link
from tools.emulator import firmware
from tools.saving import places

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.timeout(900),
    pytest.mark.skipif(
        firmware.VARIABLE not in os.environ, reason=f"{firmware.VARIABLE} names no CircuitPython firmware"
    ),
]


class EmulatedBoard:
    """`tools.emulate --pty` in a process of its own, with its flash in a file."""

    def __init__(self, folder):
        self.flash = folder / "pico.bin"
        self.port = folder / "port"
        command = [sys.executable, "-m", "tools.emulate", "--flash", self.flash]
        subprocess.run([*command, "--seed", "7", "--keys", "LLURDLLDRULDLDLDZ"], cwd=ROOT, check=True)
        self.process = subprocess.Popen([*command, "--pty", self.port], cwd=ROOT)
        deadline = time.monotonic() + 60
        while not self.port.exists():
            assert time.monotonic() < deadline
            time.sleep(0.1)

    def unplug(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


@pytest.fixture
def board(tmp_path):
    board = EmulatedBoard(tmp_path)
    yield board
    board.unplug()


def test_back_up_erase_restore(board, tmp_path, capsys, monkeypatch):
    # mpremote polls a pty without naps, but recognises it by a name that ours does not have.
    monkeypatch.setattr(link.SerialTransport, "_is_pty_device", staticmethod(lambda device: True))
    first, again = tmp_path / "first.json", tmp_path / "again.json"
    port = ("--port", str(board.port))
    assert save.main(["backup", str(first), *port]) == 0
    with link.Link(str(board.port)) as line:
        line.interrupt()
        line.call("write_nvm", 0, b"", 4096)
    assert save.main(["show", "board", *port]) == 1
    assert save.main(["restore", str(first), *port, "--yes"]) == 0
    assert save.main(["backup", str(again), *port]) == 0
    out, err = capsys.readouterr()
    assert "Restored on the board: score" in out
    assert err == "save: There is no saved game on the board.\n"
    board.unplug()
    states = set()
    for file in (first, again, board.flash):
        with places.opened(str(file), None) as place:
            held = place.read()
            states.add(held.state)
            assert held.game.moves > 10
            assert held.undo_steps == held.game.moves
    assert len(states) == 1
