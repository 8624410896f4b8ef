# SPDX-License-Identifier: MIT
"""What a save holds, read by the product's own journal, and putting a game into another save."""

from dataclasses import dataclass, field
from typing import Any

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import snapshot
from engine2048.save.journal import NEWER, RESUMED, Journal
from engine2048.save.preferences import none_chosen

ERASED = b"\xff"


class SaveError(Exception):
    """The message says in a sentence or two what is wrong with a save and what to do."""


@dataclass
class Save:
    """The content of a device's nvm, and whether that nvm `appends` or has slots (journal.py)."""

    content: bytes
    appends: bool
    board: str
    game: Game = field(init=False)
    outcome: int = field(init=False)  # as Journal.load tells
    preferences: bytearray = field(init=False, default_factory=none_chosen)

    def __post_init__(self) -> None:
        region = bytearray(self.content)
        self.outcome, self.game = Journal(region, self.appends, self.preferences).load(Game(Rng(0)))

    @property
    def holds_game(self) -> bool:
        """Tell whether there is a game to go on with."""
        return self.outcome == RESUMED

    @property
    def is_blank(self) -> bool:
        """Tell whether nothing was ever written."""
        return not self.content.strip(ERASED)

    @property
    def state(self) -> bytes:
        """Everything about the game that a restart brings back, as a snapshot; equal for equal games."""
        record = bytearray(snapshot.LONGEST)
        return bytes(record[: snapshot.encode(self.game, self.preferences, 0, record)])

    @property
    def undo_steps(self) -> int:
        """How often undo works."""
        return len(self.game.history)

    def in_words(self) -> str:
        """What is in it, in a line."""
        if self.outcome == NEWER:
            return "a save that a newer version of the game wrote"
        if not self.holds_game:
            return "no saved game" if self.is_blank else "no saved game that can be read"
        game = self.game
        return (
            f"score {game.score:,}, best {game.best:,}; {_count(game.games, 'game')}, {game.wins:,} won, "
            f"{_count(game.total_moves, 'move')}; {_count(self.undo_steps, 'undo step')}"
        )


@dataclass
class Place:
    """A save that can be read and, unless it is a backup, written; `region` is as for a Journal."""

    name: str  # in a sentence: "on the board"
    region: Any
    appends: bool
    board: str

    def read(self) -> Save:
        """What is there now."""
        return Save(bytes(self.region[0 : len(self.region)]), self.appends, self.board)


def put(save: Save, place: Place) -> None:
    """Save the game of `save` in another place, as the game itself would.

    Where the kind of nvm and the room left allow it, what is there stays until the new record is whole.
    Raises SaveError, or the place's own error.
    """
    preferences = none_chosen()
    journal = Journal(place.region, place.appends, preferences)
    outcome, _ = journal.load(Game(Rng(0)))
    preferences[:] = save.preferences
    if outcome == NEWER:
        journal.overwrite_newer(save.game)
    else:
        journal.snapshot(save.game, held=False)
    if not journal.can_save:
        raise getattr(place.region, "trouble", None) or SaveError(
            "The save could not be written. Try again; if that does not help, the flash is worn out."
        )


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
