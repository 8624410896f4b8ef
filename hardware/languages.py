# SPDX-License-Identifier: MIT
"""The language on the glass: which there are besides English, and where their texts lie."""

from micropython import const

from engine2048 import forget

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    import displayio

    from hardware.translated import Strips


class Language:
    """The language in use; `is_missing` if its texts cannot be used, so that English takes their place."""

    def __init__(self, number: int) -> None:
        """`number` is 0 for English."""
        self.number = number
        self.is_missing = False

    def choose(self, number: int) -> None:
        """Change the language."""
        self.number = number
        self.is_missing = False

    def strips(self, is_whole: bool = True) -> "Strips | None":
        """Open the file of texts, or only the words in it; None for English."""
        if not self.number or self.is_missing:
            return None
        try:
            from hardware import translated

            strips = translated.Strips(self.number)
            return strips.open() if is_whole else strips
        except (OSError, ValueError, IndexError, ImportError):
            self.is_missing = True
            return None

    def words(self) -> "list[displayio.Bitmap] | None":
        """Pictures of SCORE, BEST, NEW BEST, NO SAVE and DEMO; None for the English ones."""
        strips = self.strips(False)
        return strips.words() if strips else None

    def close(self) -> None:
        """Free the memory of what only open texts need."""
        if self.number:
            forget("hardware", "translated")


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
