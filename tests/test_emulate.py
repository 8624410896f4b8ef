# SPDX-License-Identifier: MIT
"""The command that runs the firmware, with a fake board that prints what it is told to print."""

import json
import os
import signal
from types import SimpleNamespace

import pytest

from tools import emulate
from tools.emulator import firmware, image, pico
from tools.fatimage import read_fat_image
from tools.simulator import keys
from tools.simulator.ssd1306 import Ssd1306

STATE = {"cells": [0] * 14 + [1, 2], "score": 4, "best": 4, "moves": 1, "screen": "board"}
FAULT = "No display answers at 0x3C."


class Board:
    """Takes Pico's place; `said` is what its program prints until it is ready, and then while it plays."""

    def __init__(self, *said):
        self.said = list(said)
        self.chip = Ssd1306()
        self.display = SimpleNamespace(faults=[])
        self.console = SimpleNamespace(text="")
        self.now = 0
        self.busy = 0
        self.file = None
        self.held = ()

    def hold(self, buttons):
        self.held = buttons

    def _say(self):
        self.console.text += self.said.pop(0) if self.said else ""
        if "2048 stopped" in self.console.text and self.now == 0:
            raise pico.NotReached("its own sentence")

    def wait_until_ready(self):
        self._say()

    def play(self, steps):
        self.now = 1
        self.busy = 0.5
        self._say()

    def run_until(self, time):
        # A fault's page is drawn after its sentence is printed.
        self.chip.transfer(b"\x80\xaf")

    def interrupt(self):
        self.console.text += json.dumps(STATE) + "\n"


@pytest.fixture
def run(monkeypatch, tmp_path, capsys):
    """Run the command with a board; returns the exit code, the state it wrote and what it printed."""
    monkeypatch.setattr(firmware, "find", lambda given: given)

    def run_board(board, *arguments):
        monkeypatch.setattr(emulate, "Pico", lambda *given, battery, chip: board)
        state, picture = tmp_path / "state.json", tmp_path / "glass.png"
        files = ("--state", state, "--screenshot", picture)
        code = emulate.main(list(map(str, ("--keys", "L", *files, *arguments))))
        assert picture.exists()
        return code, json.loads(state.read_text()) if state.exists() else None, capsys.readouterr().err

    return run_board


def test_a_game_has_no_fault(run):
    code, state, said = run(Board("2048 1.0.0 ready\r\n"))
    assert (code, state["fault"], state["moves"], said) == (0, None, 1, "")


@pytest.mark.parametrize(
    "said",
    [(f"2048 stopped: {FAULT}\r\n",), ("2048 1.0.0 ready\r\n", f"2048 stopped: {FAULT}\r\n")],
    ids=["at the start", "while playing"],
)
def test_a_fault_is_in_the_state_and_its_page_in_the_picture(run, said):
    board = Board(*said)
    code, state, error = run(board)
    assert (code, state["fault"], state["cells"]) == (1, FAULT, None)
    assert error == f"emulate: 2048 stopped: {FAULT}\n"
    assert state["display"]["on"] is (len(said) == 1)


def test_a_program_that_says_nothing_leaves_no_state(run):
    board = Board()
    board.wait_until_ready = lambda: (_ for _ in ()).throw(pico.NotReached("its last words"))
    code, state, error = run(board)
    assert (code, state, error) == (1, None, "emulate: its last words\n")


def test_changes_to_the_flash_reach_the_file_at_once(run, tmp_path):
    path = tmp_path / "flash.bin"
    board = Board("2048 1.0.0 ready\r\n")
    kept = []
    board.play = lambda steps: (board.file.write(0, b"2048"), kept.append(path.read_bytes()[:5]))
    assert run(board, "--flash", path, "--seed", 7)[0] == 0
    assert kept == [b"2048\xff"]
    files = read_fat_image(path.read_bytes()[image.NVM_BYTES :])
    assert b"SEED = 7" in files["settings.toml"]


def test_a_kept_flash_keeps_the_settings_on_its_drive(run, tmp_path, monkeypatch):
    path = tmp_path / "flash.bin"
    assert run(Board("2048 1.0.0 ready\r\n"), "--flash", path, "--set", "SDA=GP8")[0] == 0
    given = []
    board = Board("2048 1.0.0 ready\r\n")
    board.wait_until_ready = lambda: None
    monkeypatch.setattr(image, "settings_on", lambda memory: given.append(memory) or b"")
    code, _, said = run(board, "--flash", path, "--set", "SDA=GP9")
    assert code == 0
    assert said == (
        f"emulate: {path} has its own settings.toml: --seed, --set and --settings do not count.\n"
    )
    assert given == [path.read_bytes()]


def test_settings_are_found_on_a_drive_if_there_is_one():
    memory = image.build([("settings.toml", b'SDA = "GP8"\n')])
    assert image.settings_on(memory) == b'SDA = "GP8"\n'
    assert image.settings_on(b"\xff" * image.BYTES) is None
    assert image.settings_on(image.build([])) is None


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_in_a_sentence(tmp_path, monkeypatch, capsys, number, code):
    board = Board("2048 1.0.0 ready\r\n")
    board.play = lambda steps: os.kill(os.getpid(), number)
    monkeypatch.setattr(firmware, "find", lambda given: given)
    monkeypatch.setattr(emulate, "Pico", lambda *given, battery, chip: board)
    before = signal.getsignal(signal.SIGTERM)
    assert emulate.main(["--keys", "L", "--flash", str(tmp_path / "flash")]) == code
    assert capsys.readouterr().err.startswith("emulate: stopped by ")
    assert signal.getsignal(signal.SIGTERM) is before


def test_only_sectors_that_changed_are_written(monkeypatch):
    board = pico.Pico.__new__(pico.Pico)
    written = []
    board._mcu = SimpleNamespace(flash=bytearray(image.START) + bytes(range(256)) * (image.BYTES // 256))
    board.erases = SimpleNamespace(take_changed=lambda: [0, 8192])
    board.file = SimpleNamespace(write=lambda start, data: written.append((start, len(data))))
    monkeypatch.setattr(pico, "run_batch", lambda simulator: None)
    board._simulator = SimpleNamespace(stopped=True)
    board.step()
    assert written == [(0, 4096), (8192, 4096)]


def test_buttons_are_held_from_power_on(tmp_path, monkeypatch):
    board = Board("2048 1.0.0 ready\r\n")
    board.play = lambda steps: os.kill(os.getpid(), signal.SIGINT)
    monkeypatch.setattr(firmware, "find", lambda given: given)
    monkeypatch.setattr(emulate, "Pico", lambda *given, battery, chip: board)
    emulate.main(["--keys", "L", "--hold", "LU", "--flash", str(tmp_path / "flash")])
    assert board.held == (keys.LEFT, keys.UP)
    for wrong in ("", "M", "x"):
        with pytest.raises(SystemExit):
            emulate.main(["--hold", wrong])
