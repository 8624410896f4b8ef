"""When the game is saved: every event after its picture, the rest at quiet moments."""

from engine2048.game import Game
from engine2048.save import events
from engine2048.save.journal import Journal

# Where every write erases, moves are saved when nobody has pressed for so long.
QUIET_MS = 10_000

_NOTHING = -1


class Keeper:
    """Notes what happens to a game, and writes it into the journal when there is time."""

    def __init__(self, game: Game, journal: Journal) -> None:
        self._game = game
        self._journal = journal
        self._pending = _NOTHING  # the event that is not in the journal yet
        self._is_quiet = True
        self._has_rested = False  # QUIET_MS have passed since the last press

    @property
    def can_save(self) -> bool:
        """Tell whether the game outlives a power cut."""
        return self._journal.can_save

    def press(self) -> None:
        """A button was pressed: write what is left to be written, before the game goes on."""
        self._has_rested = False
        self.write()

    def note(self, event: int) -> None:
        """Remember an event of save.events, which has just changed the game, until `write`."""
        self._pending = event

    def retract(self) -> None:
        """Write at once that the last move was retracted, because more may follow before the picture."""
        self._journal.add(events.RETRACT, self._game)

    def snapshot(self) -> None:
        """Write the whole game now: it is a new one, or a preference changed."""
        self._pending = _NOTHING
        self._journal.snapshot(self._game)

    def overwrite_newer(self) -> None:
        """Replace the save of a newer version by the game."""
        self._pending = _NOTHING
        self._journal.overwrite_newer(self._game)

    def quiet(self) -> None:
        """This is a quiet moment: whatever is not saved yet is to be saved by the next `write`."""
        self._is_quiet = True

    def tick(self, idle: int) -> None:
        """Let time pass; nobody has pressed for `idle` milliseconds."""
        if idle >= QUIET_MS and not self._has_rested:
            self._has_rested = self._is_quiet = True

    def write(self) -> None:
        """Put what happened into the journal; to be called after the picture."""
        if self._pending != _NOTHING:
            self._journal.add(self._pending, self._game)
            self._pending = _NOTHING
        if self._is_quiet:
            self._is_quiet = False
            self._journal.tidy(self._game)
