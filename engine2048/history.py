"""The undo steps: the newest states of a game in a ring of fixed size.

One step is what a move may change and undo must bring back, packed into 24 bytes:
16 cells, 3 bytes score, 4 bytes generator state, 1 byte with the direction of the move that left
this state (bits 0 and 1) and whether the game was won by then (bit 2).
"""

STEPS = 32
_BYTES = 24
_WON = 4
_SLOTS = STEPS + 1  # the steps and what is noted


class History:
    """A ring of up to STEPS steps; pushing to a full ring forgets the oldest."""

    def __init__(self) -> None:
        self._ring = bytearray(_SLOTS * _BYTES)
        self._end = 0  # the slot that the next step goes into
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def clear(self) -> None:
        """Forget every step."""
        self._count = 0

    def note(self, cells: "list[int]", score: int, state: int, won: bool, direction: int) -> None:
        """Write down the state that a move in `direction` may be about to leave; `push` keeps it."""
        ring = self._ring
        at = self._end * _BYTES
        for tile in cells:
            ring[at] = tile
            at += 1
        for shift in (0, 8, 16):
            ring[at] = score >> shift & 255
            at += 1
        for shift in (0, 8, 16, 24):
            ring[at] = state >> shift & 255
            at += 1
        ring[at] = direction | (_WON if won else 0)

    def push(self) -> None:
        """Keep the state that was noted last as the newest step."""
        self._end = (self._end + 1) % _SLOTS
        if self._count < STEPS:
            self._count += 1

    def pop(self) -> None:
        """Drop the newest step."""
        self._count -= 1
        self._end = (self._end - 1) % _SLOTS

    def read_cells(self, age: int, cells) -> None:
        """Copy the cells of the step `age` moves back (0 is the newest) into `cells`."""
        at = self._start(age)
        for cell in range(16):
            cells[cell] = self._ring[at + cell]

    def score(self, age: int) -> int:
        """The score `age` moves before the newest step."""
        at = self._start(age) + 16
        return self._ring[at] | self._ring[at + 1] << 8 | self._ring[at + 2] << 16

    def state(self, age: int) -> int:
        """The generator's state at that step."""
        at = self._start(age) + 19
        ring = self._ring
        return ring[at] | ring[at + 1] << 8 | ring[at + 2] << 16 | ring[at + 3] << 24

    def won(self, age: int) -> bool:
        """Tell whether the game was won at that step."""
        return bool(self._ring[self._start(age) + 23] & _WON)

    def direction(self, age: int) -> int:
        """The direction of the move that left that step."""
        return self._ring[self._start(age) + 23] & 3

    def pack_directions(self, packed: bytearray, at: int) -> None:
        """Put the directions of all steps, the oldest first, four to a byte, into `packed` from `at` on."""
        ring = self._ring
        place = self._start(self._count - 1) + 23
        size = len(ring)
        byte = shift = 0
        for _ in range(self._count):
            byte |= (ring[place] & 3) << shift
            shift += 2
            if shift == 8:
                packed[at] = byte
                at += 1
                byte = shift = 0
            place += _BYTES
            if place > size:
                place = 23
        if shift:
            packed[at] = byte

    def _start(self, age):
        return (self._end - 1 - age) % _SLOTS * _BYTES
