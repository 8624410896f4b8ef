# SPDX-License-Identifier: MIT
"""The choices in menus and on banners; each returns the next Page, or None.

None stands for the screen that the game's state calls for. The pages are in banners.py and menus.py, which
are loaded after the first picture, and in texts.py, adjusting.py and notices.py: loaded when wanted.
"""

from engine2048 import const, forget
from engine2048.game import Game
from engine2048.save import events
from engine2048.save.keeper import Keeper
from engine2048.save.preferences import Preferences
from engine2048.screens.page import Page
from engine2048.screens.rest import OFF, Rest
from engine2048.solver.advisor import Advisor

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from types import ModuleType


class Choices:
    """Carries out the player's choices on the game, the preferences, hint, demo and power."""

    def __init__(
        self, game: Game, keeper: Keeper, preferences: Preferences, advisor: Advisor, rest: Rest
    ) -> None:
        self.game = game
        self.preferences = preferences
        self.advisor = advisor
        self._keeper = keeper
        self._rest = rest
        self.asks_newer = False  # a newer version wrote the save, and the player has yet to decide
        self.is_first = False  # nothing was ever played on this handheld
        self._has_late = False  # what is loaded when wanted is there

    def resume(self) -> "Page | None":
        """Go back to the game."""
        return None

    def undo(self) -> "Page | None":
        """Take back the last move, if there is one."""
        if self.game.undo():
            self.advisor.forget_hint()
            self._keeper.note(events.UNDO)
        return None

    def keep_going(self) -> "Page | None":
        """Play on after the win."""
        self.game.keep_going()
        self._keeper.note(events.KEEP_GOING)
        return None

    def ask_new_game(self) -> "Page | None":
        """Ask before giving up a game that has moves."""
        if not self.game.moves:
            return self.new_game()
        return self._menus().confirm_new_game(self)

    def ask_new_game_from_banner(self) -> "Page | None":
        """Do the same, but guard the question: mashing must not get past that too."""
        page = self.ask_new_game()
        if page:
            page.is_guarded = True
        return page

    def new_game(self) -> "Page | None":
        """Give up the game for a fresh one; `undo` brings it back until that has a move."""
        awaited = self.game.awaiting_choice
        self.game.new_game()
        self.advisor.forget_hint()
        if awaited:
            self._keeper.snapshot()
        else:
            self._keeper.note(events.KEEP_GOING)
        return None

    def hint(self) -> "Page | None":
        """Let the solver think about the board."""
        game = self.game
        if game.over or game.awaiting_choice or self.asks_newer:
            return None
        self.advisor.ask_hint(game.cells)
        return None

    def demo(self) -> "Page | None":
        """Let the solver play a game of its own until the next press."""
        return None if self.advisor.start_demo(self.game.rng.state) else self.no_solver()

    def no_solver(self) -> Page:
        """Say that hint and demo cannot be had."""
        return self._notices().no_solver(self)

    def no_texts(self) -> Page:
        """Say that the texts of the language cannot be had."""
        return self._notices().no_texts(self)

    def switch_off(self) -> "Page | None":
        """Switch the handheld off."""
        self._rest.light = OFF
        return None

    def play_unsaved(self) -> "Page | None":
        """Leave a newer version's save alone."""
        self.asks_newer = False
        return None

    def overwrite_newer(self) -> "Page | None":
        """Replace a newer version's save."""
        self.asks_newer = False
        self._keeper.overwrite_newer()
        return None

    def snapshot(self) -> None:
        """Save everything now, because preferences or records have changed."""
        self._keeper.snapshot()

    def menu(self) -> Page:
        """Open the menu."""
        return self._menus().main_menu(self)

    def statistics(self) -> Page:
        """Show the figures of all games."""
        return self._texts().statistics(self, self._rest.charge)

    def settings(self) -> Page:
        """Show the preferences."""
        from engine2048.screens import adjusting

        self._has_late = True
        return adjusting.settings(self)

    def help(self, number: int = 0) -> Page:
        """Show one of the How to play pages."""
        return self._texts().help_page(self, number)

    def asked_for(self) -> "Page | None":
        """The page that the state of battery, save and game calls for; None for the board."""
        game = self.game
        if self._has_late:
            self._has_late = False
            for name in ("texts", "adjusting", "notices"):
                forget("engine2048.screens", name)
        if self._rest.is_empty:
            return self._notices().empty(self._rest.charge, self._keeper.can_save)
        if self.is_first:
            self.is_first = False
            return self._notices().welcome(self)
        if self.asks_newer:
            return self._notices().newer_save(self)
        if game.awaiting_choice:
            return self._banners().won(self)
        if game.over:
            return self._banners().over(self)
        return None

    def _banners(self) -> "ModuleType":
        from engine2048.screens import banners

        return banners

    def _texts(self) -> "ModuleType":
        from engine2048.screens import texts

        self._has_late = True
        return texts

    def _notices(self) -> "ModuleType":
        from engine2048.screens import notices

        self._has_late = True
        return notices

    def _menus(self) -> "ModuleType":
        from engine2048.screens import menus

        return menus
