# SPDX-License-Identifier: MIT
"""The list of files for a board: everything that the programs need, and nothing else."""

import ast
import shutil
from pathlib import Path

import pytest

from tools.files import PRODUCT, ROOT, MissingFiles, device_files
from tools.simulator.chips import CHIPS

DATA = {"engine2048/solver/weights.bin"}
TEXTS = {f"hardware/texts/{path.name}" for path in (ROOT / "hardware" / "texts").iterdir()}
SETTINGS = {"settings.toml"}
# oled.py loads the one that settings.toml names.
DRIVERS = [f"lib/adafruit_displayio_{name.lower()}.py" for name in CHIPS]


@pytest.fixture
def checkout(tmp_path):
    """A copy of every listed file."""
    for path, local in device_files():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(local, tmp_path / path)
    return tmp_path


def needed():
    """The path of every module that the programs CircuitPython runs import, directly or indirectly."""
    waiting, found = ["safemode.py", "boot.py", "code.py", *DRIVERS], set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported_by(ROOT / path)
    return {path for path in found if not _is_empty(ROOT / path)}


def _is_empty(path):
    """Tell whether a package says no more than what it is for."""
    return path.name == "__init__.py" and len(ast.parse(path.read_text()).body) == 1


def _imported_by(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            yield from _files_of(name)


def _files_of(name):
    """The files that importing a dotted name loads, of ours and in lib/."""
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        stem = "/".join(parts[:count])
        for path in (f"{stem}.py", f"{stem}/__init__.py", f"lib/{stem}.py", f"lib/{stem}/__init__.py"):
            if (ROOT / path).is_file():
                yield path


def test_it_lists_what_the_programs_import_and_their_data():
    listed = {path for path, _ in device_files()}
    assert listed == needed() | DATA | TEXTS | SETTINGS, "bring the list in tools/files.py up to date"


def test_stray_files_in_the_folders_are_not_listed(checkout):
    before = [path for path, _ in device_files(checkout)]
    for name in ("._game.py", ".#game.py", "game (conflicted copy).py", "game 2.py", "game_old.py", "x.bin"):
        for folder in ("engine2048", "hardware", "lib", "."):
            (checkout / folder / name).write_text("not the product's")
    (checkout / "engine2048" / ".#board.py").symlink_to("someone@somewhere.1234")
    assert [path for path, _ in device_files(checkout)] == before


def test_programs_come_after_what_they_import():
    assert list(PRODUCT)[-1] == ""
    assert [path for path, _ in device_files()][-2:] == ["boot.py", "code.py"]


def test_libraries_that_were_not_fetched(checkout):
    shutil.rmtree(checkout / "lib" / "adafruit_display_text")
    with pytest.raises(MissingFiles, match=r"lib/ lacks __init__.py, label.py: run `make lib` first"):
        device_files(checkout)


def test_a_checkout_that_lacks_a_file(checkout):
    Path(checkout / "hardware" / "tiles.py").unlink()
    with pytest.raises(MissingFiles, match=r"hardware/tiles.py missing from .*: restore"):
        device_files(checkout)
