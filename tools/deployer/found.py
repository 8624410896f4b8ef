# SPDX-License-Identifier: MIT
"""What is on a board. Like its FAT drive, this takes Code.py and code.py for the same file."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from tools.deployer import record
from tools.deployer.record import NEXT_RECORD, RECORD, STAGE, Lines


class Found:
    """The files and folders on a board, and whose they are.

    recorded: the lines of RECORD. known: the lines of all records. ours: those whose file is on the board.

    entries: path -> SHA-1 of each file in folders_to_look_at (b"" if nobody asked for it), None for a folder.
    records: path -> content of those of RECORD, NEXT_RECORD and UNCHECKED_RECORD that exist.
    settings: the content of the user's settings.toml, or None if there is none.
    """

    def __init__(
        self,
        entries: dict[str, bytes | None] | None = None,
        records: dict[str, bytes] | None = None,
        settings: str | None = None,
    ) -> None:
        self.settings = settings
        self._entries = entries or {}
        self._names = {path.lower(): path for path in self._entries}
        records = records or {}
        self.recorded = record.read(records.get(RECORD, b""))
        announced = known_lines({**records, RECORD: b""})
        self._announced = {path.lower() for path, _ in announced}
        self.known = announced | self.recorded
        if RECORD not in records and self._has(record.released()):
            self.known |= record.released()
        self.ours = {(path, sha) for path, sha in self.known if self.sha(path) == sha}
        self._ours = {path.lower() for path, _ in self.ours} | {name.lower() for name in records}

    def name(self, path: str) -> str | None:
        """The path as spelled on the board, or None if nothing is there."""
        return self._names.get(path.lower())

    def sha(self, path: str) -> bytes | None:
        """The SHA-1 of a file; None for a folder, or if nothing is there."""
        return self._entries.get(self.name(path) or "")

    def is_file(self, path: str) -> bool:
        return self.sha(path) is not None

    def is_folder(self, path: str) -> bool:
        return self.name(path) is not None and not self.is_file(path)

    def is_ours(self, path: str) -> bool:
        """Tell whether we installed this file and nobody has changed it since."""
        staged = path.lower().removeprefix(STAGE)
        return path.lower() in self._ours or (staged != path.lower() and staged in self._announced)

    def inside(self, folder: str) -> list[str]:
        """The paths of everything directly in a folder."""
        return [path for path in self._entries if path.lower().rpartition("/")[0] == folder.lower()]

    def below(self, folder: str) -> list[str]:
        """The paths of everything below a folder, at any depth. Its own path ends with a slash."""
        return [path for path in self._entries if path.lower().startswith(folder)]

    def _has(self, lines: Iterable[tuple[str, bytes]]) -> bool:
        """Tell whether these lines list a file of the game on the board. Libraries do not count."""
        return any(self.sha(path) == sha for path, sha in lines if not path.startswith("lib/"))


def known_lines(records: dict[str, bytes]) -> Lines:
    """Everything that the records on a board list, and 1.0.0's files if there is no RECORD."""
    lines: Lines = set()
    for content in records.values():
        lines |= record.read(content)
    return lines if RECORD in records else lines | record.released()


def folders_to_look_at(paths: Iterable[str]) -> list[str]:
    """All parent folders of these paths and of their copies in STAGE; "" is the drive's root."""
    paths = {*paths, NEXT_RECORD}
    staged = {STAGE + path for path in paths}
    return sorted({""} | folders_of(paths | staged))


def folders_of(paths: Iterable[str]) -> set[str]:
    """All parent folders of these files, except the root."""
    return {str(parent) for path in paths for parent in PurePosixPath(path).parents} - {"."}
