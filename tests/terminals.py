# SPDX-License-Identifier: MIT
"""Run a program in a pseudo-terminal, and see its screen through a terminal emulator (pyte)."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte

from tests.conftest import ROOT


class TerminalSession:
    """Runs `command` in the project's folder, in a terminal of columns x rows.

    `screen` is what the terminal shows; `output` is every byte written to it.
    """

    def __init__(self, columns, rows, *command, **environment):
        self.output = b""
        self._typed_at = 0
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            os.execve(command[0], command, {**os.environ, "TERM": "xterm-256color", **environment})
        self.screen.write_process_input = lambda answer: os.write(self._terminal, answer.encode())
        self._before = termios.tcgetattr(self._terminal)
        self.resize(columns, rows)

    def resize(self, columns, rows):
        """Change the terminal's size."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys):
        """Press keys: text, or the bytes that special keys send."""
        self.type_bytes(keys.encode())

    def type_bytes(self, data):
        """Send what no text says."""
        self._typed_at = len(self.output)
        os.write(self._terminal, data)

    def wait_for(self, condition, seconds=20):
        """Follow the output until `condition()` is true; if that takes too long, fail and show the screen."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise AssertionError("waited in vain; the screen:\n" + "\n".join(self.screen.display))
            self._read(0.05)

    def text(self):
        """Everything on the screen."""
        return "\n".join(self.screen.display)

    def signal(self, number):
        """Send the program a signal."""
        os.kill(self.pid, number)

    def end(self, seconds=20):
        """Wait until the program ends; returns its exit code, negative for a signal."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._read(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = None
                while self._read(0.1):
                    pass
                return os.waitstatus_to_exitcode(status)
        raise AssertionError("the program did not end; the screen:\n" + self.text())

    def since(self):
        """What was written since the last keys were typed."""
        return self.output[self._typed_at :].decode("utf-8", "replace")

    def is_restored(self):
        """Tell whether the terminal is as before: main screen, cursor, line mode, echo."""
        return self.is_on_main_screen() and termios.tcgetattr(self._terminal) == self._before

    def is_on_main_screen(self):
        """Tell whether the terminal shows its main screen and its cursor."""
        shown = self.output.rfind(b"\x1b[?25h") > self.output.rfind(b"\x1b[?25l")
        main_screen = self.output.rfind(b"\x1b[?1049l") > self.output.rfind(b"\x1b[?1049h")
        return shown and main_screen

    def hang_up(self):
        """Close the terminal's window."""
        os.close(self._terminal)
        self._terminal = None

    def close(self):
        """End the program if it is still running."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self._terminal is not None:
            os.close(self._terminal)

    def _read(self, seconds):
        if self._terminal is None:
            time.sleep(seconds)
            return b""
        readable, _, _ = select.select([self._terminal], [], [], seconds)
        try:
            data = os.read(self._terminal, 65536) if readable else b""
        except OSError:  # Linux raises this once the program's side is closed.
            data = b""
        self.output += data
        self._stream.feed(data)
        return data
