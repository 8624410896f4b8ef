# SPDX-License-Identifier: MIT
"""Where a save can be: on a board, in the game of `make play`, in a flash file, or in a backup."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.saving import container
from tools.saving.save import Place, Save, SaveError
from tools.simulator import flash, kept

BOARD = "board"
PLAY = "play"
SIMULATED = "simulator"

_PICO = "raspberry_pi_pico"
_EMULATED_BYTES = flash.SECTOR + 1024 * 1024  # the nvm and the drive behind it (tools/emulator/image.py)


@contextmanager
def opened(name: str, port: str | None, *, is_new: bool = False) -> Iterator[Place]:
    """The save called `name`: BOARD, PLAY or a file. Only a flash file may be missing, if `is_new`.

    Raises SaveError, DeployError, FlashInUse or NotAFlashImage.
    """
    if name == BOARD:
        from tools.saving.boards import opened_board  # noqa: PLC0415 - the rest works without its packages

        with opened_board(port) as place:
            yield place
        return
    path = flash.kept_file() if name == PLAY else Path(name)
    if not is_new and not path.is_file():
        raise SaveError(
            "There is no game of `make play` yet." if name == PLAY else f"There is no file {name}."
        )
    backup = None if name == PLAY else _backup(path)
    if backup and is_new:
        raise SaveError(f"{name} is a backup, which nothing plays from: name a flash file, or another.")
    if backup:
        save, date = backup
        yield Place(f"in {name} ({save.board}, {date})", save.content, save.appends, save.board)
        return
    size = path.stat().st_size if path.is_file() else 0
    is_emulated = size == _EMULATED_BYTES
    with kept.opened(path, size if is_emulated else flash.SECTOR, flash.blank) as file:
        if file.trouble:
            raise SaveError(file.trouble)
        memory = flash.Rp2Flash(bytearray(file.content[: flash.SECTOR]), file=file)
        where = "in `make play`" if name == PLAY else f"in {name}"
        yield Place(where, flash.Region(memory), True, _PICO if is_emulated else SIMULATED)


def _backup(path: Path) -> tuple[Save, str] | None:
    """The backup in a file and its date; None if it can only be a flash. Raises SaveError if neither."""
    if not path.exists():
        return None
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}.") from None
    if len(content) in (0, flash.SECTOR, _EMULATED_BYTES) and not content.startswith(b"{"):
        return None
    return container.unpacked(content, str(path)), container.date_of(content)
