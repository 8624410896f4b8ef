"""What the player is looking at: an action and a time go in, a view for the screen comes out."""

from engine2048 import board

BOARD = "board"
WON = "won"
OVER = "over"


class Session:
    """The screens around one game.

    The view is these attributes: `screen`, `game`, `slid` (the last action was a move, whose trail the
    game holds) and `revision`, which changes with every change of the view.
    """

    def __init__(self, game):
        """Show `game`, new or resumed."""
        self.game = game
        self.revision = 1
        self.slid = False
        self.screen = BOARD
        self._settle()

    def handle(self, action, now):
        """Carry out an action of `actions` or a direction at `now` milliseconds; may change the view."""
        if self.screen == WON:
            self._choose(action == board.RIGHT, action == board.LEFT)
        elif self.screen == OVER:
            self._choose(False, action == board.RIGHT)
        elif 0 <= action <= board.LEFT and self.game.play(action):
            self._change(True)
            self._settle()

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

    def _choose(self, keep_going, new_game):
        if keep_going:
            self.game.keep_going()
        elif new_game:
            self.game.new_game()
        else:
            return
        self._change(False)
        self._settle()

    def _settle(self):
        """Find the screen that the game's state asks for."""
        if self.game.awaiting_choice:
            self.screen = WON
        elif self.game.over:
            self.screen = OVER
        else:
            self.screen = BOARD

    def _change(self, slid):
        self.slid = slid
        self.revision = (self.revision + 1) & 0xFFFFFF
