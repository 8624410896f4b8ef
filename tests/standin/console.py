# SPDX-License-Identifier: MIT
"""The stand-in's end of the serial line: a pty under a fixed name, with faults on demand."""

import contextlib
import os
import pty
import select
import socket
import termios
from pathlib import Path

_WAIT = 1.0  # seconds to wait for a computer that does not read before output is dropped


class Unplugged(BaseException):
    """The cable is out: there is no power, and nothing runs."""


class Console:
    """Bytes to and from the computer. As on CircuitPython, output that nobody reads is dropped."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self.slow = False
        self.deaf_after: int | None = None  # how many more bytes to receive before the board stops listening
        self._wake, self._wake_writer = socket.socketpair()
        self._master = self._slave = -1
        self._received = bytearray()

    def plug_in(self) -> None:
        """Appear to the computer as a new device with the same name."""
        self._master, self._slave = pty.openpty()
        self._received.clear()
        # A new terminal echoes until someone opens it as a serial port.
        temporary = self.link.with_name(self.link.name + ".making")
        temporary.symlink_to(os.ttyname(self._slave))
        temporary.replace(self.link)

    def unplug(self) -> None:
        self.link.unlink(missing_ok=True)
        for descriptor in (self._master, self._slave):
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def stop(self) -> None:
        """Make everything that waits here raise Unplugged; may be called from another thread."""
        self._wake_writer.send(b"!")

    def close(self) -> None:
        self._wake.close()
        self._wake_writer.close()

    @property
    def connected(self) -> bool:
        return not termios.tcgetattr(self._slave)[3] & termios.ECHO

    def read_byte(self) -> int:
        """Wait for a byte."""
        while not self._received:
            self.receive(None)
        return self._received.pop(0)

    def receive(self, timeout: float | None) -> None:
        """Take what arrives within `timeout` seconds. Raises Unplugged."""
        ready, _, _ = select.select([self._master, self._wake], [], [], timeout)
        if self._wake in ready:
            self._wake.recv(1)
            raise Unplugged
        if self._master not in ready or self.deaf_after == 0:
            if self.deaf_after == 0:
                select.select([self._wake], [], [], timeout if timeout is not None else _WAIT)
            return
        data = os.read(self._master, 7 if self.slow else 4096)
        if self.deaf_after is not None:
            self.deaf_after = max(0, self.deaf_after - len(data))
        self._received += data

    def take_interrupt(self) -> bool:
        """Tell whether Ctrl-C was pressed; drops it and everything before it."""
        self.receive(0)
        at = self._received.rfind(b"\x03")
        if at >= 0:
            del self._received[: at + 1]
        return at >= 0

    def write(self, data: bytes) -> None:
        """Send, and drop what the computer does not take."""
        step = 5 if self.slow else 4096
        while data and self.connected and self.deaf_after != 0:
            _, ready, _ = select.select([], [self._master], [], _WAIT)
            if not ready:
                return
            data = data[os.write(self._master, data[:step]) :]
