# SPDX-License-Identifier: MIT
"""The table of default pins: what it names is there and can do it, and no other file repeats it.

The boards' own names and numbers come from the board definitions of circuitpython-stubs.
"""

import ast
import re
from pathlib import Path

import board_definitions
import pytest

from hardware import pins
from hardware.config import Config, Wiring
from tests.faulty import run_faulty
from tests.handheld import powered_on
from tools.files import ROOT
from tools.simulator import boards, keys, program, report, settings
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

BUS = ("SDA", "SCL")
BUTTONS = ("BUTTON_UP", "BUTTON_RIGHT", "BUTTON_DOWN", "BUTTON_LEFT")
MENU = "BUTTON_MENU"
MORE = ("BUTTON_UNDO", "BUTTON_HINT")
SPI = ("SCK", "MOSI", "CS", "DC", "RESET_PIN")
# They may have to do without the table, because files may be missing, and then take a Pico's pins.
ALONE = {
    "boot.py": {"BUTTON_UP", "BUTTON_DOWN"},
    "fallback.py": {*BUS, *SPI},
}
EVERY_BOARD = pytest.mark.parametrize("board", boards.BOARDS.values(), ids=lambda board: board.board_id)


def defined(board):
    """Every pin of a board in circuitpython-stubs: name -> number."""
    path = Path(board_definitions.__path__[0]) / board.board_id / "__init__.pyi"
    found = re.findall(r"^(\w+): microcontroller\.Pin  # (?:GPIO)?(\w+)", path.read_text(), re.MULTILINE)
    assert len(found) > 10
    return dict(found)


@EVERY_BOARD
def test_the_simulated_board_has_the_pins_that_the_stubs_define(board):
    assert {name: board.numbers[printed] for name, printed in board.names.items()} == defined(board)


@EVERY_BOARD
def test_a_board_has_each_of_its_default_pins(board):
    assert set(board.defaults) == {*BUS, *BUTTONS, MENU, *MORE, *SPI}
    assert set(board.defaults.values()) <= set(defined(board))


@EVERY_BOARD
@pytest.mark.parametrize("parts", [(*BUS, MENU, *MORE), (*SPI, MENU)], ids=["I2C", "SPI"])
def test_no_two_parts_have_the_same_pin(board, parts):
    used = [board.numbers[board.pin(name)] for name in (*parts, *BUTTONS)]
    assert len(set(used)) == len(used)
    assert all(number.isdecimal() for number in used)  # the Wi-Fi chip's pins have no pull-ups


@EVERY_BOARD
def test_the_bus_is_one_that_the_chip_has_on_these_pins(board):
    """RP2040 datasheet, table 2 of section 1.4.3; the RP2350 has the same buses on these pins."""
    sda, scl, sck, mosi = (int(board.numbers[board.pin(name)]) for name in (*BUS, "SCK", "MOSI"))
    assert sda % 2 == 0
    assert scl % 4 == sda % 4 + 1
    assert sck % 4 == 2
    assert mosi % 4 == 3
    assert sck // 8 % 2 == mosi // 8 % 2


@EVERY_BOARD
def test_the_pins_are_not_those_of_the_boards_own_lights_and_buttons(board):
    used = {board.numbers[board.pin(name)] for name in board.defaults}
    own = {
        name: number for name, number in defined(board).items() if re.match("LED|NEOPIXEL|BUTTON|BOOT", name)
    }
    # The RP2040-Zero's and the Pico's own parts, for example, have pins of theirs.
    assert own
    assert not used & set(own.values())


def named(board):
    """A settings.toml that names all of a board's pins."""
    return "".join(f'{name} = "{board.defaults[name]}"\n' for name in (*BUS, *BUTTONS))


@EVERY_BOARD
@pytest.mark.parametrize("content", [program.read_settings(), named], ids=["original", "named"])
def test_the_game_starts_and_every_button_works(board, content):
    given = content(board).encode() if callable(content) else content
    machine = Machine(Rp2Flash(), settings.changed(given, {"SEED": 1}))
    machine.board = board
    machine.play(*keys.schedule(keys.parse("URDLM")))
    program.run(machine)
    state = report.parse(machine.console.text)
    assert (state["moves"], state["screen"]) == (4, "menu")
    assert any(map(any, machine.chip.frame()))


