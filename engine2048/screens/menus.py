# SPDX-License-Identifier: MIT
"""The pages to choose from: menu, banners and questions.

Each function makes a Page whose items call methods of choices.Choices. Loaded after the first
picture, so that no press has to wait for it.
"""

from engine2048 import const
from engine2048.screens.choices import Choices
from engine2048.screens.page import Page

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine2048.screens.page import Item


def main_menu(choices: Choices) -> Page:
    """The menu; it offers only what can be done."""
    game = choices.game
    items = (("Resume", choices.resume),)  # type: tuple
    if len(game.history):
        items += (("Undo", choices.undo),)
    if not (game.over or game.awaiting_choice or choices.asks_newer):
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
    items = ((keep, choices.resume), ("New game", choices.new_game))
    return Page("confirm", ("Give up this game\nand start a new one?\n",), items, choices.resume)


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


def newer_save(choices: Choices) -> Page:
    """A newer version of the game wrote the save; ask before overwriting it."""
    lines = ("The saved game comes\nfrom a newer version.",)
    items = (("Play without saving", choices.play_unsaved), ("Overwrite saved game", choices.overwrite_newer))
    page = Page("newer", lines, items, choices.play_unsaved)
    page.is_guarded = True
    return page


def no_solver(choices: Choices) -> Page:
    """The solver that hint and demo need cannot be loaded."""
    lines = ("Hint and demo need\nthe file weights.bin.\nCopy it again.",)
    return Page("notice", lines, (("OK", choices.resume),), choices.resume)


def no_texts(choices: Choices) -> Page:
    """The texts of the chosen language are missing or damaged; this page is in English, too."""
    lines = ("The texts of this\nlanguage are missing\nor damaged.\nCopy the game again.",)
    page = Page("notice", lines, (("OK", choices.resume),), choices.resume)
    page.is_guarded = True
    return page
