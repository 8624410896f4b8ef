# SPDX-License-Identifier: MIT
"""The backups that other commands make by themselves, in the person's data folder; the last few are kept."""

from datetime import datetime
from pathlib import Path

import platformdirs

from tools.saving import container
from tools.saving.save import Save, SaveError

_MOST = 20


def folder() -> Path:
    """Where these backups are."""
    return platformdirs.user_data_path("handheld-2048", appauthor=False) / "backups"


def name_of(save: Save, now: datetime) -> str:
    """The name of a backup's file; names sort by date."""
    board = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in save.board)
    return f"2048-{now:%Y-%m-%d-%H%M%S}-{board}.json"


def keep(save: Save, now: datetime) -> Path:
    """Keep a backup, unless the latest has the same content; returns its file. Raises NotWritten."""
    files = sorted(folder().glob("2048-*.json"))
    if files and _is_same(files[-1], save):
        return files[-1]
    path = folder() / name_of(save, now)
    number = 1
    while path.exists():
        number += 1
        path = folder() / name_of(save, now).replace(".json", f"-{number}.json")
    container.write_new(path, container.packed(save, now))
    for old in files[: max(0, len(files) + 1 - _MOST)]:
        old.unlink(missing_ok=True)
    return path


def _is_same(path: Path, save: Save) -> bool:
    try:
        other = container.unpacked(path.read_bytes(), path.name)
    except (OSError, SaveError):
        return False
    return (other.content, other.appends, other.board) == (save.content, save.appends, save.board)
