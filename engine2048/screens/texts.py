# SPDX-License-Identifier: MIT
"""The pages to read: statistics, battery, how to play. Loaded when one opens, and then forgotten.

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
        "Press a direction and\nall tiles slide that\nway. When two equal\ntiles meet, they\n"
        "merge into their sum.",
        "Every move adds a 2\nor, one time in ten,\na 4. Each merge\nscores the value of\nthe new tile.",
        "Make a 2048 to win,\nthen play on.\nA full board with no\nequal neighbours ends\nthe game.",
        "Hold two together:\nleft+right  menu\nup+down     undo\nup+right    hint\nMenus: right selects.",
        "Four mistakes:\n1 Using all four\n  directions freely\n2 Chasing every merge\n  in sight",
        "3 Letting a small\n  tile get stuck\n4 Moving fast when\n  the board is nearly\n  full",
    )
)

# After these pages: what a tile costs in points, four to a page, from the 1024 to the largest possible tile.
_FIRST_TILE = const(10)
_TILES_A_PAGE = const(4)
_PAGES = const(8)


def statistics(choices: Choices, charge: "Charge | None" = None) -> Page:
    """The figures of all games; `charge` leads to the page about the battery, too."""
    game = choices.game
    lines = (
        "Games    \t%d" % game.games,
        "Won      \t%d" % game.wins,
        "Best     \t%d" % game.best,
        "Top tile \t%d" % _tile(game.best_tile),
        "Moves    \t%d" % game.total_moves,
    )
    return Page("statistics", lines, (), choices.menu, lambda: this_game(choices, charge))


def this_game(choices: Choices, charge: "Charge | None" = None) -> Page:
    """The figures of the running game."""
    game = choices.game
    lines = (
        "This game",
        "Score    \t%d" % game.score,
        "Top tile \t%d" % _tile(max(game.cells)),
        "Moves    \t%d" % game.moves,
        "Undo     \t%d" % len(game.history),
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
    lines = ("Battery  \t" + level, "Voltage  \t" + charge.volts())
    return Page("battery", lines, (), lambda: this_game(choices, charge), choices.menu)


def help_page(choices: Choices, number: int) -> Page:
    """One of the How to play pages."""
    lines = _HELP[number : number + 1] or _ladder(number - len(_HELP))
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
