"""What the player is looking at: an action and a time go in, a view for the screen comes out.

Nothing here must survive a power cut or be undone: that is the journal's and the game's.
"""

from engine2048 import actions, events
from engine2048.actions import NONE
from engine2048.board import DOWN, LEFT, RIGHT
from engine2048.preferences import FLIP, IDLE_DEMO
from engine2048.ticks import elapsed

# How bright the glass is.
BRIGHT = 0
DIM = 1
DARK = 2

# A guarded page takes no press before the buttons have rested for so long.
GUARD_MS = 500
# Where every write erases, moves are saved when nobody has pressed for so long.
QUIET_MS = 10_000


class Session:
    """The screens around one game.

    The view is these attributes: `page` (None while the board is played, else a menus.Page), `shown` (the
    game on the glass), `slid` (the last change was a move, whose trail that game holds), `hint` (a
    direction or NONE), `demo` (None unless it plays), `light`, `rotation`, `can_save`, `preferences`, and
    `revision`, which changes with every change of the view.
    """

    def __init__(self, game, journal, chosen, dim_ms=0, blank_ms=0):
        """Show `game`, new or as the journal loaded it; `chosen` are the Preferences.

        Without a press for `dim_ms` the glass dims, after `blank_ms` it goes dark; 0 is never.
        """
        self.game = game
        self.journal = journal
        self.preferences = chosen
        self.dim_ms = dim_ms
        self.blank_ms = blank_ms
        self.page = None
        self.slid = False
        self.light = BRIGHT
        self.demo = None
        self.revision = 0
        self.asks_newer = False  # the save is a newer version's, and the player has not said what to do
        self._solver = None
        self._search = None  # an advisor.Hint, thinking or done
        self._event = NONE
        self._is_quiet = True
        self._has_rested = False  # QUIET_MS have passed since the last press
        self._played = False  # the last press on a direction was a move
        self._woke = False  # it was used up by waking the glass or ending a demo
        self._is_move = False  # what changed in the view is a move
        self._changed = True
        self._last_press = 0

    @property
    def screen(self):
        """The name of what is on the glass."""
        if self.demo:
            return "demo"
        return self.page.screen if self.page else "board"

    @property
    def shown(self):
        """The game on the glass: the player's, or the demo's."""
        return self.demo.game if self.demo else self.game

    @property
    def hint(self):
        """The direction that the player asked for, NONE when there is none or not yet."""
        return self._search.direction if self._search else NONE

    @property
    def rotation(self):
        """How picture and buttons are turned, 0 or 180 degrees."""
        return 180 if self.preferences.get(FLIP) else 0

    @property
    def can_save(self):
        """Tell whether the game outlives a power cut."""
        return self.journal.can_save

    @property
    def is_thinking(self):
        """Tell whether `tick` has work to do that should not wait."""
        return self.demo is not None or (self._search is not None and self._search.direction == NONE)

    def start(self, now, is_newer=False):
        """Open the first screen; `is_newer` when the journal belongs to a newer version of the game."""
        self._last_press = now
        self.asks_newer = is_newer
        self.settle()
        self._publish()

    def handle(self, action, now):
        """Carry out an action of `actions` or a direction at `now` milliseconds; may change the view."""
        self.save()
        pause = elapsed(now, self._last_press)
        self._last_press = now
        self._has_rested = False
        wakes = self._wake()
        if action > LEFT:
            self._handle_request(action, wakes, now)
        else:
            self._woke = wakes
            self._played = False
            if wakes:
                pass
            elif self.page:
                self._navigate(self.page, action, pause, now)
            elif self.game.play(action):
                self._played = self._is_move = True
                self.happened(action)
        self._publish()

    def tick(self, now):
        """Let time pass: hint or demo think for a few milliseconds, or the glass goes dark at last."""
        idle = elapsed(now, self._last_press)
        if idle >= QUIET_MS and not self._has_rested:
            self._has_rested = self._is_quiet = True
        if self.demo:
            if self.demo.tick(now):
                self._is_move = self.shown.moves > 0
                self._changed = True
        elif self._search and self._search.direction == NONE:
            self._changed = self._search.tick(now)
        else:
            self._rest(idle, now)
        self._publish()

    def save(self):
        """Put what happened into the journal; to be called after the pixels."""
        if self._event != NONE:
            self.journal.record(self._event, self.game)
            self._event = NONE
        if self._is_quiet:
            self._is_quiet = False
            self.journal.tidy(self.game)

    def report(self):
        """Describe the game and the screen as one line of JSON, for tools at the console."""
        game = self.game
        return '{"cells": %s, "score": %d, "best": %d, "moves": %d, "screen": "%s"}' % (
            game.cells,
            game.score,
            game.best,
            game.moves,
            self.screen,
        )

    def happened(self, event):
        """The game changed by an event of the journal; NONE when the journal knows of it already."""
        self._event = event
        self._search = None
        self._changed = True
        self.settle()

    def settle(self):
        """Show the screen that the game's state asks for."""
        game = self.game
        if self.asks_newer:
            from engine2048 import menus

            self.open(menus.newer_save())
        elif game.awaiting_choice:
            from engine2048 import menus

            self.open(menus.won(game.score))
        elif game.over:
            from engine2048 import menus

            self.open(menus.over(game.score, game.is_new_best))
        elif self.page:
            self.page = None
            self._is_quiet = True  # what was chosen is saved now
            self._changed = True

    def open(self, page):
        """Show a menus.Page."""
        self.page = page
        self._is_quiet = True
        self._changed = True

    def ask_hint(self, now):
        """Let the solver think about the board; its answer is `hint`."""
        self.settle()
        if not self.page and self._load_solver():
            from engine2048 import advisor

            self._search = advisor.Hint(self._solver, self.game.cells, now)
            self._changed = True

    def start_demo(self, now):
        """Let the solver play a game of its own until a press; False when there is no solver."""
        if not self._load_solver():
            return False
        from engine2048 import advisor

        self._search = None
        self.page = None
        self.demo = advisor.Demo(self._solver, self.game.rng.state ^ now, now)
        self._changed = True
        return True

    def _load_solver(self):
        """Load the solver when it is first asked for; False, with a notice, when it is not there."""
        if not self._solver:
            from engine2048 import advisor, menus

            self._solver = advisor.load()
            if not self._solver:
                self.open(menus.no_solver())
        return self._solver is not None

    def _wake(self):
        """Light the glass and end a demo for a press; True when that used the press up."""
        was_dark = self.light == DARK
        if self.light != BRIGHT:
            self.light = BRIGHT
            self._changed = True
        if not self.demo:
            return was_dark
        self.demo = None
        self.settle()
        self._changed = True
        return True

    def _handle_request(self, action, wakes, now):
        if action >= actions.MENU_CHORD:
            action -= actions.AFTER_PRESS
            wakes = wakes or self._woke
            self._take_back()
        takes_chords = not wakes and (self.page is None or self.page.screen == "over")
        if action == actions.MENU or takes_chords:
            from engine2048 import commands

            commands.carry_out_request(self, action, now)

    def _take_back(self):
        """Undo the first press of a chord, if it was a move."""
        if self._played:
            self.game.retract()
            self.journal.record(events.RETRACT, self.game)
            self._played = False
            self.settle()
            self._changed = True

    def _navigate(self, page, direction, pause, now):
        """Choose or select on `page`; `pause` is how long no button was pressed before."""
        if page.is_guarded:
            if pause < GUARD_MS:
                return
            page.is_guarded = False
        if direction in (LEFT, RIGHT):
            from engine2048 import commands

            command = page.back
            if direction == RIGHT:
                command = page.items[page.choice][1] if page.items else page.onward
            commands.carry_out(self, command, now)
        elif page.items:
            page.choice = (page.choice + (1 if direction == DOWN else -1)) % len(page.items)
            self._changed = True

    def _rest(self, idle, now):
        """Dim and then blank the glass, or show a demo, when nobody has pressed for `idle` milliseconds."""
        if self.light == BRIGHT and self.dim_ms and idle >= self.dim_ms:
            self._darken(DIM)
        is_late = self.light != DARK and self.blank_ms and idle >= self.blank_ms
        if is_late and not (self.preferences.get(IDLE_DEMO) and self.start_demo(now)):
            self._darken(DARK)

    def _darken(self, light):
        self.light = light
        self._is_quiet = True
        self._changed = True

    def _publish(self):
        """Give the view a new revision when something in it changed."""
        if self._changed:
            self._changed = False
            self.slid = self._is_move
            self._is_move = False
            self.revision = (self.revision + 1) & 0xFFFFFF
