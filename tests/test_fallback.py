# SPDX-License-Identifier: MIT
"""Files of the program or of lib/ that are missing, old or damaged: the display reports each of them."""

import shutil
from pathlib import Path

import pytest

from tests.faulty import WatchedMachine, copy_product, run_faulty, text_of, without
from tools.files import ROOT, device_files
from tools.simulator import program
from tools.simulator.boards import BOARDS
from tools.simulator.chips import CHIPS

# Loaded only when wanted. Everything else is loaded for the first picture or the first press.
LOADED_LATER = {
    *(
        "adjusting",
        "banners",
        "battery",
        "charge",
        "complaints",
        "demo",
        "evaluation",
        "faults",
        "menus",
        "pages",
    ),
    *("marks", "notices", "power", "sound", "search", "selftest", "texts", "translated"),
}
NEEDED_TO_START = [
    path
    for path, _ in device_files()
    if path.startswith(("engine2048/", "hardware/"))
    and path.endswith(".py")
    and Path(path).stem not in LOADED_LATER | {"__init__"}
]


@pytest.fixture
def product(tmp_path):
    """A copy of the product, which uses its own lib/ instead of this checkout's."""
    copy_product(tmp_path)
    for path, local in device_files():
        if path.startswith("lib/"):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(local, tmp_path / path)
    return tmp_path


@pytest.mark.parametrize("path", NEEDED_TO_START)
def test_a_missing_file_is_reported_with_advice(product, path):
    (product / path).unlink()
    machine = run_faulty(root=product)
    assert "is missing or old" in machine.shown
    assert "make deploy" in machine.shown
    # A long name takes two rows.
    assert Path(path).stem in machine.shown.replace(" ", "")
    assert "2048 stopped: " in machine.console.text


@pytest.mark.parametrize("path", NEEDED_TO_START)
def test_a_file_of_another_version_is_reported_with_advice(product, path):
    # It can be loaded, but lacks everything that the others import from it.
    (product / path).write_text("nothing_like_it = 1\n")
    machine = WatchedMachine()
    for button in range(4):
        machine.switch(button, True, 3_000_000 + button * 100_000)
        machine.switch(button, False, 3_050_000 + button * 100_000)
    program.run(machine, product)
    assert "make deploy" in machine.shown
    assert machine.pages


