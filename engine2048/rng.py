"""A random generator whose whole state is one small integer, so that a saved game replays exactly.

Marsaglia's xorshift on 30 bits, the widest that stays clear of the heap on a VM with 31-bit small
integers. The shifts 9, 11, 12 give the full period of 2**30 - 1 (tests/test_rng.py proves it).
"""

# Written out: on firmware 9 what is computed from a larger integer stays on the heap, however small it is.
_LARGEST = 0x3FFFFFFF
_LOW_21 = (1 << 21) - 1
_LOW_18 = (1 << 18) - 1
_WARM_UP = 20


class Rng:
    """Uniform integers; equal seeds give equal sequences on every Python."""

    def __init__(self, seed: int) -> None:
        """Start from `seed`, any integer."""
        # Through bytes, which make a small integer even of what comes from a large seed.
        self.state = int.from_bytes((seed % _LARGEST + 1).to_bytes(4, "little"), "little")
        # Neighbouring seeds differ in a bit or two: let them spread before the first draw.
        for _ in range(_WARM_UP):
            self.below(1)

    @property
    def state(self) -> int:
        """The generator's whole state, 1 to 2**30 - 1; setting it continues from there.

        Raises ValueError when set to anything else.
        """
        return self._state

    @state.setter
    def state(self, value: int) -> None:
        if not 0 < value <= _LARGEST:
            raise ValueError("a generator's state is from 1 to 2**30 - 1")
        self._state = value

    def below(self, n: int) -> int:
        """Draw one of 0 … n - 1, for n up to a few thousand (the bias is below n / 2**30)."""
        x = self._state
        # Bits that a shift to the left would push past bit 29 are cut off before it.
        x ^= (x & _LOW_21) << 9
        x ^= x >> 11
        x ^= (x & _LOW_18) << 12
        self._state = x
        return x % n
