# SPDX-License-Identifier: MIT
"""A session without hardware, on a clock that the test advances: press, hold, wait."""

from engine2048.board import DOWN, LEFT, RIGHT, UP
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import decoding, snapshot
from engine2048.save.journal import Journal
from engine2048.save.preferences import Preferences
from engine2048.screens import actions
from engine2048.screens.session import Session
from tests import chords
from tests.saves import seal

TICKS = 1 << 29
CHORDS = {
    chords.MENU_CHORD: (LEFT, RIGHT),
    chords.UNDO_CHORD: (UP, DOWN),
    chords.HINT_CHORD: (UP, RIGHT),
}
# Boards on which LEFT makes the 2048; makes it with the last possible move; is the last possible move.
NEARLY_WON = [10, 10, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 1]
WON_AND_OVER = [5, 6, 10, 10, 6, 7, 9, 8, 5, 6, 7, 9, 6, 7, 9, 10]
NEARLY_OVER = [5, 6, 7, 7, 6, 7, 9, 10, 5, 6, 7, 8, 6, 7, 9, 10]


class Player:
    """One session, used as a player would use it."""

    def __init__(self, region=None, *, seed=1, now=1000, dim_ms=0, blank_ms=0, off_ms=0, appends=True):
        self.appends = appends
        self.region = bytearray(b"\xff" * 4096) if region is None else region
        self.now = now
        self.preferences = Preferences((1, 80, 0, 0, 2, 0))
        self.journal = Journal(self.region, appends, self.preferences.chosen)
        outcome, self.game = self.journal.load(Game(Rng(seed)))
        self.session = Session(self.game, self.journal, self.preferences, (dim_ms, blank_ms, off_ms))
        self.session.start(now, outcome == 2)
        self.session.save()

    @property
    def screen(self):
        return self.session.screen

    @property
    def choice(self):
        """The text of the chosen item."""
        return self.session.page.items[self.session.page.choice][0]

    @property
    def state(self):
        """Everything about the game that a player could notice."""
        game = self.game
        return (
            list(game.cells), game.score, game.best, game.best_tile, game.moves, game.won, game.over,
            game.awaiting_choice, game.rng.state,
        )  # fmt: skip

    def put(self, cells):
        """Put tiles on the board, as if only 2s had been dealt, and save them."""
        score = sum((tile - 1) << tile for tile in cells if tile)
        moves = decoding.count_moves(cells, score)
        self.game.restore(cells, score, self.game.rng.state, max(cells) > 10, moves)
        self.game.best = max(self.game.best, score)
        self.game.best_tile = max(self.game.best_tile, *cells)
        self.session.page = None
        self.journal.snapshot(self.game)

    def press(self, *keys):
        """Press buttons one after the other, slowly; returns the screen that they lead to."""
        for action in keys:
            self.wait(700)
            self.act(action)
        return self.screen

    def act(self, action):
        """Carry out one action now."""
        self.session.handle(action, self.now)
        self.session.save()

    def hold(self, chord, first=None):
        """Hold two buttons; `first` is the one that was pressed first.

        On a page the first press waits for the second (hardware/buttons.py); on the board it acts at once.
        """
        if self.session.page:
            return self.press(chord - actions.AFTER_PRESS)
        self.press(CHORDS[chord][0] if first is None else first)
        self.wait(420)
        self.act(chord)
        return self.screen

    def wait(self, milliseconds):
        """Let time pass."""
        self.now = (self.now + milliseconds) % TICKS
        self.session.tick(self.now)
        self.session.save()

    def choose(self, text):
        """Move down to an item and select it."""
        while self.choice != text:
            self.press(DOWN)
        return self.press(RIGHT)

    def switched_off_and_on(self):
        """A new session that loads what this one saved."""
        return Player(self.region, seed=99, appends=self.appends)

    def with_a_newer_program(self):
        """A new session that finds this one's save, as if a newer version had written it."""
        record = self.region[: self.region[3]]
        newer = seal(bytes(record[:2]) + bytes([snapshot.VERSION + 1]) + bytes(record[3:]))
        return Player(bytearray(newer + self.region[len(newer) :]))
