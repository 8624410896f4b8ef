# SPDX-License-Identifier: MIT
"""Who owns a file on the board: the list of what was installed, with hashes, and what 1.0.0 installed.

A file is ours if a list has both its path and its hash. Everything else is the user's own work, even under a
name that we use.
"""

import functools
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

RECORD = "2048-files.txt"
# Files go into a folder of their own and are renamed once all have arrived, so an upload that breaks off
# leaves the old game whole. The new record goes first: what it lists is ours in that folder, however much of
# it has arrived.
STAGE = "2048-update/"
NEXT_RECORD = STAGE + "files.txt"
UNCHECKED_RECORD = NEXT_RECORD + ".new"

Lines = set[tuple[str, bytes]]  # (path, SHA-1) of files

_HEADER = """\
# What `make deploy` put onto this drive: the SHA-1 of each file and its name.
# Only these are ever replaced or removed. A file that differs from its line is yours and is kept.
"""
# Version 1.0.0 left no record on the board. Made by tools.deployer.released.
_RELEASED = Path(__file__).with_name("released.txt")


def digest(data: bytes) -> bytes:
    """SHA-1, which firmware from 9.2.1 on can compute itself; SHA-256 came with 10.1."""
    return hashlib.sha1(data, usedforsecurity=False).digest()


def write(lines: Iterable[tuple[str, bytes]], header: str = _HEADER) -> bytes:
    """The content of a record with these lines."""
    return (header + "".join(f"{sha.hex()}  {path}\n" for path, sha in sorted(lines))).encode()


def read(content: bytes) -> Lines:
    """The lines of a record. Skips anything that is not a complete line."""
    lines = set()
    for line in content.decode(errors="replace").split("\n")[:-1]:
        sha, _, path = line.rstrip("\r").partition("  ")
        if path and len(sha) == 40:
            try:
                lines.add((path, bytes.fromhex(sha)))
            except ValueError:
                continue
    return lines


def is_record(content: bytes) -> bool:
    """Tell whether this is a record, or the beginning of one."""
    first_line = _HEADER.encode().splitlines()[0]
    return content[: len(first_line)] == first_line[: len(content)]


def of_product(files: Mapping[str, bytes]) -> bytes:
    """The record of a drive that holds the product (path -> content) and nothing else."""
    return write((path, digest(data)) for path, data in files.items())


@functools.cache
def released() -> frozenset[tuple[str, bytes]]:
    """The files of version 1.0.0, also under the name that each has until it is renamed."""
    lines = read(_RELEASED.read_bytes())
    return frozenset(lines | {(f"{path}.new", sha) for path, sha in lines})
