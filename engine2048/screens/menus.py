# SPDX-License-Identifier: MIT
"""The pages to choose from: menu, banners, questions and settings.

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

    from engine2048.screens.page import Item

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


def settings(choices: Choices) -> Page:
    """The preferences and their values; right steps the chosen one to its next value.

    A star marks what was chosen here, which settings.toml does not change.
    """
    preferences = choices.preferences
    items: "list[Item]" = []
    for which in (ANIMATION, BRIGHTNESS, FLIP, IDLE_DEMO):
        value = preferences.get(which)
        text = _SETTINGS[which] % (value if which == BRIGHTNESS else ("off", "on")[value])
        if preferences.is_chosen(which):
            text += " *"
        items.append((text, lambda which=which: choices.step_preference(which)))  # type: ignore[misc]
    items.append(("Reset settings", choices.ask_reset_settings))
    items.append(("Reset statistics", choices.ask_reset_statistics))
    return Page("settings", (), items, choices.menu)


def confirm_reset_settings(choices: Choices) -> Page:
    """Ask before what was chosen on the device (marked by a star) gives way to settings.toml."""
    lines = ("Forget what is chosen", "here (*), and go by", "settings.toml again?")
    return Page(
        "confirm", lines, (("Back", choices.settings), ("Reset", choices.reset_settings)), choices.settings
    )


def confirm_reset_statistics(choices: Choices) -> Page:
    """Ask before the records of all games are forgotten; the game itself stays."""
    lines = ("Forget the best score", "and earlier games?", "This game stays.")
    return Page(
        "confirm", lines, (("Back", choices.settings), ("Reset", choices.reset_statistics)), choices.settings
    )


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
