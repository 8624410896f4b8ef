# SPDX-License-Identifier: MIT
"""Other people's files on the board, in every place that the game wants."""

import pytest

from tests.standin import StandInBoard, contents
from tests.standin.bench import Bench
from tests.standin.product import FIRST, SECOND, installed
from tools.deployer import record
from tools.deployer.errors import DeployError
from tools.files import device_files


@pytest.fixture
def bench(tmp_path):
    """Make a drive with some contents, without a serial line."""
    boards = []

    def make(files):
        folder = tmp_path / str(len(boards))
        folder.mkdir()
        boards.append(StandInBoard(folder))
        return Bench(boards[-1], files)

    yield make
    for board in boards:
        board.console.close()


def kept(plan):
    return dict(plan.early_keeps + plan.keeps)


def test_the_users_files_in_our_folders_are_left_alone(bench):
    theirs = {
        "hardware/motor.py": "mine",
        "hardware/cal.bin": "mine",
        "hardware/old/x.mpy": "mine",
        "engine2048/notes.txt": "mine",
        "engine2048/old/mine.py": "mine",
        "lib/adafruit_thing/other.py": "mine",
        "main.py": "mine",
        "engine2048/Übung.py": "mine",
    }
    board = bench({**installed(FIRST), **theirs})
    plan = board.deploy(SECOND)
    assert kept(plan) == {}
    assert theirs.items() <= board.files().items()
    assert plan.removals == ["engine2048/old/__init__.py", "engine2048/solver.py"]


def test_folders_named_like_what_nobody_imports_are_left_alone(bench):
    theirs = {
        "code/a.py": "mine",
        "boot/b.py": "mine",
        "settings/c.txt": "mine",
        "engine2048/weights/d": "mine",
    }
    board = bench(theirs)
    assert kept(board.deploy(SECOND)) == {}
    assert theirs.items() <= board.files().items()
    assert board.plan(SECOND).changes_nothing


def test_a_file_of_ours_that_the_user_changed_is_kept(bench):
    board = bench({**installed(FIRST), "engine2048/game.py": "mine", "lib/adafruit_thing/label.py": "mine"})
    plan = board.deploy(FIRST)
    assert kept(plan) == {
        "lib/adafruit_thing/label.py": "lib/adafruit_thing/before2048-label.py",
        "engine2048/game.py": "engine2048/before2048-game.py",
    }
    assert FIRST.items() <= board.files().items()


def test_a_changed_file_of_ours_that_is_no_longer_needed_belongs_to_the_user(bench):
    board = bench({**installed(FIRST), "engine2048/solver.py": "mine"})
    plan = board.deploy(SECOND)
    assert plan.removals == ["engine2048/old/__init__.py", "engine2048/old/"]
    assert board.files()["engine2048/solver.py"] == "mine"


def test_replaced_settings_are_kept_unless_they_were_unchanged(bench):
    board = bench({**installed(FIRST), "settings.toml": "# mine\n"})
    assert kept(board.deploy(SECOND, reset_settings=True)) == {"settings.toml": "before2048-settings.toml"}
    assert board.files()["before2048-settings.toml"] == "# mine\n"
    assert kept(bench(installed(FIRST)).deploy(SECOND, reset_settings=True)) == {}


def test_each_copy_gets_a_name_of_its_own(bench):
    board = bench({"code.py": "mine 0", "BEFORE2048-CODE.PY": "older"})
    for number in range(3):
        board.drive.local("code.py").write_text(f"mine {number}")
        board.deploy(FIRST)
    copies = {path: text for path, text in board.files().items() if "before" in path.lower()}
    assert copies == {
        "BEFORE2048-CODE.PY": "older",
        "before2048-2-code.py": "mine 0",
        "before2048-3-code.py": "mine 1",
        "before2048-4-code.py": "mine 2",
    }


