# SPDX-License-Identifier: MIT
"""Languages besides English: which there are, and where their texts lie. Loaded if one is in use."""

from micropython import const

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    import displayio

    from hardware.translated import Strips

# What can go wrong with files that are missing, damaged or of another version.
_UNUSABLE = (OSError, ValueError, IndexError, ImportError, SyntaxError, AttributeError)


def strips(number: int) -> "Strips | None":
    """Open the texts of language `number`; None if they are missing or damaged."""
    try:
        from hardware import translated

        return translated.Strips(number).open()
    except _UNUSABLE:
        return None


def words(number: int) -> "list[displayio.Bitmap] | None":
    """Pictures of SCORE, BEST, NEW BEST, NO SAVE and DEMO; None if they are missing or damaged."""
    try:
        from hardware import translated

        return translated.Strips(number).words()
    except _UNUSABLE:
        return None


def page(number: int, text: str) -> "displayio.Group | None":
    """A text in language `number` that fills the glass; None if the texts are missing or damaged."""
    found = strips(number)
    if not found:
        return None
    import displayio

    from engine2048.screens.page import Page
    from hardware import translated

    palette = displayio.Palette(2)
    palette[1] = 0xFFFFFF
    shown = translated.TextPage(palette, found)
    shown.show(Page("fault", (text,)))
    return shown.group


def codes() -> "list[bytes]":
    """The codes of all languages; the place of each is its number, and English is the first."""
    try:
        with open(path("languages.txt"), "rb") as file:
            return file.read().split()
    except OSError:
        return [b"en"]


def path(name: str) -> str:
    """Where a file of texts lies: in the folder beside this file (be it .py or .mpy)."""
    end = max(__file__.rfind("/"), __file__.rfind("\\"))
    return __file__[: end + 1] + "texts/" + name
