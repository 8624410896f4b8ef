"""Deploying as a user does it: the command, the real mpremote, and a board at the end of a serial line."""

import fcntl
import os

import pytest

from tests.standin import StandInBoard, soon
from tests.standin.product import FIRST, SECOND, pairs
from tools import deploy
from tools.deployer import board as board_link


@pytest.fixture
def make_board(tmp_path):
    """Plug in a stand-in board; arguments as for StandInBoard, and what its drive holds."""
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
    """Deploy a product to a board; returns exit code, standard output and standard error."""
    monkeypatch.setattr("tools.deployer.start._QUIET_SECONDS", 0.2)
    # mpremote waits for ptys without naps of 10 ms, but knows them by a name that our link has not got.
    monkeypatch.setattr(board_link.SerialTransport, "_is_pty_device", staticmethod(lambda device: True))

    def run(board, contents, *options):
        arguments = ["--port", board.port, "--patience", "6", *options]
        code = deploy.main(arguments, pairs(contents, tmp_path / "product"))
        return code, *capsys.readouterr()

    return run


def drive(board):
    """Everything on the drive but what CircuitPython writes itself."""
    files = [path for path in board.drive.root.rglob("*") if path.is_file() and path.name != "boot_out.txt"]
    return {path.relative_to(board.drive.root).as_posix(): path.read_text() for path in files}


class TestInstalling:
    def test_first_install(self, make_board, run):
        board = make_board()
        code, out, err = run(board, FIRST)
        assert (code, err) == (0, "")
        assert drive(board) == FIRST
        assert "Found raspberry_pi_pico with CircuitPython 10.2.1." in out
        assert "2048 1.0.0 runs on the board, 123,456 bytes of memory free." in out
        assert board.resets == 1

    def test_update_sends_only_what_differs_and_clears_up_after_the_old_version(self, make_board, run):
        board = make_board({**FIRST, "engine2048/notes.txt": "mine", "lib/mine.py": "", "data/mine.py": ""})
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
        assert drive(board) == {**SECOND, **own, "settings.toml": FIRST["settings.toml"]}
        assert not (board.drive.root / "engine2048/old").exists()

    def test_the_users_settings_stay_and_new_ones_are_told(self, make_board, run):
        mine = 'BUTTON_UP = "GP7"\n'
        board = make_board({**FIRST, "settings.toml": mine})
        _, out, _ = run(board, SECOND)
        assert drive(board)["settings.toml"] == mine
        assert "New settings you may add to it:\n  BRIGHTNESS = 80\n" in out

    def test_reset_settings_replaces_them(self, make_board, run):
        board = make_board({**FIRST, "settings.toml": 'BUTTON_UP = "GP7"\n'})
        _, out, _ = run(board, SECOND, "--reset-settings")
        assert drive(board)["settings.toml"] == SECOND["settings.toml"]
        assert "New settings" not in out

    def test_up_to_date_sends_nothing(self, make_board, run):
        board = make_board(FIRST)
        code, out, _ = run(board, FIRST)
        assert code == 0
        assert "Everything on the board is up to date." in out
        assert "Copy" not in out
        assert "2048 1.0.0 runs" in out

    def test_dry_run_tells_and_changes_nothing(self, make_board, run):
        board = make_board({**FIRST, "boot.py": "pass  # 2048"})
        before = drive(board)
        code, out, _ = run(board, SECOND, "--dry-run")
        assert code == 0
        assert "Would copy engine2048/game.py (4,518 bytes)\n" in out
        assert "Would remove engine2048/solver.py\n" in out
        assert out.endswith("Nothing was changed.\n")
        assert drive(board) == before
        assert board.resets == 0
        assert soon(lambda: board.running == "code.py")
        assert not board.drive.writable

    def test_someone_elses_program_is_kept_beside(self, make_board, run):
        board = make_board({"code.py": "print('my thermometer')"})
        _, out, _ = run(board, FIRST)
        (kept,) = drive(board).keys() - FIRST.keys()
        assert drive(board)[kept] == "print('my thermometer')"
        assert f"Keep your code.py as {kept}" in out

    @pytest.mark.parametrize(
        "details",
        [{"language": "de"}, {"missing": ("hashlib",)}, {"version": (9, 2, 1)}],
        ids=["german", "no hashlib", "oldest firmware"],
    )
    def test_other_firmware(self, make_board, run, details):
        board = make_board(FIRST, **details)
        code, out, err = run(board, SECOND)
        assert (code, err) == (0, "")
        assert "2048 1.1.0 runs" in out
        assert drive(board)["engine2048/game.py"] == SECOND["engine2048/game.py"]

    def test_a_slow_line_that_splits_everything(self, make_board, run):
        board = make_board()
        board.console.slow = True
        assert run(board, FIRST)[0] == 0
        assert drive(board) == FIRST


