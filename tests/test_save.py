# SPDX-License-Identifier: MIT
"""Back up, erase, restore: the command, with a board at the end of a serial line and with flash files."""

import json
from pathlib import Path

import pytest

from hardware import store
from tests.saves import CutEverywhere, everything, nvm, seal, snapshot_of, started
from tests.standin import soon
from tools import play, save
from tools.deployer import link
from tools.deployer.errors import LinkLost
from tools.saving import boards, container, kept
from tools.saving.save import Place, Save, put
from tools.simulator.flash import ERASED, SECTOR, PagedFlash, Rp2Flash, blank, flash_file

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


class TestRefused:
    @pytest.fixture
    def flash(self, tmp_path):
        path = tmp_path / "flash.bin"
        path.write_bytes(played("rp2040", seed=8)[0].image)
        return path

    @pytest.fixture
    def file(self, command, tmp_path):
        (tmp_path / "other.bin").write_bytes(played("rp2040")[0].image)
        assert command("backup", tmp_path / "a.json", "--from", tmp_path / "other.bin")[0] == 0
        return tmp_path / "a.json"

    def refused(self, command, file, flash):
        """What is said when a file is refused; the save stays as it is."""
        before = flash.read_bytes()
        code, out, err = command("restore", file, "--to", flash, "--yes")
        assert (code, out) == (1, "")
        assert flash.read_bytes() == before
        assert command("show", file)[0] == 1
        return err

    def test_damage_anywhere(self, command, file, flash):
        content = file.read_bytes()
        for at in range(1, len(content), 7):
            for wrong in (content[:at], content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]):
                file.write_bytes(wrong)
                words = self.refused(command, file, flash)
                assert "damaged" in words or "is no save of this game" in words or "newer version" in words

    @pytest.mark.parametrize(
        "content", [b"", b"Dear reader", b"{}", b"[1]", b"{" * 5000, b"null", bytes(4097)]
    )
    def test_foreign_files(self, command, file, flash, content):
        file.write_bytes(content)
        words = self.refused(command, file, flash)
        assert "is no save of this game" in words or "There is no saved game" in words

    @pytest.mark.parametrize("name", ["date", "board", "size", "content", "appends"])
    def test_a_file_that_lacks_something(self, command, file, flash, name):
        fields = json.loads(file.read_text())
        del fields["sha256"], fields[name]
        file.write_text(json.dumps({**fields, "sha256": container._checksum(fields)}))
        assert "damaged" in self.refused(command, file, flash)

    def test_both_are_told_with_board_and_date(self, command, file, flash):
        out = command("restore", file, "--to", flash, answer="n\n")[1]
        date = json.loads(file.read_text())["date"][:10]
        assert f"In {flash}: " in out
        assert f"In {file} (simulator, {date} " in out

    def test_a_newer_file(self, command, file, flash):
        fields = json.loads(file.read_text())
        file.write_text(json.dumps({**fields, "version": 2}))
        assert "newer version of this project" in self.refused(command, file, flash)

    def test_a_save_of_a_newer_program(self, command, flash, tmp_path):
        record = bytearray(snapshot_of(played("rp2040")[1].game))
        record[2] = 9
        newer = tmp_path / "newer.bin"
        newer.write_bytes(seal(record).ljust(SECTOR, ERASED))
        assert "newer version of the game" in self.refused(command, newer, flash)
        file = tmp_path / "newer.json"
        assert command("backup", file, "--from", newer)[0] == 0
        assert "newer version of the game" in self.refused(command, file, flash)
        # In the other direction it is replaced, and kept.
        assert command("restore", flash, "--to", newer, "--yes")[0] == 0
        assert state(Save(newer.read_bytes(), True, "")) == state(Save(flash.read_bytes(), True, ""))
        (auto,) = kept.folder().glob("*.json")
        assert container.unpacked(auto.read_bytes(), "").content.startswith(seal(record))

    def test_a_flash_in_use_and_a_backup_as_target(self, command, file, flash):
        with flash_file(flash):
            code, _, err = command("restore", file, "--to", flash, "--yes")
            assert code == 1 and "in use" in err
        code, _, err = command("restore", flash, "--to", file, "--yes")
        assert code == 1 and "is a backup" in err

    def test_files_that_are_not_there(self, command, tmp_path):
        assert command("show", tmp_path / "no.json") == (
            1,
            "",
            f"save: There is no file {tmp_path}/no.json.\n",
        )
        assert command("show", "play") == (1, "", "save: There is no game of `make play` yet.\n")
        assert not list(tmp_path.glob("no*"))


