# SPDX-License-Identifier: MIT
"""Finds the CircuitPython firmware that the emulated Pico runs."""

import hashlib
import os
from pathlib import Path

from rp2040py.utils.firmware_retrieve import CIRCUITPYTHON, retrieve

from tools import uf2

VARIABLE = "CIRCUITPYTHON_UF2"
BOARD = "Raspberry Pi Pico"
RELEASE = "10.2.1"
# Of adafruit-circuitpython-raspberry_pi_pico-en_US-10.2.1.uf2, 1,836,032 bytes. Adafruit publishes no sum, so
# this is that of a copy in a public repository. It checks only the download, not a file that the user names.
_SHA256 = "4568ecbf69a4623ec5bfcbf9efc983e9d264c7b0d4ab56f14fe336543c708318"
_WHERE = "circuitpython.org/board/raspberry_pi_pico"


class NoFirmware(Exception):
    """There is no firmware to run; the message says how to provide one."""


def find(given: str | Path | None = None) -> Path:
    """Return the UF2 file named by `given` or the environment, else an official release, downloaded once.

    Raises NoFirmware.
    """
    named = given or os.environ.get(VARIABLE)
    return _checked(Path(named) if named else _downloaded())


def _downloaded() -> Path:
    try:
        found = retrieve(CIRCUITPYTHON, RELEASE, board="pico")
    except OSError as error:
        found = None
        reason = f" ({error})"
    else:
        reason = ""
    if found is None:
        raise NoFirmware(
            f"CircuitPython for the Raspberry Pi Pico could not be downloaded{reason}: get its UF2 file from "
            f"{_WHERE} and name it with --firmware or {VARIABLE}."
        )
    if hashlib.sha256(found.read_bytes()).hexdigest() != _SHA256:
        raise NoFirmware(
            f"{found} differs from the released CircuitPython {RELEASE}: delete it and run the command "
            f"again, or get the file from {_WHERE} and name it with --firmware."
        )
    return found


def _checked(path: Path) -> Path:
    """Return the path if the emulated Pico can run the file. Raises NoFirmware."""
    try:
        found = uf2.read(path)
    except OSError as error:
        raise NoFirmware(f"{path} cannot be read: {error.strerror}.") from error
    except uf2.BadFirmware as error:
        raise NoFirmware(f"{error} Name the CircuitPython .uf2 file for the {BOARD}.") from error
    if found.family != uf2.RP2040 or found.board != BOARD:
        raise NoFirmware(
            f"{path} is CircuitPython {found.release} for the {found.board} ({found.chip}), but the "
            f"emulated board is a {BOARD} (RP2040): get its UF2 file from {_WHERE}."
        )
    return path
