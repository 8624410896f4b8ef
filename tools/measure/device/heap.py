# SPDX-License-Identifier: MIT
"""Runs on the device in place of code.py: the whole product, here called product.py, plays by itself.

It uses everything: menu, statistics, help, settings, hint, demo, the banners of a win and of the end. Then it
plays on, and all that again, round after round, and at last it switches the language again and again.
Prints one line of JSON: the free heap after garbage collections, in bytes, after the first round and every
EVERY after it, and the same for switches through all languages.
"""

import gc
import json

from rounds import EVERY, ROUNDS, SWITCHES

from engine2048 import board
from engine2048.rng import Rng
from engine2048.screens import actions
from engine2048.screens.session import Session
from hardware import buttons, handheld
from hardware.screen import Screen

_PAUSE = 3  # polls after a press
_DEMO = 50  # polls while a demo plays
_MOVES = 12  # so many that the solver is forgotten
_WINS = bytes((10, 10, 3, 1, 0, 2, 4, 1, 0, 0, 2, 0, 3, 0, 0, 1))
_ENDS = bytes((3, 4, 5, 6, 5, 6, 7, 8, 3, 4, 5, 6, 1, 1, 7, 8))
_BLOCKED = bytes((0,) * 12 + (1, 2, 3, 4))  # only up moves it


class ScriptedButtons:
    """Stands in for the buttons."""

    session: Session

    def __init__(self, *_):
        self._script = self._play()

    def poll(self, *_):
        """Return the next action; raise KeyboardInterrupt after the last."""
        try:
            return next(self._script)
        except StopIteration:
            raise KeyboardInterrupt from None

    def nap(self, *_):
        """Do not wait."""

    def _play(self):
        choices = Rng(31)
        free = [0] * (1 + (ROUNDS - 1) // EVERY)
        switched = [0] * (1 + (SWITCHES - 1) // EVERY)
        for number in range(ROUNDS):
            yield from self._pages()
            yield from self._solver()
            yield from self._banners()
            yield from self._in_vain()
            yield from self._moves(choices)
            for _ in range(2):
                yield from self._press(actions.MENU)  # a mark for presses in vain goes away
            if number % EVERY == 0:
                gc.collect()
                free[number // EVERY] = gc.mem_free()
        for number in range(SWITCHES):
            yield from self._all_languages()
            if number % EVERY == 0:
                gc.collect()
                switched[number // EVERY] = gc.mem_free()
        print(json.dumps({"free": free, "switched": switched}))

    def _all_languages(self):
        yield from self._choose("Settings")
        while "Language" not in self.session.page.items[self.session.page.choice][0]:
            yield from self._press(board.DOWN)
        for _ in range(self.session.preferences.languages):
            yield from self._press(board.RIGHT)
        yield from self._press(board.LEFT)
        yield from self._press(actions.MENU)
        assert not self.session.page, self.session.screen

    def _pages(self):
        for text in ("Statistics", "How to play", "Settings"):
            yield from self._choose(text)
            yield from self._press(board.LEFT)
            yield from self._press(actions.MENU)
            assert not self.session.page, self.session.screen

    def _in_vain(self):
        """Press where nothing moves until arrows show what does."""
        game = self.session.game
        game.restore(_BLOCKED, 0, game.rng.state, False, 20)
        for _ in range(3):
            yield from self._press(board.DOWN)
        assert self.session.ways
        yield from self._press(board.UP)

    def _solver(self):
        yield from self._press(actions.HINT)
        while self.session.is_thinking:
            yield actions.NONE
        yield from self._choose("Watch a demo")
        for _ in range(_DEMO):
            yield actions.NONE
        assert self.session.demo
        yield from self._press(board.LEFT)

    def _choose(self, text):
        """Open the menu and choose an item."""
        yield from self._press(actions.MENU)
        while self.session.page.items[self.session.page.choice][0] != text:
            yield from self._press(board.DOWN)
        yield from self._press(board.RIGHT)

    def _banners(self):
        """A win and an end, and what leads away from them."""
        game = self.session.game
        for cells, won in ((_WINS, False), (_ENDS, False)):
            game.restore(cells, 0, game.rng.state, won, 20)
            yield from self._press(board.LEFT)
            assert self.session.page.is_banner, self.session.screen
            self.session.page.is_guarded = False
            if game.awaiting_choice:
                yield from self._press(board.RIGHT)
            else:
                yield from self._press(board.DOWN)
                yield from self._press(board.RIGHT)
                self.session.page.is_guarded = False
                yield from self._press(board.DOWN)
                yield from self._press(board.RIGHT)
            assert not self.session.page, self.session.screen

    def _moves(self, choices):
        for _ in range(_MOVES):
            yield from self._press(choices.below(4))

    def _press(self, action):
        yield action
        for _ in range(_PAUSE):
            yield actions.NONE


class BlindDisplay:
    """A display that draws nothing: drawing takes no heap, but most of the time."""

    def __init__(self, display):
        self.bus = display.bus
        self.wake = display.wake
        self.sleep = display.sleep
        self.i2c = display.i2c
        self.registers = display.registers
        self.root_group = display.root_group
        self.rotation = 0
        self.brightness = 0

    def refresh(self):
        """Draw nothing."""


class WatchedSession(Session):
    """Tells the buttons about itself."""

    def prepare(self):
        """Load what a Session loads."""
        ScriptedButtons.session = self
        super().prepare()


buttons.Buttons = ScriptedButtons
handheld.Session = WatchedSession
handheld.Screen = lambda display, language: Screen(BlindDisplay(display), language)
import product  # noqa: E402, F401
