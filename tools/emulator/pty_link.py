# SPDX-License-Identifier: MIT
"""Offers the emulated console as a pseudo-terminal, for mpremote and terminal programs."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tools.emulator.console import Console

try:
    import tty
except ImportError:  # Windows
    tty = None  # type: ignore[assignment]

_CHUNK = 4096
_BACKLOG = 65_536


class NoPty(Exception):
    """This system has no pseudo-terminals, or the link cannot be created."""


@contextmanager
def linked(console: Console, link: Path) -> Iterator[Callable[[], None]]:
    """Make the symbolic link `link` lead to the console. Raises NoPty.

    Yields a function that passes bytes on in both directions, to be called often.
    """
    if tty is None:
        raise NoPty("--pty needs pseudo-terminals, which this system does not have.")
    ours, theirs = os.openpty()
    try:
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        _place(link, os.ttyname(theirs))
        waiting = bytearray()
        console.taps.append(waiting.extend)
        try:
            yield lambda: _exchange(ours, console, waiting)
        finally:
            console.taps.remove(waiting.extend)
            link.unlink(missing_ok=True)
    finally:
        os.close(ours)
        os.close(theirs)


def _place(link: Path, target: str) -> None:
    if link.is_symlink():
        link.unlink()
    try:
        link.symlink_to(target)
    except OSError as error:
        raise NoPty(f"The link {link} to the console cannot be created: {error.strerror}.") from error


def _exchange(ours: int, console: Console, waiting: bytearray) -> None:
    """Pass on what was typed and what the device printed, even if nobody is listening."""
    with suppress(BlockingIOError):
        console.send(os.read(ours, _CHUNK))
    # Eventually drop what nobody reads, oldest first, as the device's own buffer does.
    del waiting[: max(0, len(waiting) - _BACKLOG)]
    with suppress(BlockingIOError):
        while waiting:
            del waiting[: os.write(ours, waiting)]
