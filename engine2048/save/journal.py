# SPDX-License-Identifier: MIT
"""The save: snapshots (snapshot.py) and later events (events.py) in a region that survives a power cut.

A region has a length and slices to read or to assign bytes to. There are two kinds:

- `appends`: a flash sector. Assigning to bytes that are all 255 only programs them; any other
  assignment erases and rewrites the whole sector. Each event is appended after the last, with a new
  snapshot every EVENTS events. Bytes that hold anything, even damage, are never assigned again until
  the sector is rewritten as one snapshot: when a page opens once a tenth of it or less is free, or
  when it is full. A power cut during those 50 ms can lose the save; during any other write it can
  lose the last event. So it is rewritten only right after a press, when the player's hands are on the
  buttons and not at the power. Waiting for the last tenth is what makes the flash last (tools/wear.py).
- otherwise every assignment erases: a whole snapshot replaces the older one of two slots.
"""

from engine2048 import const, forget
from engine2048.game import Game
from engine2048.save import events, snapshot
from engine2048.save.preferences import none_chosen

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from typing import Any

# What load() found: the saved game; no game to resume; a save from a newer version of the program.
RESUMED = 0
FRESH = 1
NEWER = 2

# Events after a snapshot. A boot replays them and the snapshot's 32, at 2 ms each on a Pico.
EVENTS = const(96)
_SECTOR = const(4096)
_PIECE = const(256)  # bytes at a time, to save memory
_SMALLEST = const(1024)  # any smaller, and the flash would be erased every few hundred moves


class Journal:
    """Keeps one game in `region`, as the module's docstring tells. Never lets the region's errors out."""

    def __init__(self, region: "Any", appends: bool, preferences: "bytearray | None" = None) -> None:
        """If `region` is None or unusable, nothing is saved and `can_save` is False.

        `load` fills in `preferences` (save.preferences); every snapshot saves them.
        """
        self._preferences = none_chosen() if preferences is None else preferences
        self._region = region
        self._appends = appends
        try:
            self._size = 0 if region is None else len(region)
        except Exception:
            self._size = 0
        self._works = self._size >= _SMALLEST
        if appends and self._size > _SECTOR:
            self._size = _SECTOR
        self._size -= self._size % _PIECE
        self._spare = self._size // 10  # more than this is free after a quiet moment
        self._newer = False
        self._unsaved = True  # the game's state is not in the region
        self._serial = 0
        self._record = bytearray(snapshot.LONGEST)
        self._event = bytearray(1)
        self._end = 0  # appending: just after the last byte that holds anything
        self._events_left = 0  # appending: how many more events may follow the last snapshot
        self._slot = 0  # else: where the next snapshot goes

    @property
    def can_save(self) -> bool:
        """False if nothing is saved: the region is missing, has failed or holds a newer save."""
        return self._works and not self._newer

    def load(self, fresh: Game) -> "tuple[int, Game]":
        """Find the latest save: returns what was found and the game to play.

        RESUMED: exactly the saved game, with its preferences. FRESH: `fresh`, a new game, with the best
        score, statistics and preferences if those at least were found. NEWER: `fresh` unchanged, and
        nothing is written until overwrite_newer().
        """
        if not self._works:
            return FRESH, fresh
        from engine2048.save.finding import Finder

        finder = Finder(self._region, self._appends, self._size, self._preferences)
        outcome, game = finder.find(fresh)
        self._works = finder.works
        self._newer = outcome == NEWER
        self._unsaved = outcome != RESUMED
        self._serial = finder.serial
        self._slot = finder.slot
        self._end = finder.end
        self._events_left = finder.events_left
        for name in ("finding", "decoding"):
            forget("engine2048.save", name)
        return outcome, game

    def add(self, event: int, game: Game) -> None:
        """Save that `event` (a direction or one of events.py) brought `game` to its present state."""
        if not self.can_save:
            return
        if not self._appends:
            self._unsaved = True
            return
        # RETRACT cannot come first after a snapshot, which lacks the best score from before the move
        # that it takes back.
        follows_move = event != events.RETRACT or self._events_left < EVENTS
        if self._events_left and self._end < self._size and follows_move:
            self._event[0] = events.encode(event, game)
            self._append(self._event)
            self._events_left -= 1
        else:
            self._save(game, snapshot.LONGEST)

    def snapshot(self, game: Game, held: bool = True) -> None:
        """Save all of `game` and the preferences: a new game has begun or a preference has changed.

        Unless a button is `held` or was just let go, the sector is erased only if it is full.
        """
        if self.can_save:
            self._save(game, self._spare if held else snapshot.LONGEST)

    def tidy(self, game: Game, held: bool = True) -> None:
        """Use a quiet moment to save what is not saved yet and to make room before it is needed.

        Room is made only if a button is `held` or was just let go.
        """
        room = self._spare if held else snapshot.LONGEST
        nearly_full = held and self._appends and self._size - self._end <= room
        if self.can_save and (self._unsaved or nearly_full):
            self._save(game, room)

    def overwrite_newer(self, game: Game) -> None:
        """Replace a newer version's save with `game`: the player has agreed."""
        self._newer = False
        self._end = self._size  # as if full: everything goes
        self.snapshot(game)
        if not self._appends:
            self.snapshot(game)  # the other slot too

    def _save(self, game: Game, room: int) -> None:
        """Write a snapshot; rewrite the whole sector if only `room` bytes or fewer are free."""
        length = snapshot.encode(game, self._preferences, self._serial, self._record)
        record = memoryview(self._record)[:length]
        self._serial = self._serial + 1 & 255
        self._unsaved = False
        if not self._appends:
            self._write(self._slot * (self._size // 2), record, record)
            self._slot = 1 - self._slot
        elif self._size - self._end > room:
            self._append(record)
        else:
            self._rewrite(record)
        self._events_left = EVENTS

    def _append(self, data: "bytes | bytearray | memoryview") -> None:
        self._write(self._end, data, data)
        self._end += len(data)

    def _rewrite(self, record: "bytes | memoryview") -> None:
        """Erase the sector and put `record` at its start, in one assignment and so with one erase."""
        try:
            sector = bytearray(self._size)
        except MemoryError:
            self._works = False
            return
        erased = b"\xff" * _PIECE
        for at in range(0, self._size, _PIECE):
            sector[at : at + _PIECE] = erased
        sector[: len(record)] = record
        self._write(0, sector, record)
        self._end = len(record)

    def _write(
        self, at: int, data: "bytes | bytearray | memoryview", check: "bytes | bytearray | memoryview"
    ) -> None:
        """Assign `data`, which begins with `check`, and read that; what fails once is not tried again."""
        try:
            self._region[at : at + len(data)] = data
            self._works = self._region[at : at + len(check)] == check
        except Exception:
            self._works = False
