"""A stand-in for a CircuitPython board at the end of a serial line, for tests of what talks to boards.

Built from what was measured on CircuitPython 10.2.1; runs the code it is sent, in CPython.
"""

from tests.standin.board import StandInBoard

__all__ = ["StandInBoard"]
