"""The one list of what goes onto a board, used by deploying, releasing and emulating; what it runs on."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "engine2048" / "solver" / "weights.bin"

# Written out, because a folder also holds what editors, computers and file synchronisers put there. A test
# holds the list to what the programs import.
# Modules come before the program that imports them, so that whoever copies by hand in this order never has
# a code.py whose imports are missing.
PRODUCT = {
    "lib": (
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
        "__init__.py",
        "events.py",
        "journal.py",
        "keeper.py",
        "preferences.py",
        "snapshot.py",
    ),
    "engine2048/screens": (
        "__init__.py",
        "actions.py",
        "choices.py",
        "menus.py",
        "page.py",
        "rest.py",
        "session.py",
    ),
    "engine2048/solver": (
        "__init__.py",
        "advisor.py",
        "demo.py",
        "evaluation.py",
        "search.py",
        "weights.bin",
    ),
    "hardware": (
        "__init__.py",
        "art.py",
        "buttons.py",
        "config.py",
        "faults.py",
        "pages.py",
        "panel.py",
        "screen.py",
        "sizes.py",
        "slide.py",
        "store.py",
        "tiles.py",
    ),
    "": ("settings.toml", "boot.py", "code.py"),
}

OLDEST_FIRMWARE = (9, 2, 1)  # keypad.Keys.reset() is broken before it


class MissingFiles(Exception):
    """Files of the product are not in this checkout, or `make lib` was not run."""


def device_files(root: Path = ROOT) -> list[tuple[str, Path]]:
    """List (path on the device, path here) of every file of the product, in the order of copying.

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
        raise MissingFiles(f"{', '.join(missing)} missing from {root}: bring back the whole checkout.")
    return files
