# SPDX-License-Identifier: MIT
"""The board's drive as mounted on this computer: the other way to write to it."""

import os
import stat
from pathlib import Path

from tools.deployer.link import Aside, Progress


class Drive:
    """The CIRCUITPY folder, with Link's methods for writing. They raise OSError."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, path: str, data: bytes, progress: Progress) -> None:
        with (self.folder / path).open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        progress(len(data))

    def make_folder(self, path: str) -> None:
        (self.folder / path).mkdir()

    def replace(self, pairs: list[tuple[str, str]]) -> Aside:
        """Rename each (old path, new path), replacing what is there.

        Moves nothing aside, because a computer can remove write protection.
        """
        for old, new in pairs:
            _unprotect(self.folder / new)
            (self.folder / old).replace(self.folder / new)
        self._flush()
        return []

    def remove(self, paths: list[str]) -> Aside:
        """Remove files, and empty folders. The path of a folder ends with a slash."""
        for path in paths:
            target = self.folder / path
            if not path.endswith("/"):
                _unprotect(target)
                target.unlink()
            elif not any(target.iterdir()):
                target.rmdir()
        self._flush()
        return []

    def _flush(self) -> None:
        """Write names and sizes to the board too; some systems delay that for half a minute."""
        if hasattr(os, "sync"):
            os.sync()


def _unprotect(path: Path) -> None:
    """Make a file writable, because Windows refuses to replace a write-protected one."""
    if path.is_file() and not path.stat().st_mode & stat.S_IWRITE:
        path.chmod(stat.S_IWRITE)
