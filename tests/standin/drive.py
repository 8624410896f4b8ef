# SPDX-License-Identifier: MIT
"""The stand-in's CIRCUITPY drive: a folder with CircuitPython's rules about who may write and what fits."""

import os
import stat
from pathlib import Path
from types import SimpleNamespace

from tests.standin.console import Unplugged

CLUSTER = 512

MESSAGES = {
    "en": {
        2: "No such file/directory",
        13: "Permission denied",
        17: "File exists",
        21: "Is a directory",
        28: "No space left on device",
        30: "Read-only filesystem",
    },
    "de": {
        2: "Keine solche Datei/Verzeichnis",
        13: "Zugang verweigert",
        17: "Datei existiert",
        21: "Ist ein Verzeichnis",
        28: "Kein Speicherplatz mehr verfügbar auf dem Gerät",
        30: "Schreibgeschützte Dateisystem",
    },
}


class StandInDrive:
    """The files below root. Raises OSError in CircuitPython's words."""

    def __init__(self, root: Path, language: str = "en", capacity: int = 2008 * CLUSTER) -> None:
        self.root = root
        self.capacity = capacity
        self.offered_to_computer = True
        self.mounted_by_computer = False
        self.ejected = False
        self.writable = False
        self.changes_left: int | None = None  # changes left before the cable is pulled
        self._messages = MESSAGES[language]

    def start_over(self) -> None:
        """What a reset does before boot.py: offer the computer the drive; the program may only read."""
        self.offered_to_computer = True
        self.writable = False

    def take_from_computer(self) -> None:
        """What storage.disable_usb_drive does, for this run."""
        self.offered_to_computer = False
        self.writable = True

    def local(self, path: str) -> Path:
        """Where a path is on this computer. A FAT drive ignores case."""
        place = self.root
        for name in path.strip("/").split("/"):
            names = os.listdir(place) if place.is_dir() else []
            place /= next((there for there in names if there.lower() == name.lower()), name)
        return place

    def error(self, number: int) -> OSError:
        return OSError(number, self._messages[number])

    def must_write(self) -> None:
        if not self.writable:
            raise self.error(30)

    def before_change(self) -> None:
        """Called before each change to the drive, and may pull the cable."""
        if self.changes_left == 0:
            self.changes_left = None
            raise Unplugged
        if self.changes_left is not None:
            self.changes_left -= 1

    def must_exist(self, path: str) -> Path:
        local = self.local(path)
        if not local.exists():
            raise self.error(2)
        return local

    def free(self) -> int:
        """Free bytes, in whole clusters."""
        used = 0
        for path in self.root.rglob("*"):
            size = path.stat().st_size if path.is_file() else CLUSTER
            used += -(-size // CLUSTER) * CLUSTER
        return self.capacity - used

    def open(self, path: str, mode: str = "r") -> "StandInFile":
        local = self.local(path)
        if "w" in mode or "a" in mode:
            self.must_write()
            if not local.parent.is_dir():
                raise self.error(2)
            self.must_let_go(local)
            self.before_change()
        elif not local.is_file():
            raise self.error(2)
        return StandInFile(self, local, mode)

    def must_let_go(self, local: Path) -> None:
        """A write-protected file can be renamed, but neither written nor removed."""
        if local.is_file() and not local.stat().st_mode & stat.S_IWUSR:
            raise self.error(13)


class StandInFile:
    """A file whose bytes reach the drive one by one, as long as they fit."""

    def __init__(self, drive: StandInDrive, path: Path, mode: str) -> None:
        self._drive = drive
        self._is_text = "b" not in mode
        self._file = open(path, mode.replace("b", "") + "b", buffering=0)  # noqa: SIM115

    def write(self, data: bytes) -> int:
        try:
            self._drive.before_change()
        except Unplugged:
            self._file.write(data[: len(data) // 2])
            raise
        if len(data) > self._drive.free():
            raise self._drive.error(28)
        return self._file.write(data)

    def read(self, size: int = -1) -> bytes | str:
        data = self._file.read(size)
        return data.decode() if self._is_text else data

    def readinto(self, buffer: bytearray) -> int:
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> "StandInFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class StandInOs:
    """CircuitPython's `os`: no ilistdir, no walk, no path."""

    sep = "/"

    def __init__(self, drive: StandInDrive, settings, chip: str) -> None:
        self._drive = drive
        self.chip = chip
        self.getenv = settings

    def uname(self) -> SimpleNamespace:
        return SimpleNamespace(sysname=self.chip)

    def listdir(self, path: str = "/") -> list[str]:
        return sorted(os.listdir(self._drive.must_exist(path)))

    def stat(self, path: str) -> tuple[int, ...]:
        local = self._drive.must_exist(path)
        kind = 0x4000 if local.is_dir() else 0x8000
        return (kind, 0, 0, 0, 0, 0, local.stat().st_size if kind == 0x8000 else 0, 0, 0, 0)

    def statvfs(self, _: str) -> tuple[int, ...]:
        free = self._drive.free() // CLUSTER
        return (CLUSTER, CLUSTER, self._drive.capacity // CLUSTER, free, free, 0, 0, 0, 0, 255)

    def mkdir(self, path: str) -> None:
        self._drive.must_write()
        if self._drive.local(path).exists():
            raise self._drive.error(17)
        self._drive.before_change()
        self._drive.local(path).mkdir()

    def remove(self, path: str) -> None:
        self._drive.must_write()
        local = self._drive.must_exist(path)
        if local.is_dir():
            raise self._drive.error(21)
        self._drive.must_let_go(local)
        self._drive.before_change()
        local.unlink()

    def rmdir(self, path: str) -> None:
        self._drive.must_write()
        local = self._drive.must_exist(path)
        if os.listdir(local):
            raise self._drive.error(13)
        self._drive.before_change()
        local.rmdir()

    def rename(self, old: str, new: str) -> None:
        """Rename, first removing any file in the way, as CircuitPython does."""
        self._drive.must_write()
        source = self._drive.must_exist(old)
        target = self._drive.local(new)
        if target.exists() and target != source:
            self.remove(new)
        self._drive.before_change()
        source.rename(target.with_name(new.rpartition("/")[2]))
