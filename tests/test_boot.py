# SPDX-License-Identifier: MIT
"""boot.py, really run on the stand-in board: who gets the drive, all in silence."""

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


def test_the_drive_belongs_to_the_program(boot):
    board = boot()
    assert board.drive.writable
    assert not board.drive.offered_to_computer


@pytest.mark.parametrize("held", [["GP10"], ["GP11"], ["GP10", "GP11", "GP12"]], ids=str)
def test_holding_up_or_down_gives_the_drive_to_the_computer(boot, held):
    # Either counts: in a game turned upside down, DOWN is UP.
    board = boot(held=held)
    assert board.drive.offered_to_computer
    assert not board.drive.writable


@pytest.mark.parametrize(
    ("held", "is_asked_for"), [("GP7", True), ("GP8", True), ("GP10", False), ("GP11", False)]
)
def test_up_and_down_are_on_the_pins_in_the_settings(boot, held, is_asked_for):
    settings = 'BUTTON_UP = "GP7"\nBUTTON_DOWN = "GP8"\n'
    assert boot(settings, held=[held]).drive.offered_to_computer == is_asked_for


def test_other_buttons_do_not_count(boot):
    assert not boot(held=["GP12", "GP13"]).drive.offered_to_computer


@pytest.mark.parametrize(
    "settings",
    ['BUTTON_UP = "GP99"\n', "BUTTON_UP = 7\n", 'BUTTON_DOWN = "GP99"\n'],
)
def test_a_wrong_pin_gives_the_drive_to_the_computer_for_repair(boot, settings):
    assert boot(settings).drive.offered_to_computer


@pytest.mark.parametrize("missing", ["storage", "board", "digitalio"])
def test_a_board_that_lacks_a_module_still_boots(boot, missing):
    assert boot(missing=(missing,)).drive.offered_to_computer
