"""boot.py, run for real on the stand-in: who gets the drive, and not a word."""

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.standin import StandInBoard, soon


@pytest.fixture
def boot(tmp_path):
    """Plug in a board with the product's boot.py; returns it once its program runs."""
    boards = []

    def boot(settings="", held=(), missing=()):
        board = StandInBoard(tmp_path, missing=missing)
        boards.append(board)
        board.held_buttons = set(held)
        (board.drive.root / "boot.py").write_text((Path(ROOT) / "boot.py").read_text())
        (board.drive.root / "settings.toml").write_text(settings)
        (board.drive.root / "code.py").write_text("import time\ntime.sleep(60)\n")
        printed = []
        board.write_text = printed.append
        before = sorted(board.drive.root.iterdir())
        board.plug_in()
        assert soon(lambda: board.running == "code.py")
        assert "".join(printed) == ""
        assert sorted(board.drive.root.iterdir()) == sorted([*before, board.drive.root / "boot_out.txt"])
        return board

    yield boot
    for board in boards:
        board.close()


def test_the_drive_is_the_programs(boot):
    board = boot()
    assert board.drive.writable
    assert not board.drive.offered_to_computer


def test_holding_up_gives_the_drive_to_the_computer(boot):
    board = boot(held=["GP10"])
    assert board.drive.offered_to_computer
    assert not board.drive.writable


def test_up_is_where_the_settings_say(boot):
    assert boot('BUTTON_UP = "GP7"\n', held=["GP7"]).drive.offered_to_computer


def test_other_buttons_do_not_count(boot):
    assert not boot(held=["GP11", "GP12", "GP13"]).drive.offered_to_computer


@pytest.mark.parametrize("settings", ['BUTTON_UP = "GP99"\n', "BUTTON_UP = 7\n"])
def test_a_wrong_pin_gives_the_drive_to_the_computer_to_mend_it(boot, settings):
    assert boot(settings).drive.offered_to_computer


@pytest.mark.parametrize("missing", ["storage", "board", "digitalio"])
def test_a_board_without_a_module_boots_all_the_same(boot, missing):
    assert boot(missing=(missing,)).drive.offered_to_computer
