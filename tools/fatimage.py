# SPDX-License-Identifier: MIT
"""Build an image of the CIRCUITPY drive with folder2uf2, and read one with pyfatfs.

The two libraries are independent of each other, so reading an image back checks it.
"""

import io
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from folder2uf2 import SECTOR, FatBuilder, Geometry, Node
from pyfatfs.FATDirectoryEntry import FATDirectoryEntry
from pyfatfs.PyFat import PyFat

PICO_DRIVE_BYTES = 0x100000  # flash 0x100000 to 0x200000 of a Raspberry Pi Pico

_VOLUME_ID = 0x20482048
_LOWER_STEM, _LOWER_SUFFIX = 0x08, 0x10
# In local time, to which the builder converts it back: the bytes are the same in every time zone.
_TIMESTAMP = time.mktime((2020, 1, 1, 0, 0, 0, 0, 0, -1))


class ImageFull(Exception):
    """The files do not fit on the drive."""


def build_fat_image(files: Iterable[tuple[str, Path | bytes]], size: int = PICO_DRIVE_BYTES) -> bytes:
    """Build a FAT volume of `size` bytes that holds these files.

    It is formatted as CircuitPython would: 512-byte sectors, one FAT, no partition table. `files` are
    pairs of (path on the device, path here or content). The same files give the same bytes.
    Raises ImageFull, OSError.
    """
    root = Node("", is_dir=True, ts=_TIMESTAMP)
    for device_path, source in files:
        *folders, name = device_path.strip("/").split("/")
        parent = root
        for folder in folders:
            parent = _folder(parent, folder)
        data = source if isinstance(source, bytes) else source.read_bytes()
        parent.children.append(Node(name, data=data, ts=_TIMESTAMP))
    builder = FatBuilder(Geometry(size // SECTOR), volume_id=_VOLUME_ID, build_ts=_TIMESTAMP)
    try:
        builder.layout(root)
    except ValueError as error:
        raise ImageFull(f"The files do not fit on a drive of {size} bytes: {error}.") from error
    return bytes(builder.image)


def _folder(parent: Node, name: str) -> Node:
    for child in parent.children:
        if child.is_dir and child.name == name:
            return child
    child = Node(name, is_dir=True, ts=_TIMESTAMP)
    parent.children.append(child)
    return child


def read_fat_image(image: bytes) -> dict[str, bytes]:
    """Map the path of every file in a FAT volume to its content.

    Raises pyfatfs's PyFATException if the image holds no FAT volume.
    """
    volume = PyFat()
    volume.set_fp(io.BytesIO(image))
    assert volume.root_dir is not None, "set_fp reads the root directory or raises"
    return dict(_files_below(volume, volume.root_dir, ""))


def _files_below(volume: PyFat, folder: FATDirectoryEntry, path: str) -> Iterator[tuple[str, bytes]]:
    folders, files, _ = folder.get_entries()
    for entry in files:
        clusters = volume.get_cluster_chain(entry.get_cluster()) if entry.filesize else ()
        data = b"".join(volume.read_cluster_contents(cluster) for cluster in clusters)
        yield path + _name(entry), data[: entry.filesize]
    for entry in folders:
        yield from _files_below(volume, entry, f"{path}{_name(entry)}/")


def _name(entry: FATDirectoryEntry) -> str:
    """The name as CircuitPython shows it.

    A short (8.3) name has no long entry. Two bits, which pyfatfs ignores, say which of its parts are in
    lower case.
    """
    if entry.lfn_entry:
        return entry.get_long_name()
    stem, dot, suffix = entry.get_short_name().partition(".")
    stem = stem.lower() if entry.ntres & _LOWER_STEM else stem
    return stem + dot + (suffix.lower() if entry.ntres & _LOWER_SUFFIX else suffix)
