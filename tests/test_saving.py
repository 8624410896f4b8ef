# SPDX-License-Identifier: MIT
"""Saving a game from the command line: kept, cut off, killed, or in use twice."""

import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

from tests.conftest import ROOT
from tools import play
from tools.simulator.flash import flash_file

KEYS = "ULDRU"


def state_after(tmp_path, *arguments):
    """Run headless; returns the final state."""
    file = tmp_path / "state.json"
    assert play.main(["--headless", "--seed", "4", "--state", str(file), *map(str, arguments)]) == 0
    return json.loads(file.read_text())


def game_of(state):
    return [state[name] for name in ("cells", "score", "best", "moves")]


def test_a_game_continues_with_the_same_flash_file(tmp_path):
    flash = tmp_path / "flash"
    first = state_after(tmp_path, "--flash", flash, "--keys", KEYS)
    assert first["moves"] > 2
    assert first["flash"] == {"erases": 0, "programs": 1 + first["moves"]}
    again = state_after(tmp_path, "--flash", flash)
    assert game_of(again) == game_of(first)
    assert again["flash"] == {"erases": 0, "programs": 0}
    assert game_of(state_after(tmp_path)) != game_of(first)


def test_after_a_cut_in_any_operation_the_game_is_as_it_was_just_before_or_after(tmp_path, capsys):
    games = [game_of(state_after(tmp_path, "--keys", KEYS[:count])) for count in range(len(KEYS) + 1)]
    games = [game for place, game in enumerate(games) if game not in games[:place]]
    for operation in range(2, len(games) + 1):
        flash = tmp_path / f"cut{operation}"
        options = ["--headless", "--seed", "4", "--flash", str(flash), "--keys", KEYS]
        assert play.main([*options, "--cut-after", str(operation)]) == 3
        assert f"the power was cut in flash operation {operation}" in capsys.readouterr().err
        assert game_of(state_after(tmp_path, "--flash", flash)) in games[operation - 2 : operation]
    # The run has fewer operations than this, so nothing is cut.
    assert play.main([*options, "--cut-after", "99"]) == 0


def test_two_simulators_on_one_file(tmp_path, capsys):
    flash = tmp_path / "flash"
    with flash_file(flash):
        assert play.main(["--headless", "--flash", str(flash)]) == 1
    assert "is in use by another simulator" in capsys.readouterr().err


def test_a_file_that_is_not_a_flash_is_left_alone(tmp_path, capsys):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear reader")
    assert play.main(["--headless", "--flash", str(letter)]) == 1
    assert "is not a flash image" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("count", ["0", "-3", "two"])
def test_a_cut_after_zero_operations_is_wrong_usage(count, capsys):
    with pytest.raises(SystemExit) as stopped:
        play.main(["--headless", "--cut-after", count])
    assert stopped.value.code == 2
    assert "--cut-after" in capsys.readouterr().err


def test_the_terminal_game_is_kept_in_the_users_data_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "tools.simulator.flash.platformdirs.user_data_path", lambda *names, **options: tmp_path
    )
    with play.opened_flash(play.parser().parse_args([])) as memory:
        memory.write(0, b"2048")
    assert (tmp_path / "flash.bin").read_bytes().startswith(b"2048")
    with play.opened_flash(play.parser().parse_args(["--seed", "4"])) as memory:
        assert memory.read(0, 1) == b"\xff"  # a seed asks for a new game, not for the kept one


@pytest.fixture
def in_terminal(tmp_path):
    """Start the game in a terminal of its own; returns (process, where to type)."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 140, 0, 0))  # rows and columns
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.play", "--flash", tmp_path / "flash"],
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm-256color"},
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    yield process, master
    process.kill()
    process.wait()
    os.close(master)


def test_a_terminal_game_killed_in_the_middle_continues(tmp_path, in_terminal):
    process, typing = in_terminal
    flash = tmp_path / "flash"
    saved = wait_for_more(flash, typing, -1)  # the new game
    for key in b"aswd" * 3:
        os.write(typing, bytes((key,)))
        time.sleep(0.05)
    saved = wait_for_more(flash, typing, saved)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    content = flash.read_bytes()
    again = state_after(tmp_path, "--flash", flash)
    events = len(content.rstrip(b"\xff")) - 50
    assert again["moves"] == events > 0


def wait_for_more(flash, terminal, saved):
    """Wait until more than `saved` bytes of the flash are used, and read what the game draws meanwhile."""
    deadline = time.monotonic() + 30
    os.set_blocking(terminal, False)
    while True:
        assert time.monotonic() < deadline, "the game in the terminal saved nothing"
        try:
            os.read(terminal, 65536)
        except BlockingIOError:
            time.sleep(0.02)
        used = len(flash.read_bytes().rstrip(b"\xff")) if flash.exists() else -1
        if used > max(saved, 0):
            return used
