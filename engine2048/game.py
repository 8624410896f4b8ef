# SPDX-License-Identifier: MIT
"""One player's game: score, spawns, win, keep going, game over, undo and lifetime records."""

from engine2048 import board, const
from engine2048.history import History
from engine2048.rng import Rng

WINNING_TILE = 11
_CHANCE_OF_FOUR = const(10)  # one spawn in ten is a 4


class Game:
    """A running game and what outlives it (best scores, best tile, counts of earlier games).

    Attributes to read: `cells` (16 exponents), `score`, `best`, `moves` (in this game, without
    undone ones), `won` (this game reached 2048), `awaiting_choice` (it was just won, and the player
    has yet to choose to keep going), `over` (no direction is legal), `best_tile` (an exponent),
    `past_best` (the best score of earlier games), `spawned` (the cell of the newest tile), `seed` (the
    generator's state before the deal) and `given`: moves, awaiting_choice and past_best of the game that
    was given up for this one. Until the first move, that game is the newest undo step.
    """

    def __init__(self, rng: Rng) -> None:
        """Deal a first game with tiles drawn from `rng`."""
        self.rng = rng
        self.history = History()
        self.cells = [0] * 16
        self.reset()

    @property
    def games(self) -> int:
        """The number of games played; one counts from its first move."""
        return self.past_games + (1 if self.moves else 0)

    @property
    def wins(self) -> int:
        """The number of games that reached 2048, including this one."""
        return self.past_wins + (1 if self.won else 0)

    @property
    def total_moves(self) -> int:
        """The number of moves in all games, including this one."""
        return self.past_moves + self.moves

    @property
    def is_new_best(self) -> bool:
        """Tell whether the score is the best so far and above that of every earlier game."""
        return self.past_best < self.score == self.best

    def reset(self) -> None:
        """Forget everything, including the records, and deal a first game."""
        self.best = 0
        self.best_tile = 0
        self.past_best = 0
        self.given: "list" = [0, False, 0]
        self.past_games = 0
        self.past_wins = 0
        self.past_moves = 0
        self.history.clear()
        self._deal()

    def new_game(self) -> None:
        """Replace the running game with a fresh one; the records and the generator carry on.

        Until the first move, `undo` brings the game back that was given up.
        """
        if self.moves:
            self.history.note(self.cells)
            self.history.push(self.score, self.rng.state, self.won, 0)
            given = self.given
            given[0], given[1], given[2] = self.moves, self.awaiting_choice, self.past_best
        self.past_best = self.best
        self.past_wins = self.wins
        self.past_moves = self.total_moves
        self.past_games = self.games
        self._deal()

    def reset_records(self) -> None:
        """Forget all games but the running one, even the one given up for it."""
        if not self.moves:
            self.history.clear()
        self.best = self.score
        self.best_tile = max(self.cells)
        self.past_best = 0
        self.past_games = 0
        self.past_wins = 0
        self.past_moves = 0

    def restore(self, cells: "list[int] | bytes", score: int, state: int, won: bool, moves: int) -> None:
        """Continue from a saved state of the game and its generator, with no undo steps."""
        self.history.clear()
        for cell in range(16):
            self.cells[cell] = cells[cell]
        self.score = score
        self.rng.state = state
        self.won = won
        self.moves = moves
        self.awaiting_choice = False
        self.over = not board.can_move(self.cells)

    def play(self, direction: int) -> bool:
        """Move, score and spawn; returns False, with nothing changed, if the move has no effect.

        That is so if the direction is illegal (rule 6) or a win awaits the player's choice.
        """
        if self.awaiting_choice:
            return False
        cells = self.cells
        history = self.history
        history.note(cells)
        gained = board.slide(cells, direction)
        if gained < 0:
            return False
        if not self.moves:
            history.clear()  # the game that was given up does not come back any more
        history.push(self.score, self.rng.state, self.won, direction)
        self._best_before = self.best
        self._best_tile_before = self.best_tile
        self.moves += 1
        if gained:
            self.score += gained
            if self.score > self.best:  # noqa: PLR1730  # a call of max() takes longer
                self.best = self.score
            # No merge gains less than the tile that it makes.
            if gained >= 1 << WINNING_TILE and not self.won and WINNING_TILE in cells:
                self.won = True
                self.awaiting_choice = True
        self._spawn()
        if gained >> self.best_tile > 1 or self.best_tile < 2:
            self._note_best_tile()
        self.over = 0 not in cells and not board.can_move(cells)
        return True

    def trace(self, trail: bytearray, scratch: bytearray) -> None:
        """Fill `trail` for the last move as board.slide does; only the animation needs it.

        Both are 16 bytes; `scratch` is working space.
        """
        scratch[:] = self.history.cells(0)
        board.slide(scratch, self.history.direction(0), trail)

    def keep_going(self) -> None:
        """Play on after the win; does nothing if no choice is awaited."""
        self.awaiting_choice = False

    def undo(self) -> bool:
        """Take back the last move, even across a win or the end; False if no step is left.

        Before the first move, take back "New game". The generator goes back too, so the same move spawns
        the same tile again. The best score and the best tile stay.
        """
        history = self.history
        if not len(history):
            return False
        cells = history.cells(0)
        for cell in range(16):
            self.cells[cell] = cells[cell]
        self.score = history.score(0)
        self.rng.state = history.state(0)
        self.won = history.won(0)
        self.awaiting_choice = False
        self.over = False
        if self.moves:
            self.moves -= 1
        else:
            self.moves, self.awaiting_choice, self.past_best = self.given
            self.past_games -= 1
            self.past_wins -= self.won
            self.past_moves -= self.moves
            self.over = not board.can_move(self.cells)
        history.pop()
        return True

    def retract(self) -> None:
        """Undo a move that was really the first press of a chord; the best score goes back too.

        Call it straight after the `play` that it takes back.
        """
        self.best = self._best_before
        self.best_tile = self._best_tile_before
        self.undo()
        if not self.moves:
            self.history.resume()

    def _deal(self) -> None:
        cells = self.cells
        for cell in range(16):
            cells[cell] = 0
        self.seed = self.rng.state
        self.score = 0
        self.moves = 0
        self.won = False
        self.awaiting_choice = False
        self.over = False
        self._spawn()
        self._spawn()
        self._note_best_tile()

    def _spawn(self) -> None:
        """Put a 2 or a 4 into a random empty cell."""
        cells = self.cells
        skip = self.rng.below(cells.count(0))
        cell = cells.index(0)
        while skip:
            cell = cells.index(0, cell + 1)
            skip -= 1
        cells[cell] = 2 if self.rng.below(_CHANCE_OF_FOUR) == 0 else 1
        self.spawned = cell

    def _note_best_tile(self) -> None:
        best_tile = max(self.cells)
        self.best_tile = max(self.best_tile, best_tile)
