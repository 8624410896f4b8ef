# SPDX-License-Identifier: MIT
"""The banners for a win and for the end, beside the board.

Each function makes a Page whose items call methods of choices.Choices. Loaded after the first picture, so
that no press has to wait for it.
"""

from engine2048 import const
from engine2048.screens.choices import Choices
from engine2048.screens.page import Page

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine2048.screens.page import Item


def won(choices: Choices) -> Page:
    """The banner for the first 2048; going on is preselected."""
    items = (("Go on", choices.keep_going), ("New", choices.ask_new_game_from_banner))
    return _banner("won", "You\nwon!", items, choices.game.score, False)


def over(choices: Choices) -> Page:
    """The banner for the end of the game, with the score, which may be a new best."""
    items = (("Undo", choices.undo), ("New", choices.ask_new_game_from_banner))
    game = choices.game
    return _banner("over", "Game\nover", items, game.score, game.is_new_best)


def _banner(screen: str, title: str, items: "Sequence[Item]", score: int, is_best: bool) -> Page:
    page = Page(screen, (title,), items)
    page.is_banner = True
    page.is_guarded = True
    page.score = score
    page.is_best = is_best
    return page
