# SPDX-License-Identifier: MIT
"""The flash behind `microcontroller.nvm`, as CircuitPython's firmware drives it, and its power cuts.

Flash is erased by the sector (every bit becomes 1) and programmed by the page (bits can only go from 1
to 0). How an assignment to nvm uses this depends on the port; both kinds are modelled here. Sources:
CircuitPython 10.2 (common-hal/nvm/ByteArray.c of raspberrypi and nordic); the times were measured on
the emulated Pico.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import platformdirs

from tools.simulator import kept

SECTOR = 4096
PAGE = 256
ERASED = b"\xff"

_CALL_MICROSECONDS = 210
PROGRAM_MICROSECONDS = 400  # for each page
ERASE_MICROSECONDS = 45_000


class PowerCut(BaseException):
    """The power failed during a flash operation. Not an Exception, so that no program can catch it."""


class Flash:
    """The machine's storage; `erases` and `programs` count its operations.

    `image`, a bytearray of whole sectors, is its content, by default one blank sector. Each change also
    goes to `file`, a kept.KeptFile. With `cut_after` = N, operation N is cut off: a program has cleared a
    random part of its bits, an erase leaves one of the things that `_torn` tells, and PowerCut is raised.
    """

    def __init__(
        self,
        image: bytearray | None = None,
        cut_after: int | None = None,
        seed: int = 0,
        file: kept.KeptFile | None = None,
    ) -> None:
        self.image = blank() if image is None else image
        self.erases = 0
        self.programs = 0
        self._file = file
        self._cut_after = cut_after
        self._random = random.Random(seed)

    def __len__(self) -> int:
        return len(self.image)

    @property
    def trouble(self) -> str | None:
        """A sentence saying why the file does not keep the content; None if it does or there is no file."""
        return self._file.trouble if self._file else None

    def cut(self, after: int = 1) -> None:
        """Let the power fail in the operation that comes `after` so many, which may be a while."""
        self._cut_after = self.erases + self.programs + after

    def read(self, start: int, stop: int) -> bytes:
        """The bytes from `start` up to but not including `stop`."""
        return bytes(self.image[start:stop])

    def write(self, start: int, data: bytes | bytearray) -> int:
        """Assign `data` (bytes) at `start`; returns the time it took, in microseconds.

        Raises PowerCut, or OSError if the file cannot keep the change.
        """
        erases, programs = self.erases, self.programs
        self._assign(start, data)
        return (
            _CALL_MICROSECONDS
            + (self.erases - erases) * ERASE_MICROSECONDS
            + (self.programs - programs) * PROGRAM_MICROSECONDS
        )

    def _assign(self, start: int, data: bytes | bytearray) -> None:
        raise NotImplementedError

    def _program(self, start: int, data: bytes | bytearray) -> None:
        """Clear bits so that `data` appears at `start`: one operation for each page that it touches."""
        while data:
            part = data[: PAGE - start % PAGE]
            self.programs += 1
            for at, byte in enumerate(part, start):
                undone = self._random.randrange(256) if self._is_cut() else 0
                self.image[at] &= byte | undone
            self._end_operation(start, len(part))
            start += len(part)
            data = data[len(part) :]

    def _erase(self, start: int) -> None:
        """Set all bits of the sector at `start`: one operation."""
        self.erases += 1
        self.image[start : start + SECTOR] = self._torn(start) if self._is_cut() else ERASED * SECTOR
        self._end_operation(start, SECTOR)

    def _torn(self, start: int) -> bytes:
        """What an erase that is cut off may leave in the sector at `start`.

        No data sheet promises anything. So it is noise; or any share of the bits is erased; or part of the
        sector is, from either end.
        """
        before = bytes(self.image[start : start + SECTOR])
        done = self._random.randrange(SECTOR)
        kind = self._random.choice(("noise", "bits", "beginning", "end"))
        if kind == "beginning":
            return ERASED * done + before[done:]
        if kind == "end":
            return before[:done] + ERASED * (SECTOR - done)
        noise = self._random.randbytes(SECTOR)
        if kind == "noise":
            return noise
        erased = int.from_bytes(noise, "big")
        for _ in range(self._random.randrange(12)):
            erased &= self._random.getrandbits(8 * SECTOR)  # half as many each time
        return (int.from_bytes(before, "big") | erased).to_bytes(SECTOR, "big")

    def _rewrite(self, start: int, data: bytes | bytearray) -> None:
        """Change part of a sector as the firmware does: copy the sector, erase it and program all of it."""
        sector = start - start % SECTOR
        whole = bytearray(self.image[sector : sector + SECTOR])
        whole[start - sector : start - sector + len(data)] = data
        self._erase(sector)
        self._program(sector, whole)

    def _is_cut(self) -> bool:
        return self._cut_after is not None and self.erases + self.programs >= self._cut_after

    def _end_operation(self, start: int, count: int) -> None:
        if self._file:
            self._file.write(start, self.image[start : start + count])
        if self._is_cut():
            raise PowerCut(f"the power was cut in flash operation {self.erases + self.programs}")


class Rp2Flash(Flash):
    """The RP2040 and RP2350: one sector, where assigning to erased bytes needs no erase."""

    def _assign(self, start: int, data: bytes | bytearray) -> None:
        if self.image[start : start + len(data)].strip(ERASED):
            self._rewrite(start, data)
        else:
            self._program(start, data)


class PagedFlash(Flash):
    """The nRF52840: every assignment erases and rewrites the sectors it touches, one after the other."""

    def _assign(self, start: int, data: bytes | bytearray) -> None:
        while data:
            part = data[: SECTOR - start % SECTOR]
            self._rewrite(start, part)
            start += len(part)
            data = data[len(part) :]


class Region:
    """A flash as the region of an engine2048 journal."""

    def __init__(self, flash: Flash) -> None:
        self._flash = flash

    def __len__(self) -> int:
        return len(self._flash)

    def __getitem__(self, index: slice) -> bytes:
        return self._flash.read(*index.indices(len(self))[:2])

    def __setitem__(self, index: slice, data: bytes | bytearray | memoryview) -> None:
        self._flash.write(index.indices(len(self))[0], bytes(data))


def blank(size: int = SECTOR) -> bytearray:
    """The content of a new flash of `size` bytes."""
    return bytearray(ERASED) * size


@contextmanager
def flash_file(path: Path, **options: Any) -> Iterator[Rp2Flash]:
    """Open the RP2 flash kept in the file `path`, which starts blank if it is new; see kept.opened.

    `options` are those of Flash. Raises FlashInUse or NotAFlashImage.
    """
    with kept.opened(path, SECTOR, blank) as file:
        yield Rp2Flash(bytearray(file.content), file=file, **options)


@contextmanager
def opened(path: Path | None, **options: Any) -> Iterator[Rp2Flash]:
    """Open the RP2 flash kept in the file `path` (see flash_file); for None, a blank one that is not kept."""
    if path is None:
        yield Rp2Flash(**options)
    else:
        with flash_file(path, **options) as flash:
            yield flash


def kept_file() -> Path:
    """The file in the person's data folder that keeps their game."""
    return platformdirs.user_data_path("handheld-2048", appauthor=False) / "flash.bin"
