# SPDX-License-Identifier: MIT
"""The one list of what goes on a board, for deploying, releasing and emulating; and the oldest firmware."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "engine2048" / "solver" / "weights.bin"

TEXTS = ROOT / "hardware" / "texts"


def languages() -> list[str]:
    """The codes of the languages, in the order of their numbers; English is the first."""
    return (TEXTS / "languages.txt").read_text(encoding="utf-8").split()


# Without the __init__.py of packages that have nothing in it: a folder is a package to the device, too.
# Listed by name, because editors, operating systems and file synchronisers leave files in folders, too. A
# test compares the list with what the programs import.
# Modules come before the program that imports them: if you copy by hand in this order, code.py never lacks
# an import.
PRODUCT = {
    "lib": (
        "adafruit_displayio_sh1106.py",
        "adafruit_displayio_sh1107.py",
        "adafruit_displayio_ssd1306.py",
        "adafruit_display_text/__init__.py",
        "adafruit_display_text/label.py",
    ),
    "engine2048": (
        "__init__.py",
        "board.py",
        "game.py",
        "history.py",
        "rng.py",
        "ticks.py",
    ),
    "engine2048/save": (
        "decoding.py",
        "events.py",
        "finding.py",
        "journal.py",
        "keeper.py",
        "preferences.py",
        "snapshot.py",
    ),
    "engine2048/screens": (
        "actions.py",
        "adjusting.py",
        "banners.py",
        "charge.py",
        "choices.py",
        "menus.py",
        "notices.py",
        "page.py",
        "rest.py",
        "session.py",
        "texts.py",
    ),
    "engine2048/solver": (
        "advisor.py",
        "demo.py",
        "evaluation.py",
        "search.py",
        "weights.bin",
    ),
    "hardware": (
        "__init__.py",
        "art.py",
        "battery.py",
        "buttons.py",
        "complaints.py",
        "config.py",
        "console.py",
        "faults.py",
        "glass.py",
        "handheld.py",
        "languages.py",
        "marks.py",
        "oled.py",
        "pages.py",
        "panel.py",
        "pins.py",
        "power.py",
        "screen.py",
        "selftest.py",
        "settings_file.py",
        "sizes.py",
        "slide.py",
        "sound.py",
        "store.py",
        "tiles.py",
        "translated.py",
    ),
    "hardware/texts": ("languages.txt", *[f"{code}.bin" for code in languages()[1:]]),
    "": ("settings.toml", "fallback.py", "safemode.py", "boot.py", "code.py"),
}

OLDEST_FIRMWARE = (9, 2, 1)  # keypad.Keys.reset() is broken in older releases


class MissingFiles(Exception):
    """Files of the product are missing from this checkout, or `make lib` has not been run."""


def device_files(root: Path = ROOT) -> list[tuple[str, Path]]:
    """List (path on the device, path here) for every file of the product, in copying order.

    Raises MissingFiles.
    """
    files = [
        (f"{folder}/{name}".lstrip("/"), root / folder / name)
        for folder, names in PRODUCT.items()
        for name in names
    ]
    missing = [path for path, local in files if not local.is_file()]
    if any(path.startswith("lib/") for path in missing):
        raise MissingFiles(
            f"lib/ lacks {', '.join(Path(path).name for path in missing)}: run `make lib` first."
        )
    if missing:
        raise MissingFiles(f"{', '.join(missing)} missing from {root}: restore the whole checkout.")
    return files
