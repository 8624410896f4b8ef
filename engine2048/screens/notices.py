# SPDX-License-Identifier: MIT
"""What the handheld says by itself: welcome, an empty battery, what is missing.

Loaded when needed, and then forgotten.
"""

from engine2048 import const
from engine2048.screens.choices import Choices
from engine2048.screens.page import Page

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from engine2048.screens.charge import Charge


def welcome(choices: Choices) -> Page:
    """For who holds the handheld for the first time. The press that closes it counts."""
    lines = "Press a direction and\nall tiles slide.\n\nLeft and right held\ntogether: the menu"
    page = Page("welcome", (lines,))
    page.lets_through = True
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


def empty(charge: "Charge", can_save: bool) -> Page:
    """The battery is empty, about which no press can do anything."""
    lines = (
        "Battery empty: \t" + charge.volts(),
        "The game is saved." if can_save else "",
        "Charge or change it,\nthen press a button.\nSwitching off.",
    )
    return Page("empty", lines)
