# SPDX-License-Identifier: MIT
"""Draw every screen and a short game with the simulator: python -m tools.pictures"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import decoding
from engine2048.save.journal import Journal
from tools.command import needs, run
from tools.files import ROOT, languages
from tools.output import write

with needs("pictures"):
    from tools import filming
    from tools.simulator import chips, glass, keys, program, report
    from tools.simulator.flash import Rp2Flash, blank
    from tools.simulator.machine import Machine

FOLDER = ROOT / "docs" / "pictures"
GAME = "game.gif"

_SEED = 3

_LATE = (11, 10, 8, 5, 7, 6, 5, 4, 1, 3, 2, 1, 0, 1, 0, 0)
# A move to the left wins on the first of these boards and ends the game on the second.
_NEARLY_WON = (10, 10, 5, 1, 7, 6, 4, 0, 3, 2, 1, 0, 1, 0, 0, 0)
_NEARLY_OVER = (5, 6, 7, 7, 6, 7, 9, 10, 5, 6, 7, 8, 6, 7, 9, 10)


_MEASURED = (("BATTERY_PIN", "VOLTAGE_MONITOR"), ("BATTERY_DIVIDER", 3))


class WrongScreen(Exception):
    """The keys of a scene lead to the wrong screen."""


class Scene(NamedTuple):
    """One picture: the screen that the keys lead to, starting from a saved board and some settings."""

    name: str
    screen: str
    keys: str
    cells: tuple = ()
    best: int = 0
    settings: tuple = ()
    saves: bool = True
    hold: str = ""  # the buttons that are held while the power is switched on
    battery: float | None = None
    chip: str | None = None  # the display's, by default the one in the settings


_ENGLISH = (
    Scene("board-early", "board", "ULDRULDRLDLDRDLDLLUL"),
    Scene("board-late", "board", "", _LATE, 32_456),
    Scene("tiles-small", "board", "", (*range(1, 16), 0)),
    Scene("tiles-large", "board", "", (17, 16, 15, 14, 10, 11, 12, 13, 9, 8, 7, 6, 1, 0, 0, 0), 3_932_100),
    Scene("board-unsaved", "board", "ULDRUL", saves=False),
    Scene("won", "won", "L.......", _NEARLY_WON),
    Scene("over", "over", "L.......D", _NEARLY_OVER, 40_000),
    Scene("over-best", "over", "L.......", _NEARLY_OVER),
    Scene("battery-low", "board", "ULDRULDR" + "." * 100, battery=3.4, settings=_MEASURED),
    Scene("battery-empty", "empty", "ULDRULDR" + "." * 100, battery=3.1, settings=_MEASURED),
    Scene("battery", "battery", "." * 20 + "MDDDRRR", battery=3.9, settings=_MEASURED),
    Scene("menu", "menu", "ULDRM"),
    Scene("menu-end", "menu", "ULDRMU"),
    Scene("confirm", "confirm", "ULDRMDDDR"),
    Scene("statistics", "statistics", "UDMDDDDR", _LATE, 32_456),
    Scene("how-to-play-1", "help", "ULDRMDDDDDR"),
    Scene("how-to-play-2", "help", "ULDRMDDDDDRR"),
    Scene("how-to-play-3", "help", "ULDRMDDDDDRRR"),
    Scene("how-to-play-4", "help", "ULDRMDDDDDRRRR"),
    *[Scene(f"how-to-play-{page}", "help", "ULDRMDDDDDR" + "R" * (page - 1)) for page in range(5, 9)],
    Scene("welcome", "welcome", ""),
    Scene("ways", "board", "LLLLLLLL"),
    Scene("this-game", "this game", "ULDRMDDDDRR"),
    Scene("settings", "settings", "ULDRMDDDDDDR"),
    Scene("settings-chosen", "settings", "ULDRMDDDDDDRDR"),
    Scene("reset-settings", "confirm", "ULDRMDDDDDDRUUR"),
    Scene("reset-statistics", "confirm", "ULDRMDDDDDDRUR"),
    Scene("self-test", "selftest", "U", hold="L"),
    Scene("wrong-setting", "", "", settings=(("BRIGHTNESS", "bright"),)),
    Scene("wrong-pin", "", "", settings=(("BUTTON_UP", "GP4"),)),
    Scene("wrong-address", "", "", settings=(("I2C_ADDRESS", "0x3D"),)),
    Scene("sh1106-as-ssd1306", "board", "ULDR", chip="SH1106"),
    Scene("sh1107-as-ssd1306", "board", "ULDR", chip="SH1107"),
    Scene("sh1106-as-sh1107", "board", "ULDR", settings=(("DISPLAY", "SH1107"),), chip="SH1106"),
    Scene("sh1107-as-sh1106", "board", "ULDR", settings=(("DISPLAY", "SH1106"),), chip="SH1107"),
    Scene("wrong-column", "board", "ULDRUL", settings=(("DISPLAY", "SH1106"), ("DISPLAY_COLUMN_OFFSET", 0))),
    Scene("upside-down", "board", "ULDRUL", settings=(("ROTATION", 180),)),
)
# Those that READMEs in other languages show, in their language.
_TRANSLATED = {"board-late", "won", "over-best", "menu", "confirm", "statistics", "settings", "welcome"}
_TRANSLATED |= {f"how-to-play-{page}" for page in range(1, 7)}
SCENES = _ENGLISH + tuple(
    scene._replace(name=f"{code}/{scene.name}", settings=(*scene.settings, ("LANGUAGE", code)))
    for code in languages()[1:]
    for scene in _ENGLISH
    if scene.name in _TRANSLATED
)
_GAME_KEYS = "LDLDLDLLDLRDLDLDLLDRDLLDLDLLDLDRDL.."


def saved(cells: Sequence[int], best: int) -> bytearray:
    """A flash holding a game on the given board, as the product saves it; blank if there is no board."""
    image = blank()
    if cells:
        tiles = list(cells)
        game = Game(Rng(_SEED))
        journal = Journal(image, True)
        # As if every new tile had been a 2, except for the few 4s without which no count of moves fits.
        score = sum((tile - 1) << tile for tile in cells if tile)
        while decoding.count_moves(tiles, score) < 0:
            score -= 4
        game.restore(tiles, score, game.rng.state, max(cells) >= 11, decoding.count_moves(tiles, score))
        game.best = max(best, score)
        game.best_tile = max(cells)
        game.past_best = best
        journal.snapshot(game)
    return image


def frame_of(scene: Scene, **wiring: str) -> list[bytes]:
    """The last frame of a scene; `wiring` are more settings.

    Raises WrongScreen, or whatever the simulator raises.
    """
    settings = {"SEED": _SEED, **dict(scene.settings), **wiring}
    flash = Rp2Flash(saved(scene.cells, scene.best)) if scene.saves else None
    machine = Machine(flash, settings, battery=scene.battery, chip=chips.make(scene.chip, settings))
    machine.hold(step.buttons[0] for step in keys.parse(scene.hold))
    machine.play(*keys.schedule(keys.parse(scene.keys)))
    program.run(machine)
    if scene.screen:
        screen = report.parse(machine.console.text)["screen"]
        if screen != scene.screen:
            raise WrongScreen(f"the keys of picture {scene.name!r} lead to {screen!r}, not {scene.screen!r}")
    return machine.chip.frame()


def frames_of_game() -> list[tuple[list[bytes], int]]:
    """A short game from its first picture on: [(frame, milliseconds it stays), …]."""
    steps = [step._replace(pause=160) for step in keys.parse(_GAME_KEYS)]
    return filming.frames(Machine(Rp2Flash(), {"SEED": _SEED}), steps)


def make(folder: Path = FOLDER, display: str | None = None) -> None:
    """Write all pictures into `folder`, as drawn on a display; None for the default, with the short game."""
    for scene in SCENES:
        path = folder / f"{scene.name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        # A scene that is about a display keeps its own.
        wiring = {"DISPLAY": display} if display and not scene.chip else {}
        glass.save_png(frame_of(scene, **wiring), path)
    if not display:
        write(folder / GAME, filming.gif(frames_of_game()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0 ok, 1 failed, 2 wrong usage."""
    command = argparse.ArgumentParser(
        prog="python -m tools.pictures", description="Draw every screen with the simulator."
    )
    command.add_argument("--display", type=str.upper, choices=tuple(chips.CHIPS), help="draw on this display")
    command.add_argument(
        "--folder", type=Path, default=FOLDER, metavar="DIR", help="where to (default: docs/pictures)"
    )
    chosen = command.parse_args(arguments)
    try:
        make(chosen.folder, chosen.display)
    except (WrongScreen, report.NoReport, OSError) as error:
        print(f"pictures: {error}", file=sys.stderr)
        return 1
    print(f"Wrote {len(SCENES)} pictures to {chosen.folder}: look at them before you commit.")
    return 0


if __name__ == "__main__":
    run("pictures", main)
