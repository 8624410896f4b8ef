# SPDX-License-Identifier: MIT
"""Settings and resets: the pages, and what they do. Loaded when one opens, and then forgotten."""

from engine2048 import const
from engine2048.save.preferences import ANIMATION, BRIGHTNESS, LANGUAGE, SOUND
from engine2048.screens.choices import Choices
from engine2048.screens.page import Page

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from engine2048.screens.page import Item

# The settings, in the order of their numbers in save.preferences.
_SETTINGS = const(
    (
        "Animation  \t%s",
        "Brightness \t%d%%",
        "Flip 180   \t%s",
        "Idle demo  \t%s",
        "Sound      \t%s",
        "Language   \t%s",
    )
)
_BRIGHTNESSES = const((5, 20, 40, 60, 80, 100))


def settings(choices: Choices, at: int = ANIMATION) -> Page:
    """The preferences and their values, number `at` highlighted; right steps it to its next value.

    A star marks what was chosen here, which settings.toml does not change.
    """
    preferences = choices.preferences
    items: "list[Item]" = []
    chosen = 0
    for which in range(LANGUAGE + 1):
        if (which == SOUND and not preferences.has_sound) or (
            which == LANGUAGE and preferences.languages < 2
        ):
            continue
        if which == at:
            chosen = len(items)
        value = preferences.get(which)
        words = ("off", "low", "mid", "high") if which == SOUND else ("off", "on")
        # Every language has its own name for itself in the place of "English".
        word = value if which == BRIGHTNESS else "English" if which == LANGUAGE else words[value]
        text = _SETTINGS[which] % word
        if preferences.is_chosen(which):
            text += "\t *"
        items.append((text, lambda which=which: step(choices, which)))  # type: ignore[misc]
    items.append(("Reset settings", lambda: _ask_reset_settings(choices)))
    items.append(("Reset statistics", lambda: _ask_reset_statistics(choices)))
    page = Page("settings", (), items, choices.menu)
    page.choice = chosen
    return page


def step(choices: Choices, which: int) -> Page:
    """Step a preference to its next value."""
    value = choices.preferences.get(which)
    if which == BRIGHTNESS:
        value = _brighter(value)
    elif which == SOUND:
        value = (value + 1) & 3
    elif which == LANGUAGE:
        value = (value + 1) % choices.preferences.languages
    else:
        value = 1 - value
    choices.preferences.choose(which, value)
    choices.snapshot()
    return settings(choices, which)


def _ask_reset_settings(choices: Choices) -> Page:
    """Ask before what was chosen on the device (marked by a star) gives way to settings.toml."""

    def reset() -> Page:
        choices.preferences.reset()
        choices.snapshot()
        return settings(choices)

    lines = ("Forget what is chosen\nhere (*), and go by\nsettings.toml again?",)
    return Page("confirm", lines, (("Back", choices.settings), ("Reset", reset)), choices.settings)


def _ask_reset_statistics(choices: Choices) -> Page:
    """Ask before the records of all games are forgotten; the game itself stays."""

    def reset() -> Page:
        choices.game.reset_records()
        choices.snapshot()
        return choices.statistics()

    lines = ("Forget the best score\nand earlier games?\nThis game stays.",)
    return Page("confirm", lines, (("Back", choices.settings), ("Reset", reset)), choices.settings)


def _brighter(percent: int) -> int:
    for one in _BRIGHTNESSES:
        if one > percent:
            return one
    return _BRIGHTNESSES[0]
