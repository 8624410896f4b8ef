"""The stand-in's CIRCUITPY drive: a folder with CircuitPython's rules of who may write and what fits."""

import os
from pathlib import Path

from tests.standin.console import Unplugged

CLUSTER = 512

MESSAGES = {
    "en": {
        2: "No such file/directory",
        17: "File exists",
        28: "No space left on device",
        30: "Read-only filesystem",
    },
    "de": {
        2: "Keine solche Datei/Verzeichnis",
        17: "Datei existiert",
        28: "Kein Speicherplatz mehr verfügbar auf dem Gerät",
        30: "Schreibgeschützte Dateisystem",
    },
}


class StandInDrive:
    """Files below root. Like CircuitPython, raises OSError with its own words."""

    def __init__(self, root: Path, language: str = "en", capacity: int = 2008 * CLUSTER) -> None:
        self.root = root
        self.capacity = capacity
        self.offered_to_computer = True
        self.mounted_by_computer = False
        self.writable = False
        self.changes_left: int | None = None  # before the cable is pulled
        self._messages = MESSAGES[language]

    def start_over(self) -> None:
        """What a reset does before boot.py: the computer is offered the drive, the program may only read."""
        self.offered_to_computer = True
        self.writable = False

    def take_from_computer(self) -> None:
        """What storage.disable_usb_drive does, for this run."""
        self.offered_to_computer = False
        self.writable = True

    def local(self, path: str) -> Path:
        return self.root / path.strip("/")

    def error(self, number: int) -> OSError:
        return OSError(number, self._messages[number])

    def must_write(self) -> None:
        if not self.writable:
            raise self.error(30)

    def before_change(self) -> None:
        """Called before each write, rename and removal; the cable may be pulled there."""
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
        if "w" in mode or "a" in mode:
            self.must_write()
            if not self.local(path).parent.is_dir():
                raise self.error(2)
        else:
            self.must_exist(path)
        return StandInFile(self, self.local(path), mode)


class StandInFile:
    """A file that is on the drive byte by byte, as far as it fits."""

    def __init__(self, drive: StandInDrive, path: Path, mode: str) -> None:
        self._drive = drive
        self._is_text = "b" not in mode
        self._file = open(path, mode.replace("b", "") + "b", buffering=0)  # noqa: SIM115

    def write(self, data: bytes) -> int:
        self._drive.before_change()
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

    def __init__(self, drive: StandInDrive, settings) -> None:
        self._drive = drive
        self.getenv = settings

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
        self._drive.local(path).mkdir()

    def remove(self, path: str) -> None:
        self._drive.must_write()
        local = self._drive.must_exist(path)
        self._drive.before_change()
        local.unlink()

    def rmdir(self, path: str) -> None:
        self._drive.must_write()
        self._drive.must_exist(path).rmdir()

    def rename(self, old: str, new: str) -> None:
        """Removes the target first, as CircuitPython does."""
        self._drive.must_write()
        source = self._drive.must_exist(old)
        self._drive.before_change()
        self._drive.local(new).unlink(missing_ok=True)
        self._drive.before_change()
        source.rename(self._drive.local(new))
