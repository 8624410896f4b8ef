# SPDX-License-Identifier: MIT
"""Back up, erase, restore: the command, with a board at the end of a serial line and with flash files."""

import json
from pathlib import Path

import pytest

from hardware import store
from tests.saves import everything, nvm, started
from tests.standin import soon
from tools import play, save
from tools.deployer import link
from tools.saving import boards, kept
from tools.saving.save import Save
from tools.simulator.flash import SECTOR, PagedFlash, Rp2Flash, blank

LAYOUTS = {"rp2040": (Rp2Flash, 1), "nrf52840": (PagedFlash, 2)}
PROGRAM = "import time\nprint('playing')\nwhile True:\n    time.sleep(0.01)\n"


def played(chip, seed=3, turns=300):
    """A flash with the save of someone who did everything, and that player."""
    kind, sectors = LAYOUTS[chip]
    flash = kind(blank(sectors * SECTOR))
    player = started(flash, seed=seed, appends=chip == "rp2040")
    for _ in range(turns):
        player.act()
    while player._to_retract:
        player.act()
    player.journal.tidy(player.game)
    return flash, player


def saved_in(flash, chip):
    return Save(bytes(flash.image), chip == "rp2040", "")


def state(save):
    return everything(save.game, save.preferences)


@pytest.fixture
def command(monkeypatch, capsys):
    """Run tools.save; returns exit code, output and errors."""
    monkeypatch.setattr(link.SerialTransport, "_is_pty_device", staticmethod(lambda device: True))

    def command(*arguments, answer=""):
        monkeypatch.setattr("sys.stdin.readline", lambda: answer, raising=False)
        code = save.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return command


@pytest.fixture
def make_player_board(make_board):
    def make(chip, flash):
        board = make_board({"code.py": PROGRAM}, chip=chip, nvm=nvm(flash))
        board.waits_for_computer = False
        return board

    return make


class TestOnABoard:
    @pytest.mark.parametrize("chip", LAYOUTS)
    def test_back_up_erase_restore(self, chip, make_player_board, command, tmp_path):
        flash, player = played(chip)
        board = make_player_board(chip, flash)
        file = tmp_path / "backup.json"
        code, out, err = command("backup", file, "--port", board.port)
        assert (code, err) == (0, "")
        game = player.game
        assert out == (
            f"Wrote {file}: score {game.score:,}, best {game.best:,}; {game.games} games, {game.wins} won, "
            f"{game.total_moves} moves; {len(game.history)} undo steps.\n"
        )
        assert soon(lambda: board.running == "code.py" and board.resets == 1)
        flash.image[:] = blank(len(flash))
        code, out, err = command("restore", file, "--port", board.port, "--yes")
        assert (code, err) == (0, "")
        assert "On the board:" in out and "no saved game" in out
        assert soon(lambda: board.running == "code.py" and board.resets == 2)
        assert state(saved_in(flash, chip)) == player.state()
        assert not list(kept.folder().glob("*"))  # there was nothing to keep

    @pytest.mark.parametrize("chip", LAYOUTS)
    def test_what_is_there_is_shown_asked_about_and_kept(self, chip, make_player_board, command, tmp_path):
        flash, player = played(chip, seed=8)
        other = next(name for name in LAYOUTS if name != chip)
        source, owner = played(other)
        file = tmp_path / "backup.json"
        board = make_player_board(other, source)
        assert command("backup", file, "--port", board.port)[0] == 0
        board = make_player_board(chip, flash)
        before = bytes(flash.image)
        code, out, err = command("restore", file, "--port", board.port, answer="n\n")
        assert (code, err) == (1, "save: Nothing was changed.\n")
        assert f"best {player.game.best:,}" in out and f"best {owner.game.best:,}" in out
        assert "Replace the first with the second? [y/N]" in out
        assert flash.image == before
        assert command("restore", file, "--port", board.port)[0] == 1  # nobody there to answer
        assert flash.image == before
        assert soon(lambda: board.running == "code.py")
        code, out, err = command("restore", file, "--port", board.port, answer="y\n")
        assert (code, err) == (0, "")
        assert state(saved_in(flash, chip)) == owner.state()
        (auto,) = kept.folder().glob("*.json")
        assert str(auto) in out
        assert command("restore", auto, "--port", board.port, "--yes")[0] == 0
        assert state(saved_in(flash, chip)) == player.state()

    def test_restoring_what_is_there_already_writes_nothing(self, make_player_board, command, tmp_path):
        flash, _ = played("rp2040")
        board = make_player_board("rp2040", flash)
        command("backup", tmp_path / "a.json", "--port", board.port)
        before = bytes(flash.image)
        code, out, _ = command("restore", tmp_path / "a.json", "--port", board.port)
        assert code == 0
        assert "They are the same" in out
        assert flash.image == before

    def test_a_board_without_a_save(self, make_board, command, tmp_path):
        file = tmp_path / "a.json"
        for details, words in (
            ({"nvm": nvm(Rp2Flash())}, "There is no saved game on the board"),
            ({}, "There is no saved game that can be read on the board"),
            ({"nvm": bytearray()}, "has no memory for a save"),
            ({"implementation": "micropython"}, "not CircuitPython"),
        ):
            board = make_board(**details)
            code, _, err = command("backup", file, "--port", board.port)
            assert code == 1
            assert words in err
        assert not file.exists()

    def test_which_chips_append_is_known_here_as_on_the_device(self, monkeypatch, machine):
        for chip in ("rp2040", "RP2350", "rp2350", "nrf52840", "samd51", "ESP32S3", "esp32s2", "rp2350b"):
            monkeypatch.setattr(store.os, "uname", lambda chip=chip: type("Uname", (), {"sysname": chip}))
            appends = store.open_region()[1]
            answers = type("Link", (), {"call": lambda self, name, chip=chip: [(chip, 4096)]})()
            assert boards.on_board(answers, "").appends == appends


class TestFiles:
    def test_no_backup_is_overwritten_unasked(self, command, tmp_path, monkeypatch):
        flash = tmp_path / "flash.bin"
        flash.write_bytes(played("rp2040")[0].image)
        file = tmp_path / "a.json"
        file.write_text("mine")
        code, _, err = command("backup", file, "--from", flash)
        assert code == 1 and "exists" in err and file.read_text() == "mine"
        assert command("backup", file, "--from", flash, "--yes")[0] == 0
        assert json.loads(file.read_text())["format"] == "2048-save"
        monkeypatch.chdir(tmp_path)
        assert command("backup", "--from", flash)[0] == 0
        assert len(list(tmp_path.glob("2048-*-simulator.json"))) == 1

    def test_from_the_train_to_the_terminal_and_back(self, make_player_board, command, tmp_path):
        flash, player = played("nrf52840")
        board = make_player_board("nrf52840", flash)
        assert command("restore", "board", "--to", "play", "--port", board.port, "--yes")[0] == 0
        with play.opened_flash(play.parser().parse_args([])) as memory:
            image = bytes(memory.image)
        assert state(Save(image, True, "")) == player.state()
        at_home = started(Rp2Flash(bytearray(image)))
        at_home.move()
        (Path(kept.folder()).parent / "flash.bin").write_bytes(at_home_image := bytes(nvm_image(at_home)))
        assert command("restore", "play", "--port", board.port, "--yes")[0] == 0
        assert state(saved_in(flash, "nrf52840")) == state(Save(at_home_image, True, ""))


def nvm_image(player):
    return player.journal._region[0 : len(player.journal._region)]
