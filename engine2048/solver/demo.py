# SPDX-License-Identifier: MIT
"""The demo: the solver plays one game after another."""

from engine2048 import const
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.solver.search import DEMO, Solver
from engine2048.ticks import elapsed

_MOVE_MS = const(450)  # between two moves, if the solver is done by then
_END_MS = const(4000)  # how long a finished game stays on the glass
_WIN_MS = const(2500)  # and a 2048


class Demo:
    """Plays a `game` of its own."""

    def __init__(self, solver: Solver, seed: int) -> None:
        """Let `solver` play from `seed`; the first move follows shortly after the first tick."""
        self.game = Game(Rng(seed))
        self._solver = solver
        self._has_decided = False
        self._since = -1  # when the turn began; -1 before the first tick
        self._pause = _MOVE_MS
        solver.begin(self.game.cells, DEMO)

    def tick(self, now: int) -> bool:
        """Think for a few milliseconds or make a move; True if the board has changed."""
        if self._since < 0:
            self._since = now
        game = self.game
        waited = elapsed(now, self._since)
        if game.over:
            if waited < _END_MS:
                return False
            game.new_game()
        else:
            if not self._has_decided:
                self._has_decided = self._solver.step()
            if not self._has_decided or waited < self._pause:
                return False
            game.play(self._solver.direction)
            self._pause = _WIN_MS if game.awaiting_choice else _MOVE_MS
            game.keep_going()
        self._since = now
        self._has_decided = False
        self._solver.begin(game.cells, DEMO)
        return True
