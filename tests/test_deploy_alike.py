# SPDX-License-Identifier: MIT
"""The same deployments to the stand-in board and to real firmware: what holds for one holds for the other."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.standin import StandInBoard
from tests.standin.product import FIRST, SECOND, pairs
from tools import deploy
from tools.deployer import link
from tools.deployer.record import RECORD
from tools.fatimage import read_fat_image

FIRMWARE = os.environ.get("CIRCUITPYTHON_UF2")
# With a boot.py that keeps the drive: before 10.0 the drive is written only after a computer ejected it.
HELLO = {"code.py": 'print("Hello World!")\n', "mine.txt": "mine", "boot.py": FIRST["boot.py"]}
NVM = bytes(range(256)) * 16


class StandIn:
    """A stand-in board; `patience` is how long it may take to start."""

    patience = 20

    def __init__(self, folder, contents):
        self._board = StandInBoard(folder)
        pairs(contents, self._board.drive.root)
        self._board.plug_in()
        self.port = self._board.port

    def close(self):
        self._board.close()

    def unplug(self):
        """What the drive and the nvm hold when the power is off."""
        self.close()
        root = self._board.drive.root
        files = [path for path in root.rglob("*") if path.is_file()]
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}, self._board.nvm


class EmulatedPico:
    """Stock CircuitPython in an emulated Pico, in a process of its own."""

    patience = 600

    def __init__(self, folder, contents):
        from tools.emulator import image

        self._flash = folder / "flash.bin"
        self._flash.write_bytes(image.build([(path, text.encode()) for path, text in contents.items()], NVM))
        self.port = str(folder / "port")
        arguments = ["--firmware", FIRMWARE, "--flash", str(self._flash), "--pty", self.port]
        self._process = subprocess.Popen([sys.executable, "-m", "tools.emulate", *arguments], cwd=ROOT)
        while not Path(self.port).is_symlink():
            assert self._process.poll() is None
            time.sleep(0.1)
        self._wait_until_code_py_runs()

    def _wait_until_code_py_runs(self):
        said = b""
        with open(self.port, "rb", buffering=0) as console:
            while not any(word in said for word in (b"ready", b"Press any key")):
                said += console.read(100)

    def close(self):
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(60)

    def unplug(self):
        """What the drive and the nvm hold when the power is off."""
        self.close()
        memory = self._flash.read_bytes()
        return read_fat_image(memory[len(NVM) :]), memory[: len(NVM)]


@pytest.fixture(params=[StandIn, pytest.param(EmulatedPico, marks=pytest.mark.firmware)])
def deployment(request, tmp_path, capsys):
    """Power up a board with some contents; returns what deploys to it and what unplugs it."""
    if request.param is EmulatedPico and not FIRMWARE:
        pytest.skip("CIRCUITPYTHON_UF2 names no firmware")
    boards = []

    def power_up(contents):
        board = request.param(tmp_path, contents)
        boards.append(board)

        def run(product, *options):
            arguments = ["--port", board.port, "--patience", str(board.patience), "--source", *options]
            return deploy.main(arguments, pairs(product, tmp_path / "product")), *capsys.readouterr()

        def unplug():
            drive, nvm = board.unplug()
            del drive["boot_out.txt"], drive[RECORD]
            return {path: data.decode() for path, data in drive.items()}, nvm

        return run, unplug

    yield power_up
    for board in boards:
        board.close()


@pytest.mark.timeout(3600)
def test_first_install_an_update_that_breaks_off_and_the_next_try(deployment, monkeypatch):
    run, unplug = deployment(HELLO)
    code, out, err = run(FIRST)
    assert (code, err) == (0, "")
    assert "Found raspberry_pi_pico with CircuitPython" in out
    assert "2048 1.0.0 runs on the board, 123,456 bytes of memory free." in out

    execute = link.SerialTransport.exec_raw_no_follow

    def interrupted(transport, command):
        execute(transport, command)
        if "w(" in str(command):
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(link.SerialTransport, "exec_raw_no_follow", interrupted)
        assert run(SECOND)[0] == 1

    code, out, err = run(SECOND, "--dry-run")
    assert (code, err) == (0, "")
    assert "Would copy engine2048/game.py (4,518 bytes)\n" in out
    assert "Would remove engine2048/solver.py\n" in out

    code, out, err = run(SECOND)
    assert (code, err) == (0, "")
    assert "2048 1.1.0 runs on the board" in out

    drive, nvm = unplug()
    assert drive == {**SECOND, "settings.toml": FIRST["settings.toml"], "mine.txt": "mine"}
    assert nvm == NVM


THEIRS = {
    "CODE.PY": "buffer = bytearray(2048)\n",
    "boot.py": "import storage  # mine\nstorage.disable_usb_drive()\n",
    "settings.toml": 'WIFI = "home"\n',
    "Hardware/Motor.py": "# mine\n",
    "Hardware/cal.bin": "mine",
    "hardware/screen.py": "# mine\n",
    "engine2048": "a file\n",
    "lib/adafruit_thing/label.py": "# of another version\n",
    "2048-update/boot.py": "# why ever\n",
    "before2048-code.py": "# of another day\n",
    "Notes (a copy) ~1.txt": "mine",
}
KEPT = {
    "before2048-2-CODE.PY": "buffer = bytearray(2048)\n",
    "before2048-boot.py": "import storage  # mine\nstorage.disable_usb_drive()\n",
    "before2048-settings.toml": 'WIFI = "home"\n',
    "Hardware/Motor.py": "# mine\n",
    "Hardware/cal.bin": "mine",
    "Hardware/before2048-screen.py": "# mine\n",
    "before2048-engine2048": "a file\n",
    "lib/adafruit_thing/before2048-label.py": "# of another version\n",
    "2048-update/before2048-boot.py": "# why ever\n",
    "before2048-code.py": "# of another day\n",
    "Notes (a copy) ~1.txt": "mine",
}


@pytest.mark.timeout(3600)
def test_other_peoples_files_are_kept_and_told(deployment):
    run, unplug = deployment({path.replace("hardware/", "Hardware/"): text for path, text in THEIRS.items()})
    code, out, err = run(FIRST, "--reset-settings")
    assert (code, err) == (0, "")
    told = [line for line in out.splitlines() if line.startswith("Keep ")]
    assert told == [
        "Keep your 2048-update/boot.py as 2048-update/before2048-boot.py",
        "Keep your engine2048 as before2048-engine2048",
        "Keep your lib/adafruit_thing/label.py as lib/adafruit_thing/before2048-label.py",
        "Keep your hardware/screen.py as hardware/before2048-screen.py",
        "Keep your settings.toml as before2048-settings.toml",
        "Keep your boot.py as before2048-boot.py",
        "Keep your CODE.PY as before2048-2-CODE.PY",
    ]
    code, out, err = run(SECOND)
    assert (code, err) == (0, "")
    assert "Keep " not in out
    code, out, err = run(SECOND)
    assert (code, err) == (0, "")
    assert "Everything on the board is up to date." in out
    drive, nvm = unplug()
    installed = {path.replace("hardware/", "Hardware/"): text for path, text in SECOND.items()}
    assert drive == {**KEPT, **installed, "settings.toml": FIRST["settings.toml"]}
    assert nvm == NVM


@pytest.mark.timeout(1800)
def test_a_version_that_crashes_is_shown_and_mended(deployment):
    run, _ = deployment(FIRST)
    code, _, err = run({**FIRST, "hardware/screen.py": "import nothing_like_it\n"})
    assert code == 1
    assert "ImportError: no module named 'nothing_like_it'" in err
    code, out, err = run(FIRST)
    assert (code, err) == (0, "")
    assert "2048 1.0.0 runs on the board" in out
