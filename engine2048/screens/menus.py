# SPDX-License-Identifier: MIT
"""All the text around the board: menu, banners, statistics, settings, how to play.

Each function makes a Page whose items call methods of choices.Choices. Loaded after the first
picture, so that no press has to wait for it.
"""

from engine2048 import const
from engine2048.save.preferences import ANIMATION, BRIGHTNESS, FLIP, IDLE_DEMO
from engine2048.screens.choices import Choices
from engine2048.screens.page import Page

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine2048.screens.charge import Charge
    from engine2048.screens.page import Chosen, Item

# At most 21 letters a line and five lines a page.
_HELP = const(
    (
        (
            "Press a direction and",
            "all tiles slide that",
            "way. When two equal",
            "tiles meet, they",
            "merge into their sum.",
        ),
        (
            "Every move adds a 2",
            "or, one time in ten,",
            "a 4. Each merge",
            "scores the value of",
            "the new tile.",
        ),
        (
            "Make a 2048 to win,",
            "then play on.",
            "A full board with no",
            "equal neighbours ends",
            "the game.",
        ),
        (
            "Hold two together:",
            "left+right  menu",
            "up+down     undo",
            "up+right    hint",
            "Menus: right selects.",
        ),
    )
)

# The settings, in the order of their numbers in save.preferences.
_SETTINGS = const(("Animation  %s", "Brightness %d%%", "Flip 180   %s", "Idle demo  %s"))


def main_menu(choices: Choices) -> Page:
    """The menu; it offers only what can be done."""
    game = choices.game
    items = (("Resume", choices.resume),)  # type: tuple
    if len(game.history):
        items += (("Undo", choices.undo),)
    if not game.over and not game.awaiting_choice:
        items += (("Hint", choices.hint),)
    items += (
        ("New game", choices.ask_new_game),
        ("Statistics", choices.statistics),
        ("How to play", choices.help),
        ("Settings", choices.settings),
        ("Watch a demo", choices.demo),
        ("Switch off", choices.switch_off),
    )
    return Page("menu", (), items, choices.resume)


def confirm_new_game(choices: Choices) -> Page:
    """Ask before giving up a game that has moves; even one that is over can still be undone."""
    keep = "Back" if choices.game.over else "Keep playing"
    lines = ("Give up this game", "and start a new one?", "")
    items = ((keep, choices.resume), ("New game", choices.new_game))
    return Page("confirm", lines, items, choices.resume)


def won(choices: Choices) -> Page:
    """The banner for the first 2048; going on is preselected."""
    items = (("Go on", choices.keep_going), ("New", choices.ask_new_game_from_banner))
    return _banner("won", ("You", "won!"), items, choices.game.score, False)


def over(choices: Choices) -> Page:
    """The banner for the end of the game, with the score, which may be a new best."""
    items = (("Undo", choices.undo), ("New", choices.ask_new_game_from_banner))
    game = choices.game
    return _banner("over", ("Game", "over"), items, game.score, game.is_new_best)


def _banner(screen: str, lines: "Sequence[str]", items: "Sequence[Item]", score: int, is_best: bool) -> Page:
    page = Page(screen, lines, items)
    page.is_banner = True
    page.is_guarded = True
    page.score = score
    page.is_best = is_best
    return page


def statistics(choices: Choices) -> Page:
    """The figures of all games."""
    game = choices.game
    best_tile = 1 << game.best_tile if game.best_tile else 0
    lines = [
        "Games    %d" % game.games,
        "Won      %d" % game.wins,
        "Best     %d" % game.best,
        "Top tile %d" % best_tile,
        "Moves    %d" % game.total_moves,
    ]
    return Page("statistics", lines, (), choices.menu, choices.battery)


def battery(choices: Choices, charge: "Charge") -> Page:
    """How full the battery is."""
    level = "%d%%" % charge.percent()
    if charge.is_external:
        level = "on USB power"
    elif charge.percent() < 0:
        level = "not found"
    lines = ("Battery  " + level, "Voltage  " + _volts(charge))
    return Page("battery", lines, (), choices.statistics, choices.menu)


def empty(charge: "Charge", can_save: bool) -> Page:
    """The battery is empty, about which no press can do anything."""
    saved = "The game is saved." if can_save else ""
    lines = (
        "Battery empty: " + _volts(charge),
        saved,
        "Charge or change it,",
        "then press a button.",
        "Switching off.",
    )
    return Page("empty", lines)


def _volts(charge: "Charge") -> str:
    return "%d.%02d V" % (charge.millivolts // 1000, charge.millivolts % 1000 // 10)


def settings(choices: Choices) -> Page:
    """The preferences and their values; right steps the chosen one to its next value."""
    items = []
    for which in (ANIMATION, BRIGHTNESS, FLIP, IDLE_DEMO):
        value = choices.preferences.get(which)
        text = _SETTINGS[which] % (value if which == BRIGHTNESS else ("off", "on")[value])
        items.append((text, lambda which=which: choices.step_preference(which)))
    return Page("settings", (), items, choices.menu)


def help_page(choices: Choices, number: int) -> Page:
    """One of the How to play pages; right turns to the next, left to the one before."""
    return Page("help", _HELP[number], (), _turn(choices, number - 1), _turn(choices, number + 1))


def _turn(choices: Choices, number: int) -> "Chosen":
    """What opens a How to play page, or the menu beyond the first and last."""
    return (lambda: choices.help(number)) if 0 <= number < len(_HELP) else choices.menu


def newer_save(choices: Choices) -> Page:
    """A newer version of the game wrote the save; ask before overwriting it."""
    lines = ("The saved game comes", "from a newer version.")
    items = (("Play without saving", choices.play_unsaved), ("Overwrite saved game", choices.overwrite_newer))
    page = Page("newer", lines, items, choices.play_unsaved)
    page.is_guarded = True
    return page


def no_solver(choices: Choices) -> Page:
    """The solver that hint and demo need cannot be loaded."""
    lines = ("Hint and demo need", "the file weights.bin.", "Copy it again.")
    return Page("notice", lines, (("OK", choices.resume),), choices.resume)
