# SPDX-License-Identifier: MIT
"""The file that keeps a backup: JSON with the nvm's content, where and when it was made, and a checksum."""

import base64
import binascii
import hashlib
import json
from datetime import datetime
from pathlib import Path
from typing import Any

from engine2048 import __version__
from tools.output import NotWritten
from tools.saving.save import ERASED, Save, SaveError

_FORMAT = "2048-save"
_VERSION = 1
_LARGEST = 1 << 20  # bytes of nvm; no board has half as many


def packed(save: Save, now: datetime) -> bytes:
    """The content of a backup file."""
    fields = {
        "format": _FORMAT,
        "version": _VERSION,
        "date": now.isoformat(timespec="seconds"),
        "program": __version__,
        "board": save.board,
        "appends": save.appends,
        "size": len(save.content),
        "content": base64.b64encode(save.content.rstrip(ERASED)).decode(),
    }
    return (json.dumps({**fields, "sha256": _checksum(fields)}, indent=1) + "\n").encode()


def unpacked(data: bytes, name: str) -> Save:
    """The save in a backup file called `name`. Raises SaveError, which names the reason."""
    try:
        fields = json.loads(data)
        is_ours = fields["format"] == _FORMAT
    except (ValueError, TypeError, KeyError, RecursionError):
        is_ours = False
    if not is_ours:
        raise SaveError(f"{name} is no save of this game: name a file that `make backup` wrote.")
    version = fields.get("version")
    if isinstance(version, int) and version > _VERSION:
        raise SaveError(
            f"{name} was written by a newer version of this project: use that version, or a newer one."
        )
    checksum = fields.pop("sha256", None)
    try:
        if version != _VERSION or checksum != _checksum(fields) or not 0 < fields["size"] <= _LARGEST:
            raise ValueError
        if not isinstance(fields["date"], str):
            raise ValueError
        content = base64.b64decode(fields["content"], validate=True)
        save = Save(content.ljust(fields["size"], ERASED), bool(fields["appends"]), str(fields["board"]))
    except (ValueError, TypeError, KeyError, binascii.Error):
        raise SaveError(f"{name} is damaged: its checksum is wrong. Use another backup.") from None
    return save


def date_of(data: bytes) -> str:
    """When a backup that could be unpacked was made, to the minute."""
    return str(json.loads(data)["date"])[:16].replace("T", " ")


def write_new(path: Path, data: bytes, replace: bool = False) -> None:
    """Write a file whole or not at all; one that exists stays, unless `replace`.

    Raises FileExistsError or NotWritten.
    """
    if path.exists() and not replace:
        raise FileExistsError(path)
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise NotWritten(error.errno, error.strerror, str(path)) from error


def _checksum(fields: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()
