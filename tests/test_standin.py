# SPDX-License-Identifier: MIT
"""The stand-in board, compared with how the real mpremote works with CircuitPython 10.2.1."""

import contextlib
import os
import signal
import subprocess
import sys

import pytest
from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from tests.standin import StandInBoard, soon


@pytest.fixture(params=["en", "de"])
def language(request):
    return request.param


@pytest.fixture
def board(tmp_path, language):
    board = StandInBoard(tmp_path, language=language)
    (board.drive.root / "code.py").write_text("import time\nprint('playing')\ntime.sleep(60)\n")
    (board.drive.root / "notes.txt").write_text("mine")
    board.plug_in()
    yield board
    board.close()


@pytest.fixture
def transport(board):
    """mpremote's own library at the raw REPL, with the game interrupted."""
    transport = SerialTransport(os.path.realpath(board.port), timeout=0.5)
    transport.enter_raw_repl(soft_reset=False)
    yield transport
    with contextlib.suppress(OSError):
        transport.close()


def mpremote(board, *arguments):
    command = [sys.executable, "-m", "mpremote", "connect", board.port, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_command_line_interrupts_a_running_game(board):
    assert soon(lambda: board.running == "code.py")
    assert mpremote(board, "resume", "exec", "print(6 * 7)") == (0, "42\n")
    assert board.running is None


def test_the_command_line_reads_but_may_not_write(board, language):
    assert mpremote(board, "resume", "fs", "cat", ":notes.txt") == (0, "mine")
    code, out = mpremote(board, "resume", "touch", ":new.txt")
    assert code == 1
    words = {"en": "Read-only filesystem", "de": "Schreibgeschützte Dateisystem"}
    assert f"OSError: [Errno 30] {words[language]}" in out


def test_the_command_line_cannot_list_folders(board):
    code, out = mpremote(board, "resume", "ls")
    assert code == 1
    assert "has no attribute 'ilistdir'" in out


@pytest.mark.parametrize("use_raw_paste", [True, False])
def test_both_ways_of_sending_source(transport, use_raw_paste):
    transport.use_raw_paste = use_raw_paste
    assert transport.eval("'x' * 1000") == "x" * 1000
    long_source = "total = 0\n" + "total += 1\n" * 500
    transport.exec(long_source)
    assert transport.eval("total") == 500


def test_an_error_has_the_same_number_in_every_language(transport, language):
    _, error = transport.exec_raw("open('missing')")
    lines = error.decode().splitlines()
    assert lines[-1].startswith("OSError: [Errno 2] ")
    assert (lines[0] == "Traceback (most recent call last):") == (language == "en")


def test_soft_reset_waits_for_english_words(transport, language):
    if language == "en":
        transport.enter_raw_repl(soft_reset=True, timeout_overall=1)
        assert transport.eval("1 + 1") == 2
    else:
        with pytest.raises(TransportError):
            transport.enter_raw_repl(soft_reset=True, timeout_overall=0.5)


def test_a_program_starts_again_after_ctrl_b_and_ctrl_d(board, transport):
    assert board.running is None
    transport.exit_raw_repl()
    transport.write_ctrl_d(lambda _: None)
    assert soon(lambda: board.running == "code.py")


def test_remounting_survives_only_a_soft_reset(board, transport):
    transport.exec("import storage\nstorage.remount('/', False)")
    assert transport.eval("storage.getmount('/').readonly") is False
    with contextlib.suppress(OSError):  # the connection goes down with the board
        transport.exec_raw_no_follow("import microcontroller\nmicrocontroller.reset()")
    assert soon(lambda: board.resets == 1 and not board.drive.writable)


def test_a_drive_that_the_computer_holds_is_not_given_up(board, transport):
    board.drive.mounted_by_computer = True
    _, error = transport.exec_raw("import storage\nstorage.remount('/', False)")
    assert error.endswith(b"RuntimeError: Cannot remount path when visible via USB.\r\n")


def test_the_drive_can_fill_up(board, transport):
    board.drive.writable = True
    board.drive.capacity = 8 * 512
    free = transport.eval("__import__('os').statvfs('/')[3]")
    transport.exec(f"f = open('a', 'wb'); f.write(bytes({free * 512})); f.close()")
    _, error = transport.exec_raw("f = open('b', 'wb'); f.write(b'1')")
    assert b"OSError: [Errno 28]" in error


def test_ctrl_c_on_the_computer_reaches_the_program(board):
    command = [sys.executable, "-m", "mpremote", "connect", board.port, "resume", "exec"]
    process = subprocess.Popen(
        [*command, "import time\ntime.sleep(60)"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    assert soon(lambda: board.running is None and board.console.connected)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) != 0
    assert mpremote(board, "resume", "exec", "print('still there')") == (0, "still there\n")
