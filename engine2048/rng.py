# SPDX-License-Identifier: MIT
"""A random generator whose whole state is one small integer, so a saved game replays exactly.

Marsaglia's xorshift on 30 bits, the widest that stays off the heap on a VM with 31-bit small
integers. The shifts 9, 11, 12 give the full period of 2**30 - 1 (tests/test_rng.py proves it).
"""

# A literal: firmware 9 keeps any result computed from a larger integer on the heap, however small.
from engine2048 import const

_LARGEST = const(0x3FFFFFFF)
_LOW_21 = const((1 << 21) - 1)
_LOW_18 = const((1 << 18) - 1)
_WARM_UP = const(20)


class Rng:
    """Draws uniform integers; equal seeds give equal sequences on every Python."""

    def __init__(self, seed: int) -> None:
        """Start from `seed`, any integer."""
        # The detour through bytes gives a small integer even when the seed is a large one.
        self.state = int.from_bytes((seed % _LARGEST + 1).to_bytes(4, "little"), "little")
        # Neighbouring seeds differ in only a bit or two: let that spread before the first draw.
        for _ in range(_WARM_UP):
            self.below(1)

    @property
    def state(self) -> int:
        """The generator's whole state, 1 to 2**30 - 1; set it to continue from there.

        Setting it to anything else raises ValueError.
        """
        return self._state

    @state.setter
    def state(self, value: int) -> None:
        if not 0 < value <= _LARGEST:
            raise ValueError("a generator's state must be from 1 to 2**30 - 1")
        self._state = value

    def below(self, n: int) -> int:
        """Draw from 0 … n - 1, for n up to a few thousand (the bias is below n / 2**30)."""
        x = self._state
        # Before each shift to the left, mask off the bits that it would push past bit 29.
        x ^= (x & _LOW_21) << 9
        x ^= x >> 11
        x ^= (x & _LOW_18) << 12
        self._state = x
        return x % n
