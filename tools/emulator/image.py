# SPDX-License-Identifier: MIT
"""What a Pico's flash holds besides the firmware: the sector behind microcontroller.nvm, then the drive.

The layout is that of CircuitPython 10 (ports/raspberrypi/mpconfigport.h): 1,020 KiB of firmware, 4 KiB of
nvm, and the file system from 1 MiB to the end.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pyfatfs.PyFat import PyFATException
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040

from tools import bytecode
from tools.deployer import record
from tools.fatimage import PICO_DRIVE_BYTES, build_fat_image, read_fat_image
from tools.files import device_files
from tools.simulator.settings import changed

NVM_BYTES = 4096
START = 1020 * 1024
BYTES = NVM_BYTES + PICO_DRIVE_BYTES

_DATA_REGISTER = 0x60  # of the chip's serial interface (RP2040 data sheet, 4.10.13)
_CHIP_SELECT = 1  # among the QSPI pins
_SECTOR_ERASE = 0x20
_BLOCK_ERASE = 0xD8
_PAGE_PROGRAM = 0x02
SECTOR = 4096
# The bytes that a command can change, counted from the start of its sector.
_CHANGES = {_SECTOR_ERASE: SECTOR, _PAGE_PROGRAM: SECTOR, _BLOCK_ERASE: 65_536}


def build(files: Iterable[tuple[str, Path | bytes]], nvm: bytes = b"\xff" * NVM_BYTES) -> bytes:
    """Build a flash with these files on its drive, given as (device path, path here or bytes) pairs."""
    return nvm + build_fat_image(files)


def product_files(
    settings: Mapping[str, Any] | None = None,
    replaced: Mapping[str, Path | bytes] | None = None,
    *,
    source: bool = False,
) -> list[tuple[str, Path | bytes]]:
    """The product's files and their record, with some settings changed and some files replaced.

    `settings` maps names to values (see settings.changed); `replaced` maps paths of sources to contents.
    Modules are compiled, unless `source`. Raises NoCompiler and BadSource.
    """
    contents = {path: _read(data) for path, data in (replaced or {}).items()}
    for path, local in device_files():
        contents.setdefault(path, local.read_bytes())
    if settings:
        contents["settings.toml"] = changed(contents["settings.toml"], settings)
    if not source:
        contents = bytecode.compiled(contents)
    return [*contents.items(), (record.RECORD, record.of_product(contents))]


def _read(data: Path | bytes) -> bytes:
    return data if isinstance(data, bytes) else data.read_bytes()


def settings_on(memory: bytes) -> bytes | None:
    """The content of settings.toml on the drive of such a flash, or None if it cannot be found."""
    try:
        return read_fat_image(memory[NVM_BYTES:]).get("settings.toml")
    except PyFATException:
        return None


class Watch:
    """Watches the flash chip's commands; `count` is how often the nvm sector was erased."""

    def __init__(self, rp2040: RP2040) -> None:
        self.count = 0
        self._changed: set[int] = set()  # sectors of the nvm and the drive, as offsets from START in bytes
        self._command = bytearray()
        self._write = rp2040.ssi.write_uint32
        rp2040.ssi.write_uint32 = self._on_write  # type: ignore[method-assign]
        rp2040.qspi[_CHIP_SELECT].add_listener(self._on_select)

    def take_changed(self) -> list[int]:
        """The sectors erased or written since the last call, as offsets from START in bytes."""
        changed, self._changed = self._changed, set()
        return sorted(changed)

    def _on_write(self, offset: int, value: int) -> None:
        if offset == _DATA_REGISTER:
            self._command.append(value & 0xFF)
        self._write(offset, value)

    def _on_select(self, state: GPIOPinState, _before: GPIOPinState) -> None:
        if state == GPIOPinState.HIGH and len(self._command) >= 4:
            self._note(self._command[0], int.from_bytes(self._command[1:4], "big"))
        self._command.clear()

    def _note(self, command: int, address: int) -> None:
        if command in (_SECTOR_ERASE, _BLOCK_ERASE) and address == START:
            self.count += 1
        first = address - address % SECTOR - START
        for at in range(first, first + _CHANGES.get(command, 0), SECTOR):
            if 0 <= at < BYTES:
                self._changed.add(at)
