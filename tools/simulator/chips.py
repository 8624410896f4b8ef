# SPDX-License-Identifier: MIT
"""The display chips that the game knows, by the names that they have in settings.toml."""

from tools.simulator import settings as settings_file
from tools.simulator.controller import Controller
from tools.simulator.sh1106 import Sh1106
from tools.simulator.sh1107 import Sh1107
from tools.simulator.ssd1306 import Ssd1306

DEFAULT = "SSD1306"
CHIPS: dict[str, type[Controller]] = {"SSD1306": Ssd1306, "SH1106": Sh1106, "SH1107": Sh1107}


def make(name: str | None, settings: settings_file.Given | None) -> Controller:
    """The chip with a name. None means the one that the settings name, or the usual one if they name none.

    It is strict unless the settings name another: what is sent to it is then meant for that one.
    """
    named = str(settings_file.word(settings, "DISPLAY") or DEFAULT)
    chosen = CHIPS.get(name or named, CHIPS[DEFAULT])
    return chosen(strict=name in (None, named))
