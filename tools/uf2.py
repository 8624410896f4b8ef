# SPDX-License-Identifier: MIT
"""Read a CircuitPython firmware file, and find the chip, board and version that it is for."""

import re
import struct
from dataclasses import dataclass
from pathlib import Path

import folder2uf2

# github.com/microsoft/uf2, utils/uf2families.json
FAMILIES = {
    0xE48BFF56: "RP2040",
    0xE48BFF57: "RP2040 or RP2350",
    0xE48BFF59: "RP2350",
    0xE48BFF5A: "RP2350 (RISC-V)",
    0xE48BFF5B: "RP2350 (Arm, non-secure)",
    0xADA52840: "nRF52840",
    0x55114460: "SAMD51",
    0x68ED2B88: "SAMD21",
    0xBFDD4EEE: "ESP32-S2",
    0xC47E5767: "ESP32-S3",
}
RP2040 = 0xE48BFF56

_BLOCK = 512
# The firmware's image contains the line that it prints whenever it starts.
_VERSION = re.compile(rb"Adafruit CircuitPython (\d+\.\d+\.\d+)(\S*) on [-\d]+; ([ -~]+?) with (\w+)\0")
_BOARD_ID = re.compile(rb"\0([a-z][a-z0-9_]{2,50})\0")


class BadFirmware(Exception):
    """The file is not a complete UF2, or not CircuitPython; the message says which."""


@dataclass(frozen=True)
class Firmware:
    """The contents of a firmware file.

    blocks: (address, content) of each block. family: the file's number for the chip. version: of
    CircuitPython, as (major, minor, patch). board: the board's name for people. ids: words in the image;
    one of them is the board ID.
    """

    blocks: list[tuple[int, bytes]]
    family: int | None
    version: tuple[int, ...]
    board: str
    ids: frozenset[str]

    @property
    def chip(self) -> str:
        """The chip's name for people."""
        return FAMILIES.get(self.family or 0, f"the chip family 0x{self.family or 0:08X}")

    @property
    def release(self) -> str:
        return ".".join(map(str, self.version))


def read(path: Path) -> Firmware:
    """Read a firmware file. Raises BadFirmware, OSError."""
    data = path.read_bytes()
    if data[:4] != b"UF2\n":
        raise BadFirmware(f"{path} is not a UF2 file.")
    if len(data) % _BLOCK or not _is_whole(data):
        raise BadFirmware(f"{path} is incomplete: download it again.")
    try:
        blocks, family = folder2uf2.read_uf2(path)
    except (ValueError, OverflowError) as error:
        raise BadFirmware(f"{path} is not a usable UF2 file: {error}.") from error
    image = b"".join(content for _, content in blocks)
    found = _VERSION.search(image)
    if not found:
        raise BadFirmware(f"{path} is not CircuitPython: it names no version.")
    return Firmware(
        blocks,
        family,
        tuple(map(int, found[1].split(b"."))),
        found[3].decode(),
        frozenset(word.decode() for word in _BOARD_ID.findall(image)),
    )


def _is_whole(data: bytes) -> bool:
    """Tell whether all blocks are there. Each block states how many there are."""
    heads = [struct.unpack_from("<2I", data, at + 20) for at in range(0, len(data), _BLOCK)]
    return [number for number, _ in heads] == list(range(heads[0][1]))
