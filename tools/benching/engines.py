# SPDX-License-Identifier: MIT
"""Our engine and those of other people behind one interface: deal, press a direction, look.

Those of others are in peers.py.
"""

from collections.abc import Sequence
from typing import Protocol

from engine2048.game import Game
from engine2048.rng import Rng


class Engine(Protocol):
    """A game of 2048: directions are 0 up, 1 right, 2 down, 3 left, and cells 16 exponents."""

    def deal(self) -> None:
        """Begin a new game."""

    def press(self, direction: int) -> None:
        """Move that way, if it is legal: score and a new tile included."""

    def is_over(self) -> bool:
        """Tell whether the game has ended."""

    def score(self) -> int:
        """The points since the deal."""

    def cells(self) -> list[int]:
        """The board."""

    def put(self, cells: Sequence[int]) -> None:
        """Play on from that board."""


class Ours:
    """engine2048.game, with all that the device does in a move: undo steps, records and the win."""

    def __init__(self) -> None:
        self.game = Game(Rng(1))
        self._play = self.game.play

    def deal(self) -> None:
        self.game.new_game()

    def press(self, direction: int) -> None:
        self._play(direction)

    def is_over(self) -> bool:
        if self.game.awaiting_choice:
            self.game.keep_going()
        return self.game.over

    def score(self) -> int:
        return self.game.score

    def cells(self) -> list[int]:
        return list(self.game.cells)

    def put(self, cells: Sequence[int]) -> None:
        self.game.restore(list(cells), 0, self.game.rng.state, max(cells) > 10, 0)
