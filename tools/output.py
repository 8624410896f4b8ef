# SPDX-License-Identifier: MIT
"""Write files; an error names the file."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class NotWritten(OSError):
    """A file cannot be written; the message says which and why."""

    def __str__(self) -> str:
        return f"Cannot write {self.filename}: {self.strerror}."


def write(path: Path, content: bytes | str) -> None:
    """Write `content` (bytes or text) to the file `path`; a new file that fails is removed.

    Raises NotWritten.
    """
    with writing(path):
        path.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Write the file or folder `path` inside this `with`; a new file that fails is removed.

    Raises NotWritten.
    """
    is_new = False
    try:
        is_new = not path.exists()
        yield
    except OSError as error:
        with suppress(OSError):
            if is_new:
                path.unlink()
        raise NotWritten(error.errno, error.strerror, str(path)) from error
