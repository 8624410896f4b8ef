# SPDX-License-Identifier: MIT
"""Hint and demo for one player; neither touches the player's game.

The solver and its weights take 20 KB. They are loaded when either is wanted, and forgotten some moves later.
"""

from engine2048 import const, forget
from engine2048.ticks import elapsed

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from engine2048.solver.demo import Demo
    from engine2048.solver.search import Solver

NONE = -1  # no direction

_HINT_MS = const(400)  # the longest that the player waits
_KEPT_MOVES = const(8)  # who asks again and again need not wait for the solver each time


class Advisor:
    """`hint` is a direction or NONE; `demo` is a solver.demo.Demo or None.

    `is_searching` while a hint is looked for; `is_missing` if the last could not be, for lack of a solver.
    """

    def __init__(self) -> None:
        self.hint = NONE
        self.demo: "Demo | None" = None
        self.is_searching = False
        self.is_missing = False
        self._cells: "list[int]" = []  # the board that the hint is for
        self._solver: "Solver | None" = None
        self._unused = 0  # changes of the board since the solver was last wanted
        self._since = -1  # when the search began; -1 before its first tick
        self._demos = 0

    @property
    def is_thinking(self) -> bool:
        """Tell whether `tick` has something to do."""
        return self.is_searching or self.demo is not None

    def ask_hint(self, cells: "list[int]") -> None:
        """Start looking for a hint for a board of 16 exponents; call `forget_hint` before it changes."""
        self.hint = NONE
        self.is_searching = True
        self.is_missing = False
        self._cells = cells
        self._since = -1

    def forget_hint(self) -> None:
        """Drop the hint and stop looking for one: the board has changed."""
        self.hint = NONE
        self.is_searching = False
        if self._solver:
            self._unused += 1
            if self._unused > _KEPT_MOVES:
                self._unload()

    def start_demo(self, seed: int) -> bool:
        """Let the solver play a game of its own; False if there is no solver."""
        self.forget_hint()
        solver = self._load()
        if not solver:
            return False
        from engine2048.solver.demo import Demo

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
        if not self.is_searching:
            return False
        if self._since < 0:
            return not self._begin(now)
        # A search deepens step by step: what it has found within _HINT_MS is good enough to show.
        solver = self._solver
        if solver and not solver.step() and elapsed(now, self._since) < _HINT_MS:
            return False
        self.hint = solver.direction if solver else NONE
        self.is_searching = False
        return True

    def _begin(self, now: int) -> bool:
        """Begin the search for a hint; False if there is no solver."""
        solver = self._load()
        if solver:
            from engine2048.solver import search

            solver.begin(self._cells, search.HINT)
            self._since = now
        else:
            self.is_searching = False
            self.is_missing = True
        return not self.is_missing

    def _load(self) -> "Solver | None":
        """The solver, loaded when wanted; None if it is missing or damaged."""
        self._unused = 0
        if not self._solver:
            from engine2048.solver import search

            try:
                self._solver = search.Solver(_weights())
            except search.SolverUnavailable:
                self._unload()
                return None
        return self._solver

    def _unload(self) -> None:
        self._solver = None
        for name in ("evaluation", "search", "demo"):
            forget("engine2048.solver", name)


def _weights() -> str:
    """The path of the weights file, beside this file (be it .py or .mpy)."""
    end = max(__file__.rfind("/"), __file__.rfind("\\"))
    return __file__[: end + 1] + "weights.bin"
