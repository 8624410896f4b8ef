# SPDX-License-Identifier: MIT
"""How a command of tools/ begins and ends: with a sentence where its packages are missing or Ctrl-C came."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SIGNALLED = 128  # the exit code of what a signal ended is so much more than its number, as shells have it
_OURS = ("engine2048", "hardware", "tools")


@contextmanager
def needs(tool: str, target: str | None = None) -> Iterator[None]:
    """Import in this `with` what `tool` needs: without it the tool ends with one sentence, exit code 1.

    `target` is the make command that installs it, which is called as the tool by default. Raises
    SystemExit.
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
    """A signal ended the program, the one of this `number`. No program of the device's handles it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def run(tool: str, main: Callable[[], int | None]) -> None:
    """Call `main`, which returns the exit code, and end the process with it; Ctrl-C is no traceback."""
    try:
        sys.exit(main())
    except KeyboardInterrupt as error:
        sys.exit(stopped(tool, error))


def stopped(tool: str, error: BaseException) -> int:
    """Say what stopped `tool`, a KeyboardInterrupt or an Ended; returns the exit code."""
    number = error.number if isinstance(error, Ended) else signal.SIGINT
    by = "Ctrl-C" if number == signal.SIGINT else signal.Signals(number).name
    print(f"{tool}: stopped by {by}.", file=sys.stderr)
    return _SIGNALLED + number
