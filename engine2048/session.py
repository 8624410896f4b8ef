"""What the player is looking at: an action and a time go in, a view for the screen comes out.

Nothing here must survive a power cut or be undone: that is the journal's and the game's.
"""

from engine2048 import actions, events
from engine2048.board import DOWN, LEFT, RIGHT
from engine2048.ticks import elapsed

# How bright the glass is.
BRIGHT = 0
DIM = 1
DARK = 2

BANNER_GUARD_MS = 500

_BOARD = "board"
_NO_EVENT = -1


class Session:
    """The screens around one game.

    The view is these attributes: `page` (None while the board is played, else a menus.Page), `game`,
    `slid` (the last action was a move, whose trail the game holds), `light`, `can_save`, and `revision`,
    which changes with every change of the view.
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
        self.revision = 0
        self._best_to_beat = game.best if game.best > game.score else 0
        self._event = _NO_EVENT
        self._is_quiet = True
        self._played = False
        self._changed = True
        self._last_press = 0
        self._page_opened = 0

    @property
    def screen(self):
        """The name of what is on the glass."""
        return self.page.screen if self.page else _BOARD

    @property
    def can_save(self):
        """Tell whether the game outlives a power cut."""
        return self.journal.can_save

    def start(self, now, is_newer=False):
        """Open the first screen; `is_newer` when the journal belongs to a newer version of the game."""
        self._last_press = now
        self._settle(now)
        if is_newer:
            self._open(self._menus().newer_save(), now)
        self._publish()

    def handle(self, action, now):
        """Carry out an action of `actions` or a direction at `now` milliseconds; may change the view."""
        self.save()
        self.slid = False
        self._last_press = now
        was_dark = self.light == DARK
        if self.light != BRIGHT:
            self.light = BRIGHT
            self._changed = True
        if action > LEFT:
            self._handle_chord(action, now)
        elif was_dark:
            self._played = False
        elif self.page:
            self._played = False
            self._navigate(self.page, action, now)
        else:
            self._played = self.game.play(action)
            if self._played:
                self._event = action
                self.slid = True
                self._changed = True
                self._settle(now)
        self._publish()

    def tick(self, now):
        """Let time pass: dims and blanks the glass."""
        idle = elapsed(now, self._last_press)
        if self.light == BRIGHT and self.dim_ms and idle >= self.dim_ms:
            self._darken(DIM)
        if self.light != DARK and self.blank_ms and idle >= self.blank_ms:
            self._darken(DARK)
        self._publish()

    def save(self):
        """Put what happened into the journal; to be called after the pixels."""
        if self._event != _NO_EVENT:
            self.journal.record(self._event, self.game)
            self._event = _NO_EVENT
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

    def _menus(self):
        # Not needed for the first picture of a running game, so not loaded for it.
        from engine2048 import menus

        return menus

    def _handle_chord(self, action, now):
        if self._played and action != actions.MENU:
            self.game.retract()
            self.journal.record(events.RETRACT, self.game)
            self._played = False
            self._changed = True
            self._settle(now)
        menus = self._menus()
        if action == actions.UNDO_CHORD:
            self._do(menus.UNDO, now)
        elif self.screen == "menu":
            self._do(menus.RESUME, now)
        else:
            self._do(menus.MENU, now)

    def _navigate(self, page, direction, now):
        if page.is_banner and elapsed(now, self._page_opened) < BANNER_GUARD_MS:
            return
        if direction == LEFT:
            self._do(page.back, now)
        elif direction == RIGHT:
            self._do(page.items[page.choice][1] if page.items else page.onward, now)
        elif page.items:
            page.choice = (page.choice + (1 if direction == DOWN else -1)) % len(page.items)
            self._changed = True

    def _do(self, command, now):
        """Carry out a command of menus.py."""
        menus = self._menus()
        game = self.game
        if command == menus.RESUME:
            self._settle(now)
        elif command == menus.UNDO:
            if game.undo():
                self._event = events.UNDO
                self._changed = True
            self._settle(now)
        elif command == menus.KEEP_GOING:
            game.keep_going()
            self._event = events.KEEP_GOING
            self._settle(now)
        elif command == menus.NEW_GAME:
            self._start_new_game(now)
        elif command == menus.ASK_NEW_GAME:
            if game.over or game.moves == 0:
                self._start_new_game(now)
            else:
                self._open(menus.confirm_new_game(), now)
        elif command == menus.OVERWRITE:
            self.journal.overwrite_newer(game)
            self._settle(now)
        elif menus.CHANGE <= command < menus.HELP_PAGE:
            self._step_preference(command - menus.CHANGE, now)
        elif command != menus.NOTHING:
            self._open_page(command, now)

    def _open_page(self, command, now):
        menus = self._menus()
        if command == menus.MENU:
            self._open(menus.main_menu(self.game), now)
        elif command == menus.STATISTICS:
            self._open(menus.statistics(self.game), now)
        elif command == menus.SETTINGS:
            self._open(menus.settings(self.preferences), now)
        elif command == menus.HELP:
            self._open(menus.help_page(0), now)
        else:
            self._open(menus.help_page(command - menus.HELP_PAGE), now)

    def _step_preference(self, which, now):
        menus = self._menus()
        self.preferences.choose(which, menus.stepped(self.preferences, which))
        self.journal.snapshot(self.game)
        page = menus.settings(self.preferences)
        page.choice = which
        self._open(page, now)

    def _start_new_game(self, now):
        self._best_to_beat = self.game.best
        self.game.new_game()
        self.journal.snapshot(self.game)
        self._settle(now)
        self._is_quiet = True

    def _settle(self, now):
        """Show the screen that the game's state asks for."""
        game = self.game
        if game.awaiting_choice:
            self._open(self._menus().won(game.score), now)
        elif game.over:
            self._open(self._menus().over(game.score, game.score > self._best_to_beat), now)
        elif self.page:
            self.page = None
            self._changed = True

    def _open(self, page, now):
        self.page = page
        self._page_opened = now
        self._is_quiet = True
        self._changed = True

    def _darken(self, light):
        self.light = light
        self._is_quiet = True
        self.slid = False
        self._changed = True

    def _publish(self):
        """Give the view a new revision when something in it changed."""
        if self._changed:
            self._changed = False
            self.revision = (self.revision + 1) & 0xFFFFFF
