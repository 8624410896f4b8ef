# SPDX-License-Identifier: MIT
"""Put the game onto a CircuitPython board, or bring the one there up to date: python -m tools.deploy.

The saved game is backed up, but never touched, nor are the user's own files.
"""

import argparse
import sys
from datetime import datetime
from pathlib import Path

from tools import bytecode
from tools.command import needs
from tools.files import MissingFiles, device_files

with needs("deploy"):
    from tools.deployer.drive import Drive
    from tools.deployer.errors import DeployError
    from tools.deployer.find import find_drive, find_port, is_drive_of, serial_number
    from tools.deployer.install import NEEDED_MODULES, check_identity, check_space, install, look, plan_for
    from tools.deployer.link import Identity, Link
    from tools.deployer.messages import Messages
    from tools.deployer.planner import SETTINGS, new_settings
    from tools.deployer.start import wait_until_started
    from tools.saving import boards, kept

_DRIVE_STEPS = """This computer holds the board's drive, so the game cannot be written. One of these helps:
  - name the folder where the drive is mounted: make deploy ARGS="--drive FOLDER"
  - eject the drive (not the board) in the file manager and run the command again
  - if the game is on the board: press the board's reset button while no button of the game is held, and run
    the command again"""

_OLD_FIRMWARE_STEPS = """With CircuitPython {version} the board's drive has to be ejected before the game can
be written, even where no computer shows it. One of these helps:
  - eject the drive (not the board) and run the command again: in the file manager, or on Linux without one
    with `sudo eject /dev/sdX`, where `lsblk -o NAME,LABEL` tells sdX by the label CIRCUITPY
  - mount the drive and name the folder: make deploy ARGS="--drive FOLDER"
  - if the game is on the board: press the board's reset button while no button of the game is held, and run
    the command again
  - flash CircuitPython 10 or newer (see docs/flashing.md); the files on the board stay"""
_ASKS_FOR_NO_EJECTING = (10, 0, 0)


def main(arguments: list[str] | None = None, files: list[tuple[str, Path]] | None = None) -> int:
    """Run the command line; files, for tests, replaces the product's. Returns the exit code."""
    options = _parse(arguments)
    messages = Messages()
    try:
        pairs = device_files() if files is None else files
        _deploy(options, {path: local.read_bytes() for path, local in pairs}, messages)
    except (DeployError, bytecode.BadSource, MissingFiles) as error:
        messages.fail(str(error))
    except OSError as error:
        messages.fail(
            f"Writing failed: {error}. Check that the board is plugged in and run the command again."
        )
    except KeyboardInterrupt:
        messages.fail("Stopped. Run the command again to go on.")
    else:
        return 0
    return 1


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.deploy", description="Put the game onto a board.")
    parser.add_argument("--port", help="serial port of the board, or id:SERIALNUMBER; default: the only one")
    parser.add_argument("--drive", type=Path, metavar="FOLDER", help="where the board's drive is mounted")
    parser.add_argument("--dry-run", action="store_true", help="tell what would be done and do nothing")
    parser.add_argument(
        "--source", action="store_true", help="install the modules as source, to read and edit on the board"
    )
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


def _deploy(options: argparse.Namespace, sources: dict[str, bytes], messages: Messages) -> None:
    with Link(find_port(options.port)) as link:
        link.interrupt()
        identity = link.identify(NEEDED_MODULES)
        check_identity(identity)
        messages.say(f"Found {identity.board} with CircuitPython {'.'.join(map(str, identity.version))}.")
        wanted = _in_form(sources, identity, options.source, messages)
        found = look(link, wanted)
        plan = plan_for(found, wanted, options.reset_settings)
        messages.changes(plan, would=options.dry_run)
        if not options.reset_settings:
            messages.settings(new_settings(wanted.get(SETTINGS, b"").decode(), found.settings))
        if options.dry_run:
            messages.say("Nothing was changed.")
            return
        if not plan.changes_nothing:
            check_space(link, plan)
            target = _writable(link, identity, options.drive)
            _back_up(link, identity, messages)
            with messages.sending(plan.bytes_to_send()) as begin:
                aside = install(link, target, plan, begin)
            messages.moved_aside(aside)
        serial = serial_number(link.device)
        link.restart()
    messages.say("Waiting for the game to start ...")
    started = wait_until_started(link.device, serial, options.patience)
    memory = "" if started.free_bytes is None else f", {started.free_bytes:,} bytes of memory free"
    messages.say(f"2048 {started.version} runs on the board{memory}.")


def _back_up(link: Link, identity: Identity, messages: Messages) -> None:
    """Keep a copy of the saved game. The update does not touch it, so failing here stops nothing."""
    place = boards.on_board(link, identity.board)
    save = place.read() if place else None
    if not save or not save.holds_game:
        return
    try:
        path = kept.keep(save, datetime.now().astimezone())
    except OSError as error:
        messages.say(f"The saved game stays on the board, but could not be backed up: {error}")
        return
    messages.say(f"Backed up the saved game ({save.in_words()}) in {path}.")


def _in_form(
    sources: dict[str, bytes], identity: Identity, source: bool, messages: Messages
) -> dict[str, bytes]:
    """The files as this board gets them: compiled if it loads our bytecode and nobody asked for source."""
    if not source and not bytecode.fits(identity.bytecode):
        messages.say(
            "This CircuitPython loads no bytecode of ours, so the modules go onto the board as source."
        )
        source = True
    return bytecode.chosen(sources, source, messages.say)


def _writable(link: Link, identity: Identity, folder: Path | None) -> Link | Drive:
    """How the board's drive can be written: by the board itself, or where this computer has it mounted."""
    if link.call("make_writable")[0]:
        return link
    if folder is None:
        folder = find_drive(identity.uid)
    elif not is_drive_of(folder, identity.uid):
        raise DeployError(
            f"{folder} is not this board's drive: its boot_out.txt is missing or names another board."
        )
    if folder is not None:
        return Drive(folder)
    if identity.version < _ASKS_FOR_NO_EJECTING:
        raise DeployError(_OLD_FIRMWARE_STEPS.format(version=".".join(map(str, identity.version))))
    raise DeployError(_DRIVE_STEPS)


if __name__ == "__main__":
    sys.exit(main())
