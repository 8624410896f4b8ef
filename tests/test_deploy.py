# SPDX-License-Identifier: MIT
"""Deploying as a user does it: the command, the real mpremote, and a board at the end of a serial line."""

import os

import pytest

from tests.standin import contents, soon
from tests.standin.product import FIRST, SECOND, installed


class TestInstalling:
    def test_first_install(self, make_board, run):
        board = make_board()
        code, out, err = run(board, FIRST)
        assert (code, err) == (0, "")
        assert contents(board) == FIRST
        assert "Found raspberry_pi_pico with CircuitPython 10.2.1." in out
        assert "2048 1.0.0 runs on the board, 123,456 bytes of memory free." in out
        assert board.resets == 1

    def test_update_sends_only_what_differs_and_clears_up_after_the_old_version(self, make_board, run):
        board = make_board(
            {**installed(FIRST), "engine2048/notes.txt": "mine", "lib/mine.py": "", "data/mine.py": ""}
        )
        code, out, _ = run(board, SECOND)
        assert code == 0
        assert [line for line in out.splitlines() if line.startswith(("Copy ", "Remove "))] == [
            "Copy engine2048/game.py (4,518 bytes)",
            "Copy engine2048/weights.bin (800 bytes)",
            "Remove engine2048/old/__init__.py",
            "Remove engine2048/solver.py",
            "Remove engine2048/old/",
        ]
        assert "2048 1.1.0 runs on the board" in out
        own = {"engine2048/notes.txt": "mine", "lib/mine.py": "", "data/mine.py": ""}
        assert contents(board) == {**SECOND, **own, "settings.toml": FIRST["settings.toml"]}
        assert not (board.drive.root / "engine2048/old").exists()

    def test_the_users_settings_stay_and_new_ones_are_told(self, make_board, run):
        mine = 'BUTTON_UP = "GP7"\n'
        board = make_board({**installed(FIRST), "settings.toml": mine})
        _, out, _ = run(board, SECOND)
        assert contents(board)["settings.toml"] == mine
        assert "New settings you may add to it:\n  BRIGHTNESS = 80\n" in out

    def test_reset_settings_replaces_them(self, make_board, run):
        board = make_board({**installed(FIRST), "settings.toml": 'BUTTON_UP = "GP7"\n'})
        _, out, _ = run(board, SECOND, "--reset-settings")
        assert contents(board)["settings.toml"] == SECOND["settings.toml"]
        assert "New settings" not in out

    def test_up_to_date_sends_nothing(self, make_board, run):
        board = make_board(installed(FIRST))
        code, out, _ = run(board, FIRST)
        assert code == 0
        assert "Everything on the board is up to date." in out
        assert "Copy" not in out
        assert "2048 1.0.0 runs" in out

    def test_dry_run_tells_and_changes_nothing(self, make_board, run):
        board = make_board(installed({**FIRST, "boot.py": "pass  # 2048"}))
        before = contents(board)
        code, out, _ = run(board, SECOND, "--dry-run")
        assert code == 0
        assert "Would copy engine2048/game.py (4,518 bytes)\n" in out
        assert "Would remove engine2048/solver.py\n" in out
        assert out.endswith("Nothing was changed.\n")
        assert contents(board) == before
        assert board.resets == 0
        assert soon(lambda: board.running == "code.py")
        assert not board.drive.writable

    def test_someone_elses_program_is_kept_beside(self, make_board, run):
        board = make_board({"code.py": "print('my thermometer')"})
        _, out, _ = run(board, FIRST)
        (kept,) = contents(board).keys() - FIRST.keys()
        assert contents(board)[kept] == "print('my thermometer')"
        assert f"Keep your code.py as {kept}" in out

    @pytest.mark.parametrize(
        "details",
        [{"language": "de"}, {"missing": ("hashlib",)}, {"version": (9, 2, 1)}],
        ids=["german", "no hashlib", "oldest firmware"],
    )
    def test_other_firmware(self, make_board, run, details):
        board = make_board(installed(FIRST), **details)
        code, out, err = run(board, SECOND)
        assert (code, err) == (0, "")
        assert "2048 1.1.0 runs" in out
        assert contents(board)["engine2048/game.py"] == SECOND["engine2048/game.py"]

    def test_a_slow_line_that_splits_everything(self, make_board, run):
        board = make_board()
        board.console.slow = True
        assert run(board, FIRST)[0] == 0
        assert contents(board) == FIRST


class TestWhoMayWrite:
    def test_the_board_asks_for_its_drive(self, make_board, run):
        board = make_board()
        assert not board.drive.writable
        assert run(board, FIRST)[0] == 0

    def test_newer_firmware_takes_the_drive_from_the_computer(self, make_board, run):
        board = make_board(computer_holds_drive=True, version=(10, 3, 0))
        assert run(board, FIRST)[0] == 0
        assert contents(board) == FIRST

    def test_the_drive_is_found_where_the_computer_mounted_it(self, make_board, run, monkeypatch, tmp_path):
        board = make_board(installed({**FIRST, "boot.py": "pass  # 2048"}), computer_holds_drive=True)
        other = tmp_path / "other"
        other.mkdir()
        (other / "boot_out.txt").write_text("Board ID:raspberry_pi_pico\nUID:1111111111111111\n")
        mounts = [type("Partition", (), {"mountpoint": str(folder)}) for folder in (other, board.drive.root)]
        monkeypatch.setattr("psutil.disk_partitions", lambda all: mounts)
        code, _, err = run(board, SECOND)
        assert (code, err) == (0, "")
        assert contents(board) == {**SECOND, "settings.toml": FIRST["settings.toml"]}
        assert os.listdir(other) == ["boot_out.txt"]

    def test_the_drive_is_named(self, make_board, run):
        board = make_board(computer_holds_drive=True)
        assert run(board, FIRST, "--drive", str(board.drive.root))[0] == 0
        assert contents(board) == FIRST

    def test_another_boards_drive_is_refused(self, make_board, run, tmp_path):
        board = make_board(computer_holds_drive=True)
        code, _, err = run(board, FIRST, "--drive", str(tmp_path))
        assert code == 1
        assert "is not this board's drive" in err
        assert contents(board) == {"code.py": 'print("Hello World!")'}

    def test_the_steps_when_nothing_helps(self, make_board, run, monkeypatch):
        monkeypatch.setattr("psutil.disk_partitions", lambda all: [])
        board = make_board(computer_holds_drive=True)
        code, _, err = run(board, FIRST)
        assert code == 1
        assert "eject the drive" in err
        assert contents(board) == {"code.py": 'print("Hello World!")'}
        board.drive.mounted_by_computer = False
        assert run(board, FIRST)[0] == 0
