"""Finds the CircuitPython firmware that the emulated Pico runs."""

import os
from pathlib import Path

from rp2040py.utils.firmware_retrieve import CIRCUITPYTHON, retrieve

VARIABLE = "CIRCUITPYTHON_UF2"
_BLOCK = 512
_MAGIC = b"UF2\n"


class NoFirmware(Exception):
    """There is no firmware to run; the message says how to give one."""


def find(given=None):
    """The UF2 file named by `given` or by the environment, else a stock release, downloaded once.

    Raises NoFirmware.
    """
    named = given or os.environ.get(VARIABLE)
    if named:
        return _checked(Path(named))
    try:
        found = retrieve(CIRCUITPYTHON, board="pico")
    except OSError as error:
        found = None
        reason = f" ({error})"
    else:
        reason = ""
    if found is None:
        raise NoFirmware(
            f"CircuitPython for the Raspberry Pi Pico could not be downloaded{reason}: get its UF2 file from "
            f"circuitpython.org/board/raspberry_pi_pico and name it with --firmware or {VARIABLE}."
        )
    return _checked(found)


def _checked(path):
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except OSError as error:
        raise NoFirmware(f"{path} cannot be read: {error.strerror}.") from error
    if start != _MAGIC or path.stat().st_size % _BLOCK:
        raise NoFirmware(f"{path} is no UF2 file: name the .uf2 of CircuitPython for the Raspberry Pi Pico.")
    return path
