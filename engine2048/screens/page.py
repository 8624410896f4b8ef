"""A page: lines to read and items to choose from."""

TYPE_CHECKING = False  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Chosen = Callable[[], "Page | None"]
    Item = tuple[str, Chosen]


class Page:
    """What stands on the glass instead of the board, or beside it.

    `items` are (text, what to call when it is chosen); right calls the chosen item, or `onward` where
    there are no items, left calls `back`. What is called returns the next Page, or None for the screen
    that the game's state asks for (the board, or the banner of its win or end); None instead of
    something to call does nothing.

    A banner stands in the panel beside the board (two lines and two items of up to five letters, and
    the score between); any other page fills the glass. A page that comes up under hands that are still
    moving `is_guarded`: it takes no direction until the buttons have rested (session.py).
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
        self.score = 0
        self.is_best = False

    def select(self) -> "Chosen | None":
        """What right calls."""
        return self.items[self.choice][1] if self.items else self.onward
