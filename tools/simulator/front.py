"""What the terminal and the window have in common: a person plays, in real time.

A front shows a device's glass and presses its buttons. It has `serve(seconds)`, which does both for at
most that long, and `wants_to_quit`. A device is anything with `chip` (an Ssd1306), `now` (its time in
microseconds) and `switch(button, is_down, at)`: the simulated machine, or the emulated Pico.
"""

import time
from pathlib import Path

from tools.simulator import flash, glass, program, report
from tools.simulator.machine import MachineStopped

SECONDS_A_PICTURE = 1 / 60

# What ends a command that plays with exit code 1; each says in its message what is wrong.
FAILURES = (
    report.NoReport,
    MachineStopped,
    flash.FlashInUse,
    flash.NotAFlashImage,
    OSError,
)


class RealTime:
    """Lets a simulated machine's clock go with the real one while the front lives (see Machine.pace)."""

    def __init__(self, machine, front):
        self._machine = machine
        self._front = front
        self._start = time.monotonic()
        self._served = 0

    def __call__(self, end):
        """Wait until the virtual time `end`; on a slow computer the clock does not wait for the program."""
        while True:
            now = round((time.monotonic() - self._start) * 1_000_000)
            self._machine.now = max(self._machine.now, now)
            if now < end or now - self._served > SECONDS_A_PICTURE * 1_000_000:
                self._served = now
                self._front.serve(max(0, end - now) / 1_000_000)
            if self._front.wants_to_quit:
                self._machine.interrupt()
                return
            if now >= end:
                return


def play(machine, front):
    """Run the program on a simulated machine until the front wants to quit, or Ctrl-C.

    Raises NoReport when the program crashed, MachineStopped when it hangs.
    """
    machine.run_on()
    machine.pace = RealTime(machine, front)
    program.run(machine)
    # Ctrl-C before the first picture is no fault.
    if machine.ready or "KeyboardInterrupt" not in machine.console.text:
        report.parse(machine.console.text)


def save_picture(chip):
    """Write what the chip shows to a new file here, 2048-1.png or the next; returns what became of it."""
    names = (f"2048-{number}.png" for number in range(1, 10_000))
    path = next(path for path in map(Path, names) if not path.exists())
    try:
        glass.save_png(chip.frame(), path, chip.contrast)
    except OSError as error:
        return f"cannot save {path}: {error.strerror}"
    return f"saved as {path}"
