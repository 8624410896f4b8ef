# SPDX-License-Identifier: MIT
"""The cable is pulled before each single change that an update makes to the drive: what runs then?"""

import os
import re
import shutil

import pytest

from engine2048 import __version__
from tests.faulty import text_of, without
from tests.standin import StandInBoard
from tests.standin.bench import Bench
from tests.standin.product import FIRST, SECOND, installed
from tools.deployer.install import sign_program
from tools.deployer.record import RECORD, of_product
from tools.files import device_files
from tools.simulator import program
from tools.simulator.boards import BOARDS
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

SIGN = sign_program().decode()
THIRD = {
    **{path: text for path, text in SECOND.items() if path != "lib/adafruit_thing/label.py"},
    "engine2048/game.py": 'VERSION = "1.2.0"\n' + "# other\n" * 300,
    "engine2048/screens/menu.py": "# in a folder of its own\n",
    "lib/adafruit_thing.py": "# no longer a package\n",
}
# Somebody's program, which uses some of our names.
THEIRS = {
    "code.py": "import hardware.motor\nbuffer = bytearray(2048)\n",
    "boot.py": "import usb_hid\n",
    "settings.toml": 'WIFI = "home"\n',
    "hardware/__init__.py": "# theirs\n",
    "hardware/motor.py": "# theirs\n",
    "hardware/screen.py": "# theirs, too\n",
    "lib/adafruit_thing/label.py": "# another version of the library\n",
    "lib/other.py": "# theirs\n",
    "engine2048/game.py.new": "# theirs\n",
    "before2048-code.py": "# theirs, of an earlier day\n",
}
# The folder to which an update first sends its files.
IN_THE_WAY = {"2048-update/engine2048/game.py": "# theirs, whyever\n"}


@pytest.fixture
def bench(tmp_path):
    """Make drives with some contents, each replacing the one before."""
    boards = []

    def make(files):
        shutil.rmtree(tmp_path / "board", ignore_errors=True)
        (tmp_path / "board").mkdir()
        boards.append(StandInBoard(tmp_path / "board"))
        return Bench(boards[-1], files)

    yield make
    for board in boards:
        board.console.close()


def what_runs(files, versions):
    """Which version has all its files there; or the sign of a broken update; or a mix."""
    if files.get("code.txt") == SIGN:
        return "sign"
    whole = [number for number, product in enumerate(versions) if product.items() <= files.items()]
    is_shadowed = any(path.endswith(".mpy") and path[:-3] + "py" in files for path in files)
    return whole[0] if whole and not is_shadowed else "mix"


def compiled(product):
    """The product with something in place of bytecode that is not the source."""
    return {
        path[:-2] + "mpy" if "/" in path and path.endswith(".py") else path: text.replace("#", "# compiled")
        for path, text in product.items()
    }


def without_settings(product):
    return {path: text for path, text in product.items() if path != "settings.toml"}


UPDATES = {
    "first install": (
        {"code.py": 'print("Hello World!")\n'},
        {"code.py": 'print("Hello World!")\n'},
        FIRST,
        {},
    ),
    "over another program": (THEIRS | IN_THE_WAY, THEIRS, FIRST, THEIRS | IN_THE_WAY),
    "update": (installed(FIRST), FIRST, SECOND, {}),
    "downgrade": (installed(THIRD), THIRD, FIRST, {}),
    "edited files": (
        {**installed(FIRST), "engine2048/game.py": "# mine\n", "engine2048/solver.py": "# mine, too\n"},
        {**FIRST, "engine2048/game.py": "# mine\n", "engine2048/solver.py": "# mine, too\n"},
        SECOND,
        {1: "# mine\n", 2: "# mine, too\n"},
    ),
    "from source to compiled": (installed(FIRST), FIRST, compiled(SECOND), {}),
    "from compiled to source": (installed(compiled(SECOND)), compiled(SECOND), SECOND, {}),
    "from compiled back to the source before": (installed(compiled(SECOND)), compiled(SECOND), FIRST, {}),
    "compiled, over edited source": (
        {**installed(FIRST), "hardware/screen.py": "show = print  # mine\n"},
        {**FIRST, "hardware/screen.py": "show = print  # mine\n"},
        compiled(FIRST),
        {1: "show = print  # mine\n"},
    ),
}


