# SPDX-License-Identifier: MIT
"""Look at a board, and carry out a plan on it."""

from collections.abc import Callable

from tools.deployer import record
from tools.deployer.drive import Drive
from tools.deployer.errors import DeployError
from tools.deployer.found import Found, folders_of, folders_to_look_at, known_lines
from tools.deployer.link import Aside, Identity, Link, Progress
from tools.deployer.plan import Plan
from tools.deployer.planner import SETTINGS, SIGN, make_plan
from tools.deployer.record import NEXT_RECORD, RECORD, STAGE, UNCHECKED_RECORD
from tools.files import OLDEST_FIRMWARE, ROOT

NEEDED_MODULES = ["displayio", "keypad"]
_BROKEN_OFF = "Update broken off: run make deploy again"
_DOWNLOADS = "https://circuitpython.org/downloads"

Begin = Callable[[str], Progress]


def sign_program() -> bytes:
    """The program that says that an update broke off.

    It runs while the board may hold a mix of two versions, so it is one file: what the game itself says in
    such a case, with another text.
    """
    return (ROOT / "fallback.py").read_bytes() + f'\n\nsay("{_BROKEN_OFF}", None)\n'.encode()


def check_identity(board: Identity) -> None:
    """Raises DeployError if the game cannot run on this board."""
    if board.firmware != "circuitpython":
        raise DeployError(
            f"This board runs {board.firmware}, not CircuitPython. Download CircuitPython for it from "
            f"{_DOWNLOADS} and flash it (see docs/flashing.md)."
        )
    version, oldest = (".".join(map(str, numbers)) for numbers in (board.version, OLDEST_FIRMWARE))
    if board.version < OLDEST_FIRMWARE:
        raise DeployError(
            f"This board has CircuitPython {version}; the game needs {oldest} or newer. "
            f"Update it from {_DOWNLOADS}; the files on the board and the saved game stay."
        )
    if board.missing:
        raise DeployError(
            f"CircuitPython {version} for {board.board} comes without {' and '.join(board.missing)}, which "
            "the game needs. Use another board, such as a Raspberry Pi Pico."
        )


def look(link: Link, wanted: dict[str, bytes]) -> Found:
    """Look at what is on a board that is to hold these files (path -> content). Raises DeployError."""
    places = link.survey(["", STAGE.rstrip("/")])
    files = {path.lower() for path, is_folder in places.items() if not is_folder}
    is_there = [path for path in (RECORD, NEXT_RECORD, UNCHECKED_RECORD) if path.lower() in files]
    records = {path: link.read(path) for path in is_there}
    records = {path: content for path, content in records.items() if record.is_record(content)}
    relevant = {*wanted, SIGN, *(path for path, _ in known_lines(records))}
    entries = link.survey(folders_to_look_at(relevant))
    asked = {path.lower() for path in relevant} | {(STAGE + path).lower() for path in relevant}
    digests = link.digests(
        [path for path, is_folder in entries.items() if not is_folder and path.lower() in asked]
    )
    known = {path: None if is_folder else digests.get(path, b"") for path, is_folder in entries.items()}
    found = Found(known, records)
    if found.name(SIGN) and not found.is_ours(SIGN):
        raise DeployError(
            "There is a code.txt on the board, which CircuitPython runs instead of code.py. Rename or delete "
            "it and run the command again."
        )
    if found.is_file(SETTINGS):
        found.settings = link.read(SETTINGS).decode(errors="replace")
    return found


def plan_for(found: Found, wanted: dict[str, bytes], reset_settings: bool) -> Plan:
    """Work out what has to change on the board."""
    return make_plan(wanted, sign_program(), found, reset_settings)


def check_space(link: Link, plan: Plan) -> None:
    """Raises DeployError if the drive has no room for the new files beside the old ones."""
    free, cluster = link.call("space")[0]
    needed = plan.bytes_needed(cluster)
    if needed > free:
        raise DeployError(
            f"The board's drive is too full: the update needs {needed:,} bytes, and {free:,} are free. "
            "Nothing was changed. Delete some of your own files from the drive and run the command again."
        )


def install(link: Link, target: Link | Drive, plan: Plan, begin: Begin) -> Aside:
    """Carry out the plan: send everything, rename it into place while the sign is up, then check.

    begin: called with the path of each file sent; returns a function to call with each count of bytes sent.
    Returns the write-protected files that were renamed. Raises DeployError, and OSError if the target is a
    Drive.
    """
    aside = target.remove(plan.leftovers)
    if plan.next_record is not None:
        aside += target.replace(plan.early_keeps)
        for folder in plan.stage_folders:
            target.make_folder(folder)
        _send(link, target, plan, begin)
        aside += target.remove(plan.removals)
        aside += target.replace(plan.keeps)
        for folder in plan.folders:
            target.make_folder(folder)
        aside += target.replace([(STAGE + upload.path, upload.path) for upload in plan.uploads])
        _check(link, {upload.path: upload.digest for upload in plan.uploads})
        aside += target.replace([(NEXT_RECORD, RECORD)])
        staged = folders_of([STAGE + upload.path for upload in plan.uploads] + [NEXT_RECORD])
        aside += target.remove([f"{folder}/" for folder in sorted(staged, reverse=True)])
        aside += target.remove([SIGN])
    elif plan.has_sign:
        aside += target.remove([SIGN])
    return aside


def _send(link: Link, target: Link | Drive, plan: Plan, begin: Begin) -> None:
    """Send the new record, which marks the files as ours; then the files; then put up the sign."""
    assert plan.next_record is not None
    target.write(UNCHECKED_RECORD, plan.next_record, begin(RECORD))
    _check(link, {UNCHECKED_RECORD: record.digest(plan.next_record)})
    target.replace([(UNCHECKED_RECORD, NEXT_RECORD)])
    sent = {STAGE + upload.path: upload.digest for upload in plan.uploads}
    for upload in plan.uploads:
        if not upload.sent:
            target.write(STAGE + upload.path, upload.data, begin(upload.path))
    if not plan.has_sign:
        target.write(STAGE + SIGN, plan.sign, begin(SIGN))
        sent[STAGE + SIGN] = record.digest(plan.sign)
    _check(link, sent)
    if not plan.has_sign:
        target.replace([(STAGE + SIGN, SIGN)])


def _check(link: Link, expected: dict[str, bytes]) -> None:
    found = link.digests(list(expected))
    wrong = [path.removeprefix(STAGE) for path, sha in expected.items() if found.get(path) != sha]
    if wrong:
        raise DeployError(
            f"{wrong[0]} arrived damaged. Run the command again. If that does not help, try another cable, "
            "and then erase the drive (see docs/flashing.md)."
        )