class TestWhoMayWrite:
    def test_the_board_asks_for_its_drive(self, make_board, run):
        board = make_board()
        assert not board.drive.writable
        assert run(board, FIRST)[0] == 0

    def test_newer_firmware_takes_the_drive_from_the_computer(self, make_board, run):
        board = make_board(computer_holds_drive=True, version=(10, 3, 0))
        assert run(board, FIRST)[0] == 0
        assert drive(board) == FIRST

    def test_the_drive_is_found_where_the_computer_mounted_it(self, make_board, run, monkeypatch, tmp_path):
        board = make_board({**FIRST, "boot.py": "pass  # 2048"}, computer_holds_drive=True)
        other = tmp_path / "other"
        other.mkdir()
        (other / "boot_out.txt").write_text("Board ID:raspberry_pi_pico\nUID:1111111111111111\n")
        mounts = [type("Partition", (), {"mountpoint": str(folder)}) for folder in (other, board.drive.root)]
        monkeypatch.setattr("psutil.disk_partitions", lambda all: mounts)
        code, _, err = run(board, SECOND)
        assert (code, err) == (0, "")
        assert drive(board) == {**SECOND, "settings.toml": FIRST["settings.toml"]}
        assert os.listdir(other) == ["boot_out.txt"]

    def test_the_drive_is_named(self, make_board, run):
        board = make_board(computer_holds_drive=True)
        assert run(board, FIRST, "--drive", str(board.drive.root))[0] == 0
        assert drive(board) == FIRST

    def test_another_boards_drive_is_refused(self, make_board, run, tmp_path):
        board = make_board(computer_holds_drive=True)
        code, _, err = run(board, FIRST, "--drive", str(tmp_path))
        assert code == 1
        assert "is not this board's drive" in err
        assert drive(board) == {"code.py": 'print("Hello World!")'}

    def test_the_steps_when_nothing_helps(self, make_board, run, monkeypatch):
        monkeypatch.setattr("psutil.disk_partitions", lambda all: [])
        board = make_board(computer_holds_drive=True)
        code, _, err = run(board, FIRST)
        assert code == 1
        assert "eject the drive" in err
        assert drive(board) == {"code.py": 'print("Hello World!")'}
        board.drive.mounted_by_computer = False
        assert run(board, FIRST)[0] == 0


class TestBrokenOff:
    # Six writes, two renames of which each removes the old file first, two removals.
    @pytest.mark.parametrize("changes", range(12))
    def test_cable_pulled(self, make_board, run, changes):
        board = make_board(FIRST)
        board.drive.changes_left = changes
        code, _, err = run(board, SECOND)
        assert code == 1
        assert "Check the cable and run the command again" in err
        for path, text in drive(board).items():
            assert path.endswith(".new") or text in (FIRST.get(path), SECOND.get(path))
        if changes <= 6:
            assert drive(board).items() >= FIRST.items()
        board.plug_in()
        assert run(board, SECOND)[0] == 0
        assert drive(board) == {**SECOND, "settings.toml": FIRST["settings.toml"]}

    def test_what_arrived_is_not_sent_again(self, make_board, run):
        board = make_board(FIRST)
        board.drive.changes_left = 5
        run(board, SECOND)
        assert (board.drive.root / "engine2048/game.py.new").read_text() == SECOND["engine2048/game.py"]
        board.plug_in()
        _, out, _ = run(board, SECOND)
        assert "Copy engine2048/game.py (4,518 bytes, sent by an earlier try)" in out

    @pytest.mark.parametrize("commands", [3, 9, 12, 14])
    def test_ctrl_c_leaves_the_old_game_running(self, make_board, run, monkeypatch, commands):
        board = make_board(FIRST)
        execute = board_link.SerialTransport.exec_raw_no_follow
        count = iter(range(1000))

        def interrupted(transport, command):
            execute(transport, command)
            if next(count) == commands:
                raise KeyboardInterrupt

        monkeypatch.setattr(board_link.SerialTransport, "exec_raw_no_follow", interrupted)
        code, _, err = run(board, SECOND)
        assert (code, err) == (1, "Stopped. Run the command again to go on.\n")
        monkeypatch.undo()
        assert drive(board)["engine2048/game.py"] == FIRST["engine2048/game.py"]
        assert soon(lambda: board.running == "code.py")
        assert run(board, SECOND)[0] == 0
        assert drive(board) == {**SECOND, "settings.toml": FIRST["settings.toml"]}

    def test_a_board_that_stops_listening(self, make_board, run, monkeypatch):
        monkeypatch.setattr(board_link, "_LINK_SECONDS", 0.3)
        monkeypatch.setattr(board_link.SerialTransport.read_until, "__defaults__", (0.3, None, None))
        board = make_board(FIRST)
        board.console.deaf_after = 9_000
        code, _, err = run(board, SECOND)
        assert code == 1
        assert "The connection to the board" in err

    def test_a_byte_that_arrives_wrong(self, make_board, run, monkeypatch):
        board = make_board(FIRST)
        write = type(board.drive.open("code.py")).write
        monkeypatch.setattr(
            "tests.standin.drive.StandInFile.write",
            lambda file, data: write(file, data.replace(b"0", b"1", 1)),
        )
        code, _, err = run(board, SECOND)
        assert code == 1
        assert "engine2048/game.py arrived damaged" in err
        assert drive(board)["engine2048/game.py"] == FIRST["engine2048/game.py"]

    def test_a_drive_without_room(self, make_board, run):
        board = make_board(capacity=4_096)
        code, _, err = run(board, FIRST)
        assert code == 1
        assert "too full" in err
        assert drive(board) == {"code.py": 'print("Hello World!")'}


