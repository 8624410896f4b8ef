# SPDX-License-Identifier: MIT
"""How the commands in tools/ begin and end: missing packages and Ctrl-C give a sentence, no traceback."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SIGNALLED = 128  # plus the signal's number: the exit code that shells use
_OURS = ("engine2048", "hardware", "tools")


@contextmanager
def needs(tool: str, target: str | None = None) -> Iterator[None]:
    """Import what `tool` needs inside this `with`. If it is missing, a sentence says so: exit code 1.

    `target` is the make target that installs it; by default it has the tool's name. Raises SystemExit.
    """
    try:
        yield
    except ImportError as error:
        missing = (error.name or "").split(".", maxsplit=1)[0]
        if missing in _OURS:
            raise
        raise SystemExit(
            f"{tool}: {missing or error} is not installed for {sys.executable}: "
            f"run `make {target or tool}`, which sets up .venv."
        ) from error
    except KeyboardInterrupt:
        raise SystemExit(_SIGNALLED + signal.SIGINT) from None


class Ended(BaseException):
    """The signal with this `number` ended the program. Not an Exception: no device code can catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def run(tool: str, main: Callable[[], int | None]) -> None:
    """End the process with the exit code that `main` returns; Ctrl-C gives a sentence, no traceback."""
    try:
        sys.exit(main())
    except KeyboardInterrupt as error:
        sys.exit(stopped(tool, error))


def stopped(tool: str, error: BaseException) -> int:
    """Say what stopped `tool` (a KeyboardInterrupt or an Ended) and return the exit code."""
    number = error.number if isinstance(error, Ended) else signal.SIGINT
    by = "Ctrl-C" if number == signal.SIGINT else signal.Signals(number).name
    print(f"{tool}: stopped by {by}.", file=sys.stderr)
    return _SIGNALLED + number
