# SPDX-License-Identifier: MIT
"""Makes the plan from what should be on a board and what is there. Pure: it touches nothing."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from tools.deployer import record
from tools.deployer.found import Found, folders_of
from tools.deployer.plan import Plan, Upload
from tools.deployer.record import NEXT_RECORD, RECORD, STAGE, UNCHECKED_RECORD, digest
from tools.simulator.settings import mentioned

# CircuitPython runs code.txt instead of code.py. This one says, while files are renamed, that an update broke
# off. One rename puts it up and one removal takes it down, so it is never half there.
SIGN = "code.txt"
SETTINGS = "settings.toml"
_PROGRAMS = ("safemode.py", "boot.py", "code.py")  # CircuitPython runs these; nothing imports them

# Nobody's work: an empty file, and the program that CircuitPython puts on a new drive.
_HELLO = b'print("Hello World!")'
_NOBODYS = {digest(content) for content in (b"", _HELLO, _HELLO + b"\n", _HELLO + b"\r\n")}


def make_plan(wanted: dict[str, bytes], sign: bytes, found: Found, reset_settings: bool = False) -> Plan:
    """Compare what should be on the board (path -> content, in copying order) with what is there.

    sign: the program that shows that an update broke off.
    """
    if (found.settings or "").strip() and not reset_settings:
        wanted = {path: data for path, data in wanted.items() if path != SETTINGS}
    return _Planner(wanted, sign, found).plan()


def new_settings(ours: str, theirs: str | None) -> list[str]:
    """Lines of our settings.toml whose keys the user's file does not mention, not even commented out."""
    if not (theirs or "").strip():
        return []
    known = mentioned(theirs or "")
    return [line for name, line in mentioned(ours).items() if name not in known]


class _Planner:
    def __init__(self, wanted: dict[str, bytes], sign: bytes, found: Found) -> None:
        self._wanted = wanted
        self._sign = sign
        self._found = found
        self._names_given: set[str] = set()
        self._uploads = [
            Upload(path, data, sent=found.is_ours(STAGE + path) and found.sha(STAGE + path) == digest(data))
            for path, data in wanted.items()
            if found.sha(path) != digest(data)
        ]

    def plan(self) -> Plan:
        found = self._found
        has_sign = found.is_file(SIGN)
        removals = self._removals()
        keeps = self._keep([*(upload.path for upload in self._uploads), RECORD, *self._rivals(removals)])
        lines = self._lines()
        if self._uploads or removals or keeps or not lines <= found.recorded:
            staged = [STAGE + path for path in (*(upload.path for upload in self._uploads), SIGN)]
            sent = [*staged[: -1 if has_sign else None], NEXT_RECORD, UNCHECKED_RECORD]
        else:
            sent = []
        return Plan(
            leftovers=self._leftovers(sent),
            early_keeps=self._keep(sent),
            stage_folders=self._missing_folders(sent),
            next_record=record.write(self._next_record(lines)) if sent else None,
            uploads=self._uploads,
            sign=self._sign,
            has_sign=has_sign,
            removals=removals,
            keeps=keeps,
            folders=self._missing_folders(upload.path for upload in self._uploads),
        )

    def _lines(self) -> record.Lines:
        """What is ours afterwards: everything sent, and what was ours and stays. A file that was there before
        us is not ours, even if its content is the same.
        """
        sent = {(upload.path, upload.digest) for upload in self._uploads}
        stays = {*self._wanted, SETTINGS} - {path for path, _ in sent}
        return sent | {(path, sha) for path, sha in self._found.ours if path in stays}

    def _next_record(self, lines: record.Lines) -> record.Lines:
        """These lines, and what is ours only until then: the sign, and files only in another record."""
        sign = (SIGN, self._found.sha(SIGN) or digest(self._sign))
        return lines | (self._found.ours - self._found.recorded) | {sign}

    def _removals(self) -> list[str]:
        """Our files that no longer belong on the board, then the folders that this empties."""
        stays = {path.lower() for path in (*self._wanted, SIGN, SETTINGS, RECORD)}
        files = {self._found.name(path) or path for path, _ in self._found.ours if path.lower() not in stays}
        folders = folders_of(path for path, _ in self._found.known) - folders_of(self._wanted)
        return sorted(files) + self._emptied(folders, files)

    def _leftovers(self, sent: list[str]) -> list[str]:
        """Files of an earlier try that this one does not send, then the folders that this empties."""
        staged = [path for path in self._found.below(STAGE) if path.lower() not in map(str.lower, sent)]
        files = {path for path in staged if self._found.is_ours(path)}
        folders = {path for path in staged if self._found.is_folder(path)} | {STAGE.rstrip("/")}
        return sorted(files) + self._emptied(folders - folders_of(sent), files)

    def _emptied(self, folders: Iterable[str], removed: set[str]) -> list[str]:
        """The folders in which nothing is left, inner ones first."""
        gone = set(removed)
        emptied = []
        for folder in sorted(folders, reverse=True):
            if self._found.is_folder(folder) and gone.issuperset(self._found.inside(folder)):
                gone.add(self._found.name(folder) or folder)
                emptied.append(f"{folder}/")
        return emptied

    def _rivals(self, removals: list[str]) -> list[str]:
        """What Python would import instead of our module: a folder of its name, source beside bytecode, or in
        place of a library something of its name at the drive's root.
        """
        libraries = {path.split("/")[1].partition(".")[0] for path in self._wanted if path.startswith("lib/")}
        places = [f"{library}{suffix}" for library in sorted(libraries) for suffix in ("", ".py", ".mpy")]
        rivals = [place for place in places if self._found.name(place) and place not in self._wanted]
        for path in self._wanted:
            stem, _, suffix = path.rpartition(".")
            if suffix not in ("py", "mpy") or path in _PROGRAMS:
                continue
            if self._found.is_folder(stem) and f"{stem}/" not in removals:
                rivals.append(stem)
            if suffix == "mpy" and self._found.is_file(f"{stem}.py") and f"{stem}.py" not in removals:
                rivals.append(f"{stem}.py")
        return rivals

    def _keep(self, paths: list[str]) -> list[tuple[str, str]]:
        """The renames that move what is not ours out of the way of these paths and their parent folders."""
        found = self._found
        in_the_way = [folder for folder in sorted(folders_of(paths)) if found.is_file(folder)]
        in_the_way += [path for path in paths if found.name(path) and not self._may_be_replaced(path)]
        return [(found.name(path) or path, self._name_to_keep(path)) for path in dict.fromkeys(in_the_way)]

    def _may_be_replaced(self, path: str) -> bool:
        return self._found.is_ours(path) or self._found.sha(path) in _NOBODYS

    def _name_to_keep(self, path: str) -> str:
        """A free name in the same folder that says what the file is."""
        place = PurePosixPath(self._found.name(path) or path)
        number = 1
        while True:
            mark = "before2048-" if number == 1 else f"before2048-{number}-"
            name = str(place.with_name(mark + place.name))
            if not self._found.name(name) and name.lower() not in self._names_given:
                self._names_given.add(name.lower())
                return name
            number += 1

    def _missing_folders(self, paths: Iterable[str]) -> list[str]:
        """The folders to make, outer ones first."""
        return sorted(folder for folder in folders_of(paths) if not self._found.is_folder(folder))
