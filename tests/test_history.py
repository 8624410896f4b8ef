# SPDX-License-Identifier: MIT
"""The ring of undo steps: what goes in comes out, newest first, as far as it holds."""

from hypothesis import given
from hypothesis import strategies as st

from engine2048.history import STEPS, History

steps = st.lists(
    st.tuples(
        st.lists(st.integers(0, 17), min_size=16, max_size=16),
        st.integers(0, 3932100),
        st.integers(1, 2**30 - 1),
        st.booleans(),
        st.integers(0, 3),
    ),
    max_size=3 * STEPS,
)


def contents(history):
    """All the steps, newest first."""
    return [
        (
            list(history.cells(age)),
            history.score(age),
            history.state(age),
            history.won(age),
            history.direction(age),
        )
        for age in range(len(history))
    ]


@given(steps, st.integers(0, STEPS), steps)
def test_the_newest_steps_are_kept(first, pops, second):
    history, expected = History(), []
    for step in first:
        history.note(step[0])
        history.push(*step[1:])
        expected.insert(0, step)
    del expected[STEPS:]
    for _ in range(min(pops, len(history))):
        history.pop()
        expected.pop(0)
    for step in second:
        history.note(step[0])
        history.push(*step[1:])
        expected.insert(0, step)
    assert contents(history) == expected[:STEPS]
    packed = bytearray(1 + STEPS // 4)
    history.pack_directions(packed, 1)
    directions = [byte >> shift & 3 for byte in packed[1:] for shift in (0, 2, 4, 6)]
    assert directions[: len(history)] == [step[-1] for step in expected[:STEPS][::-1]]
    history.clear()
    assert len(history) == 0
