"""What is on a board, looked at as its FAT drive does, to which Code.py and code.py are one file."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from tools.deployer import record
from tools.deployer.record import NEXT_RECORD, RECORD, STAGE, Lines


class Found:
    """The files and folders on a board, and whose they are.

    recorded: the lines of RECORD. known: of all records. ours: those of them that are on the board.

    entries: all that is in the folders_to_look_at, path -> SHA-1 of a file (b"" where nobody asked for it),
    None for a folder. records: path -> content of RECORD, NEXT_RECORD and UNCHECKED_RECORD, where there.
    settings: the user's settings.toml; None where missing.
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
        """The path as it is written on the board; None where nothing is."""
        return self._names.get(path.lower())

    def sha(self, path: str) -> bytes | None:
        """SHA-1 of a file; None for a folder or nothing."""
        return self._entries.get(self.name(path) or "")

    def is_file(self, path: str) -> bool:
        return self.sha(path) is not None

    def is_folder(self, path: str) -> bool:
        return self.name(path) is not None and not self.is_file(path)

    def is_ours(self, path: str) -> bool:
        """Is this a file that was put there by us, and is as we put it there?"""
        staged = path.lower().removeprefix(STAGE)
        return path.lower() in self._ours or (staged != path.lower() and staged in self._announced)

    def inside(self, folder: str) -> list[str]:
        """The paths of all that is in a folder."""
        return [path for path in self._entries if path.lower().rpartition("/")[0] == folder.lower()]

    def below(self, folder: str) -> list[str]:
        """The paths of all that is in a folder (its path ends with a slash) and in the folders there."""
        return [path for path in self._entries if path.lower().startswith(folder)]

    def _has(self, lines: Iterable[tuple[str, bytes]]) -> bool:
        """Does the game come from these lines? A library alone may have come from anywhere."""
        return any(self.sha(path) == sha for path, sha in lines if not path.startswith("lib/"))


def known_lines(records: dict[str, bytes]) -> Lines:
    """All that the records on a board list, or 1.0.0's files where there is no RECORD."""
    lines: Lines = set()
    for content in records.values():
        lines |= record.read(content)
    return lines if RECORD in records else lines | record.released()


def folders_to_look_at(paths: Iterable[str]) -> list[str]:
    """Every folder on the way to these paths, and to where they are sent first; "" is the drive's root."""
    paths = {*paths, NEXT_RECORD}
    staged = {STAGE + path for path in paths}
    return sorted({""} | folders_of(paths | staged))


def folders_of(paths: Iterable[str]) -> set[str]:
    """All folders on the way to some files."""
    return {str(parent) for path in paths for parent in PurePosixPath(path).parents} - {"."}
