# SPDX-License-Identifier: MIT
"""The pages to choose from: the menu, and the question before a new game.

Each function makes a Page whose items call methods of choices.Choices. Loaded after the first picture, so
that no press has to wait for it.
"""

from engine2048.screens.choices import Choices
from engine2048.screens.page import Page


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
