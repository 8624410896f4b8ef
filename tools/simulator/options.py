# SPDX-License-Identifier: MIT
"""Options that the playing commands share: which game to play, with which settings, and where to keep it."""

import argparse
import re
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from tools.simulator import boards, chips, flash, keys, program, settings, supply
from tools.simulator.controller import Controller
from tools.simulator.kept import KeptFile

_LARGEST_SEED = 0x3FFFFFFF  # the same as in hardware/config.py
_LEAST_VOLTS, _MOST_VOLTS = 1.8, 5.5  # Pico datasheet, chapter 4: VSYS
_BARE_WORD = re.compile(r"[A-Za-z_]\w*")

_Opened = TypeVar("_Opened", flash.Flash, KeptFile)


def add_to(command: argparse.ArgumentParser) -> None:
    """Add --seed, --set, --settings and --display to an ArgumentParser."""
    command.set_defaults(board=boards.PICO)
    command.add_argument(
        "--hold",
        type=_buttons,
        default=(),
        metavar="BUTTONS",
        help="hold these buttons (U, D, L, R) while the power is switched on, until the first picture",
    )
    command.add_argument(
        "--seed", type=_seed, metavar="N", help="seed the random numbers with N, for the same game every time"
    )
    command.add_argument(
        "--set",
        type=_setting,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="try a setting, written as in settings.toml (a single word needs no quotes); "
        "can be given several times",
    )
    command.add_argument(
        "--battery",
        type=_volts,
        metavar="VOLTS",
        help="run on a battery of this voltage, without a computer; measured as the settings say, or by the "
        "Pico's own divider",
    )
    command.add_argument(
        "--display",
        type=str.upper,
        choices=tuple(chips.CHIPS),
        help="plug in a display with this chip; the settings name it, too, unless --set DISPLAY=... names "
        "another",
    )
    command.add_argument(
        "--settings", type=_content, metavar="FILE", help="use this file instead of settings.toml"
    )


def add_board_to(command: argparse.ArgumentParser) -> None:
    """Add --board to an ArgumentParser; it becomes a boards.Board, a Pico without the option."""
    command.add_argument(
        "--board",
        type=_board,
        metavar="ID",
        help=f"simulate this board, with its pins: {', '.join(boards.BOARDS)}",
    )


def settings_of(options: argparse.Namespace) -> bytes | None:
    """The content of settings.toml with the changes asked for; None if there is no file. Raises OSError."""
    chosen: bytes | None = options.settings
    if chosen is None:
        with suppress(FileNotFoundError):
            chosen = program.read_settings()
    changes: dict[str, Any] = dict(options.set)
    if options.seed is not None:
        changes["SEED"] = options.seed
    if options.display:
        changes.setdefault("DISPLAY", options.display)
    if changes:
        chosen = settings.changed(chosen or b"", changes)
    return chosen if options.battery is None else supply.measured(chosen or b"", options.board)


def chip_of(options: argparse.Namespace, chosen: bytes | None) -> Controller:
    """The display's chip, where the settings are `chosen`."""
    return chips.make(options.display, chosen)


def file_of_game(options: argparse.Namespace) -> Path | None:
    """The file that keeps the game: the one named, else the person's own; None if --seed is given alone."""
    if options.flash or options.seed is not None:
        return options.flash  # type: ignore[no-any-return]
    return flash.kept_file()


@contextmanager
def told(tool: str, opening: AbstractContextManager[_Opened]) -> Iterator[_Opened]:
    """Open a flash or its file, and print its `trouble` as soon as it is opened, or else at the end."""
    with opening as opened:
        before = tell(tool, opened.trouble)
        try:
            yield opened
        finally:
            if not before:
                tell(tool, opened.trouble)


def tell(tool: str, trouble: str | None) -> str | None:
    """Print a sentence to standard error, if there is one; returns it."""
    if trouble:
        print(f"{tool}: {trouble}", file=sys.stderr)
    return trouble


def _seed(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number <= _LARGEST_SEED:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 to {_LARGEST_SEED}")
    return number


def _volts(text: str) -> float:
    try:
        volts = float(text)
    except ValueError:
        volts = -1.0
    if not _LEAST_VOLTS <= volts <= _MOST_VOLTS:
        message = f"{text} is not a voltage that a Pico runs on, {_LEAST_VOLTS} to {_MOST_VOLTS}"
        raise argparse.ArgumentTypeError(message)
    return volts


def _board(text: str) -> boards.Board:
    if text not in boards.BOARDS:
        raise argparse.ArgumentTypeError(f"{text} is not one of {', '.join(boards.BOARDS)}")
    return boards.BOARDS[text]


def _buttons(text: str) -> tuple[int, ...]:
    try:
        steps = keys.parse(text)
    except keys.BadKeys:
        steps = []
    if not steps or any(len(step.buttons) != 1 for step in steps):
        raise argparse.ArgumentTypeError(f"{text} are not buttons: name some of U, D, L and R")
    return tuple(step.buttons[0] for step in steps)


def _setting(text: str) -> tuple[str, bytes]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    word = f'"{value}"' if _BARE_WORD.fullmatch(value) else value
    return name, word.encode(errors="surrogateescape")  # what is no UTF-8 goes into the file as it was typed


def _content(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{name} cannot be read: {error.strerror}") from None
