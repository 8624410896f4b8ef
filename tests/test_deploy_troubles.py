# SPDX-License-Identifier: MIT
"""Deploying when the cable comes out, the board says no, or the game does not start."""

import fcntl

import pytest

from tests.standin import contents, soon
from tests.standin.product import FIRST, SECOND, installed
from tools import deploy
from tools.deployer import link


class TestBrokenOff:
    @pytest.mark.parametrize("changes", range(0, 30, 5))
    def test_cable_pulled(self, make_board, run, changes):
        board = make_board(installed(FIRST))
        board.drive.changes_left = changes
        code, _, err = run(board, SECOND)
        assert code == 1
        assert "Check the cable and run the command again" in err
        board.plug_in()
        assert run(board, SECOND)[0] == 0
        assert contents(board) == {**SECOND, "settings.toml": FIRST["settings.toml"]}

    def test_what_arrived_is_not_sent_again(self, make_board, run):
        board = make_board(installed(FIRST))
        board.drive.changes_left = 13
        run(board, SECOND)
        arrived = board.drive.root / "2048-update/engine2048/game.py"
        assert arrived.read_text() == SECOND["engine2048/game.py"]
        board.plug_in()
        _, out, _ = run(board, SECOND)
        assert "Copy engine2048/game.py (4,518 bytes, sent by an earlier try)" in out

    def test_an_update_that_broke_off_says_so_when_it_is_completed(self, make_board, run):
        board = make_board(installed(FIRST))
        board.drive.changes_left = 25
        run(board, SECOND)
        assert (board.drive.root / "code.txt").is_file()
        board.plug_in()
        code, out, _ = run(board, SECOND)
        assert code == 0
        assert "An update broke off on this board: deploying clears up what it left.\n" in out

    @pytest.mark.parametrize("commands", [3, 9, 12, 14])
    def test_ctrl_c_leaves_the_old_game_running(self, make_board, run, monkeypatch, commands):
        board = make_board(installed(FIRST))
        execute = link.SerialTransport.exec_raw_no_follow
        count = iter(range(1000))

        def interrupted(transport, command):
            execute(transport, command)
            if next(count) == commands:
                raise KeyboardInterrupt

        monkeypatch.setattr(link.SerialTransport, "exec_raw_no_follow", interrupted)
        code, _, err = run(board, SECOND)
        assert (code, err) == (1, "Stopped. Run the command again to go on.\n")
        monkeypatch.undo()
        assert contents(board)["engine2048/game.py"] == FIRST["engine2048/game.py"]
        assert soon(lambda: board.running == "code.py")
        assert run(board, SECOND)[0] == 0
        assert contents(board) == {**SECOND, "settings.toml": FIRST["settings.toml"]}

    def test_a_board_that_stops_listening(self, make_board, run, monkeypatch):
        monkeypatch.setattr(link, "_LINK_SECONDS", 0.3)
        monkeypatch.setattr(link.SerialTransport.read_until, "__defaults__", (0.3, None, None))
        board = make_board(installed(FIRST))
        board.console.deaf_after = 9_000
        code, _, err = run(board, SECOND)
        assert code == 1
        assert "The connection to the board" in err

    def test_a_byte_that_arrives_wrong(self, make_board, run, monkeypatch):
        board = make_board(installed(FIRST))
        write = type(board.drive.open("code.py")).write
        monkeypatch.setattr(
            "tests.standin.drive.StandInFile.write",
            lambda file, data: write(file, data.replace(b"longer", b"larger", 1)),
        )
        code, _, err = run(board, SECOND)
        assert code == 1
        assert "engine2048/game.py arrived damaged" in err
        assert contents(board)["engine2048/game.py"] == FIRST["engine2048/game.py"]

    def test_a_drive_without_room(self, make_board, run):
        board = make_board(capacity=4_096)
        code, _, err = run(board, FIRST)
        assert code == 1
        assert "too full" in err
        assert contents(board) == {"code.py": 'print("Hello World!")'}


class TestStarting:
    @pytest.mark.parametrize("language", ["en", "de"])
    def test_a_crash_is_shown(self, make_board, run, language):
        broken = {**SECOND, "hardware/screen.py": "import nothing_like_it\n"}
        code, _, err = run(make_board(installed(FIRST), language=language), broken)
        assert code == 1
        assert "the game did not start. The board said:" in err
        assert "ImportError: no module named 'nothing_like_it'" in err

    def test_a_fault_that_the_game_names_is_passed_on_alone(self, make_board, run):
        fault = "2048 stopped: No display answers: check SDA and SCL."
        program = f"import time\nprint('{fault}')\ntime.sleep(60)\n"
        code, _, err = run(make_board(installed(FIRST)), {**SECOND, "code.py": program})
        assert code == 1
        assert err == f"The files are on the board, but the game did not start. The board said:\n\n{fault}\n"

    def test_a_game_that_was_ready_before_anyone_listened(self, make_board, run):
        board = make_board(installed(FIRST))
        board.waits_for_computer = False
        code, out, _ = run(board, SECOND, "--patience", "2")
        assert code == 0
        assert "2048 1.1.0 runs" in out

    def test_silence(self, make_board, run):
        code, _, err = run(
            make_board(installed(FIRST)),
            {**SECOND, "code.py": "import time\ntime.sleep(99)\n"},
            "--patience",
            "0.5",
        )
        assert code == 1
        assert "said nothing within" in err

    def test_a_game_that_does_not_tell_its_memory(self, make_board, run):
        code, out, _ = run(
            make_board(installed(FIRST)),
            {**SECOND, "hardware/screen.py": "def show(text):\n print(text[:16])"},
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
        assert contents(board) == {"code.py": 'print("Hello World!")'}

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
        assert "is busy: another program is using it" in err

    def test_a_port_without_permission(self, make_board, run, monkeypatch):
        board = make_board()

        def refuse(*_, **__):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("serial.serial_for_url", refuse)
        monkeypatch.setattr("os.access", lambda *_: False)
        code, _, err = run(board, FIRST)
        assert code == 1
        assert "You do not have permission to use" in err
        assert "`sudo usermod -a -G " in err

    def test_a_port_that_is_not_there(self, make_board, run):
        board = make_board()
        board.unplug()
        code, _, err = run(board, FIRST)
        assert code == 1
        assert "There is no port" in err

    def test_something_that_is_no_python(self, make_board, run, monkeypatch):
        monkeypatch.setattr(link, "_LINK_SECONDS", 0.2)
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
