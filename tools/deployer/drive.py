"""The board's drive where this computer has it mounted: the other way to write to it."""

import os
import stat
from pathlib import Path

from tools.deployer.link import Aside, Progress


class Drive:
    """The CIRCUITPY folder, with the writing methods of Link. They raise OSError."""

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
        """Rename each (old path, new path), over what is there. Nothing has to be moved aside, because a
        computer can take away write protection.
        """
        for old, new in pairs:
            _unprotect(self.folder / new)
            (self.folder / old).replace(self.folder / new)
        self._flush()
        return []

    def remove(self, paths: list[str]) -> Aside:
        """Remove files, and folders whose path ends with a slash where they are empty."""
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
        """Bring names and sizes onto the board as well, which some systems put off for half a minute."""
        if hasattr(os, "sync"):
            os.sync()


def _unprotect(path: Path) -> None:
    """Windows replaces no write-protected file."""
    if path.is_file() and not path.stat().st_mode & stat.S_IWRITE:
        path.chmod(stat.S_IWRITE)