@pytest.mark.parametrize("path", [*NEEDED_TO_START, "hardware/__init__.py", "engine2048/__init__.py"])
def test_a_damaged_file_is_reported_with_advice(product, path):
    text = (product / path).read_text()
    (product / path).write_text(text[: len(text) // 2] + "\n(((")
    machine = run_faulty(root=product)
    assert "make deploy" in machine.shown
    assert "Error" in machine.shown


def test_a_damaged_file_is_named(product):
    (product / "hardware" / "tiles.py").write_text("def (")
    assert "SyntaxError in tiles.py: " in run_faulty(root=product).shown


@pytest.mark.parametrize("folder", ["engine2048", "hardware"])
def test_a_missing_folder_is_reported_with_advice(product, folder):
    shutil.rmtree(product / folder)
    # Otherwise the simulator would find this checkout's folder.
    (product / f"{folder}.py").write_text(f"raise ImportError(\"no module named '{folder}'\")")
    machine = run_faulty(root=product)
    assert "make deploy" in machine.shown
    assert f"'{folder}'" in machine.shown


@pytest.mark.parametrize(
    "names",
    [
        ["adafruit_displayio_ssd1306"],
        ["adafruit_displayio_ssd1306", "adafruit_display_text", "adafruit_display_text.label"],
    ],
    ids=["driver", "whole lib"],
)
def test_a_missing_library_is_reported_with_advice(monkeypatch, names):
    without(monkeypatch, *names)
    machine = run_faulty()
    assert "make deploy" in machine.shown
    assert names[0] in "".join("".join(rows) for _, rows in machine.pages)


@pytest.mark.parametrize("bus", ["I2C", "SPI"])
@pytest.mark.parametrize("name", CHIPS)
def test_a_missing_driver_is_reported_on_the_display_that_it_is_for(monkeypatch, name, bus):
    driver = f"adafruit_displayio_{name.lower()}"
    without(monkeypatch, driver)
    machine = run_faulty({"DISPLAY": name, "BUS": bus})
    assert not machine.faults
    assert "make deploy" in machine.shown
    assert driver in machine.shown.replace(" ", "")


@pytest.mark.parametrize(
    "settings", [{"RESET_PIN": "GP20"}, {"ROTATION": 180}, {"DISPLAY": "nonsense"}], ids=str
)
def test_the_fallback_obeys_the_displays_settings(product, settings):
    (product / "hardware" / "faults.py").unlink()
    (product / "hardware" / "oled.py").unlink()
    machine = WatchedMachine(settings)
    if "ROTATION" in settings:
        frame = machine.chip.frame
        machine.chip.frame = lambda: [row[::-1] for row in frame()[::-1]]
    program.run(machine, product)
    assert "oled" in machine.shown
    assert not machine.faults


@pytest.mark.parametrize(
    "settings", [{"BRIGHTNESS": 0}, 'BUTTON_UP = "GP20\n', {"I2C_ADDRESS": "0x3D"}], ids=str
)
def test_without_the_text_library_a_fault_looks_the_same(monkeypatch, settings):
    expected = run_faulty(settings)
    frame = expected.chip.frame()
    without(monkeypatch, "adafruit_display_text", "adafruit_display_text.label")
    machine = run_faulty(settings)
    assert machine.shown == expected.shown
    assert machine.chip.frame() == frame


def test_the_game_plays_without_the_text_library(monkeypatch):
    without(monkeypatch, "adafruit_display_text", "adafruit_display_text.label")
    assert run_faulty(seconds=3).ready


@pytest.mark.parametrize("gone", [["faults"], ["faults", "config"], ["faults", "oled"], ["oled"], ["config"]])
@pytest.mark.parametrize("is_damaged", [False, True])
def test_even_the_page_for_faults_may_be_missing(product, gone, is_damaged):
    for name in gone:
        path = product / "hardware" / f"{name}.py"
        path.unlink()
        if is_damaged:
            path.write_text("damaged = (")
    machine = run_faulty({"BRIGHTNESS": 0}, root=product)
    assert "A file is missing or old: copy the game again (make deploy)." in machine.shown
    assert machine.console.text.count("2048 stopped: ") == 1


def test_the_fallback_uses_a_display_that_is_already_open(product):
    (product / "hardware" / "faults.py").unlink()
    path = product / "engine2048" / "screens" / "session.py"
    path.write_text(path.read_text().replace("    def tick(self", "    def tick_tock(self"))
    machine = run_faulty(root=product)
    assert "AttributeError" in machine.shown


def test_the_fallback_uses_the_pins_in_the_settings(product):
    (product / "hardware" / "faults.py").unlink()
    (product / "hardware" / "oled.py").unlink()
    machine = run_faulty({"SDA": "GP0", "SCL": "GP1"}, root=product)
    assert machine.pages


def test_the_fallback_does_not_burn_in(product):
    (product / "hardware" / "faults.py").unlink()
    (product / "hardware" / "oled.py").unlink()
    machine = WatchedMachine(seconds=601)
    program.run(machine, product)
    assert machine.pages
    assert not machine.chip.on


def test_without_a_display_the_fallback_uses_the_console(product):
    (product / "hardware" / "faults.py").unlink()
    machine = run_faulty(root=product, display_address=None)
    assert "2048 stopped: A file is missing or old" in machine.console.text


def test_a_missing_file_that_is_loaded_later_is_reported_when_it_is_wanted(product):
    (product / "engine2048/solver/search.py").unlink()
    machine = WatchedMachine(seconds=12)
    for button in (0, 1):
        machine.switch(button, True, 3_000_000)
    program.run(machine, product)
    assert machine.ready
    assert "make deploy" in machine.shown
    assert "search" in machine.shown.replace(" ", "")  # a long name takes two rows


def test_the_fallback_needs_only_the_firmware(monkeypatch):
    without(monkeypatch, "hardware", "engine2048", "adafruit_displayio_ssd1306", "adafruit_display_text")
    assert "make deploy" in run_faulty().shown
    assert "adafruit" not in (ROOT / "fallback.py").read_text()
    assert text_of([bytes(128)] * 64) == []


def test_the_fallback_finds_the_display_on_the_boards_own_pins(product):
    (product / "hardware" / "faults.py").unlink()
    (product / "hardware" / "oled.py").unlink()
    assert "make deploy" in run_faulty(root=product, board=BOARDS["adafruit_feather_rp2040"]).shown