# Both kinds of nvm, with much room left on the first and none on the last.
TARGETS = [("rp2040", 40), ("rp2040", 900), ("nrf52840", 40)]


@pytest.mark.parametrize(("chip", "turns"), TARGETS)
@pytest.mark.parametrize("source", LAYOUTS)
class TestCuts:
    def test_in_every_operation_leave_the_old_save_or_the_new(self, source, chip, turns):
        flash, old = played(chip, seed=8, turns=turns)
        new = saved_in(played(source)[0], source)
        region = CutEverywhere(flash)
        put(new, Place("", region, chip == "rp2040", ""))
        after = saved_in(flash, chip)
        assert state(after) == state(new) != old.state()
        torn = region.take()
        assert torn
        for _, image in torn:
            cut = Save(bytes(image), chip == "rp2040", "")
            assert cut.holds_game
            assert state(cut) in (old.state(), state(new))

    def test_at_every_byte_leave_the_old_save_or_the_new(self, source, chip, turns):
        flash, old = played(chip, seed=8, turns=turns)
        before = bytes(flash.image)
        new = saved_in(played(source)[0], source)
        put(new, Place("", nvm(flash), chip == "rp2040", ""))
        after = bytes(flash.image)
        places = [at for at in range(len(after)) if before[at] != after[at]]
        assert 30 < len(places) <= 70
        # Slots are erased first, and then written byte by byte.
        blank_at = set(range(places[0] // SECTOR * SECTOR, (places[0] // SECTOR + 1) * SECTOR))
        start = (
            before if chip == "rp2040" else bytes(255 if at in blank_at else b for at, b in enumerate(before))
        )
        for count in range(len(places) + 1):
            done = set(places[:count])
            image = bytearray(after[at] if at in done else byte for at, byte in enumerate(start))
            if count < len(places):
                torn = places[count]
                image[torn] = after[torn] | (0x55 & start[torn])
            cut = Save(bytes(image), chip == "rp2040", "")
            assert state(cut) in (old.state(), state(new))

    def test_of_the_line_leave_the_old_save_or_the_new(self, source, chip, turns):
        """The board assigns only what has arrived whole: the line can break before or after that."""
        new = saved_in(played(source)[0], source)
        for calls in range(100):
            flash, old = played(chip, seed=8, turns=turns)
            line = BreakingLine(flash, calls)
            place = Place("", boards.BoardRegion(line, len(flash)), chip == "rp2040", "")
            try:
                put(new, place)
            except LinkLost:
                assert state(saved_in(flash, chip)) in (old.state(), state(new))
            else:
                break
        assert 2 < calls < 99
        assert state(saved_in(flash, chip)) == state(new)


class BreakingLine:
    """A link to a flash that breaks after so many calls: before a reading one, or after a writing one."""

    def __init__(self, flash, calls):
        self._region = nvm(flash)
        self._calls = calls

    def call(self, helper, start, *arguments):
        if self._calls == 0:
            raise LinkLost("the line broke")
        self._calls -= 1
        if helper == "read_nvm":
            return [bytes(self._region[start : arguments[0]])]
        data, size = arguments
        self._region[start : start + size] = data.ljust(size, ERASED)
        if self._calls == 0:
            raise LinkLost("the line broke")
        return [True]


def test_a_full_sector_is_the_only_one_that_a_restore_erases():
    """Then a cut can lose what is on the board; the command has kept it on the computer by then."""
    new = saved_in(played("rp2040")[0], "rp2040")
    for turns in range(1400, 2400, 50):
        flash, _ = played("rp2040", seed=8, turns=turns)
        free = SECTOR - len(bytes(flash.image).rstrip(ERASED))
        erases = flash.erases
        put(new, Place("", nvm(flash), True, ""))
        assert flash.erases - erases == (free <= 70)
        assert state(saved_in(flash, "rp2040")) == state(new)
