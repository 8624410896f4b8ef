# SPDX-License-Identifier: MIT
"""The save on a board, read and written over the serial line."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tools.deployer.errors import DeployError
from tools.deployer.find import find_port
from tools.deployer.link import Link
from tools.saving.save import ERASED, Place, SaveError

_CHUNK = 512  # bytes of nvm at a time; their repr must fit in the board's heap
_APPENDING = ("rp2040", "rp2350")  # as in hardware/store.py


class BoardRegion:
    """The nvm of a board at the end of a link, with the slices of a bytearray.

    A journal keeps errors to itself; `trouble` is the last one.
    """

    def __init__(self, link: Link, size: int) -> None:
        self._link = link
        self._size = size
        self.trouble: DeployError | None = None

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, index: slice) -> bytes:
        start, stop, _ = index.indices(self._size)
        starts = range(start, stop, _CHUNK)
        return b"".join(self._call("read_nvm", at, min(at + _CHUNK, stop)) for at in starts)

    def __setitem__(self, index: slice, data: bytes | bytearray | memoryview) -> None:
        content = bytes(data)
        self._call("write_nvm", index.indices(self._size)[0], content.rstrip(ERASED), len(content))

    def _call(self, helper: str, *arguments: object) -> Any:
        try:
            return self._link.call(helper, *arguments)[0]
        except DeployError as error:
            self.trouble = error
            raise


def on_board(link: Link, board: str) -> Place | None:
    """The save on a board whose helpers are loaded, or None if it has no nvm. Raises DeployError."""
    chip, size = link.call("nvm")[0]
    return Place("on the board", BoardRegion(link, size), chip[:6] in _APPENDING, board) if size else None


@contextmanager
def opened_board(port: str | None) -> Iterator[Place]:
    """The save of the board at `port` (None: of the only one). Its game stops, and starts again at the end.

    Raises DeployError or SaveError.
    """
    with Link(find_port(port)) as link:
        link.interrupt()
        identity = link.identify([])
        if identity.firmware != "circuitpython":
            raise SaveError(f"This board runs {identity.firmware}, not CircuitPython: it holds no save.")
        place = on_board(link, identity.board)
        if not place:
            raise SaveError(f"CircuitPython for {identity.board} has no memory for a save.")
        yield place
        link.restart()