def test_folders_where_files_should_be_and_files_where_folders_should_be(bench):
    theirs = {
        "code.py/x.txt": "mine",
        "boot.py/y.txt": "mine",
        "settings.toml/z.txt": "mine",
        "lib": "mine",
        "engine2048/game.py/w.txt": "mine",
        "2048-files.txt/v.txt": "mine",
        "2048-update": "mine",
        "hardware/screen/u.txt": "mine",
    }
    board = bench(theirs)
    plan = board.deploy(FIRST)
    assert kept(plan) == {
        "2048-update": "before2048-2048-update",
        "lib": "before2048-lib",
        "engine2048/game.py": "engine2048/before2048-game.py",
        "settings.toml": "before2048-settings.toml",
        "boot.py": "before2048-boot.py",
        "code.py": "before2048-code.py",
        "2048-files.txt": "before2048-2048-files.txt",
        "hardware/screen": "hardware/before2048-screen",
    }
    files = board.files()
    assert FIRST.items() <= files.items()
    assert sorted(files.values()).count("mine") == len(theirs)
    assert board.plan(FIRST).changes_nothing


@pytest.mark.parametrize("place", ["adafruit_thing/label.py", "Adafruit_Thing.py", "adafruit_thing.mpy"])
def test_a_library_at_the_root_does_not_replace_that_of_the_game(make_board, run, place):
    product = {
        **FIRST,
        "lib/adafruit_thing/__init__.py": "",
        "lib/adafruit_thing/label.py": "write = print\n",
        "hardware/screen.py": "from adafruit_thing.label import write as show\n",
    }
    board = make_board({place: "write = None  # an older one\n", "other.py": "mine"})
    code, out, err = run(board, product)
    assert (code, err) == (0, "")
    assert "2048 1.0.0 runs on the board" in out
    name = place.partition("/")[0]
    assert f"Keep your {name} as before2048-{name}" in out
    files = contents(board)
    assert (files["other.py"], files[f"before2048-{place}"]) == ("mine", "write = None  # an older one\n")
    assert "Everything on the board is up to date." in run(board, product)[1]


def test_names_in_upper_case(bench):
    board = bench({"CODE.PY": "mine", "ENGINE2048/GAME.PY": "mine, too", "Lib/other.py": "and this"})
    board.deploy(FIRST)
    files = board.files()
    assert files["before2048-CODE.PY"] == "mine"
    assert files["ENGINE2048/before2048-GAME.PY"] == "mine, too"
    assert files["Lib/other.py"] == "and this"
    assert {path.lower(): text for path, text in files.items()}.items() >= FIRST.items()
    assert board.plan(FIRST).changes_nothing


def test_the_record_in_upper_case(bench):
    files = installed(FIRST)
    board = bench({(path.upper() if path == record.RECORD else path): text for path, text in files.items()})
    plan = board.deploy(SECOND)
    assert (kept(plan), "engine2048/solver.py" in plan.removals) == ({}, True)
    assert board.plan(SECOND).changes_nothing


def test_write_protected_files(bench):
    board = bench(installed(FIRST))
    for path in ("engine2048/game.py", "engine2048/solver.py", "code.py"):
        board.drive.local(path).chmod(0o400)
    board.deploy(SECOND)
    files = board.files()
    assert {path: text for path, text in SECOND.items() if path != "settings.toml"}.items() <= files.items()
    assert files["engine2048/before2048-1-game.py"] == FIRST["engine2048/game.py"]
    assert files["engine2048/before2048-1-solver.py"] == FIRST["engine2048/solver.py"]
    assert board.plan(SECOND).changes_nothing


def test_a_code_txt_of_the_users_stops_the_deployment(bench):
    for files in ({"code.txt": "mine"}, {**installed(FIRST), "Code.TXT": "mine"}, {"code.txt/x": "mine"}):
        board = bench(files)
        with pytest.raises(DeployError, match=r"There is a code\.txt on the board"):
            board.deploy(SECOND)
        assert files.items() - {(record.RECORD, files.get(record.RECORD))} <= board.files().items()


