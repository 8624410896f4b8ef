"""What has to change on a board, from what should be there and what is. Pure: nothing is touched here."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

# Folders that belong to the game alone, and what of it an older version may have left there.
OWN_FOLDERS = ("engine2048", "hardware")
_OWN_SUFFIXES = (".py", ".mpy", ".bin", ".new")

# A file is sent under a name of its own and renamed when all are there, so that an upload that breaks
# off leaves the old game whole.
NEW = ".new"

SETTINGS = "settings.toml"
_SETTING = re.compile(r"^\s*#?\s*([A-Z][A-Z0-9_]*)\s*=.*$", re.MULTILINE)


@dataclass(frozen=True)
class Upload:
    """One file to send: its path on the board, its content, and whether an earlier try sent it already."""

    path: str
    data: bytes
    sent: bool = False

    @property
    def digest(self) -> bytes:
        return hashlib.sha256(self.data).digest()


@dataclass(frozen=True)
class Found:
    """What is on a board.

    digests: path -> SHA-256 of the files asked about. tree: files and folders (with a slash at the end)
    below OWN_FOLDERS. settings: the user's settings.toml; None when missing. programs: path -> content
    of a boot.py and a code.py.
    """

    digests: dict[str, bytes] = field(default_factory=dict)
    tree: list[str] = field(default_factory=list)
    settings: str | None = None
    programs: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """The changes, in the order in which they are made."""

    folders: list[str] = field(default_factory=list)
    uploads: list[Upload] = field(default_factory=list)
    backups: list[tuple[str, str]] = field(default_factory=list)
    removals: list[str] = field(default_factory=list)
    new_settings: list[str] = field(default_factory=list)

    @property
    def changes_nothing(self) -> bool:
        return not (self.uploads or self.removals)

    def bytes_to_send(self) -> int:
        return sum(len(upload.data) for upload in self.uploads if not upload.sent)

    def bytes_needed(self, cluster: int) -> int:
        """Free space that must be there, files and folders rounded up to clusters of so many bytes."""
        sizes = [len(upload.data) for upload in self.uploads if not upload.sent]
        # One cluster more for each folder, and for the root's and the folders' growth.
        return (
            sum(-(-size // cluster) for size in sizes) + len(self.folders) + len(OWN_FOLDERS) + 1
        ) * cluster


def make_plan(wanted: dict[str, bytes], found: Found, reset_settings: bool = False) -> Plan:
    """Compare what should be on the board (path -> content, in the order of copying) with what is."""
    uploads = []
    for path, data in wanted.items():
        if path == SETTINGS and found.settings is not None and not reset_settings:
            continue
        upload = Upload(path, data, sent=found.digests.get(path + NEW) == hashlib.sha256(data).digest())
        if found.digests.get(path) != upload.digest:
            uploads.append(upload)
    uploading = {upload.path for upload in uploads}
    return Plan(
        folders=_missing_folders(uploading, found),
        uploads=uploads,
        backups=[
            (path, _backup_name(path, content))
            for path, content in found.programs.items()
            if path in uploading and _is_someone_elses(content)
        ],
        removals=_removals(wanted, found, uploading),
        new_settings=[]
        if reset_settings
        else _new_settings(wanted.get(SETTINGS, b"").decode(), found.settings),
    )


def _missing_folders(paths: set[str], found: Found) -> list[str]:
    """Folders to make, outer ones first."""
    there = _folders([*found.digests, *(path + "x" for path in found.tree)])
    return sorted(_folders(paths) - there)


def _folders(paths: Iterable[str]) -> set[str]:
    """All folders on the way to some files."""
    return {str(parent) for path in paths for parent in PurePosixPath(path).parents} - {"."}


def _removals(wanted: dict[str, bytes], found: Found, uploading: set[str]) -> list[str]:
    """What older versions, or a try that broke off, left behind: files first, then emptied folders."""
    old = {path for path in found.tree if path.endswith(_OWN_SUFFIXES) and path not in wanted}
    old |= {path + NEW for path in wanted if path + NEW in found.digests}
    old = {path for path in old if path.removesuffix(NEW) not in uploading}
    emptied = _folders(old) - _folders(wanted)
    return sorted(old) + sorted((f"{folder}/" for folder in emptied), reverse=True)


def _new_settings(ours: str, theirs: str | None) -> list[str]:
    """Lines of our settings.toml whose keys the user's file does not mention, not even commented out."""
    if theirs is None:
        return []
    known = {match[1] for match in _SETTING.finditer(theirs)}
    return [match[0].strip() for match in _SETTING.finditer(ours) if match[1] not in known]


def _is_someone_elses(program: bytes) -> bool:
    """Is this a program worth keeping, not this game and not what CircuitPython puts on a new drive?"""
    return b"2048" not in program and program.strip() not in (b"", b'print("Hello World!")')


def _backup_name(path: str, content: bytes) -> str:
    """A name that says what it is and differs from every other program's."""
    return f"before2048-{hashlib.sha256(content).hexdigest()[:6]}-{path}"
