# SPDX-License-Identifier: MIT
"""Finding the latest save in a region that survives a power cut, as journal.py leaves it there.

Needed at boot only, and forgotten then.
"""

from engine2048 import const
from engine2048.game import Game
from engine2048.save import snapshot
from engine2048.save.decoding import (
    count_events,
    decode,
    decode_lifetime,
    decode_preferences,
    is_newer,
    replay,
    serial,
    whole,
)
from engine2048.save.journal import EVENTS, FRESH, NEWER, RESUMED

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from typing import Any

_PIECE = const(256)  # bytes at a time, to save memory
_LONGEST_EVER = const(255)  # of a record of any version
_ERASED = const(b"\xff")


class Finder:
    """Looks through a region once; the attributes then tell a Journal where to go on.

    `works` (the region can be read), `serial` (of the next snapshot), `slot` (where it goes, if every write
    erases), `end` (just after the last byte that holds anything) and `events_left` (how many more events may
    follow the last snapshot).
    """

    def __init__(self, region: "Any", appends: bool, size: int, preferences: bytearray) -> None:
        """`size` is how many bytes of the region are used; `find` fills in `preferences`."""
        self._region = region
        self._appends = appends
        self._size = size
        self._preferences = preferences
        self.works = True
        self.serial = 0
        self.slot = 0
        self.end = 0
        self.events_left = 0

    def find(self, fresh: Game) -> "tuple[int, Game]":
        """The outcome and the game to play, as Journal.load tells."""
        places = self._find_appended() if self._appends else self._find_slots()
        # Summing a record takes half a millisecond: sum only the latest and any that look newer.
        for at in places:
            if is_newer(self._read(at, at + 3)) and self._read_record(at):
                return NEWER, fresh
        rejected = []
        for at in places:
            record = self._read_record(at)
            if record:
                game = self._resume(at, record)
                if game:
                    return RESUMED, game
                rejected.append(record)
        for record in rejected:
            if decode_lifetime(record, fresh):
                decode_preferences(record, self._preferences)
                break
        return FRESH, fresh

    def _read(self, start: int, stop: int) -> bytes:
        """Bytes of the region; none if it fails, and then it is not tried again."""
        try:
            return bytes(self._region[start:stop])
        except Exception:
            self.works = False
            return b""

    def _read_record(self, at: int) -> "bytes | None":
        """The whole record at `at`, or None."""
        return whole(self._read(at, min(at + _LONGEST_EVER, self._size)))

    def _resume(self, at: int, record: bytes) -> "Game | None":
        """The game from the snapshot `record` found at `at` and the events after it, or None."""
        start = at + len(record)
        later = self._read(start, min(start + EVENTS, self._size)) if self._appends else b""
        limit = count_events(later)
        while True:
            game = decode(record)
            if not game:
                return None
            done = replay(later, limit, game)
            if done == limit:
                break
            limit = done  # the next one is wrong: replay again, stopping before it
        decode_preferences(record, self._preferences)
        self.serial = serial(record) + 1 & 255
        self.slot = 0 if at else 1
        # Only erased bytes may follow: damage ends this run of events and stays where it is.
        self.events_left = EVENTS - done if start + done >= self.end else 0
        self.end = max(self.end, start + done)
        return game

    def _find_appended(self) -> "list[int]":
        """All places where a record may start, newest first; also finds the end of what was written."""
        places = []
        self.end = 0
        stop = self._size
        while stop > 0:
            start = stop - _PIECE
            piece = self._read(start, min(stop + 1, self._size))  # MAGIC may straddle two pieces
            if not self.end and piece.rstrip(_ERASED):
                self.end = start + len(piece.rstrip(_ERASED))
            at = piece.rfind(snapshot.MAGIC)
            while at >= 0:
                places.append(start + at)
                at = piece.rfind(snapshot.MAGIC, 0, at)
            stop = start
        return places

    def _find_slots(self) -> "list[int]":
        """Where the slots with a whole record start, newer first."""
        places = []
        records = []
        for at in (0, self._size // 2):
            record = self._read_record(at)
            if record:
                places.append(at)
                records.append(record)
        if len(places) == 2 and serial(records[1]) - serial(records[0]) & 255 < 128:
            places.reverse()
        return places
