# SPDX-License-Identifier: MIT
"""Two versions of a tiny product, with its files where the real one has them."""

from pathlib import Path

from tools.deployer import record

_PROGRAM = """\
import time
from engine2048 import game
from hardware.screen import show
show("2048 %s ready, 123456 bytes free" % game.VERSION)
try:
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    print('{"moves": 0}')
"""

_SETTINGS = """\
# The buttons.
BUTTON_UP = "GP10"
"""

FIRST = {
    "lib/adafruit_thing/label.py": "# a library\n" * 40,
    "engine2048/__init__.py": "",
    "engine2048/game.py": 'VERSION = "1.0.0"\n' + "# long\n" * 500,
    "engine2048/solver.py": "# only in version one\n",
    "engine2048/old/__init__.py": "",
    "hardware/screen.py": "show = print\n",
    "settings.toml": _SETTINGS,
    "boot.py": "import storage  # 2048\nstorage.disable_usb_drive()\n",
    "code.py": _PROGRAM,
}

SECOND = {
    **{path: text for path, text in FIRST.items() if "solver" not in path and "old/" not in path},
    "engine2048/game.py": 'VERSION = "1.1.0"\n' + "# longer\n" * 500,
    "engine2048/weights.bin": "\0\1\2\3" * 200,
    "settings.toml": _SETTINGS + "# Percent.\nBRIGHTNESS = 80\n",
}


def installed(contents: dict[str, str]) -> dict[str, str]:
    """What a drive holds once a product is installed on it."""
    product = {path: text.encode() for path, text in contents.items()}
    return {**contents, record.RECORD: record.of_product(product).decode()}


def pairs(contents: dict[str, str], folder: Path) -> list[tuple[str, Path]]:
    """Write files below a folder, and list them as tools.files lists the product."""
    listed = []
    for path, text in contents.items():
        local = folder / path
        local.parent.mkdir(parents=True, exist_ok=True)
        local.write_text(text)
        listed.append((path, local))
    return listed
