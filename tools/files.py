"""The one list of what goes onto a board, used by deploying, releasing and emulating."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Modules come before the program that imports them, so that an upload that breaks off never leaves
# a code.py whose imports are missing.
_FOLDERS = ("lib", "engine2048", "hardware")
_FILES = ("settings.toml", "boot.py", "code.py")
_LIBRARIES = (
    "adafruit_displayio_ssd1306.py",
    "adafruit_display_text/__init__.py",
    "adafruit_display_text/label.py",
)


class MissingLibraries(Exception):
    """The Adafruit libraries were not fetched into lib/."""


def device_files(root=ROOT):
    """List (path on the device, path here) of every file of the product, in the order of copying.

    Raises MissingLibraries when `make lib` was not run.
    """
    files = []
    for folder in _FOLDERS:
        if folder == "lib":
            chosen = [root / "lib" / name for name in _LIBRARIES]
            missing = [path.name for path in chosen if not path.is_file()]
            if missing:
                raise MissingLibraries(f"lib/ lacks {', '.join(missing)}: run `make lib` first.")
        else:
            chosen = sorted(path for path in (root / folder).iterdir() if path.suffix in (".py", ".bin"))
        files += [(path.relative_to(root).as_posix(), path) for path in chosen]
    return files + [(name, root / name) for name in _FILES]
