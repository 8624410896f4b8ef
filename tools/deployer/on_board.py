# SPDX-License-Identifier: MIT
"""Runs on the board, sent there by link.py. Does what mpremote's own helpers cannot do on CircuitPython.

CircuitPython has no os.ilistdir and no hashlib.sha256, and words its errors in the firmware's language. So
each answer is one Python literal per line. Must also run on MicroPython, to tell the two apart.
"""

import os
import sys

FOLDER = 0x4000
FILE = 0x8000


def describe(needed: "list[str]") -> None:
    """Print the firmware's name and version, the board, its uid, missing modules, and its bytecode."""
    missing = [name for name in needed if not can_import(name)]
    board_id, uid = "", b""
    if sys.implementation.name == "circuitpython":
        import board
        import microcontroller

        board_id, uid = board.board_id, bytes(microcontroller.cpu.uid)
    system = sys.implementation
    bytecode = getattr(system, "_mpy", 0)
    print(repr((system.name, tuple(system.version[:3]), board_id, uid, missing, bytecode)))


def can_import(name: str) -> bool:
    try:
        __import__(name)
    except ImportError:
        return False
    return True


def survey(folders: "list[str]") -> None:
    """Print (path, is it a folder) of everything in these folders, if they exist; "" is the root."""
    for folder in folders:
        if folder and kind(folder) != FOLDER:
            continue
        for name in os.listdir("/" + folder):
            path = folder + "/" + name if folder else name
            found = kind(path)
            if found:
                print(repr((path, found == FOLDER)))


def kind(path: str) -> int:
    """FOLDER, FILE, or 0 if nothing is there."""
    try:
        return os.stat(path)[0] & 0xC000
    except OSError:
        return 0


def digests(paths: "list[str]") -> None:
    """Print (path, SHA-1) of these files. Raises ImportError on a board without hashlib."""
    import hashlib

    buffer = bytearray(1024)
    view = memoryview(buffer)
    for path in paths:
        digest = hashlib.new("sha1")
        with open(path, "rb") as file:
            size = file.readinto(buffer)
            while size:
                digest.update(view[:size])
                size = file.readinto(buffer)
        print(repr((path, digest.digest())))


def space() -> None:
    """Print the drive's free space and its cluster size, in bytes."""
    volume = os.statvfs("/")
    print(repr((volume[0] * volume[3], volume[0])))


def make_writable() -> None:
    """Make the drive writable for the program if need be; print whether it is."""
    import storage

    # Even a drive that USB has released has to be remounted: hence three steps.
    steps = ("remount", "unsafe_disable_usb_drive", "remount")
    for step in steps:
        if not storage.getmount("/").readonly:
            break
        try:
            if step == "remount":
                storage.remount("/", False)
            else:
                storage.unsafe_disable_usb_drive()
        except (AttributeError, RuntimeError, OSError):
            pass
    print(repr(not storage.getmount("/").readonly))


def replace(pairs: "list[tuple[str, str]]") -> None:
    """Rename each (old path, new path), replacing what is there. Print (new path, path moved aside to)."""
    for old, new in pairs:
        aside = None
        try:
            os.rename(old, new)
        except OSError:
            if kind(new) != FILE:
                raise
            aside = move_aside(new)
            os.rename(old, new)
        print(repr((new, aside)))


def remove(paths: "list[str]") -> None:
    """Remove files, and empty folders (paths ending with a slash). Print (path, path moved aside to)."""
    for path in paths:
        aside = None
        if path.endswith("/"):
            if not os.listdir("/" + path[:-1]):
                os.rmdir(path[:-1])
        else:
            try:
                os.remove(path)
            except OSError:
                aside = move_aside(path)
        print(repr((path, aside)))


def move_aside(path: str) -> str:
    """Rename a write-protected file, as it cannot be removed; return its new path."""
    folder, slash, name = path.rpartition("/")
    number = 1
    while True:
        aside = folder + slash + "before2048-%d-%s" % (number, name)
        if not kind(aside):
            os.rename(path, aside)
            return aside
        number += 1


def nvm() -> None:
    """Print the chip's name and how many bytes of nvm there are; 0 if none."""
    import microcontroller

    memory = microcontroller.nvm
    print(repr((os.uname().sysname, 0 if memory is None else len(memory))))


def read_nvm(start: int, stop: int) -> None:
    """Print bytes of the nvm."""
    import microcontroller

    print(repr(bytes(microcontroller.nvm[start:stop])))  # type: ignore[index]  # there is one


def write_nvm(start: int, data: bytes, size: int) -> None:
    """Assign `data`, and bytes of 255 after it up to `size`, in one assignment: on some chips each erases."""
    import microcontroller

    memory = microcontroller.nvm
    memory[start : start + size] = data + b"\xff" * (size - len(data))  # type: ignore[index]  # there is one
    print(repr(True))


def close_left_open() -> None:
    """Close the file that an interrupted upload left open. If the garbage collector closed it later, it
    would write its stale size over the new file's.
    """
    left_open = globals().get("f")  # the name mpremote gives it
    if left_open:
        left_open.close()
