# SPDX-License-Identifier: MIT
"""The play command: headless games from power-on to the state and the picture; and wrong usage."""

import json
import random
import subprocess
import sys
import time

import pytest
from PIL import Image

from engine2048.board import DOWN, LEFT, RIGHT, UP
from engine2048.game import Game
from engine2048.rng import Rng
from tests.conftest import ROOT
from tools import play
from tools.simulator import keys, program
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

DIRECTIONS = {"U": UP, "R": RIGHT, "D": DOWN, "L": LEFT}


def headless(*arguments):
    return play.main(["--headless", *map(str, arguments)])


def game_after(seed, text):
    """The cells to which the engine, by itself, plays the keys."""
    game = Game(Rng(seed))
    for key in text:
        if key in DIRECTIONS:
            game.play(DIRECTIONS[key])
    return game


def test_a_game_is_played_and_reported(tmp_path):
    text = "ULDR.DRULLUU"
    assert headless("--seed", 5, "--keys", text, "--state", tmp_path / "state.json") == 0
    state = json.loads((tmp_path / "state.json").read_text())
    game = game_after(5, text)
    assert state["cells"] == [1 << tile if tile else 0 for tile in game.cells]
    assert (state["score"], state["best"], state["moves"]) == (game.score, game.best, game.moves)
    assert state["screen"] == "board"
    assert state["display"]["on"] is True
    assert 0 < state["display"]["contrast"] < 256
    assert state["display"]["bytes"] > 1056


def test_the_same_seed_and_keys_give_the_same_game_picture_and_bus(tmp_path):
    for name in ("a", "b"):
        files = ("--screenshot", tmp_path / f"{name}.png", "--state", tmp_path / f"{name}.json")
        assert headless("--seed", 3, "--keys", "LURD" * 3, *files) == 0
    for kind in ("png", "json"):
        assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()


def test_another_seed_is_another_game(tmp_path):
    boards = []
    for seed in (1, 2):
        headless("--seed", seed, "--state", tmp_path / "state.json")
        boards.append(json.loads((tmp_path / "state.json").read_text())["cells"])
    assert boards[0] != boards[1]


def test_the_picture_shows_the_display(tmp_path):
    assert headless("--seed", 1, "--screenshot", tmp_path / "glass.png") == 0
    with Image.open(tmp_path / "glass.png") as picture:
        assert picture.size == (512, 256)
        assert len(picture.getcolors()) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--headless", "--keys", "ULx"), "--keys: key 3 is 'x'; keys are U D L R"),
        (("--keys", "U"), "--keys, --screenshot, --state and --sound need --headless"),
        (("--state", "x.json"), "need --headless"),
        (("--headless", "--seed", "one"), "argument --seed: one is not a number from 0 to 1073741823"),
        (("--headless", "--seed", "-5"), "argument --seed: -5 is not a number from 0 to 1073741823"),
        (("--seed", "1073741824"), "argument --seed: 1073741824 is not a number from 0 to"),
        (("--headless", "--cut-after", "two"), "argument --cut-after: two is not a whole number above 0"),
        (("--set", "BRIGHTNESS"), "argument --set: 'BRIGHTNESS' is not NAME=VALUE"),
        (("--set", "=5"), "argument --set: '=5' is not NAME=VALUE"),
        (("--settings", "missing.toml"), "argument --settings: missing.toml cannot be read: No such file"),
        (("--colour",), "unrecognized arguments: --colour"),
    ],
)
def test_wrong_usage_is_exit_code_2_and_a_sentence(capsys, arguments, message):
    with pytest.raises(SystemExit) as caught:
        play.main(list(arguments))
    assert caught.value.code == 2
    assert message in capsys.readouterr().err


def test_without_a_terminal_it_says_how_to_run_headless(capsys):
    assert play.main([]) == 2
    error = capsys.readouterr().err
    assert "this is not a terminal" in error
    assert "python -m tools.play --headless --keys ULDR" in error


def test_a_file_that_cannot_be_written_is_exit_code_1(tmp_path, capsys):
    assert headless("--state", tmp_path / "missing" / "state.json") == 1
    error = capsys.readouterr().err
    assert error.startswith("play: ")
    assert "missing" in error


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("raise ValueError('planted')", "ValueError: planted"),
        ("print('2048 stopped: no display')", "2048 stopped: no display"),
        ("import time\nprint('2048 1 ready')\ntime.sleep(9)", "KeyboardInterrupt"),
        (
            "import time\nprint('2048 1 ready')\n"
            "while 1:\n try: time.sleep(9)\n except KeyboardInterrupt: pass",
            "did not stop at Ctrl-C",
        ),
        (
            "import board, busio\nb = busio.I2C(board.GP5, board.GP4)\nb.try_lock()\n"
            "try: b.writeto(0x3C, b'\\x80\\x2f')\nexcept Exception: pass\nprint('{\"cells\": []}')",
            "the display chip was sent command 0x2F",
        ),
    ],
)
def test_a_program_that_goes_wrong_is_exit_code_1_and_says_why(
    tmp_path, monkeypatch, capsys, source, message
):
    (tmp_path / "code.py").write_text(source)
    real = program.run
    monkeypatch.setattr(program, "run", lambda machine: real(machine, tmp_path))
    assert headless() == 1
    assert message in capsys.readouterr().err


def test_after_a_persons_ctrl_c_no_state_of_half_a_game_is_written(tmp_path, monkeypatch):
    (tmp_path / "code.py").write_text(
        "print('2048 1 ready')\n"
        "try: raise KeyboardInterrupt\nexcept KeyboardInterrupt: print('{\"cells\": []}')"
    )
    real = program.run
    monkeypatch.setattr(program, "run", lambda machine: real(machine, tmp_path))
    assert headless("--state", tmp_path / "state.json") == 130
    assert not (tmp_path / "state.json").exists()


def test_settings_that_the_game_cannot_use_are_exit_code_1(monkeypatch, capsys, tmp_path):
    (tmp_path / "settings.toml").write_text("SDA = GP99")
    real = program.read_settings
    monkeypatch.setattr(program, "read_settings", lambda: real(tmp_path / "settings.toml"))
    assert headless() == 1
    assert "settings.toml" in capsys.readouterr().err


def test_a_thousand_keys_without_animation_take_less_than_ten_seconds():
    text = "".join(random.Random(7).choices("ULDR", k=1000))
    machine = Machine(Rp2Flash(), {"SEED": 7, "ANIMATION": 0})
    # In CPU time, because the testing machine may be busy.
    begun = time.process_time()
    state = play.run_headless(machine, keys.parse(text))
    assert time.process_time() - begun < 10
    assert state["best"] > 500  # at the end of a game, keys undo or start the next


def run_in_project(*arguments):
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_it_runs_as_a_module(tmp_path):
    done = run_in_project("-m", "tools.play", "--headless", "--state", str(tmp_path / "state.json"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert json.loads((tmp_path / "state.json").read_text())["screen"] == "welcome"


def test_our_code_py_does_not_hide_the_standard_module_code():
    # With -c, as with -m, Python puts the current folder at the front of the path.
    play_and_look = "from tools import play; play.main(['--headless']); import code; code.InteractiveConsole"
    done = run_in_project("-c", play_and_look)
    assert (done.returncode, done.stderr) == (0, "")
