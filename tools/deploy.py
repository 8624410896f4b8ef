"""Put the game onto a CircuitPython board, or bring the one there up to date: python -m tools.deploy.

The saved game is never touched, nor are the user's own files.
"""

import argparse
import sys
from pathlib import Path

from tools.files import MissingLibraries, device_files
from tools.needs import needs

with needs("deploy"):
    from tools.deployer.board import Board
    from tools.deployer.drive import Drive
    from tools.deployer.errors import DeployError
    from tools.deployer.find import find_drive, find_port, is_drive_of, serial_number
    from tools.deployer.install import NEEDED_MODULES, check_identity, check_space, install, look
    from tools.deployer.progress import Report
    from tools.deployer.start import wait_until_started

_DRIVE_STEPS = """This computer holds the board's drive, so the game cannot be written. One of these helps:
  - name the folder where the drive is mounted: make deploy ARGS="--drive FOLDER"
  - eject the drive (not the board) in the file manager and run the command again
  - press the board's reset button while no button of the game is held, and run the command again"""


def main(arguments: list[str] | None = None, files: list[tuple[str, Path]] | None = None) -> int:
    """Run the command line; files, for tests, replaces the product's. Returns the exit code."""
    options = _parse(arguments)
    report = Report()
    try:
        pairs = device_files() if files is None else files
        _deploy(options, {path: local.read_bytes() for path, local in pairs}, report)
    except (DeployError, MissingLibraries) as error:
        report.fail(str(error))
    except OSError as error:
        report.fail(f"Writing failed: {error}. Check that the board is plugged in and run the command again.")
    except KeyboardInterrupt:
        report.fail("Stopped. Run the command again to go on.")
    else:
        return 0
    return 1


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.deploy", description="Put the game onto a board.")
    parser.add_argument("--port", help="serial port of the board, or id:SERIALNUMBER; default: the only one")
    parser.add_argument("--drive", type=Path, metavar="FOLDER", help="where the board's drive is mounted")
    parser.add_argument("--dry-run", action="store_true", help="tell what would be done and do nothing")
    parser.add_argument("--reset-settings", action="store_true", help="replace settings.toml on the board")
    parser.add_argument(
        "--patience",
        type=float,
        default=30,
        metavar="SECONDS",
        help="how long the game may take to start (30)",
    )
    options = parser.parse_args(arguments)
    if options.drive and not options.drive.is_dir():
        parser.error(f"argument --drive: {options.drive} is not a folder")
    return options


def _deploy(options: argparse.Namespace, wanted: dict[str, bytes], report: Report) -> None:
    with Board(find_port(options.port)) as board:
        board.interrupt()
        identity = board.identify(NEEDED_MODULES)
        check_identity(identity)
        report.say(f"Found {identity.board} with CircuitPython {'.'.join(map(str, identity.version))}.")
        plan = look(board, wanted, options.reset_settings)
        report.changes(plan, would=options.dry_run)
        report.settings(plan.new_settings)
        if options.dry_run:
            report.say("Nothing was changed.")
            return
        if not plan.changes_nothing:
            check_space(board, plan)
            target = _writable(board, identity.uid, options.drive)
            with report.sending(plan.bytes_to_send()) as begin:
                install(board, target, plan, begin)
        serial = serial_number(board.device)
        board.restart()
    report.say("Waiting for the game to start ...")
    started = wait_until_started(board.device, serial, options.patience)
    memory = "" if started.free_bytes is None else f", {started.free_bytes:,} bytes of memory free"
    report.say(f"2048 {started.version} runs on the board{memory}.")


def _writable(board: Board, uid: str, folder: Path | None) -> Board | Drive:
    """How the board's drive can be written: by the board itself, or where this computer has it mounted."""
    if board.call("make_writable")[0]:
        return board
    if folder is None:
        folder = find_drive(uid)
    elif not is_drive_of(folder, uid):
        raise DeployError(
            f"{folder} is not this board's drive: its boot_out.txt is missing or names another board."
        )
    if folder is None:
        raise DeployError(_DRIVE_STEPS)
    return Drive(folder)


if __name__ == "__main__":
    sys.exit(main())
