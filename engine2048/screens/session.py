# SPDX-License-Identifier: MIT
"""What the glass shows and where a press goes: actions and times in, a view for the screen out.

Nothing here has to survive a power cut or be undone: the keeper and the game see to that.
"""

from engine2048 import const
from engine2048.board import DOWN, LEFT, RIGHT, legal
from engine2048.game import Game
from engine2048.save.journal import Journal
from engine2048.save.keeper import Keeper
from engine2048.save.preferences import FLIP, IDLE_DEMO, Preferences
from engine2048.screens import actions
from engine2048.screens.actions import NONE
from engine2048.screens.rest import BRIGHT, DARK, OFF, Rest

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from engine2048.screens.choices import Choices
    from engine2048.screens.page import Page
    from engine2048.solver.demo import Demo

# A guarded page takes no direction until the buttons have rested this long.
_GUARD_MS = const(500)
# How many presses may do nothing before the glass shows which would do something.
_PATIENCE = const(3)

# Sounds, besides those of moves; hardware/sound.py has their notes.
_SILENCE = const(0)
_CLICK = const(18)
_BLOCKED = const(19)
_WON = const(20)
_OVER = const(26)


class Session:
    """The screens around one game.

    These attributes are the view: `page` (a Page, or None for the board alone), `shown` (the game on
    the glass), `slid` (the last change was a move, whose trail that game holds), `hint` (a direction
    or NONE), `is_searching` (for a hint), `demo` (None unless one is playing), `rest` (its `light` and
    `charge`), `rotation`, `can_save`, `preferences` and `revision`, which changes whenever the view does.

    `sound` is what the last press sounds like: 0 for nothing, 1 for a slide, 2 to 17 for a merge (the
    exponent of the score that it gained), 18 for something chosen, 19 for a direction that is blocked, 20
    for the win, 26 for the end; NONE if the press was ignored, so that what sounds goes on.
    """

    def __init__(
        self, game: Game, journal: Journal, preferences: Preferences, idle_ms: "tuple[int, int, int]"
    ) -> None:
        """Show `game`, either new or loaded by the journal.

        `idle_ms`: after how long without a press to dim, to go dark and to switch off; 0 means never.
        """
        self.game = game
        self.preferences = preferences
        self.page: "Page | None" = None
        self.slid = False
        self.sound = _SILENCE
        self.revision = 0
        self._keeper = Keeper(game, journal)
        self._choices: "Choices | None" = None
        self.rest = Rest(*idle_ms)
        self._played = False  # the last direction pressed made a move
        self._woke = False  # it only woke the glass or ended a demo
        self._in_vain = 0  # presses in a row that did nothing
        self._is_move = False  # the change to the view is a move
        self._changed = True

    @property
    def screen(self) -> str:
        """The name of the screen on the glass."""
        if self.demo:
            return "demo"
        return self.page.screen if self.page else "board"

    @property
    def demo(self) -> "Demo | None":
        """The demo now playing, or None."""
        return self._choices.advisor.demo if self._choices else None

    @property
    def shown(self) -> Game:
        """The game on the glass: the player's, or the demo's."""
        return self.demo.game if self.demo else self.game

    @property
    def hint(self) -> int:
        """The direction to suggest to the player; NONE if there is none, or none yet."""
        return self._choices.advisor.hint if self._choices else NONE

    @property
    def is_searching(self) -> bool:
        """Tell whether a hint is being looked for."""
        return self._choices is not None and self._choices.advisor.is_searching

    @property
    def ways(self) -> int:
        """The directions that would do something, as bits (1 is UP), for who does not see them; else 0."""
        return legal(self.game.cells) if self._in_vain >= _PATIENCE and not self.demo else 0

    @property
    def rotation(self) -> int:
        """How far picture and buttons are turned: 0 or 180 degrees."""
        return 180 if self.preferences.get(FLIP) else 0

    @property
    def can_save(self) -> bool:
        """Tell whether the game will survive a power cut."""
        return self._keeper.can_save

    @property
    def is_thinking(self) -> bool:
        """Tell whether `tick` has work that should not wait."""
        return self._choices is not None and self._choices.advisor.is_thinking

    def start(self, now: int, is_newer: bool = False, is_first: bool = False) -> None:
        """Open the first screen.

        `is_newer` if a newer version of the game wrote the save, `is_first` if nothing was ever saved.
        """
        self.rest.start(now)
        if is_newer:
            self._load_choices().asks_newer = True
        if is_first:
            self._load_choices().is_first = True
        self._follow(None)
        self._publish()

    def prepare(self) -> None:
        """Load what the first picture did not need, so that no press has to wait for it."""
        self._load_choices()
        from engine2048.screens import banners, menus  # noqa: F401

    def handle(self, action: int, now: int) -> None:
        """Carry out a direction or an action from `actions` at `now` milliseconds; may change the view."""
        self.sound = _SILENCE
        if self.rest.is_empty:
            if self.rest.light >= DARK:
                self.wake(now)
            return
        self._keeper.press()
        is_used_up = self._wake(now)
        if action > LEFT:
            self._carry_out(action, is_used_up)
        else:
            self._woke = is_used_up
            self._played = False
            if self.page and self.page.lets_through and not is_used_up:
                self._follow(None)
            if self.page and not is_used_up:
                self._navigate(self.page, action)
            elif not is_used_up:
                self._play(action)
        self._publish()

    def wake(self, now: int) -> None:
        """Light the glass for a press that does nothing else."""
        self._keeper.press()
        self._wake(now)
        if self.rest.is_empty:
            self._follow(None)  # says so again
        self._publish()

    def lack_texts(self) -> None:
        """Say that the texts of the language cannot be used."""
        self._follow(self._load_choices().no_texts())
        self._publish()

    def recharge(self, now: int) -> None:
        """Follow a change in the level of `rest.charge`; an empty battery switches the handheld off soon."""
        rest = self.rest
        if rest.is_empty and rest.light >= DARK:
            rest.light = OFF
        elif rest.is_empty or self.screen == "empty":
            self._wake(now)
            self._follow(None)
        self._changed = True
        self._publish()

    def tick(self, now: int) -> None:
        """Let time pass: hint or demo thinks for a few milliseconds, and the glass dims when due."""
        self._keeper.tick(self.rest.idle(now))
        if self.is_thinking:
            choices = self._load_choices()
            if choices.advisor.tick(now):
                self._is_move = self.demo is not None and self.shown.moves > 0
                self._changed = True  # but a page that was opened meanwhile stays
                if choices.advisor.is_missing:
                    self._follow(choices.no_solver())
        self._darken(now)
        self._publish()

    def save(self) -> None:
        """Write what happened to the journal; call this after drawing."""
        can_save = self.can_save
        self._keeper.write()
        if self.can_save != can_save:
            self._changed = True  # the glass says so soon, and not only at the next press

    def _load_choices(self) -> "Choices":
        """The player's choices, loaded when first needed."""
        if not self._choices:
            from engine2048.screens.choices import Choices
            from engine2048.solver.advisor import Advisor

            self._choices = Choices(self.game, self._keeper, self.preferences, Advisor(), self.rest)
        return self._choices

    def _play(self, direction: int) -> None:
        """Move the tiles; whoever presses in vain again and again is shown what moves."""
        score = self.game.score
        if self.game.play(direction):
            self._load_choices().advisor.forget_hint()
            self._keeper.note(direction)
            self._played = self._is_move = True
            self._in_vain = 0
            self._follow(None)
            self.sound = self._heard(self.game.score - score)
        else:
            self.sound = _BLOCKED
            self._in_vain += 1
            if self._in_vain == _PATIENCE:
                self._changed = True

    def _heard(self, gained: int) -> int:
        """What a move sounds like that gained so much."""
        if self.game.awaiting_choice:
            return _WON
        if self.game.over:
            return _OVER
        sound = 1
        while gained > 3:
            gained >>= 1
            sound += 1
        return sound

    def _wake(self, now: int) -> bool:
        """Light the glass and end any demo after a press; True if that used the press up."""
        if self.rest.light != BRIGHT:
            self._changed = True
        was_dark = self.rest.press(now)
        if not self.demo:
            return was_dark
        self._load_choices().advisor.end_demo()
        self._follow(None)
        return True

    def _carry_out(self, action: int, is_used_up: bool) -> None:
        """Carry out MENU, UNDO or HINT."""
        if action >= actions.AFTER_PRESS:
            action -= actions.AFTER_PRESS
            is_used_up = is_used_up or self._woke
            self._retract()
        elif action == actions.MENU:
            self.sound = _CLICK
        self._played = False
        choices = self._load_choices()
        if action == actions.MENU:
            self._follow(choices.resume() if self.screen == "menu" else choices.menu())
        elif is_used_up or (self.page and self.page.screen != "over" and not self.page.lets_through):
            pass  # undo and hint work only on the board and on the game over banner
        elif action == actions.UNDO:
            self._follow(choices.undo())
        elif action == actions.HINT:
            self._follow(choices.hint())

    def _retract(self) -> None:
        """Undo the first press of a chord, if it was a move."""
        if self._played:
            self._played = False
            self.game.retract()
            self._keeper.retract()
            self._follow(None)

    def _navigate(self, page: "Page", direction: int) -> None:
        if page.is_guarded:
            if self.rest.pause < _GUARD_MS:
                self.sound = NONE
                return
            page.is_guarded = False
        if page.scroll(direction):
            self.sound = _CLICK
            self._changed = True
        elif direction in (LEFT, RIGHT):
            chosen = page.back if direction == LEFT else page.select()
            if chosen:
                self.sound = _CLICK
                self._follow(chosen())
        elif page.items:
            self.sound = _CLICK
            page.choice = (page.choice + (1 if direction == DOWN else -1)) % len(page.items)
            self._changed = True

    def _follow(self, page: "Page | None") -> None:
        """Show `page`, or the screen that the game's state calls for."""
        page = page or self._asked_for()
        self._in_vain = 0
        if page or self.page:
            self.page = page
            self._keeper.quiet()  # time to save what was chosen
        self._changed = True

    def _asked_for(self) -> "Page | None":
        is_asking = self._choices or self.game.awaiting_choice or self.game.over or self.rest.is_empty
        return self._load_choices().asked_for() if is_asking and not self.demo else None

    def _darken(self, now: int) -> None:
        """Dim, blank and switch off when due; what is left idle may show a demo before it goes dark."""
        light = self.rest.due(now)
        if light <= self.rest.light:
            return
        wants_demo = light == DARK and not self.demo and self.preferences.get(IDLE_DEMO)
        if wants_demo and self._load_choices().advisor.start_demo(self.game.rng.state):
            self.page = None
            self.rest.show(now)
        else:
            self.rest.light = light
            if light >= DARK and self.demo:
                self._load_choices().advisor.end_demo()  # nobody watches
                self._follow(None)
        self._keeper.quiet()
        self._changed = True

    def _publish(self) -> None:
        """Give the view a new revision if anything in it changed."""
        if self._changed:
            self._changed = False
            self.slid = self._is_move
            self._is_move = False
            self.revision = (self.revision + 1) & 0xFFFFFF
