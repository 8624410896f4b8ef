# SPDX-License-Identifier: MIT
"""Back up your saved game, restore it, show it or film it: python -m tools.save --help"""

import argparse
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from engine2048.save.journal import NEWER
from tools.command import needs, run
from tools.output import write

with needs("save", "backup"):
    from tools.deployer.errors import DeployError
    from tools.saving import container, kept, looking, places
    from tools.saving.save import Save, SaveError, put
    from tools.simulator.kept import FlashInUse, NotAFlashImage

_SAVE_HELP = (
    "`board` (the board plugged in), `play` (the game of `make play`), a backup, or a file for --flash"
)
_FILM_MOVES = 200
_FAILURES = (DeployError, SaveError, FlashInUse, NotAFlashImage, OSError)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(
        prog="python -m tools.save",
        description="Your saved game on this computer. A SAVE is " + _SAVE_HELP + ".",
    )
    commands = command.add_subparsers(dest="command", required=True)

    backup = commands.add_parser("backup", help="copy a save into a file")
    backup.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="where to (default: a name with board and date)"
    )
    backup.add_argument("--from", dest="source", default=places.BOARD, metavar="SAVE", help=_SAVE_HELP)
    backup.add_argument("--yes", action="store_true", help="replace FILE if it exists")

    restore = commands.add_parser("restore", help="put a save back, after showing both and asking")
    restore.add_argument("source", metavar="SAVE", help=_SAVE_HELP)
    restore.add_argument(
        "--to",
        dest="target",
        default=places.BOARD,
        metavar="SAVE",
        help="where to: `board` (default), `play` or a file for --flash",
    )
    restore.add_argument("--yes", action="store_true", help="do not ask")

    show = commands.add_parser("show", help="show board, figures and last moves")
    show.add_argument("source", metavar="SAVE", help=_SAVE_HELP)

    film = commands.add_parser("film", help="make a film of the last moves")
    film.add_argument("source", metavar="SAVE", help=_SAVE_HELP)
    film.add_argument("file", type=Path, metavar="FILE.gif", help="the film")
    film.add_argument(
        "--moves", type=_count, default=_FILM_MOVES, metavar="N", help="at most so many (default %(default)s)"
    )
    for each in (backup, restore, show, film):
        each.add_argument(
            "--port", help="serial port of the board, or id:SERIALNUMBER; default: the only one"
        )
    return command


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 0")
    return int(text)


def now() -> datetime:
    """The time of a backup, with its time zone."""
    return datetime.now().astimezone()


def backup(chosen: argparse.Namespace) -> None:
    """Copy a save into a new file."""
    if chosen.file and chosen.file.exists() and not chosen.yes:
        raise SaveError(f"{chosen.file} exists: name another file, or add --yes to replace it.")
    with places.opened(chosen.source, chosen.port) as place:
        save = place.read()
    if not save.holds_game and save.outcome != NEWER:
        raise SaveError(f"There is {save.in_words()} {place.name}: nothing was written.")
    moment = now()
    file = chosen.file or Path(kept.name_of(save, moment))
    try:
        container.write_new(file, container.packed(save, moment), chosen.yes)
    except FileExistsError:
        raise SaveError(f"{file} exists: name another file, or add --yes to replace it.") from None
    print(f"Wrote {file}: {save.in_words()}.")


def restore(chosen: argparse.Namespace) -> None:
    """Put a save in the place of another."""
    with places.opened(chosen.source, chosen.port) as source:
        save = source.read()
    if not save.holds_game:
        raise SaveError(f"There is {save.in_words()} {source.name}: nothing was changed.{_newer(save)}")
    with places.opened(chosen.target, chosen.port, is_new=True) as target:
        before = target.read()
        _show_both((target, before), (source, save))
        if before.holds_game and before.state == save.state:
            print("They are the same: there is nothing to do.")
            return
        if not (chosen.yes or _agrees()):
            raise SaveError("Nothing was changed.")
        if not before.is_blank:
            print(f"What was there is kept in {kept.keep(before, now())}.")
        put(save, target)
        after = target.read()
        if not after.holds_game or after.state != save.state:
            raise SaveError("What was written does not read back. Run the command again.")
    print(f"Restored {target.name}: {after.in_words()}.")


def _newer(save: Save) -> str:
    return " Use the version of this project that wrote it." if save.outcome == NEWER else ""


def _show_both(*saves: tuple[places.Place, Save]) -> None:
    width = max(len(place.name) for place, _ in saves)
    for place, save in saves:
        print(f"{place.name[0].upper()}{place.name[1:]}:{' ' * (width - len(place.name))} {save.in_words()}")


def _agrees() -> bool:
    print("Replace the first with the second? [y/N] ", end="", flush=True)
    answer = sys.stdin.readline()
    if not answer.endswith("\n"):
        print()
    return answer.strip().lower() in ("y", "yes")


def _readable(chosen: argparse.Namespace) -> Save:
    with places.opened(chosen.source, chosen.port) as place:
        save = place.read()
    if not save.holds_game:
        raise SaveError(f"There is {save.in_words()} {place.name}.{_newer(save)}")
    return save


def show(chosen: argparse.Namespace) -> None:
    """Print a save as text."""
    print(looking.as_text(_readable(chosen)))


def film(chosen: argparse.Namespace) -> None:
    """Make a film."""
    with needs("save", "play"):
        from tools import filming  # noqa: PLC0415 - the rest works without the simulator's packages
        from tools.saving.film import film_of  # noqa: PLC0415
    frames = film_of(_readable(chosen), chosen.moves)
    write(chosen.file, filming.gif(frames))
    seconds = sum(time for _, time in frames) / 1000
    print(f"Wrote {chosen.file}: {len(frames):,} pictures, {seconds:.0f} seconds.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0 ok, 1 failed, 2 wrong usage."""
    chosen = parser().parse_args(arguments)
    try:
        {"backup": backup, "restore": restore, "show": show, "film": film}[chosen.command](chosen)
    except _FAILURES as error:
        print(f"save: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    run("save", main)
