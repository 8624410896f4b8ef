# SPDX-License-Identifier: MIT
"""The game as one file for people without Python: python -m tools.release [--firmware FILE.uf2].

Writes into dist/ a zip of what goes onto the CIRCUITPY drive and, with a firmware, one UF2 with both
for the boot drive. The saved game lies between the two in the flash and is in neither.
"""

import argparse
import sys
import zipfile
from pathlib import Path

from engine2048 import __version__
from tools import bytecode
from tools.command import needs
from tools.deployer import record
from tools.files import OLDEST_FIRMWARE, MissingFiles, device_files
from tools.output import writing

with needs("release"):
    import folder2uf2

    from tools import uf2
    from tools.fatimage import ImageFull, build_fat_image, read_fat_image

_ZIP_DATE = (2020, 1, 1, 0, 0, 0)  # always the same, so that the same files give the same zip


class ReleaseError(Exception):
    """What is wrong with the firmware and what to do about it."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Returns the exit code."""
    options = _parse(arguments)
    try:
        target = checked_firmware(options.firmware, options.board) if options.firmware else None
        sources = {path: local.read_bytes() for path, local in device_files()}
        files = bytecode.chosen(sources, options.source, print)
        files[record.RECORD] = record.of_product(files)
        with writing(options.folder):
            options.folder.mkdir(parents=True, exist_ok=True)
        path = options.folder / f"2048-{__version__}.zip"
        with writing(path):
            write_zip(path, files)
        print(f"Wrote {path}: unpack it onto the CIRCUITPY drive.")
        if target:
            firmware, board = target
            path = options.folder / f"2048-{__version__}-{board}.uf2"
            with writing(path):
                write_uf2(path, files, firmware, board)
            print(f"Wrote {path}: copy it onto the boot drive (hold BOOTSEL while plugging in the board).")
    except (ReleaseError, bytecode.BadSource, uf2.BadFirmware, ImageFull, MissingFiles, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Pack the game for others.")
    parser.add_argument(
        "--firmware", type=Path, metavar="FILE.uf2", help="CircuitPython to pack with the game"
    )
    parser.add_argument(
        "--board",
        choices=sorted(folder2uf2.BOARDS),
        help="stop if the firmware is for another board",
    )
    parser.add_argument("--source", action="store_true", help="pack the modules as source, not compiled")
    parser.add_argument("--folder", type=Path, default=Path("dist"), help="where to write (dist)")
    return parser.parse_args(arguments)


def write_zip(path: Path, files: dict[str, bytes]) -> None:
    """Pack files (path on the device -> content)."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _ZIP_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)


def board_of(firmware: uf2.Firmware, path: Path) -> str:
    """The board that a firmware is for. Raises ReleaseError for one whose drive's place is not known."""
    boards = sorted(firmware.ids & folder2uf2.BOARDS.keys())
    if len(boards) != 1:
        raise ReleaseError(
            f"{path.name} is for the {firmware.board}, and where that has its drive is not known here: "
            "install the zip instead. A UF2 can be made for: " + ", ".join(sorted(folder2uf2.BOARDS)) + "."
        )
    return boards[0]


def checked_firmware(path: Path, wanted: str | None) -> tuple[uf2.Firmware, str]:
    """A firmware that can run the game, and its board. Raises ReleaseError, uf2.BadFirmware, OSError.

    wanted: the board that it has to be for; None for any.
    """
    firmware = uf2.read(path)
    board = board_of(firmware, path)
    if wanted not in (None, board):
        raise ReleaseError(
            f"{path.name} is for {board}, not for {wanted}: choose the firmware of that board."
        )
    if firmware.family != folder2uf2.BOARDS[board][0]:
        raise ReleaseError(
            f"{path.name} names the board {board} but is for {firmware.chip}: download it again."
        )
    if firmware.version < OLDEST_FIRMWARE:
        oldest = ".".join(map(str, OLDEST_FIRMWARE))
        raise ReleaseError(
            f"{path.name} is CircuitPython {firmware.release}; the game needs {oldest} or newer."
        )
    return firmware, board


def write_uf2(path: Path, files: dict[str, bytes], firmware: uf2.Firmware, board: str) -> None:
    """Write firmware and files as one UF2, then read it back. Raises ReleaseError, ImageFull, OSError."""
    family, offset, flash_bytes = folder2uf2.BOARDS[board]
    start = folder2uf2.XIP_BASE + offset
    if any(address + len(data) > start for address, data in firmware.blocks):
        raise ReleaseError(f"The firmware is too large for {board}: its drive begins inside the firmware.")
    # CircuitPython puts the extra files on every new drive, to keep computers from littering it.
    image = build_fat_image([*folder2uf2.EXTRA_FILES, *files.items()], flash_bytes - offset)
    folder2uf2.write_uf2_blocks(path, firmware.blocks + folder2uf2.image_blocks(image, start), family)
    if not files.items() <= drive_in_uf2(path, start).items():
        raise ReleaseError(f"{path} does not read back as it was written: do not use it.")


def drive_in_uf2(path: Path, start: int) -> dict[str, bytes]:
    """The files of the drive that begins at this flash address in a UF2."""
    blocks, _ = folder2uf2.read_uf2(path)
    return read_fat_image(b"".join(data for address, data in sorted(blocks) if address >= start))


if __name__ == "__main__":
    sys.exit(main())
