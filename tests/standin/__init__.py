"""A stand-in for a CircuitPython board at the end of a serial line, for tests of what talks to boards.

Built from what was measured on CircuitPython 10.2.1; runs the code it is sent, in CPython.
"""

import time

from tests.standin.board import StandInBoard

__all__ = ["StandInBoard", "soon"]


def soon(condition) -> bool:
    """Is it true within two seconds? The board lives in a thread of its own."""
    deadline = time.monotonic() + 2
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()
