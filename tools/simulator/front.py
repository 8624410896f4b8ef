# SPDX-License-Identifier: MIT
"""What the terminal and the window have in common: a person plays, in real time.

A front shows a device's glass and presses its buttons. It has `listen()`, which takes what the hand did,
`serve(seconds)`, which also draws and rests for at most that long, `wants_to_quit`, and `typed` (see
typed.Typed), whose clock gives each press the time of the hand. A device is anything with `chip` (an
Ssd1306), `now` (its time in microseconds) and `switch(button, is_down, at)`: the simulated machine, or the
emulated Pico.
"""

import time
from pathlib import Path
from typing import Protocol

from tools.simulator import glass, kept, program, report
from tools.simulator.machine import Machine, MachineStopped
from tools.simulator.ssd1306 import Ssd1306
from tools.simulator.typed import Typed

SECONDS_A_PICTURE = 1 / 60
# Keys are looked for so often, also while the program draws.
SECONDS_A_LOOK = 0.004
# Who does not look at the clock for so long stood still (Ctrl-Z, a computer asleep), and its clock as well.
_STOOD_STILL_SECONDS = 5.0

# What ends a command that plays with exit code 1; each says in its message what is wrong.
FAILURES = (
    report.NoReport,
    MachineStopped,
    kept.FlashInUse,
    kept.NotAFlashImage,
    OSError,
)


class Front(Protocol):
    """What lets a person play; see the module's text."""

    typed: Typed
    wants_to_quit: bool

    def listen(self) -> None:
        """Take what the hand did."""

    def serve(self, seconds: float) -> None:
        """Do the same, draw, and rest for at most so long."""


class RealTime:
    """Lets a simulated machine's clock go with the real one while the front lives.

    Called as Machine.pace, and `listen` as Machine.listen. While the program draws, the machine's clock goes
    as the device's would, which may be faster or slower than the program here; the hand's goes on.
    """

    def __init__(self, machine: Machine, front: "Front") -> None:
        self._machine = machine
        self._front = front
        self._start = self._looked = self._listened = time.monotonic()
        self._served = 0
        front.typed.clock = self.now
        front.typed.is_ready = lambda: machine.ready

    def now(self) -> int:
        """The machine's time as the hand has it, in microseconds."""
        looked = time.monotonic()
        if looked - self._looked > _STOOD_STILL_SECONDS:
            self._start += looked - self._looked
        self._looked = looked
        return round((looked - self._start) * 1_000_000)

    def listen(self) -> None:
        """Take what the hand did in the meantime."""
        if time.monotonic() - self._listened >= SECONDS_A_LOOK:
            self._front.listen()
            self._listened = time.monotonic()

    def __call__(self, end: int) -> None:
        """Wait until the virtual time `end`; on a slow computer the clock does not wait for the program."""
        while True:
            self.listen()
            now = self._hurried(end)
            self._machine.now = max(self._machine.now, now)
            if now < end or now - self._served > SECONDS_A_PICTURE * 1_000_000:
                self._served = now
                self._front.serve(max(0, end - now) / 1_000_000)
            if self._front.wants_to_quit:
                self._machine.interrupt()
                return
            if now >= end:
                return

    def _hurried(self, end: int) -> int:
        """The time now; put forward, up to `end`, while typed keys would be waited for."""
        now = self.now()
        ahead = min(end, self._front.typed.hurry_until) - now
        if ahead > 0:
            self._start -= ahead / 1_000_000
            now += ahead
        return now


def play(machine: Machine, front: "Front") -> None:
    """Run the program on a simulated machine until the front wants to quit, or Ctrl-C.

    Raises NoReport when the program crashed, MachineStopped when it hangs.
    """
    machine.run_on()
    machine.pace = RealTime(machine, front)
    machine.listen = machine.pace.listen
    program.run(machine)
    # Ctrl-C before the first picture is no fault.
    if machine.ready or "KeyboardInterrupt" not in machine.console.text:
        report.parse(machine.console.text)


def save_picture(chip: Ssd1306) -> str:
    """Write what the chip shows to a new file here, 2048-1.png or the next; returns what became of it."""
    names = (f"2048-{number}.png" for number in range(1, 10_000))
    path = next(path for path in map(Path, names) if not path.exists())
    try:
        glass.save_png(chip.frame(), path, chip.contrast)
    except OSError as error:
        return f"cannot save {path}: {error.strerror}"
    return f"saved as {path}"
