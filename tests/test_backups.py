# SPDX-License-Identifier: MIT
"""The backups that commands make by themselves: the last few stay, and deploying makes one."""

from datetime import datetime, timedelta, timezone

from tests.saves import nvm, started
from tests.standin import contents
from tests.standin.product import FIRST, SECOND, installed
from tools.saving import container, kept
from tools.saving.save import Save
from tools.simulator.flash import Rp2Flash

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)


def saves(count):
    """Different saves of one game."""
    flash = Rp2Flash()
    player = started(flash)
    for _ in range(count):
        assert player.move()
        yield Save(bytes(flash.image), True, "raspberry_pi_pico")


def test_the_last_twenty_are_kept(tmp_path):
    made = list(saves(25))
    for second, save in enumerate(made):
        kept.keep(save, NOON + timedelta(seconds=second))
    files = sorted(kept.folder().iterdir())
    assert len(files) == 20
    found = [container.unpacked(file.read_bytes(), file.name).content for file in files]
    assert found == [save.content for save in made[5:]]
    assert files[-1].name == "2048-2026-12-01-120024-raspberry_pi_pico.json"


def test_the_same_save_is_kept_once_and_two_in_a_second_both():
    first, second = saves(2)
    assert kept.keep(first, NOON) == kept.keep(first, NOON + timedelta(hours=1))
    kept.keep(second, NOON)
    assert len(list(kept.folder().iterdir())) == 2


def test_a_strange_name_of_a_board_gives_a_plain_file_name():
    (save,) = saves(1)
    save.board = "../my board"
    assert kept.name_of(save, NOON) == "2048-2026-12-01-120000----my-board.json"


class TestDeploying:
    def board(self, make_board):
        flash = Rp2Flash()
        player = started(flash)
        for _ in range(30):
            player.move()
        return make_board(installed(FIRST), nvm=nvm(flash)), flash, player

    def test_an_update_backs_up_the_saved_game_and_says_where(self, make_board, run):
        board, flash, player = self.board(make_board)
        before = bytes(flash.image)
        code, out, err = run(board, SECOND)
        assert (code, err) == (0, "")
        (file,) = kept.folder().iterdir()
        assert f"Backed up the saved game (score {player.game.score:,}, best" in out
        assert f"in {file}." in out
        assert container.unpacked(file.read_bytes(), "").content == before == flash.image

    def test_if_nothing_changes_there_is_no_backup(self, make_board, run):
        board, _, _ = self.board(make_board)
        code, out, _ = run(board, FIRST)
        assert code == 0 and "Backed up" not in out
        code, out, _ = run(board, SECOND, "--dry-run")
        assert code == 0 and "Backed up" not in out
        assert not kept.folder().exists()

    def test_a_board_without_a_save_is_updated_without_a_word(self, make_board, run):
        for details in ({}, {"nvm": nvm(Rp2Flash())}, {"nvm": bytearray()}):
            code, out, err = run(make_board(installed(FIRST), **details), SECOND)
            assert (code, err) == (0, "") and "saved game" not in out

    def test_a_folder_that_cannot_be_written_stops_nothing(self, make_board, run):
        kept.folder().parent.parent.write_text("a file in the way")
        board, _, _ = self.board(make_board)
        code, out, err = run(board, SECOND)
        assert (code, err) == (0, "")
        assert "could not be backed up" in out
        assert contents(board)["engine2048/game.py"] == SECOND["engine2048/game.py"]
