"""The flash behind `microcontroller.nvm`, as CircuitPython's firmware drives it, and its power cuts.

Flash forgets only by the sector (erase: every bit 1) and is written by the page (program: bits can
only go from 1 to 0). What an assignment does with that depends on the port, and both kinds are here;
from the sources of CircuitPython 10.2 (common-hal/nvm/ByteArray.c of raspberrypi and nordic) and the
times from measurements on the emulated Pico.
"""

import mmap
import random
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

SECTOR = 4096
PAGE = 256
CALL_MICROSECONDS = 210
PROGRAM_MICROSECONDS = 400
ERASE_MICROSECONDS = 45_000
ERASED = 0xFF


class PowerCut(BaseException):
    """The power went off in the middle of a flash operation; not an Exception, so no program handles it."""


class FlashInUse(Exception):
    """Another simulator has the file open."""


class NotAFlashImage(Exception):
    """The file has another size than the flash."""


class Flash:
    """A region of erasable bytes; `erases` and `programs` count the operations on it.

    `image` is a bytearray or mmap of whole sectors and holds the content. `spend`, if given, is called
    with the microseconds each operation takes. With `cut_after` = N the N-th operation is cut off: a
    program has done a random part of its bits, an erase leaves noise, and PowerCut is raised.
    """

    def __init__(self, image, spend=None, cut_after=None, seed=0):
        self.image = image
        self.erases = 0
        self.programs = 0
        self._spend = spend or (lambda microseconds: None)
        self._cut_after = cut_after
        self._random = random.Random(seed)

    def __len__(self):
        return len(self.image)

    def __getitem__(self, key):
        return bytearray(self.image[key]) if isinstance(key, slice) else self.image[key]

    def __setitem__(self, key, value):
        if isinstance(key, slice):
            start, stop, step = key.indices(len(self))
            if step != 1:
                raise NotImplementedError("only slices with step=1 (aka None) are supported")
            if len(value) != stop - start:
                raise ValueError("Slice and value different lengths.")
            self._assign(start, bytes(value))
        else:
            self._assign(range(len(self))[key], bytes((value,)))

    def _assign(self, start, data):
        raise NotImplementedError

    def _program(self, start, data):
        """Clear bits so that `data` appears at `start`; one operation for each page it touches."""
        while data:
            part = data[: PAGE - start % PAGE]
            self.programs += 1
            cut = self._operation(PROGRAM_MICROSECONDS)
            for at, byte in enumerate(part, start):
                undone = self._random.randrange(256) if cut else 0
                self.image[at] &= byte | undone
            self._raise(cut)
            start += len(part)
            data = data[len(part) :]

    def _erase(self, start):
        """Set all bits of the sector at `start`; one operation."""
        self.erases += 1
        cut = self._operation(ERASE_MICROSECONDS)
        self.image[start : start + SECTOR] = (
            self._random.randbytes(SECTOR) if cut else bytes((ERASED,)) * SECTOR
        )
        self._raise(cut)

    def _operation(self, microseconds):
        """Account for one operation; tells whether the power goes off in it."""
        self._spend(microseconds)
        return self._cut_after is not None and self.erases + self.programs >= self._cut_after

    def _raise(self, cut):
        if cut:
            raise PowerCut(f"The power was cut in flash operation {self.erases + self.programs}.")


class Rp2Flash(Flash):
    """RP2040 and RP2350: one sector; assigning to bytes that are all erased needs no erase."""

    def _assign(self, start, data):
        self._spend(CALL_MICROSECONDS)
        if self.image[start : start + len(data)].strip(bytes((ERASED,))):
            whole = bytearray(self.image[:SECTOR])
            whole[start : start + len(data)] = data
            self._erase(0)
            self._program(0, whole)
        else:
            self._program(start, data)


class PagedFlash(Flash):
    """nRF52840: every assignment erases and rewrites the sectors it touches, one after the other."""

    def _assign(self, start, data):
        while data:
            sector = start - start % SECTOR
            part = data[: sector + SECTOR - start]
            whole = bytearray(self.image[sector : sector + SECTOR])
            whole[start - sector : start - sector + len(part)] = part
            self._erase(sector)
            self._program(sector, whole)
            start += len(part)
            data = data[len(part) :]


def blank(size=SECTOR):
    """The content of a flash that was never written, `size` bytes."""
    return bytearray((ERASED,)) * size


@contextmanager
def flash_file(path, **options):
    """Open the RP2 flash kept in the file `path`, made blank if missing; each change is in the file at once.

    Nobody else can open it meanwhile. `options` are those of Flash. Raises FlashInUse, NotAFlashImage
    or OSError.
    """
    path = Path(path)
    lock = FileLock(f"{path}.lock")
    try:
        held = lock.acquire(timeout=0)
    except Timeout:
        raise FlashInUse(
            f"{path} is in use by another simulator: end that one, or name another file with --flash."
        ) from None
    with held:
        if not path.exists() or path.stat().st_size == 0:
            path.write_bytes(blank())
        if path.stat().st_size != SECTOR:
            raise NotAFlashImage(
                f"{path} is not a flash image of {SECTOR:,} bytes: name another file with --flash."
            )
        with path.open("r+b") as file, mmap.mmap(file.fileno(), SECTOR) as image:
            yield Rp2Flash(image, **options)
