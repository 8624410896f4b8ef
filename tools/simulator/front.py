# SPDX-License-Identifier: MIT
"""What the terminal and the window have in common: a person plays, in real time.

A front shows a device's display and presses its buttons. It has `listen()`, which takes the person's
input; `serve(seconds)`, which also draws and then rests for at most that long; `wants_to_quit`; and
`typed` (see typed.Typed), whose clock gives each press the time at which the person made it. For what a
device is, see device.Device.
"""

import time
from pathlib import Path
from typing import Protocol

from tools.simulator import glass, kept, program, report
from tools.simulator.controller import Controller
from tools.simulator.machine import Machine, MachineStopped
from tools.simulator.typed import Typed

SECONDS_A_PICTURE = 1 / 60
# How often to look for keys, even while the program draws.
SECONDS_A_LOOK = 0.004
# If nobody looked at the clock for this long, the simulator was stopped (Ctrl-Z, a computer asleep). Its
# clock then stood still as well.
_STOOD_STILL_SECONDS = 5.0

# What ends a playing command with exit code 1. Each message says what is wrong.
FAILURES = (
    report.NoReport,
    MachineStopped,
    kept.FlashInUse,
    kept.NotAFlashImage,
    OSError,
)


class Front(Protocol):
    """What lets a person play; see the module's docstring."""

    typed: Typed
    wants_to_quit: bool

    def listen(self) -> None:
        """Take the person's input."""

    def serve(self, seconds: float) -> None:
        """Take the person's input, draw, and rest for at most `seconds`."""


class RealTime:
    """Keeps a simulated machine's clock in step with real time.

    Serves as Machine.pace, and its `listen` as Machine.listen. While the program draws, the machine's
    clock runs as the device's would, faster or slower than the program runs here; the person's clock
    runs on in real time.
    """

    def __init__(self, machine: Machine, front: "Front") -> None:
        self._machine = machine
        self._front = front
        self._start = self._looked = self._listened = time.monotonic()
        self._served = 0
        front.typed.clock = self.now
        front.typed.is_ready = lambda: machine.ready

    def now(self) -> int:
        """The machine's time by the person's clock, in microseconds."""
        looked = time.monotonic()
        if looked - self._looked > _STOOD_STILL_SECONDS:
            self._start += looked - self._looked
        self._looked = looked
        return round((looked - self._start) * 1_000_000)

    def listen(self) -> None:
        """Take the person's input, if it is time to look for it."""
        if time.monotonic() - self._listened >= SECONDS_A_LOOK:
            self._front.listen()
            self._listened = time.monotonic()

    def __call__(self, end: int) -> None:
        """Wait until the virtual time `end`. On a slow computer, the clock does not wait for the program."""
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
        """The time now; while typed keys wait for their turn, the clock is put forward, at most to `end`."""
        now = self.now()
        ahead = min(end, self._front.typed.hurry_until) - now
        if ahead > 0:
            self._start -= ahead / 1_000_000
            now += ahead
        return now


def play(machine: Machine, front: "Front") -> None:
    """Run the program on a simulated machine until the front wants to quit, or until Ctrl-C.

    Raises NoReport if the program crashes, MachineStopped if it hangs.
    """
    machine.run_on()
    machine.pace = RealTime(machine, front)
    machine.listen = machine.pace.listen
    program.run(machine)
    # Ctrl-C before the first picture is not a failure.
    if machine.ready or "KeyboardInterrupt" not in machine.console.text:
        report.parse(machine.console.text)


def save_picture(chip: Controller) -> str:
    """Save what the chip shows as 2048-1.png, or the next free number, here; returns a note on the result."""
    names = (f"2048-{number}.png" for number in range(1, 10_000))
    path = next(path for path in map(Path, names) if not path.exists())
    try:
        glass.save_png(chip.frame(), path, chip.contrast)
    except OSError as error:
        return f"cannot save {path}: {error.strerror}"
    return f"saved as {path}"