@pytest.mark.parametrize("update", UPDATES)
def test_after_any_cut_the_old_or_the_new_version_runs_or_the_sign_is_up(bench, update):
    before, old, new, theirs = UPDATES[update]
    changes, seen = 0, set()
    while True:
        board = bench(before)
        if not board.deploy_until_cut(new, changes):
            break
        files = board.files()
        runs = what_runs(files, [old, without_settings(new)])
        assert runs in (0, 1, "sign"), f"cut before change {changes}: {sorted(files)}"
        assert set(theirs.values()) <= set(files.values()), f"cut before change {changes}"
        seen.add(runs)
        board.deploy(new)
        files = board.files()
        assert what_runs(files, [without_settings(new)]) == 0
        assert set(theirs.values()) <= set(files.values())
        assert "code.txt" not in files
        assert {text for path, text in files.items() if path.startswith("2048-update/")} <= {*theirs.values()}
        assert board.plan(new).changes_nothing
        if not theirs:
            assert "2048-update" not in board.folders()
            assert set(files) == set(new), f"cut before change {changes}"
        changes += 1
    assert seen == {0, "sign"}
    assert changes > 20


@pytest.mark.parametrize("second", [SECOND, THIRD, FIRST], ids=["the same", "the next", "the one before"])
def test_two_cuts_in_a_row(bench, second):
    step = 1 if os.environ.get("SOAK") else 10
    for changes in range(2, 50, step):
        for more in range(changes % step, 60, step):
            board = bench(installed(FIRST))
            board.deploy_until_cut(SECOND, changes)
            board.deploy_until_cut(second, more)
            versions = [without_settings(product) for product in (FIRST, SECOND, second)]
            assert what_runs(board.files(), versions) != "mix", (changes, more)
            board.deploy(second)
            assert set(board.files()) == set(second) | {"settings.toml"}, (changes, more)
            assert without_settings(second).items() <= board.files().items()
            assert board.folders() == {path.rpartition("/")[0] for path in second} - {""} | {
                "lib",
                "engine2048",
            }


def test_the_display_shows_the_sentence(tmp_path):
    (tmp_path / "code.txt").write_text(SIGN)
    (tmp_path / "code.py").write_text("raise Exception('a mix of two versions')\n")
    for settings in (
        {},
        {"ROTATION": 180},
        {"SDA": "GP8", "SCL": "GP9"},
        {"ROTATION": 'a "', "SDA": "nonsense"},
    ):
        machine = Machine(Rp2Flash(), settings)
        machine.play([], 5_000)
        program.run(machine, tmp_path)
        assert "2048 stopped: Update broken off: run make deploy again" in machine.console.text
        assert not machine.faults
        rows = machine.chip.frame()
        if settings.get("ROTATION") == 180:
            rows = [row[::-1] for row in rows[::-1]]
        assert text_of(rows) == ["Update broken off:", "run make deploy again"]


@pytest.mark.parametrize("board", BOARDS.values(), ids=lambda board: board.board_id)
def test_the_sign_finds_the_display_on_every_board(tmp_path, monkeypatch, board):
    (tmp_path / "code.txt").write_text(SIGN)

    def shown():
        machine = Machine(Rp2Flash())
        machine.board = board
        machine.play([], 5_000)
        program.run(machine, tmp_path)
        assert "2048 stopped: Update broken off: run make deploy again" in machine.console.text
        assert "Traceback" not in machine.console.text.split("KeyboardInterrupt")[-1]
        return any(map(any, machine.chip.frame()))

    assert shown()
    # Without the table it knows only where a Pico has its display.
    without(monkeypatch, "hardware")
    assert shown() == ("GP4" in board.names)


