"""The game as one file for people without Python: python -m tools.release [--firmware FILE.uf2].

Writes into dist/ a zip of what goes onto the CIRCUITPY drive and, with a firmware, one UF2 with both
for the boot drive. The saved game lies between the two in the flash and is in neither.
"""

import argparse
import re
import sys
import zipfile
from pathlib import Path

from engine2048 import __version__
from tools.files import MissingLibraries, device_files
from tools.needs import needs

with needs("release"):
    import folder2uf2

    from tools.fatimage import ImageFull, build_fat_image, read_fat_image

_ZIP_DATE = (2020, 1, 1, 0, 0, 0)  # always the same, so that the same files give the same zip


class ReleaseError(Exception):
    """What is wrong with the firmware and what to do about it."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Returns the exit code."""
    options = _parse(arguments)
    try:
        files = {path: local.read_bytes() for path, local in device_files()}
        options.folder.mkdir(parents=True, exist_ok=True)
        path = options.folder / f"2048-{__version__}.zip"
        write_zip(path, files)
        print(f"Wrote {path}: unpack it onto the CIRCUITPY drive.")
        if options.firmware:
            board = options.board or board_of(options.firmware)
            path = options.folder / f"2048-{__version__}-{board}.uf2"
            write_uf2(path, files, options.firmware, board)
            print(f"Wrote {path}: copy it onto the boot drive (hold BOOTSEL while plugging in the board).")
    except (ReleaseError, ImageFull, MissingLibraries, OSError) as error:
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
        help="what the firmware is for; default: as its name says",
    )
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


def board_of(firmware: Path) -> str:
    """The board in the name that CircuitPython gives its downloads. Raises ReleaseError for other names."""
    boards = [board for board in folder2uf2.BOARDS if re.search(f"-{board}[-.]", firmware.name)]
    if not boards:
        raise ReleaseError(
            f"{firmware.name} does not say which board it is for: add BOARD=, one of "
            f"{', '.join(sorted(folder2uf2.BOARDS))}."
        )
    return boards[0]


def write_uf2(path: Path, files: dict[str, bytes], firmware: Path, board: str) -> None:
    """Write firmware and files as one UF2, then read it back. Raises ReleaseError, ImageFull, OSError."""
    family, offset, flash_bytes = folder2uf2.BOARDS[board]
    start = folder2uf2.XIP_BASE + offset
    try:
        blocks, firmware_family = folder2uf2.read_uf2(firmware)
    except (ValueError, OverflowError) as error:
        raise ReleaseError(f"{firmware.name} is not a UF2 file: {error}.") from error
    if firmware_family != family:
        raise ReleaseError(f"{firmware.name} is not for {board}: choose the firmware of that board.")
    if any(address + len(data) > start for address, data in blocks):
        raise ReleaseError(f"{firmware.name} is too large for {board}: its drive begins inside the firmware.")
    # CircuitPython puts the extra files on every new drive, to keep computers from littering it.
    image = build_fat_image([*folder2uf2.EXTRA_FILES, *files.items()], flash_bytes - offset)
    folder2uf2.write_uf2_blocks(path, blocks + folder2uf2.image_blocks(image, start), family)
    if not files.items() <= drive_in_uf2(path, start).items():
        raise ReleaseError(f"{path} does not read back as it was written: do not use it.")


def drive_in_uf2(path: Path, start: int) -> dict[str, bytes]:
    """The files of the drive that begins at this flash address in a UF2."""
    blocks, _ = folder2uf2.read_uf2(path)
    return read_fat_image(b"".join(data for address, data in sorted(blocks) if address >= start))


if __name__ == "__main__":
    sys.exit(main())
