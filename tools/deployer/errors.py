# SPDX-License-Identifier: MIT
"""The errors that explain why deploying failed, and those that pyserial raises."""

try:
    from termios import error as _TerminalError
except ImportError:  # on Windows
    _TerminalError = OSError  # type: ignore[misc, assignment]

# pyserial lets the second through if the port disappears while it is being opened.
PORT_ERRORS = (OSError, _TerminalError)


class DeployError(Exception):
    """The message says in one or two sentences what is wrong and what to do about it."""


class LinkLost(DeployError):
    """The board no longer answers."""
