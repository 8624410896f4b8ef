# SPDX-License-Identifier: MIT
"""Runs on the device in place of code.py: the whole product, here called product.py, plays by itself.

It asks for a hint, which loads the solver, plays on, and opens the menu. Prints one line of JSON: the free
heap after garbage collections, in bytes.
"""

import gc
import json

from engine2048 import board
from engine2048.rng import Rng
from engine2048.screens import actions
from hardware import buttons

_PAUSE = 60  # polls until an animation or a hint has surely ended
_MOVES = 40
_SAMPLES = 3


class ScriptedButtons:
    """Stands in for the buttons."""

    def __init__(self, _pins):
        self._script = self._play()

    def poll(self, *_):
        """Return the next action; raise KeyboardInterrupt after the last."""
        try:
            return next(self._script)
        except StopIteration:
            raise KeyboardInterrupt from None

    def _play(self):
        choices = Rng(31)
        free = []
        yield from self._wait()
        yield actions.HINT_CHORD
        yield from self._wait()
        for _ in range(_SAMPLES):
            for _ in range(_MOVES):
                yield choices.below(4)
            yield from self._wait()
            gc.collect()
            free.append(gc.mem_free())
        for action in (actions.MENU_CHORD, board.LEFT):
            yield action
            yield from self._wait()
        gc.collect()
        print(json.dumps({"free": free, "free_after_menu": gc.mem_free()}))

    def _wait(self):
        for _ in range(_PAUSE):
            yield actions.NONE


buttons.Buttons = ScriptedButtons
import product  # noqa: E402, F401
