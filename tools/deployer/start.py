# SPDX-License-Identifier: MIT
"""Watch a board start until the game's first picture is up, or clearly will not be."""

import re
import time
from typing import NamedTuple

from serial import Serial, serial_for_url

from tools.deployer.errors import PORT_ERRORS, DeployError
from tools.deployer.find import port_again

_READY = re.compile(r"^2048 (\S+) ready(?:, (\d+) bytes free)?", re.MULTILINE)
# The only part of a traceback that is the same in every language of the firmware.
_CRASH = re.compile(r"^\w*(?:Error|Exception|Exit)\b(?::.*)?$", re.MULTILINE)
# What code.py says when it cannot go on.
_STOPPED = re.compile(r"^2048 stopped: .*$", re.MULTILINE)
_TERMINAL_TITLE = re.compile(r"\x1b\].*?\x1b\\")
_QUIET_SECONDS = 1.0


class Started(NamedTuple):
    """What the game reported; free_bytes is None if it did not report it."""

    version: str
    free_bytes: int | None


class _Watch:
    """What the board has said so far, on all the ports where it turned up."""

    def __init__(self, patience: float) -> None:
        self._received = ""
        self.deadline = time.monotonic() + patience
        self.nudge_at = time.monotonic() + patience / 4

    @property
    def said(self) -> str:
        return _TERMINAL_TITLE.sub("", self._received).replace("\r", "")

    def listen(self, port: Serial) -> Started | None:
        """Read until the game is ready, has stopped, or time is up."""
        while time.monotonic() < self.deadline:
            data = port.read(port.in_waiting or 1)
            self._received += data.decode(errors="replace")
            ready = _READY.search(self.said)
            if ready and "\n" in self.said[ready.end() :]:
                return Started(ready[1], int(ready[2]) if ready[2] else None)
            if not data and (_CRASH.search(self.said) or _STOPPED.search(self.said)):
                return None
            if time.monotonic() > self.nudge_at:
                self._nudge(port)
        return None

    def _nudge(self, port: Serial) -> None:
        """Restart the program, in case its line came before this computer listened."""
        self.nudge_at = self.deadline
        for keys in (b"\x03", b"\x04"):
            port.write(keys)
            port.flush()
            time.sleep(_QUIET_SECONDS)


def wait_until_started(device: str, serial_number: str | None, patience: float) -> Started:
    """Listen to a board that was just reset, for at most `patience` seconds.

    Raises DeployError with what the board said if the game does not start.
    """
    watch = _Watch(patience)
    while time.monotonic() < watch.deadline:
        try:
            # The port disappears while the board restarts, and may come back under another name.
            with serial_for_url(port_again(device, serial_number), timeout=_QUIET_SECONDS) as port:
                started = watch.listen(port)
        except PORT_ERRORS:
            time.sleep(0.1)
            continue
        if started:
            return started
        break
    said = watch.said.strip()
    if not said:
        raise DeployError(
            f"The files are on the board, but it said nothing within {patience:.0f} seconds of its restart. "
            "Unplug it and plug it in again: the game should start."
        )
    stopped = _STOPPED.search(said)
    if stopped and not _CRASH.search(said):
        said = stopped[0]
    raise DeployError(f"The files are on the board, but the game did not start. The board said:\n\n{said}")
