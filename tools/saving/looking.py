# SPDX-License-Identifier: MIT
"""The moves that a save's journal still holds, and a save as text."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engine2048.game import Game
from engine2048.save import decoding, events, snapshot
from engine2048.save.journal import EVENTS
from tools.saving.save import Save

_LONGEST_RECORD = 255
_LETTERS = "URDL"  # as in --keys
_A_LINE = 64
_MOST_LINES = 5


class Position(NamedTuple):
    """A board on the way to the present one, and the direction that led to it (None for the first)."""

    cells: tuple[int, ...]
    score: int
    state: int  # of the generator
    won: bool
    direction: int | None

    @property
    def moment(self) -> tuple:
        """What tells one moment of a game from every other."""
        return self.cells, self.score, self.state


Line = list[Position]


def line_of(save: Save) -> Line:
    """The moves that led to the present board and were not undone, as far back as the journal goes."""
    steps: dict[tuple, tuple[Position, Position]] = {}  # what led to a moment
    for record, later in _records(save):
        game = decoding.decode(record)
        if game:
            _note(game, steps)
            for _ in _replayed(game, later):
                _note(game, steps)
    _note(save.game, steps)
    line = [_line_from(save.game)[-1]]
    while line[-1].moment in steps:
        before, line[-1] = steps[line[-1].moment]
        line.append(before)
    return line[::-1]


def _note(game: Game, steps: dict[tuple, tuple[Position, Position]]) -> None:
    for before, after in pairwise(_line_from(game)):
        steps[after.moment] = before, after


def _records(save: Save) -> Iterator[tuple[bytes, bytes]]:
    """The whole records in the order in which they were written, each with what may be its events."""
    found = []
    at = save.content.find(snapshot.MAGIC)
    while at >= 0:
        record = decoding.whole(save.content[at : at + _LONGEST_RECORD])
        if record and not decoding.is_newer(record):
            later = save.content[at + len(record) :][:EVENTS] if save.appends else b""
            found.append((record, later[: decoding.count_events(later)]))
        at = save.content.find(snapshot.MAGIC, at + 1)
    if not save.appends and len(found) == 2:
        first, second = (decoding.serial(record) for record, _ in found)
        if second - first & 255 >= 128:
            found.reverse()
    return iter(found)


def _replayed(game: Game, later: bytes) -> Iterator[None]:
    """Apply events to a game one by one, until one is wrong."""
    at = 0
    while at < len(later):
        # A move that is taken back leaves no trace, and is replayed together with what takes it back.
        is_retracted = _event(later, at + 1) == events.RETRACT
        count = 2 if is_retracted else 1
        if decoding.replay(later[at : at + count], count, game) < count:
            return
        at += count
        yield


def _event(later: bytes, at: int) -> int | None:
    return events.BYTES.find(later[at]) // events.CHECKS if at < len(later) else None


def _line_from(game: Game) -> Line:
    """The positions that undo leads back through, oldest first, and the present one."""
    history = game.history
    line: Line = []
    direction = None
    # Before the first move, undo leads to another game.
    for age in reversed(range(len(history) if game.moves else 0)):
        won = history.won(age)
        line.append(
            Position(tuple(history.cells(age)), history.score(age), history.state(age), won, direction)
        )
        direction = history.direction(age)
    return [*line, Position(tuple(game.cells), game.score, game.rng.state, game.won, direction)]


def as_text(save: Save) -> str:
    """Board, figures and last moves."""
    game = save.game
    line = line_of(save)
    moves = "".join(_LETTERS[position.direction] for position in line if position.direction is not None)
    shown = moves[-_A_LINE * _MOST_LINES :]
    lines = [*_board(game.cells), ""]
    lines += [f"{name:<12}{value:>10,}" for name, value in _figures(save)]
    lines.append("")
    if game.awaiting_choice:
        lines.append("The game was just won; it asks whether to go on.")
    elif game.over:
        lines.append("The game is over.")
    if moves:
        which = (
            f"last {len(shown):,} of the last {len(moves):,}"
            if len(shown) < len(moves)
            else f"last {len(moves):,}"
        )
        lines.append(f"The {which} moves (U D L R) that the save still holds:")
        lines += [f"  {shown[at : at + _A_LINE]}" for at in range(0, len(shown), _A_LINE)]
    else:
        lines.append("The save holds no moves.")
    return "\n".join(lines)


def _board(cells: list[int]) -> list[str]:
    rule = "+--------" * 4 + "+"
    lines = [rule]
    for row in range(0, 16, 4):
        tiles = [str(1 << exponent) if exponent else "" for exponent in cells[row : row + 4]]
        lines += ["|" + "|".join(f"{tile:^8}" for tile in tiles) + "|", rule]
    return lines


def _figures(save: Save) -> list[tuple[str, int]]:
    game = save.game
    return [
        ("Score", game.score),
        ("Best", game.best),
        ("Top tile", 1 << game.best_tile if game.best_tile else 0),
        ("Moves", game.moves),
        ("Undo steps", save.undo_steps),
        ("Games", game.games),
        ("Won", game.wins),
        ("All moves", game.total_moves),
    ]
