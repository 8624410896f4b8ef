"""What a person is told when deploying fails, and what pyserial raises."""

try:
    from termios import error as _TerminalError
except ImportError:  # on Windows
    _TerminalError = OSError  # type: ignore[misc, assignment]

# pyserial lets the second through when a port disappears while it is opened.
PORT_ERRORS = (OSError, _TerminalError)


class DeployError(Exception):
    """One or two sentences: what is wrong and what to do about it."""


class LinkLost(DeployError):
    """The board no longer answers."""
