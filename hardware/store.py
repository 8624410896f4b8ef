# SPDX-License-Identifier: MIT
"""The bytes that survive a power cut."""

import os

import microcontroller
from micropython import const

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from nvm import ByteArray


def open_region() -> "tuple[ByteArray | None, bool]":
    """Return (region, appends) for engine2048.save.journal.Journal; region is None on a board without nvm.

    Only on these two chips does the firmware program erased bytes without first erasing the sector
    (CircuitPython, ports/*/common-hal/nvm).
    """
    return microcontroller.nvm, os.uname().sysname[:6] in ("rp2040", "rp2350")
