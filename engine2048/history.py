# SPDX-License-Identifier: MIT
"""The undo steps: a game's latest states, in a ring of fixed size.

A step holds what a move may change and undo must restore: the cells, the score, the generator's
state and one byte with the direction of the move made from this state (bits 0 and 1) and whether
the game had been won by then (bit 2). The newest step of a game without moves is the end of the game
before it (see game.py).
"""

from engine2048 import const

STEPS = const(32)
_WON = const(4)
_SLOTS = const(STEPS + 1)  # one more for the noted cells


class History:
    """A ring of up to STEPS steps, allocated once; pushing to a full ring drops the oldest."""

    def __init__(self) -> None:
        self._cells = [bytearray(16) for _ in range(_SLOTS)]
        self._scores = [0] * _SLOTS
        self._states = [0] * _SLOTS
        self._moves = bytearray(_SLOTS)
        self._end = 0  # the slot for the next step
        self._count = 0
        self._spare = 0  # how many steps the last `clear` forgot

    def __len__(self) -> int:
        return self._count

    def clear(self) -> None:
        """Forget every step."""
        self._spare = self._count
        self._count = 0

    def resume(self) -> None:
        """Remember again what the last `clear` forgot, if the only step pushed since was popped."""
        self._count = self._spare

    def note(self, cells: "list[int]") -> None:
        """Note the cells before a move that may turn out to be legal; `push` then keeps them."""
        noted = self._cells[self._end]
        (
            noted[0], noted[1], noted[2], noted[3],
            noted[4], noted[5], noted[6], noted[7],
            noted[8], noted[9], noted[10], noted[11],
            noted[12], noted[13], noted[14], noted[15],
        ) = cells  # fmt: skip

    def push(self, score: int, state: int, won: bool, direction: int) -> None:
        """Keep the noted cells as the newest step, with the rest of the state before a move `direction`."""
        end = self._end
        self._scores[end] = score
        self._states[end] = state
        self._moves[end] = direction | _WON if won else direction
        self._end = end + 1 if end < STEPS else 0
        if self._count < STEPS:
            self._count += 1

    def pop(self) -> None:
        """Drop the newest step."""
        self._count -= 1
        self._end = self._slot(0)

    def cells(self, back: int) -> bytearray:
        """The 16 cells of the step so many moves `back` (0 is the newest): the ring's own, not a copy."""
        return self._cells[self._slot(back)]

    def score(self, back: int) -> int:
        """The score at that step."""
        return self._scores[self._slot(back)]

    def state(self, back: int) -> int:
        """The generator's state at that step."""
        return self._states[self._slot(back)]

    def won(self, back: int) -> bool:
        """Tell whether the game was won at that step."""
        return self._moves[self._slot(back)] & _WON != 0

    def direction(self, back: int) -> int:
        """The direction of the move made from that step."""
        return self._moves[self._slot(back)] & 3

    def pack_directions(self, packed: bytearray, at: int) -> None:
        """Write the directions of all steps into `packed` from `at` on: oldest first, four to a byte."""
        moves = self._moves
        slot = self._slot(self._count - 1)
        byte = shift = 0
        for _ in range(self._count):
            byte |= (moves[slot] & 3) << shift
            slot = slot + 1 if slot < STEPS else 0
            shift += 2
            if shift == 8:
                packed[at] = byte
                at += 1
                byte = shift = 0
        if shift:
            packed[at] = byte

    def _slot(self, back: int) -> int:
        return (self._end - 1 - back) % _SLOTS
