# SPDX-License-Identifier: MIT
"""Languages besides English: which there are, and where their texts lie. Loaded if one is in use."""

from micropython import const

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    import displayio

    from hardware.translated import Strips


class Language:
    """A language in use; `is_missing` if its texts cannot be used, so that English takes their place."""

    def __init__(self, number: int) -> None:
        """`number` is its place in `codes`."""
        self.is_missing = False
        self.is_told = False  # the player knows
        self._number = number

    def strips(self, is_whole: bool = True) -> "Strips | None":
        """Open the file of texts, or only the words in it; None if it cannot be used."""
        if self.is_missing:
            return None
        try:
            from hardware import translated

            strips = translated.Strips(self._number)
            return strips.open() if is_whole else strips
        except (OSError, ValueError, IndexError, ImportError):
            self.is_missing = True
            return None

    def words(self) -> "list[displayio.Bitmap] | None":
        """Pictures of SCORE, BEST, NEW BEST, NO SAVE and DEMO; None if they cannot be used."""
        strips = self.strips(False)
        return strips.words() if strips else None


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
