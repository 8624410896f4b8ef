# SPDX-License-Identifier: MIT
"""How a command of tools/ begins and ends: with a sentence where its packages are missing or Ctrl-C came."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_STOPPED = 130  # the exit code after Ctrl-C, as shells have it
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
        raise SystemExit(_STOPPED) from None


class Ended(BaseException):
    """A signal ended the program; its argument is the exit code. No program of the device's handles it."""


def run(tool: str, main: Callable[[], int | None]) -> None:
    """Call `main`, which returns the exit code, and end the process with it; Ctrl-C is no traceback."""
    try:
        sys.exit(main())
    except KeyboardInterrupt as error:
        sys.exit(stopped(tool, error))


def stopped(tool: str, error: BaseException) -> int:
    """Say what stopped `tool`, a KeyboardInterrupt or an Ended; returns the exit code."""
    is_signal = isinstance(error, Ended)
    print(f"{tool}: stopped by {'a signal' if is_signal else 'Ctrl-C'}.", file=sys.stderr)
    return error.args[0] if is_signal else _STOPPED
