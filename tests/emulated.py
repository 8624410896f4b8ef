# SPDX-License-Identifier: MIT
"""A tiny firmware and a fake clock, for tests of the emulator."""

import struct
from types import SimpleNamespace

# WFI, in a loop.
_SLEEPS_FOR_EVER = b"\x30\xbf\xfd\xe7"


class Clock:
    """A fake of the emulator's clock, whose alarms go off when the test lets time pass."""

    def __init__(self):
        self.nanos = 0
        self.due = []

    def create_alarm(self, callback):
        return SimpleNamespace(schedule=lambda delay: self.due.append((self.nanos + delay, callback)))

    def run(self):
        while self.due:
            self.due.sort(key=lambda entry: entry[0])
            self.nanos, callback = self.due.pop(0)
            callback()


def idle_firmware(folder):
    """A UF2 file with a program that sleeps forever."""
    header = struct.pack(
        "<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x1000_0000, 256, 0, 1, 0xE48BFF56
    )  # UF2 specification: magic, magic, has a family, address, bytes, block, blocks, RP2040
    path = folder / "idle.uf2"
    path.write_bytes(header + _SLEEPS_FOR_EVER.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30))
    return path
