# SPDX-License-Identifier: MIT
"""The stand-in board: boots, runs code.py, and answers at its REPL."""

import contextlib
import threading
import time
import traceback
from pathlib import Path

from tests.standin.console import Console, Unplugged
from tests.standin.drive import StandInDrive
from tests.standin.modules import UID, Interpreter, Reset

CTRL_A, CTRL_B, CTRL_C, CTRL_D = 1, 2, 3, 4
_RAW_BANNER = b"raw REPL; CTRL-B to exit\r\n>"
_WINDOW = 128  # bytes of raw paste per acknowledgement
_CONNECT_SECONDS = 2.0
_PROGRAMS = ("code.txt", "code.py", "main.py", "main.txt")

_WORDS = {
    "en": {
        "soft reboot": "soft reboot",
        "done": "Code done running.",
        "any key": "Press any key to enter the REPL. Use CTRL-D to reload.",
        "traceback": "Traceback (most recent call last):",
        "frame": '  File "{}", line {}, in {}',
    },
    "de": {
        "soft reboot": "weicher reboot",
        "done": "Der Code wurde ausgeführt.",
        "any key": "Drücke eine Taste für die REPL. STRG-D lädt neu.",
        "traceback": "Zurückverfolgung (jüngste Aufforderung zuletzt):",
        "frame": '  Datei "{}", Zeile {}, in {}',
    },
}