class TestStarting:
    @pytest.mark.parametrize("language", ["en", "de"])
    def test_a_crash_is_shown(self, make_board, run, language):
        broken = {**SECOND, "hardware/screen.py": "import nothing_like_it\n"}
        code, _, err = run(make_board(FIRST, language=language), broken)
        assert code == 1
        assert "the game did not start. The board said:" in err
        assert "ImportError: no module named 'nothing_like_it'" in err

    def test_a_fault_that_the_game_names_is_passed_on_alone(self, make_board, run):
        fault = "2048 stopped: No display answers: check SDA and SCL."
        program = f"import time\nprint('{fault}')\ntime.sleep(60)\n"
        code, _, err = run(make_board(FIRST), {**SECOND, "code.py": program})
        assert code == 1
        assert err == f"The files are on the board, but the game did not start. The board said:\n\n{fault}\n"

    def test_a_game_that_was_ready_before_anyone_listened(self, make_board, run):
        board = make_board(FIRST)
        board.waits_for_computer = False
        code, out, _ = run(board, SECOND, "--patience", "2")
        assert code == 0
        assert "2048 1.1.0 runs" in out

    def test_silence(self, make_board, run):
        code, _, err = run(
            make_board(FIRST), {**SECOND, "code.py": "import time\ntime.sleep(99)\n"}, "--patience", "0.5"
        )
        assert code == 1
        assert "said nothing within" in err

    def test_a_game_that_does_not_tell_its_memory(self, make_board, run):
        code, out, _ = run(
            make_board(FIRST), {**SECOND, "hardware/screen.py": "def show(text):\n print(text[:16])"}
        )
        assert code == 0
        assert "2048 1.1.0 runs on the board.\n" in out


class TestRefusals:
    @pytest.mark.parametrize(
        ("details", "words"),
        [
            ({"implementation": "micropython", "version": (1, 26, 0)}, "runs micropython, not CircuitPython"),
            ({"version": (9, 2, 0)}, "CircuitPython 9.2.0; the game needs 9.2.1 or newer"),
            ({"missing": ("displayio",)}, "without displayio"),
            ({"missing": ("displayio", "keypad")}, "without displayio and keypad"),
        ],
    )
    def test_a_board_that_cannot_run_it(self, make_board, run, details, words):
        board = make_board(**details)
        code, _, err = run(board, FIRST)
        assert code == 1
        assert words in err
        assert drive(board) == {"code.py": 'print("Hello World!")'}

    def test_a_program_that_would_run_instead(self, make_board, run):
        code, _, err = run(make_board({"code.txt": "", "code.py": ""}), FIRST)
        assert code == 1
        assert "There is a code.txt on the board" in err

    def test_a_port_that_another_program_uses(self, make_board, run):
        board = make_board()
        with open(board.port, "rb+", buffering=0) as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            code, _, err = run(board, FIRST)
        assert code == 1
        assert "is busy: another program uses it" in err

    def test_a_port_without_permission(self, make_board, run, monkeypatch):
        board = make_board()

        def refuse(*_, **__):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("serial.serial_for_url", refuse)
        monkeypatch.setattr("os.access", lambda *_: False)
        code, _, err = run(board, FIRST)
        assert code == 1
        assert "You have no permission to use" in err
        assert "`sudo usermod -a -G " in err

    def test_a_port_that_is_not_there(self, make_board, run):
        board = make_board()
        board.unplug()
        code, _, err = run(board, FIRST)
        assert code == 1
        assert "There is no port" in err

    def test_something_that_is_no_python(self, make_board, run, monkeypatch):
        monkeypatch.setattr(board_link, "_LINK_SECONDS", 0.2)
        board = make_board()
        board.console.deaf_after = 0
        code, _, err = run(board, FIRST)
        assert code == 1
        assert "Nothing answers at" in err

    @pytest.mark.parametrize("options", [["--drive", "/no/such/folder"], ["--unknown"], ["extra"]])
    def test_wrong_usage(self, options, capsys):
        with pytest.raises(SystemExit) as stop:
            deploy.main(options, [])
        assert stop.value.code == 2
        assert "usage:" in capsys.readouterr().err

    def test_no_board(self, monkeypatch, capsys):

        assert deploy.main([], []) == 1
        assert capsys.readouterr().err.startswith("No board found. Plug it in")
