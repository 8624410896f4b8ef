"""The bytes that outlive a power cut."""

import os

import microcontroller


def open_region():
    """Give (region, appends) for engine2048.save.journal.Journal; the region is None on a board without nvm.

    Only on these two chips does the firmware program erased bytes without erasing the sector first
    (CircuitPython, ports/*/common-hal/nvm).
    """
    return microcontroller.nvm, os.uname().sysname[:6] in ("rp2040", "rp2350")
