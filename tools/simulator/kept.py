# SPDX-License-Identifier: MIT
"""The file that keeps a device's flash from one run to the next."""

import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout


class FlashInUse(Exception):
    """Another program has the file open."""


class NotAFlashImage(Exception):
    """The file is a folder or has the wrong size for the flash."""


class KeptFile:
    """A file that keeps a flash: every change goes to it at once.

    `content` is what the flash held when the file was opened (bytes). `trouble` is None, or a sentence
    saying why the file does not keep the flash.
    """

    def __init__(self, path: str | Path) -> None:
        self.content = b""
        self.trouble: str | None = None
        self.path = Path(path)
        self.file: io.FileIO | None = None

    def write(self, start: int, data: bytes | bytearray) -> None:
        """Keep `data`, which now stands at `start`. Raises OSError, and does so again on every later call."""
        if self.trouble or not self.file:
            raise OSError(errno.EIO, self.trouble)
        try:
            self.file.seek(start)
            while data:
                data = data[self.file.write(data) :]
        except OSError as error:
            self.give_up(error)
            raise

    def give_up(self, error: OSError) -> None:
        """Stop writing because of an OSError."""
        self.trouble = f"{self.path} cannot be written, so the game is not saved: {error.strerror}."


@contextmanager
def opened(path: str | Path, size: int, blank: Callable[[], bytes | bytearray]) -> Iterator[KeptFile]:
    """Open the file `path` for a flash of `size` bytes; a new one starts as blank(). Gives a KeptFile.

    Until it is closed, no other program can open it. If it cannot be written, its `trouble` says so.
    Raises FlashInUse, NotAFlashImage, or whatever `blank` raises.
    """
    kept = KeptFile(path)
    with ExitStack() as closed_after:
        try:
            _check(kept.path, size)
            _hold(kept.path, closed_after)
            _open(kept, closed_after)
        except OSError as error:
            kept.give_up(error)
        with suppress(OSError):
            if kept.path.stat().st_size == size:
                kept.content = kept.path.read_bytes()
        if not kept.content:
            kept.content = bytes(blank())
            _fill(kept)
        yield kept


def _check(path: Path, size: int) -> None:
    if path.is_dir():
        raise NotAFlashImage(f"{path} is a folder: name a file with --flash.")
    if path.exists() and path.stat().st_size not in (0, size):
        raise NotAFlashImage(
            f"{path} is not a flash image of {size:,} bytes: name another file or a new one with --flash."
        )


def _hold(path: Path, closed_after: ExitStack) -> None:
    """Keep others out of the file, by locking another file beside it."""
    with suppress(FileExistsError):
        path.parent.mkdir(parents=True, exist_ok=True)
    if not path.parent.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, f"{path.parent} is not a folder")
    lock = Path(f"{path}.lock")
    try:
        closed_after.enter_context(FileLock(lock).acquire(timeout=0))
    except Timeout:
        if not lock.exists():
            raise OSError(errno.EACCES, "its folder is write-protected") from None
        raise FlashInUse(
            f"{path} is in use by another simulator: quit that one or name another file with --flash."
        ) from None


def _open(kept: KeptFile, closed_after: ExitStack) -> None:
    kept.path.touch()
    kept.file = closed_after.enter_context(kept.path.open("r+b", buffering=0))


def _fill(kept: KeptFile) -> None:
    """Write a new file whole, or leave it empty: half a file would be no flash image."""
    try:
        if not kept.trouble:
            kept.write(0, kept.content)
    except OSError:
        with suppress(OSError):
            os.truncate(kept.path, 0)
