# SPDX-License-Identifier: MIT
"""A page: lines to read and items to choose from."""

from engine2048 import const
from engine2048.board import LEFT

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Chosen = Callable[[], "Page | None"]
    Item = tuple[str, Chosen]

# By how many rows UP, RIGHT and DOWN scroll. The smallest glassful is of four, and one row stays in sight.
_SCROLLS = const((-1, 3, 1))


class Page:
    """What the glass shows in place of the board, or beside it.

    `items` are pairs of a text and a function. Right calls the chosen item's function, or `onward` if
    there are no items; left calls `back`. Each function returns the next Page, or None for the screen
    that the game's state calls for (the board, or the banner for its win or end). None in place of a
    function does nothing.

    A banner takes the panel beside the board (two lines, the score, and two items, each text up to
    five letters); any other page fills the glass. A page that may appear while the player is still
    pressing `is_guarded`: it takes no direction until the buttons have rested (session.py). One that
    `lets_through` closes at any direction, which then moves the tiles, too.

    Texts are English; hardware/translated.py looks each up in another language's table. So a line holds
    what is translated as one: several rows, with a line feed between two, or a word and its value,
    with a tab between. `more` is how many rows have no room on the glass; whoever draws the page sets it.
    """

    def __init__(
        self,
        screen: str,
        lines: "Sequence[str]",
        items: "Sequence[Item]" = (),
        back: "Chosen | None" = None,
        onward: "Chosen | None" = None,
    ) -> None:
        """`screen` is the page's name for tools and tests."""
        self.screen = screen
        self.lines = lines
        self.items = items
        self.back = back
        self.onward = onward or back
        self.choice = 0
        self.is_banner = False
        self.is_guarded = False
        self.lets_through = False
        self.score = 0
        self.is_best = False
        self.more = 0

    def rows(self) -> "list[str]":
        """The texts of its lines, row by row, in English."""
        return "\n".join(self.lines).replace("\t", "").split("\n") if self.lines else []

    def scroll(self, direction: int) -> bool:
        """Scroll a page that is only read, to the RIGHT by a glassful; False if there is no more."""
        if self.items or direction == LEFT:
            return False
        first = max(0, min(self.choice + _SCROLLS[direction], self.more))
        is_changed = first != self.choice
        self.choice = first
        return is_changed

    def select(self) -> "Chosen | None":
        """The function that right calls."""
        return self.items[self.choice][1] if self.items else self.onward