class StandInBoard:
    """A board on a pty. While it is plugged in, it runs in a thread of its own.

    `port` is what a tool opens. It keeps its name, although every reset puts another pty behind it.
    """

    def __init__(
        self,
        folder: Path,
        *,
        implementation: str = "circuitpython",
        version: tuple[int, ...] = (10, 2, 1),
        bytecode: int = 774,
        language: str = "en",
        chip: str = "rp2040",
        nvm=None,
        missing: tuple[str, ...] = (),
        capacity: int = 2008 * 512,
    ) -> None:
        (folder / "CIRCUITPY").mkdir()
        self.implementation = implementation
        self.version = version
        self.bytecode = bytecode
        self.sources: dict[bytes, str] = {}  # of the bytecode that it is to run
        self.missing = missing
        self.held_buttons: set[str] = set()
        self.booting = False
        self.waits_for_computer = (
            True  # a real board takes longer to start than a computer takes to open the port
        )
        self.drive = StandInDrive(folder / "CIRCUITPY", language, capacity)
        self.console = Console(folder / "port")
        self.chip = chip
        self.nvm = bytearray(range(256)) * 16 if nvm is None else nvm
        self.resets = 0
        self.running: str | None = None  # the file that is running
        self._words = _WORDS[language]
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> str:
        return str(self.console.link)

    def plug_in(self) -> None:
        self.console.plug_in()
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Pull the cable, unless it is out already."""
        if self._thread and self._thread.is_alive():
            self.console.stop()
            self._thread.join()

    def close(self) -> None:
        self.unplug()
        self.console.close()

    def write_text(self, text: str) -> None:
        self.console.write(text.replace("\n", "\r\n").encode())

    def sleep(self, seconds: float) -> None:
        """time.sleep on the board; Ctrl-C ends it."""
        deadline = time.monotonic() + seconds
        while True:
            if self.console.take_interrupt():
                raise KeyboardInterrupt
            left = deadline - time.monotonic()
            if left <= 0:
                return
            self.console.receive(left)

    def _live(self) -> None:
        """Everything from plugging in to pulling the cable."""
        with contextlib.suppress(Unplugged):
            while True:
                with contextlib.suppress(Reset):
                    self._boot()
                    self._run_program()
                    while True:
                        self._one_repl()
                self.resets += 1
                self.console.unplug()
                self.console.plug_in()
        self.console.unplug()

    def _boot(self) -> None:
        self.drive.start_over()
        (self.drive.root / "boot_out.txt").write_text(
            f"Adafruit CircuitPython {'.'.join(map(str, self.version))}; Raspberry Pi Pico with rp2040\n"
            f"Board ID:raspberry_pi_pico\nUID:{UID.hex().upper()}\n"
        )
        self.booting = True
        self._run_file("boot.py")
        self.booting = False
        deadline = time.monotonic() + _CONNECT_SECONDS
        while self.waits_for_computer and self.resets and not self.console.connected:
            if time.monotonic() > deadline:
                break
            self.console.receive(0.01)
        self.console.receive(0.02)

    def _run_file(self, name: str) -> None:
        path = self.drive.local(name)
        if path.is_file():
            self.running = name
            self._run(Interpreter(self), path.read_text(), name)
            self.running = None

    def _run_program(self) -> None:
        """Run code.py, or the file that takes its place, then wait for a key; Ctrl-D runs it again."""
        key = CTRL_D
        while key == CTRL_D:
            programs = [name for name in _PROGRAMS if self.drive.local(name).is_file()]
            self._run_file(next(iter(programs), "code.py"))
            self.write_text(f"\n{self._words['done']}\n\n{self._words['any key']}\n")
            key = self.console.read_byte()

    def _run(self, interpreter: Interpreter, source: str, name: str, separator: str = "") -> None:
        """Run source; `separator` comes between its output and its error."""
        try:
            interpreter.run(source, name)
            self.write_text(separator)
        except (Exception, KeyboardInterrupt) as error:
            self.write_text(separator + self._describe(error))

    def _describe(self, error: BaseException) -> str:
        frames = [
            self._words["frame"].format(frame.filename, frame.lineno, frame.name)
            for frame in traceback.extract_tb(error.__traceback__)
            if not frame.filename.startswith("/")
        ]
        name = "OSError" if isinstance(error, OSError) else type(error).__name__
        return "\n".join([self._words["traceback"], *frames, f"{name}: {error}"]) + "\n"

    def _one_repl(self) -> None:
        """Serve the friendly REPL until Ctrl-D, with excursions to the raw REPL."""
        self._interpreter = Interpreter(self)
        self.write_text("\nAdafruit CircuitPython; Raspberry Pi Pico with rp2040\n>>> ")
        while True:
            key = self.console.read_byte()
            if key == CTRL_A:
                self._raw_repl()
                self.write_text("\n>>> ")
            elif key == CTRL_D:
                self.write_text(f"\n{self._words['soft reboot']}\n")
                self._run_program()
                return
            else:
                self.write_text("\n>>> ")

    def _raw_repl(self) -> None:
        """Serve the raw REPL until Ctrl-B."""
        self.console.write(_RAW_BANNER)
        line = bytearray()
        while (key := self.console.read_byte()) != CTRL_B:
            if key == CTRL_A and line == b"\x05A":
                self._raw_paste()
                self.console.write(b">")
            elif key == CTRL_A:
                self.console.write(_RAW_BANNER)
            elif key == CTRL_D and line:
                self.console.write(b"OK")
                self._execute(bytes(line))
                self.console.write(b">")
            elif key == CTRL_D:
                # A soft reset: code.py does not run, and the raw REPL comes back.
                self._interpreter = Interpreter(self)
                self.console.write(f"OK\r\n{self._words['soft reboot']}\r\n".encode() + _RAW_BANNER)
            elif key != CTRL_C:
                line.append(key)
                continue
            line.clear()

    def _raw_paste(self) -> None:
        """Take source window by window, acknowledge each, and run it all unless Ctrl-C comes."""
        self.console.write(b"R\x01" + _WINDOW.to_bytes(2, "little") + b"\x01")
        source = bytearray()
        while (key := self.console.read_byte()) not in (CTRL_C, CTRL_D):
            source.append(key)
            if len(source) % _WINDOW == 0:
                self.console.write(b"\x01")
        self.console.write(b"\x04")
        if key == CTRL_C:
            self.console.write(b"\x04KeyboardInterrupt: \r\n\x04")
        else:
            self._execute(bytes(source))

    def _execute(self, source: bytes) -> None:
        self._run(self._interpreter, source.decode(), "<stdin>", separator="\x04")
        self.console.write(b"\x04")
