# SPDX-License-Identifier: MIT
"""The pages to read: welcome, statistics, battery, how to play. Loaded when one opens, and then forgotten.

Right turns to the next page, left to the one before.
"""

from engine2048 import const
from engine2048.screens.choices import Choices
from engine2048.screens.page import Page

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from engine2048.screens.charge import Charge
    from engine2048.screens.page import Chosen

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
        (
            "Four mistakes:",
            "1 Using all four",
            "  directions freely",
            "2 Chasing every merge",
            "  in sight",
        ),
        (
            "3 Letting a small",
            "  tile get stuck",
            "4 Moving fast when",
            "  the board is nearly",
            "  full",
        ),
    )
)

# After these pages: what a tile costs in points, four to a page, from the 1024 to the largest possible tile.
_FIRST_TILE = const(10)
_TILES_A_PAGE = const(4)
_PAGES = const(8)


def welcome(choices: Choices) -> Page:
    """For who holds the handheld for the first time. The press that closes it counts."""
    lines = ("Press a direction and", "all tiles slide.", "", "Left and right held", "together: the menu")
    page = Page("welcome", lines)
    page.lets_through = True
    return page


def statistics(choices: Choices, charge: "Charge | None" = None) -> Page:
    """The figures of all games; `charge` leads to the page about the battery, too."""
    game = choices.game
    lines = (
        "Games    %d" % game.games,
        "Won      %d" % game.wins,
        "Best     %d" % game.best,
        "Top tile %d" % _tile(game.best_tile),
        "Moves    %d" % game.total_moves,
    )
    return Page("statistics", lines, (), choices.menu, lambda: this_game(choices, charge))


def this_game(choices: Choices, charge: "Charge | None" = None) -> Page:
    """The figures of the running game."""
    game = choices.game
    lines = (
        "This game",
        "Score    %d" % game.score,
        "Top tile %d" % _tile(max(game.cells)),
        "Moves    %d" % game.moves,
        "Undo     %d" % len(game.history),
    )
    onward = (lambda: battery(choices, charge)) if charge else choices.menu
    return Page("this game", lines, (), choices.statistics, onward)


def battery(choices: Choices, charge: "Charge") -> Page:
    """How full the battery is."""
    level = "%d%%" % charge.percent()
    if charge.is_external:
        level = "on USB power"
    elif charge.percent() < 0:
        level = "not found"
    lines = ("Battery  " + level, "Voltage  " + _volts(charge))
    return Page("battery", lines, (), lambda: this_game(choices, charge), choices.menu)


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


def help_page(choices: Choices, number: int) -> Page:
    """One of the How to play pages."""
    lines = _HELP[number] if number < len(_HELP) else _ladder(number - len(_HELP))
    return Page("help", lines, (), _turn(choices, number - 1), _turn(choices, number + 1))


def _ladder(page: int) -> "tuple[str, ...]":
    """What tiles cost in points, if all tiles dealt were 2s."""
    lines = ["Tile and its points"]
    first = _FIRST_TILE + _TILES_A_PAGE * page
    tiles = range(first, first + _TILES_A_PAGE)
    return tuple(lines + ["%-6d %13d" % (1 << exponent, (exponent - 1) << exponent) for exponent in tiles])


def _turn(choices: Choices, number: int) -> "Chosen":
    """What opens a How to play page, or the menu beyond the first and last."""
    return (lambda: choices.help(number)) if 0 <= number < _PAGES else choices.menu


def _tile(exponent: int) -> int:
    return 1 << exponent if exponent else 0


def _volts(charge: "Charge") -> str:
    return "%d.%02d V" % (charge.millivolts // 1000, charge.millivolts % 1000 // 10)
