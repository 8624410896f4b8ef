# SPDX-License-Identifier: MIT
"""Firmware files of a few blocks, for tests of the code that reads them."""

import struct

RP2040 = 0xE48BFF56


def uf2(
    *,
    board="Raspberry Pi Pico",
    board_id="raspberry_pi_pico",
    chip="rp2040",
    version="10.2.1",
    family=RP2040,
    start=0x10000000,
    text=None,
):
    """A UF2 file in the published format, containing CircuitPython's strings (or `text`)."""
    said = f"Adafruit CircuitPython {version} on 2026-05-13; {board} with {chip}"
    image = text or b"\0" + board_id.encode() + b"\0\0" + said.encode() + b"\0%s\nBoard ID:%s\n\0"
    image = image.ljust(2048, b"\x5a")
    data = b""
    for number in range(len(image) // 256):
        payload = image[256 * number : 256 * number + 256]
        head = (0x0A324655, 0x9E5D5157, 0x2000, start + 256 * number, 256, number, len(image) // 256, family)
        data += struct.pack("<8I", *head) + payload.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)
    return data
