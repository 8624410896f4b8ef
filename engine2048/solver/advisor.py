# SPDX-License-Identifier: MIT
"""Hint and demo for one player; neither touches the player's game.

The solver and its weights are loaded when either is first wanted.
"""

from engine2048.ticks import elapsed

TYPE_CHECKING = False  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from engine2048.solver.demo import Demo
    from engine2048.solver.search import Solver

NONE = -1  # no direction

_HINT_MS = 400  # the longest that the player waits


class Advisor:
    """`hint` is a direction or NONE; `demo` is a solver.demo.Demo or None."""

    def __init__(self) -> None:
        self.hint = NONE
        self.demo: "Demo | None" = None
        self._solver: "Solver | None" = None
        self._is_searching = False  # for a hint
        self._since = -1  # when the search began; -1 before its first tick
        self._demos = 0

    @property
    def is_thinking(self) -> bool:
        """Tell whether `tick` has something to do."""
        return self._is_searching or self.demo is not None

    def ask_hint(self, cells: "list[int]") -> bool:
        """Start thinking about a board of 16 exponents; False if there is no solver."""
        solver = self._load()
        if not solver:
            return False
        from engine2048.solver import search

        solver.begin(cells, search.HINT)
        self.hint = NONE
        self._is_searching = True
        self._since = -1
        return True

    def forget_hint(self) -> None:
        """Drop the hint and stop thinking about one: the board has changed."""
        self.hint = NONE
        self._is_searching = False

    def start_demo(self, seed: int) -> bool:
        """Let the solver play a game of its own; False if there is no solver."""
        solver = self._load()
        if not solver:
            return False
        from engine2048.solver.demo import Demo

        self.forget_hint()
        self._demos += 1
        self.demo = Demo(solver, seed + self._demos)
        return True

    def end_demo(self) -> None:
        """Stop the demo."""
        self.demo = None

    def tick(self, now: int) -> bool:
        """Think for a few milliseconds; True if there is something new to show."""
        if self.demo:
            return self.demo.tick(now)
        if not self._solver:
            return False
        if self._since < 0:
            self._since = now
        # A search deepens step by step: what it has found within _HINT_MS is good enough to show.
        if not self._solver.step() and elapsed(now, self._since) < _HINT_MS:
            return False
        self.hint = self._solver.direction
        self._is_searching = False
        return True

    def _load(self) -> "Solver | None":
        """The solver, loaded when first wanted; None if it is missing or damaged."""
        if not self._solver:
            from engine2048.solver import search

            try:
                self._solver = search.Solver(_weights())
            except search.SolverUnavailable:
                return None
        return self._solver


def _weights() -> str:
    """The path of the weights file, beside this file (be it .py or .mpy)."""
    end = max(__file__.rfind("/"), __file__.rfind("\\"))
    return __file__[: end + 1] + "weights.bin"
