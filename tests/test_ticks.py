# SPDX-License-Identifier: MIT
"""Time that wraps around."""

from hypothesis import given
from hypothesis import strategies as st

from engine2048.ticks import elapsed


@given(st.integers(0, 2**29 - 1), st.integers(0, 2**29 - 1))
def test_elapsed_is_right_across_the_wrap(start, span):
    assert elapsed((start + span) % 2**29, start) == span