@EVERY_BOARD
def test_up_or_down_on_the_boards_own_pins_gives_the_drive(board):
    for button in (keys.UP, keys.DOWN, None):
        machine = Machine(Rp2Flash())
        machine.board = board
        if button is not None:
            machine.switch(button, True)
            machine.switch(button, False, at=1_000_000)
        machine.play([], 0)
        program.run(machine)
        assert machine.drive_visible == (button is not None)


@EVERY_BOARD
def test_a_hint_names_only_pins_that_the_board_has(board):
    for name in (*BUS, *BUTTONS):
        said = run_faulty({name: "GP99"}, board=board).said
        assert f'use the name of a pin, as "{board.defaults[name]}".' in said
        assert set(re.findall(r"\b(?:GP|[AD])\d+\b", said)) - {"GP99"} <= set(board.names)


def test_a_board_without_the_default_pins_is_told_to_name_its_own():
    board = boards.BOARDS["adafruit_feather_rp2040"]._replace(board_id="somebodys_board")
    bus = {"SDA": "SDA", "SCL": "SCL"}
    # The pins of a Pico are all that is known of it.
    assert run_faulty(bus, board=board).said.startswith(
        "BUTTON_UP in settings.toml: name a pin of this board."
    )
    assert run_faulty(bus | {"BUTTON_UP": "GP10"}, board=board).said.startswith(
        "BUTTON_UP = GP10 in settings.toml: use the name of a pin of this board."
    )
    said = run_faulty(board=board).said
    assert said.startswith("SDA in settings.toml: name a pin of this board.")
    assert "GP" not in said


def test_an_unknown_board_is_taken_for_a_pico():
    assert pins.read("somebodys_board") == pins.read("raspberry_pi_pico") == Wiring.defaults


def pins_in(path):
    """The pins that a program names, as a Pico has them."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {text for text in texts if isinstance(text, str) and re.fullmatch(r"GP\d+", text)}


@pytest.mark.parametrize(("path", "names"), ALONE.items())
def test_what_runs_alone_falls_back_to_a_picos_pins(path, names):
    assert pins_in(path) == {pins.read("raspberry_pi_pico")[name] for name in names}


def test_no_other_file_repeats_the_table():
    paths = [*ROOT.glob("*.py")]
    for folder in ("engine2048", "hardware", "tools"):
        paths += (ROOT / folder).rglob("*.py")
    naming = {path.relative_to(ROOT).as_posix() for path in paths if pins_in(path)}
    # A picture of what the display says about a wrong pin, and the pins printed on a board.
    assert naming == {
        *ALONE,
        "tools/pictures.py",
        "tools/shapes.py",
        "tools/measure/firsts.py",
        "tools/measure/sounds.py",
        "tools/soaking/script.py",
    }


def test_the_original_settings_name_a_picos_pins_in_notes():
    lines = settings.mentioned(program.read_settings().decode())
    for name in (*BUS, *BUTTONS, MENU, *MORE):
        assert lines[name] == f'# {name} = "{pins.read("raspberry_pi_pico")[name]}"'


def test_what_runs_alone_uses_the_default_speed_of_the_bus():
    speeds = {
        keyword.arg: keyword.value.value
        for keyword in ast.walk(ast.parse((ROOT / "fallback.py").read_text("utf-8")))
        if isinstance(keyword, ast.keyword) and keyword.arg in ("frequency", "baudrate")
    }
    with powered_on(BUS="SPI"):
        assert speeds == {"frequency": Wiring.frequency, "baudrate": Config().frequency}


def test_the_documents_name_the_same_pins():
    text = (ROOT / "docs" / "boards.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if "picture]" in line
    ]
    shown = {}
    for names, *used, more, picture in rows:
        assert (ROOT / "docs" / picture.removeprefix("[picture](").removesuffix(")")).is_file()
        for name in names.split(", "):
            shown[name] = [*used, *more.split(", ")]
    order = (*BUS, "BUTTON_UP", "BUTTON_DOWN", "BUTTON_LEFT", "BUTTON_RIGHT", MENU, *MORE)
    assert shown == {
        board.name.removeprefix("Raspberry Pi ") if "Pico " in board.name else board.name: [
            board.defaults[name] for name in order
        ]
        for board in boards.BOARDS.values()
    }
