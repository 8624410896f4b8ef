"""What the solver is asked for: a hint for the player's board, or a demo that plays by itself.

Loaded when the first of them is wanted. Neither changes anything of the player's game.
"""

from engine2048 import solver
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.ticks import elapsed

# On the device as on a desktop the weights lie beside this file.
_WEIGHTS = __file__.replace("advisor.py", "weights.bin")

_HINT_MS = 400  # the player waits no longer
_MOVE_MS = 450  # from one move of the demo to the next, when the solver is done by then
_END_MS = 4000  # how long the demo's finished game stays on the glass


class Hint:
    """A search for the best move of one board, a slice a tick; `direction` is -1 until it is done."""

    def __init__(self, chooser, cells, now):
        """Begin to search with a solver.Solver at `now` milliseconds."""
        self.direction = -1
        self._chooser = chooser
        self._since = now
        chooser.begin(cells, solver.HINT)

    def tick(self, now):
        """Think for a few milliseconds; True when that settled the direction.

        A search deepens step by step: what it has found in _HINT_MS is good enough to be shown.
        """
        if self.direction >= 0:
            return False
        if not self._chooser.step() and elapsed(now, self._since) < _HINT_MS:
            return False
        self.direction = self._chooser.direction
        return True


class Demo:
    """One game after another, in a `game` of its own."""

    def __init__(self, chooser, seed, now):
        """Let a solver.Solver play from `seed`; the first move comes a moment after `now`."""
        self.game = Game(Rng(seed))
        self._chooser = chooser
        self._chosen = False
        self._begin_turn(now)

    def tick(self, now):
        """Think for a few milliseconds, or make a move; True when the board changed."""
        game = self.game
        waited = elapsed(now, self._since)
        if game.over:
            if waited < _END_MS:
                return False
            game.new_game()
        else:
            if not self._chosen:
                self._chosen = self._chooser.step()
            if not self._chosen or waited < _MOVE_MS:
                return False
            game.play(self._chooser.direction)
            game.keep_going()
        self._begin_turn(now)
        return True

    def _begin_turn(self, now):
        self._since = now
        self._chosen = False
        self._chooser.begin(self.game.cells, solver.DEMO)


def load():
    """Load the solver with its weights; None when they are missing or damaged."""
    try:
        return solver.Solver(_WEIGHTS)
    except solver.SolverUnavailable:
        return None
