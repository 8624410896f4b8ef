# SPDX-License-Identifier: MIT
"""A stand-in for a CircuitPython board at the end of a serial line, for tests of what talks to boards.

Built from what was measured on CircuitPython 10.2.1; runs the code it is sent, in CPython.
"""

import time

from tests.standin.board import StandInBoard
from tools.deployer.record import RECORD

__all__ = ["StandInBoard", "contents", "soon"]


def soon(condition) -> bool:
    """Is it true within two seconds? The board lives in a thread of its own."""
    deadline = time.monotonic() + 2
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def contents(board):
    """Everything on the drive but what CircuitPython writes itself and the record of what is ours."""
    others = ("boot_out.txt", RECORD)
    files = [path for path in board.drive.root.rglob("*") if path.is_file() and path.name not in others]
    return {path.relative_to(board.drive.root).as_posix(): path.read_text() for path in files}
