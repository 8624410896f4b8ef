# SPDX-License-Identifier: MIT
"""The link to one board, through mpremote and the board's serial port."""

import ast
import contextlib
import io
import os
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from tools.deployer.errors import PORT_ERRORS, DeployError, LinkLost
from tools.deployer.record import digest

_HELPERS = Path(__file__).with_name("on_board.py")
_LINK_SECONDS = 5  # after so long without a byte, in either direction, the link counts as lost
_CHUNK = 1024  # bytes of a file per command; its repr, up to four times as long, must fit in the board's heap
_INTERRUPT, _LEAVE_RAW, _RUN_AGAIN = b"\r\x03", b"\r\x02", b"\x04"  # Ctrl-C, Ctrl-B, Ctrl-D

_BATCH = 40  # paths per command, for the same reason

Progress = Callable[[int], None]
Aside = list[tuple[str, str]]  # (path, new path) of files that could not be removed and were renamed


class Identity(NamedTuple):
    """What answered: firmware name and version, board ID, uid as hex digits, needed modules that it lacks,
    and its sys.implementation._mpy, which tells the bytecode that it loads (0: none).
    """

    firmware: str
    version: tuple[int, ...]
    board: str
    uid: str
    missing: list[str]
    bytecode: int


class Link:
    """The link to a board. Its program stops while the link is in use and runs again once it is closed.

    Connecting never resets the board, and never relies on text that a translated firmware would word
    differently. Every method raises LinkLost if the board stops answering, DeployError if it reports one.
    """

    def __init__(self, device: str) -> None:
        """Open the port. Raises DeployError if that fails."""
        self.device = device
        try:
            serial.serial_for_url(device, exclusive=True).close()
            self._transport = SerialTransport(device, timeout=_LINK_SECONDS)
        except (*PORT_ERRORS, TransportError) as error:
            raise DeployError(_why_not_opened(device, error)) from error
        self._transport.serial.write_timeout = _LINK_SECONDS
        self._hashes_itself = True

    def __enter__(self) -> "Link":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def interrupt(self, attempts: int = 3) -> None:
        """Stop the running program and load the helpers. Raises LinkLost if no Python answers."""
        for attempt in range(attempts):
            try:
                # mpremote prints what it got instead of a prompt, which would only confuse the user.
                with self._errors_explained(), contextlib.redirect_stdout(io.StringIO()):
                    self._transport.enter_raw_repl(soft_reset=False, timeout_overall=_LINK_SECONDS)
                break
            except LinkLost:
                if attempt + 1 == attempts:
                    raise LinkLost(
                        f"Nothing answers at {self.device}. Unplug the board, plug it in again and run "
                        "the command once more. If that does not help, flash CircuitPython "
                        "(see docs/flashing.md)."
                    ) from None
        self.call_source(_HELPERS.read_text())
        self.call("close_left_open")

    def identify(self, needed: list[str]) -> Identity:
        """Ask what kind of board this is, and which of the needed modules it lacks."""
        firmware, version, board, uid, missing, bytecode = self.call("describe", needed)[0]
        return Identity(firmware, version, board, uid.hex(), missing, bytecode)

    def call_source(self, source: str) -> str:
        """Run source on the board and return what it printed."""
        with self._errors_explained():
            return self._transport.exec(source).decode()

    def call(self, helper: str, *arguments: object) -> list[Any]:
        """Call a function of on_board.py and return the values it printed."""
        printed = self.call_source(f"{helper}({', '.join(map(repr, arguments))})")
        return [ast.literal_eval(line) for line in printed.splitlines()]

    def digests(self, paths: list[str]) -> dict[str, bytes]:
        """The SHA-1 of files, computed on the board if it can do so."""
        if self._hashes_itself:
            try:
                return dict(self._in_batches("digests", paths))
            except DeployError as error:
                if "ImportError" not in str(error):
                    raise
                self._hashes_itself = False
        return {path: digest(self.read(path)) for path in paths}

    def survey(self, folders: list[str]) -> dict[str, bool]:
        """Everything in these folders, as path -> whether it is a folder; "" is the drive's root."""
        return dict(self._in_batches("survey", folders))

    def _in_batches(self, helper: str, items: Sequence[object]) -> list[Any]:
        """Call a function of on_board.py with a list, in batches small enough for the board's heap."""
        starts = range(0, len(items), _BATCH)
        return [value for start in starts for value in self.call(helper, items[start : start + _BATCH])]

    def read(self, path: str) -> bytes:
        """The content of a file on the board."""
        with self._errors_explained():
            return bytes(self._transport.fs_readfile(path, chunk_size=_CHUNK))

    def write(self, path: str, data: bytes, progress: Progress) -> None:
        """Write a file, calling progress with the number of bytes written in each step."""
        written = 0

        def step(so_far: int, _: int) -> None:
            nonlocal written
            progress(so_far - written)
            written = so_far

        with self._errors_explained():
            self._transport.fs_writefile(path, data, chunk_size=_CHUNK, progress_callback=step)

    def make_folder(self, path: str) -> None:
        self.call_source(f"os.mkdir({path!r})")

    def replace(self, pairs: list[tuple[str, str]]) -> Aside:
        """Rename each (old path, new path), replacing what is there. Returns what was write-protected."""
        return [(path, aside) for path, aside in self._in_batches("replace", pairs) if aside]

    def remove(self, paths: list[str]) -> Aside:
        """Remove files, and empty folders (paths ending with a slash). Returns what was write-protected."""
        return [(path, aside) for path, aside in self._in_batches("remove", paths) if aside]

    def restart(self) -> None:
        """Reset the board, as if it had just been plugged in, and close the port.

        No other way from here starts code.py afresh: mpremote's own reset does nothing on CircuitPython.
        """
        # The link goes down with the board, sometimes before the command is acknowledged.
        with contextlib.suppress(LinkLost), self._errors_explained():
            self._transport.exec_raw_no_follow("import microcontroller; microcontroller.reset()")
        self._close_port()

    def close(self) -> None:
        """Run the board's program again, if the board is still there, and close the port."""
        if not self._transport.serial.is_open:
            return
        with contextlib.suppress(*PORT_ERRORS):
            for keys in (_INTERRUPT, _LEAVE_RAW, _RUN_AGAIN):
                self._transport.serial.write(keys)
                self._transport.serial.flush()
                time.sleep(0.1)  # CircuitPython drops what follows Ctrl-C in the same packet
        self._close_port()

    def _close_port(self) -> None:
        # On closing, mpremote sends signals that fail once the board is gone.
        with contextlib.suppress(*PORT_ERRORS):
            self._transport.close()
        self._transport.serial.close()

    @contextlib.contextmanager
    def _errors_explained(self) -> Iterator[None]:
        """Turn what mpremote and pyserial raise into errors that tell the user what to do."""
        try:
            yield
        except TransportExecError as error:
            last_line = error.error_output.strip().splitlines()[-1]
            raise DeployError(f"The board reports: {last_line}") from error
        except (*PORT_ERRORS, TransportError, struct.error) as error:
            raise LinkLost(
                f"The connection to the board at {self.device} broke off. Check the cable and run the "
                "command again: it continues where it stopped."
            ) from error


def _why_not_opened(device: str, error: Exception) -> str:
    exists = os.name == "nt" or os.path.exists(device)
    if not exists or isinstance(error, FileNotFoundError) or getattr(error, "errno", None) == 2:
        return f"There is no port {device}. Leave out --port to have the board found automatically."
    if os.name == "posix" and not os.access(device, os.R_OK | os.W_OK):
        return (
            f"You do not have permission to use {device}. Run `sudo usermod -a -G {_group(device)} $USER`, "
            "log out and in again, and run the command once more."
        )
    return (
        f"{device} is busy: another program is using it. Close Thonny, Mu and other serial terminals and run "
        f"the command again. ({error})"
    )


def _group(device: str) -> str:
    import grp  # noqa: PLC0415 - absent on Windows

    return grp.getgrgid(os.stat(device).st_gid).gr_name
