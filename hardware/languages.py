# SPDX-License-Identifier: MIT
"""Languages besides English: which there are, and where their texts lie. Loaded if one is in use."""

from micropython import const

from hardware import UNUSABLE

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    import displayio


def texts(number: int) -> str:
    """The path of the texts of language `number`; raises IndexError if there is no such language."""
    return path(str(codes()[number], "utf-8") + ".bin")


def page(number: int, text: str) -> "displayio.Group | None":
    """A text in language `number` that fills the glass; None if the texts are missing or damaged."""
    import displayio

    from engine2048.screens.page import Page

    palette = displayio.Palette(2)
    palette[1] = 0xFFFFFF
    try:
        from hardware import translated

        shown = translated.TextPage(palette, translated.Strips(texts(number)).open())
    except UNUSABLE:
        return None
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
