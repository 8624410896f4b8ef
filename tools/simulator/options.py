# SPDX-License-Identifier: MIT
"""What the commands that play have in common: how the game is chosen, and where it is kept."""

import argparse
import re
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from tools.simulator import flash, program, settings
from tools.simulator.kept import KeptFile

_LARGEST_SEED = 0x3FFFFFFF  # as hardware/config.py has it
_BARE_WORD = re.compile(r"[A-Za-z_]\w*")

_Opened = TypeVar("_Opened", flash.Flash, KeptFile)


def add_to(command: argparse.ArgumentParser) -> None:
    """Add --seed, --set and --settings to an ArgumentParser."""
    command.add_argument(
        "--seed", type=_seed, metavar="N", help="start the random numbers at N: the same game each time"
    )
    command.add_argument(
        "--set",
        type=_setting,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="try a setting, written as in settings.toml (the quotes of a single word may be left out); "
        "may be given several times",
    )
    command.add_argument(
        "--settings", type=_content, metavar="FILE", help="use this file in the place of settings.toml"
    )


def settings_of(options: argparse.Namespace) -> bytes | None:
    """The content of settings.toml that is asked for, None without such a file. Raises OSError."""
    chosen: bytes | None = options.settings
    if chosen is None:
        with suppress(FileNotFoundError):
            chosen = program.read_settings()
    changes: dict[str, Any] = dict(options.set)
    if options.seed is not None:
        changes["SEED"] = options.seed
    return settings.changed(chosen or b"", changes) if changes else chosen


def file_of_game(options: argparse.Namespace) -> Path | None:
    """Where the game goes on: in the file that is named, else in the person's own, with --seed nowhere."""
    if options.flash or options.seed is not None:
        return options.flash  # type: ignore[no-any-return]
    return flash.kept_file()


@contextmanager
def told(tool: str, opening: AbstractContextManager[_Opened]) -> Iterator[_Opened]:
    """Open what has a `trouble`, a flash or its file, and tell a person of it, at the latest at the end."""
    with opening as opened:
        before = tell(tool, opened.trouble)
        try:
            yield opened
        finally:
            if not before:
                tell(tool, opened.trouble)


def tell(tool: str, trouble: str | None) -> str | None:
    """Print a sentence, if there is one, to standard error; returns it."""
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


def _setting(text: str) -> tuple[str, bytes]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, f'"{value}"'.encode() if _BARE_WORD.fullmatch(value) else value.encode()


def _content(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{name} cannot be read: {error.strerror}") from None
