# SPDX-License-Identifier: MIT
"""The port: everything that knows a pin, a bus, a display or the board's flash."""

import sys


class Fault(Exception):
    """What keeps the handheld from playing; the message is a sentence for the person who holds it."""


def forget(name: str) -> None:
    """Free the memory of a module of this package that has done its work; an import reads it anew."""
    del sys.modules["hardware." + name]
    del globals()[name]
