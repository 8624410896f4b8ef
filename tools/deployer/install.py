"""Look at a board, and carry a plan out on it."""

from collections.abc import Callable

from tools.deployer.board import Board, Identity, Progress
from tools.deployer.drive import Drive
from tools.deployer.errors import DeployError
from tools.deployer.plan import NEW, OWN_FOLDERS, SETTINGS, Found, Plan, make_plan

OLDEST_FIRMWARE = (9, 2, 1)  # keypad.Keys.reset() is broken before it
NEEDED_MODULES = ["displayio", "keypad"]
_PROGRAMS = ("boot.py", "code.py")
_OVERRIDE = "code.txt"
_DOWNLOADS = "https://circuitpython.org/downloads"

Begin = Callable[[str], Progress]


def check_identity(board: Identity) -> None:
    """Raises DeployError when the game cannot run on what answered."""
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
            "the game needs. Use another board, for instance a Raspberry Pi Pico."
        )


def look(board: Board, wanted: dict[str, bytes], reset_settings: bool) -> Plan:
    """Compare what is on the board with what should be. Changes nothing."""
    digests = board.digests([*wanted, *(path + NEW for path in wanted), _OVERRIDE])
    tree = [path for folder in OWN_FOLDERS for path in board.call("tree", folder)]
    if _OVERRIDE in digests:
        raise DeployError(
            "There is a code.txt on the board, which CircuitPython runs instead of code.py. Rename or delete "
            "it and run the command again."
        )
    settings = board.read(SETTINGS).decode(errors="replace") if SETTINGS in digests else None
    programs = {path: board.read(path) for path in _PROGRAMS if path in digests}
    return make_plan(wanted, Found(digests, tree, settings, programs), reset_settings)


def check_space(board: Board, plan: Plan) -> None:
    """Raises DeployError when the drive has no room for the new files beside the old ones."""
    free, cluster = board.call("space")[0]
    needed = plan.bytes_needed(cluster)
    if needed > free:
        raise DeployError(
            f"The board's drive is too full: {needed:,} bytes are needed and {free:,} are free. Nothing was "
            "changed. Delete files of your own from the drive and run the command again."
        )


def install(board: Board, target: Board | Drive, plan: Plan, begin: Begin) -> None:
    """Carry the plan out: send everything, then rename it into place, then clear up, then check.

    begin: called with each path, returns what to call with the bytes sent.
    Raises DeployError, and OSError when the target is a drive of this computer.
    """
    for folder in plan.folders:
        target.make_folder(folder)
    for upload in plan.uploads:
        if not upload.sent:
            target.write(upload.path + NEW, upload.data, begin(upload.path))
    _check(board, {upload.path + NEW: upload.digest for upload in plan.uploads})
    target.replace(plan.backups + [(upload.path + NEW, upload.path) for upload in plan.uploads])
    target.remove(plan.removals)
    _check(board, {upload.path: upload.digest for upload in plan.uploads})


def _check(board: Board, expected: dict[str, bytes]) -> None:
    found = board.digests(list(expected))
    wrong = [path.removesuffix(NEW) for path, digest in expected.items() if found.get(path) != digest]
    if wrong:
        raise DeployError(
            f"{wrong[0]} arrived damaged. Run the command again; if that does not help, try another cable, "
            "and then erase the drive (see docs/flashing.md)."
        )