@pytest.mark.firmware
@pytest.mark.timeout(1800)
@pytest.mark.skipif("CIRCUITPYTHON_UF2" not in os.environ, reason="CIRCUITPYTHON_UF2 names no firmware")
def test_the_display_shows_the_sentence_on_the_real_firmware():
    from tools.emulator import firmware, image
    from tools.emulator.pico import Pico

    files = [("code.txt", SIGN.encode()), ("code.py", b"raise Exception('a mix of two versions')\n")]
    pico = Pico(firmware.find(), image.build(files))
    pico.wait_for_line("2048 stopped: Update broken off", 20_000, "say so")
    pico.run_until(pico.now + 3_000_000)
    assert text_of(pico.chip.frame()) == ["Update broken off:", "run make deploy again"]
    assert pico.display.faults == []
    pico.console.send(b"x" * 50 + b"\x03")
    pico.wait_for_line("Press any key to enter the REPL", 5_000, "stop at Ctrl-C")


def test_the_sentence_does_not_burn_in(tmp_path):
    assert "_DARK_AFTER_SECONDS = 600" in SIGN
    (tmp_path / "code.txt").write_text(SIGN.replace("_DARK_AFTER_SECONDS = 600", "_DARK_AFTER_SECONDS = 2"))
    machine = Machine(Rp2Flash())
    machine.play([], 5_000)
    program.run(machine, tmp_path)
    assert not machine.chip.on


@pytest.mark.parametrize("wiring", ["no pull-ups", "other address"])
def test_without_a_display_it_still_listens_to_the_computer(tmp_path, wiring):
    (tmp_path / "code.txt").write_text(SIGN)
    machine = Machine(Rp2Flash())
    if wiring == "no pull-ups":
        machine.pull_ups = False
    else:
        machine.devices = {0x3D: machine.devices[0x3C]}
    machine.play([], 5_000)
    program.run(machine, tmp_path)
    assert machine.interrupted
    assert "Traceback" not in machine.console.text
    assert any(map(any, machine.chip.frame())) == (wiring == "other address")


def older(product):
    """The real product as an older version, which calls a function that the new one no longer has."""
    version = product["engine2048/__init__.py"]
    main = product["code.py"].replace(b"def main():", b"from hardware import parts\n\n\ndef main():", 1)
    return {
        **product,
        "engine2048/__init__.py": version.replace(__version__.encode(), b"0.9.0"),
        "hardware/parts.py": b"# only in this version\n",
        "hardware/store.py": product["hardware/store.py"] + b"\n# of this version\n",
        "code.py": main,
    }


def test_after_a_cut_the_real_game_boots_or_the_display_shows_the_sentence(bench):
    product = {path: local.read_bytes() for path, local in device_files()}
    before = older(product)
    before[RECORD] = of_product(before)
    ends = set()
    for changes in range(0, 100, 2):
        board = bench(before)
        if not board.deploy_until_cut(product, changes):
            break
        machine = Machine(Rp2Flash(), {"SEED": 1})
        machine.play([], 3_000)
        program.run(machine, board.drive.root)
        said = machine.console.text
        ready = re.search(r"2048 (\S+) ready|(Update broken off: run make deploy again)", said)
        assert ready, f"cut before change {changes}: {said}"
        assert any(map(any, machine.chip.frame()))
        assert not machine.faults
        ends.add(ready[1] or ready[2])
    assert ends == {"0.9.0", "Update broken off: run make deploy again"}
    board = bench(before)
    board.deploy(product)
    machine = Machine(Rp2Flash(), {"SEED": 1})
    machine.play([], 3_000)
    program.run(machine, board.drive.root)
    assert f"2048 {__version__} ready" in machine.console.text
