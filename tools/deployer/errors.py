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


class BoardOSError(DeployError):
    """The board's file system refused; `number` is its errno, the same in every language of the firmware."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number
