# SPDX-License-Identifier: MIT
"""The random number generator: its period, its evenness, its state."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine2048.rng import Rng
from tests.heap import HeapInt

BITS = 30
PERIOD = 2**BITS - 1
PRIME_FACTORS = (3, 7, 11, 31, 151, 331)


def images_after(steps):
    """Where `steps` draws take each single-bit state, by squaring: a step is linear over GF(2)."""

    def one_step(state):
        rng = Rng(0)
        rng.state = state
        rng.below(1)
        return rng.state

    def apply(images, state):
        result = 0
        for bit, image in enumerate(images):
            if state >> bit & 1:
                result ^= image
        return result

    power = [one_step(1 << bit) for bit in range(BITS)]
    total = [1 << bit for bit in range(BITS)]
    while steps:
        if steps & 1:
            total = [apply(power, image) for image in total]
        power = [apply(power, image) for image in power]
        steps >>= 1
    return total


def test_every_state_comes_once_before_any_comes_twice():
    identity = [1 << bit for bit in range(BITS)]
    assert images_after(PERIOD) == identity
    for prime in PRIME_FACTORS:
        assert PERIOD % prime == 0
        assert images_after(PERIOD // prime) != identity


@pytest.mark.parametrize("n", range(1, 17))
def test_draws_are_even(n):
    rng = Rng(n)
    counts = [0] * n
    for _ in range(2000 * n):
        counts[rng.below(n)] += 1
    chi_squared = sum((count - 2000) ** 2 / 2000 for count in counts)
    # 99.99 % of fair generators stay below this for up to 15 degrees of freedom.
    assert chi_squared < 45


def test_consecutive_draws_are_even_in_pairs():
    rng = Rng(7)
    counts = {}
    for _ in range(64000):
        pair = rng.below(16), rng.below(10) == 0
        counts[pair] = counts.get(pair, 0) + 1
    for cell in range(16):
        assert abs(counts[cell, True] - 400) < 100
        assert abs(counts[cell, False] - 3600) < 300


@given(st.integers(0, 2**64), st.integers(1, 30))
def test_a_saved_state_continues_the_sequence(seed, skip):
    rng = Rng(seed)
    for _ in range(skip):
        rng.below(16)
    copy = Rng(0)
    copy.state = rng.state
    assert [rng.below(1000) for _ in range(20)] == [copy.below(1000) for _ in range(20)]
    assert 0 < rng.state < 2**30


def test_neighbouring_seeds_differ_from_the_first_draw_on():
    first = [Rng(seed).below(1000) for seed in range(200)]
    assert len(set(first)) > 150


@pytest.mark.parametrize("state", [0, -1, 2**30])
def test_an_impossible_state_is_refused(state):
    with pytest.raises(ValueError, match="state"):
        Rng(1).state = state


@pytest.mark.parametrize("seed", [0xFFFFFFFF, 2**64, 2**30])
def test_a_large_seed_gives_a_small_state_on_every_firmware(seed):
    rng = Rng(HeapInt(seed))
    assert type(rng.state) is int
    assert rng.state == Rng(seed).state
    rng.below(16)
    assert type(rng.state) is int
