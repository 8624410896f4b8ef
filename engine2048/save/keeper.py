# SPDX-License-Identifier: MIT
"""When to save the game: each event once it has been drawn, the rest at quiet moments."""

from engine2048 import const
from engine2048.game import Game
from engine2048.save import events
from engine2048.save.journal import Journal

# Where every write erases, moves are saved only after this long without a press.
_QUIET_MS = const(10_000)

_NOTHING = const(-1)


class Keeper:
    """Notes what happens to a game and writes it to the journal when there is time."""

    def __init__(self, game: Game, journal: Journal) -> None:
        self._game = game
        self._journal = journal
        self._pending = _NOTHING  # the event not yet in the journal
        self._is_quiet = True
        self._has_rested = False  # _QUIET_MS have passed since the last press
        self._held = False  # a button was pressed since time last passed

    @property
    def can_save(self) -> bool:
        """Tell whether the game will survive a power cut."""
        return self._journal.can_save

    def press(self) -> None:
        """Note a press: write what is still unwritten before the game goes on."""
        self._has_rested = False
        self._held = True
        self.write()

    def note(self, event: int) -> None:
        """Remember an event of save.events that has just changed the game, until `write`."""
        self._pending = event

    def retract(self) -> None:
        """Write at once that the last move was retracted: more may happen before the next drawing."""
        self._journal.add(events.RETRACT, self._game)

    def snapshot(self) -> None:
        """Write the whole game now: it is a new one, or a preference has changed."""
        self._pending = _NOTHING
        self._journal.snapshot(self._game)

    def overwrite_newer(self) -> None:
        """Replace a newer version's save with the game."""
        self._pending = _NOTHING
        self._journal.overwrite_newer(self._game)

    def quiet(self) -> None:
        """Declare a quiet moment: the next `write` saves whatever is not saved yet."""
        self._is_quiet = True

    def tick(self, idle: int) -> None:
        """Let time pass; the last press was `idle` milliseconds ago."""
        self._held = False
        if idle >= _QUIET_MS and not self._has_rested:
            self._has_rested = self._is_quiet = True

    def write(self) -> None:
        """Write what happened to the journal; call this after drawing."""
        if self._pending != _NOTHING:
            self._journal.add(self._pending, self._game)
            self._pending = _NOTHING
        if self._is_quiet:
            self._is_quiet = False
            self._journal.tidy(self._game, self._held)
