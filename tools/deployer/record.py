"""Whose a file on the board is: the list of what was put there, with hashes, and what 1.0.0 put there.

A file is ours where its path and its hash stand in a list. Everything else is somebody's own work, also where
its name is one of ours.
"""

import functools
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

RECORD = "2048-files.txt"
# Files are sent into a folder of their own and renamed when all are there, so that an upload that breaks off
# leaves the old game whole. It begins with the record to be: what that lists is ours in there, however much
# of it has arrived.
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
    """SHA-1, which every firmware from 9.2.1 on can compute itself; SHA-256 came with 10.1."""
    return hashlib.sha1(data, usedforsecurity=False).digest()


def write(lines: Iterable[tuple[str, bytes]], header: str = _HEADER) -> bytes:
    """Lines as the content of a file."""
    return (header + "".join(f"{sha.hex()}  {path}\n" for path, sha in sorted(lines))).encode()


def read(content: bytes) -> Lines:
    """The lines of such a file. What is no whole line is passed over."""
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
    """Is this a record, or the beginning of one?"""
    first_line = _HEADER.encode().splitlines()[0]
    return content[: len(first_line)] == first_line[: len(content)]


def of_product(files: Mapping[str, bytes]) -> bytes:
    """The record of a drive that holds the product (path -> content) and nothing else."""
    return write((path, digest(data)) for path, data in files.items())


@functools.cache
def released() -> frozenset[tuple[str, bytes]]:
    """What version 1.0.0 consists of, also in files whose renaming was cut off."""
    lines = read(_RELEASED.read_bytes())
    return frozenset(lines | {(f"{path}.new", sha) for path, sha in lines})