def test_the_files_of_1_0_0_are_known_one_by_one(bench, monkeypatch):
    files = {path: text for path, text in FIRST.items() if path != "lib/adafruit_thing/label.py"}
    lines = {(path, record.digest(text.encode())) for path, text in files.items()}
    monkeypatch.setattr(record, "released", lambda: frozenset(lines))
    board = bench({**files, "hardware/motor.py": "mine", "hardware/screen.py": "mine", "boot.py": "mine"})
    plan = board.deploy(SECOND)
    assert kept(plan) == {
        "hardware/screen.py": "hardware/before2048-screen.py",
        "boot.py": "before2048-boot.py",
    }
    assert "engine2048/solver.py" in plan.removals
    assert board.files()["hardware/motor.py"] == "mine"
    assert board.plan(SECOND).changes_nothing


def test_the_product_itself_over_somebody_elses_project(bench):
    product = {path: local.read_bytes().decode("latin-1") for path, local in device_files()}
    product = {path: text for path, text in product.items() if not path.endswith(".bin")}
    board = bench({"code.py": "buffer = bytearray(2048)", "lib/adafruit_display_text/label.py": "# 3.0\n"})
    board.deploy(product)
    assert board.files()["before2048-code.py"] == "buffer = bytearray(2048)"
    assert board.files()["lib/adafruit_display_text/before2048-label.py"] == "# 3.0\n"
    assert board.plan(product).changes_nothing


def test_kept_files_are_reported_and_a_dry_run_only_names_them(make_board, run):
    board = make_board({"code.py": "buffer = bytearray(2048)", "settings.toml": "# mine\n"})
    before = contents(board)
    code, out, _ = run(board, FIRST, "--dry-run", "--reset-settings")
    assert code == 0
    assert "Would keep your code.py as before2048-code.py\n" in out
    assert "Would keep your settings.toml as before2048-settings.toml\n" in out
    assert contents(board) == before
    code, out, _ = run(board, FIRST)
    assert "Keep your code.py as before2048-code.py\n" in out
    assert "settings.toml as" not in out


def test_the_same_files_are_kept_over_the_mounted_drive(make_board, run):
    theirs = {"code.py": "mine", "engine2048/game.py": "mine, too", "lib": "a file"}
    board = make_board(theirs, computer_holds_drive=True)
    code, _, err = run(board, FIRST, "--drive", str(board.drive.root))
    assert (code, err) == (0, "")
    assert contents(board) == {
        **FIRST,
        "before2048-code.py": "mine",
        "engine2048/before2048-game.py": "mine, too",
        "before2048-lib": "a file",
    }
    board.drive.local("engine2048/game.py").chmod(0o400)
    code, _, err = run(board, SECOND, "--drive", str(board.drive.root))
    assert (code, err) == (0, "")
    assert contents(board)["engine2048/game.py"] == SECOND["engine2048/game.py"]


def test_a_write_protected_file_of_the_game_is_reported(make_board, run):
    board = make_board(installed(FIRST))
    board.drive.local("engine2048/game.py").chmod(0o400)
    code, out, _ = run(board, SECOND)
    assert code == 0
    aside = "engine2048/before2048-1-game.py"
    assert f"The old engine2048/game.py is write-protected, so it was renamed to {aside}.\n" in out


def test_a_full_drive_changes_nothing(make_board, run):
    board = make_board({"code.py": "mine"}, capacity=12_000)
    code, _, err = run(board, FIRST)
    assert code == 1
    assert "too full" in err
    assert contents(board) == {"code.py": "mine"}


@pytest.mark.parametrize("holds", [True, False])
def test_the_first_install_on_9_2_says_what_to_do(make_board, run, monkeypatch, holds):
    monkeypatch.setattr("psutil.disk_partitions", lambda all: [])
    board = make_board(version=(9, 2, 1), computer_holds_drive=holds)
    code, _, err = run(board, FIRST)
    assert code == 1
    assert "With CircuitPython 9.2.1 the board's drive has to be ejected before" in err
    assert "sudo eject" in err
    board.drive.ejected = True
    assert run(board, FIRST)[0] == 0
    assert run(board, SECOND)[0] == 0
