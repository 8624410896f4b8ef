# SPDX-License-Identifier: MIT
"""A stand-in for a CircuitPython board at the end of a serial line, for tests of what talks to boards.

It behaves as CircuitPython 10.2.1 was measured to, and runs the code it is sent in CPython.
"""

import time

from tests.standin.board import StandInBoard
from tools.deployer.record import RECORD

__all__ = ["StandInBoard", "contents", "soon"]


def soon(condition) -> bool:
    """Tell whether a condition becomes true within two seconds: the board lives in another thread."""
    deadline = time.monotonic() + 2
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def contents(board):
    """Everything on the drive, except what CircuitPython itself writes and our own record of files."""
    others = ("boot_out.txt", RECORD)
    files = [path for path in board.drive.root.rglob("*") if path.is_file() and path.name not in others]
    return {path.relative_to(board.drive.root).as_posix(): path.read_text() for path in files}
