# SPDX-License-Identifier: MIT
"""The port: everything that knows a pin, a bus, a display or the board's flash."""

# What can go wrong with files of texts that are missing, damaged or of another version.
UNUSABLE = (OSError, ValueError, IndexError, ImportError, SyntaxError, AttributeError)

# The number of the language on the glass, for whoever says that the program cannot go on.
language = 0


class Fault(Exception):
    """What keeps the handheld from playing; the message is a sentence for the person who holds it."""
