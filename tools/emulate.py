"""Run the game on the real CircuitPython firmware in an emulated Pico: python -m tools.emulate --help"""

import argparse
import copy
import signal
import sys
import time
from pathlib import Path

from tools import files
from tools.needs import needs

with needs("emulate"):
    from tools.emulator import firmware, image, pty_link
    from tools.emulator.pico import NotReached, Pico
    from tools.simulator import glass, keys, program, report, terminal

_PICTURE_SECONDS = 1 / 60
_SPEED_SECONDS = 1.0
# An idle device lets seconds pass in no time: it must not be left alone for longer than nobody notices.
_STEP_MICROSECONDS = 5000


def parser():
    """The command line."""
    command = argparse.ArgumentParser(
        prog="python -m tools.emulate", description=__doc__.split(":", maxsplit=1)[0] + "."
    )
    command.add_argument(
        "--firmware",
        metavar="FILE.uf2",
        help=f"CircuitPython for the Raspberry Pi Pico; else ${firmware.VARIABLE}, else a download",
    )
    command.add_argument(
        "--seed", type=int, metavar="N", help="start the random numbers at N: the same game each time"
    )
    command.add_argument(
        "--keys", metavar="STRING", help="U D L R tap, . waits 100 ms, M menu chord, Z undo chord; then stop"
    )
    command.add_argument(
        "--screenshot", type=Path, metavar="FILE.png", help="write what is on the glass at the end"
    )
    command.add_argument(
        "--state", type=Path, metavar="FILE.json", help="write the state of the game at the end"
    )
    command.add_argument(
        "--flash",
        type=Path,
        metavar="FILE.bin",
        help="keep the flash (save and drive) in a file; made if missing",
    )
    command.add_argument(
        "--pty",
        type=Path,
        metavar="LINK",
        help="offer the console as a terminal at LINK, for mpremote, until Ctrl-C",
    )
    return command


def run_keys(pico, steps, screenshot=None, state=None):
    """Play the steps, press Ctrl-C and write what was asked for; returns the report.

    What is on the glass when the program stops of itself is written, too. Raises NotReached, NoReport or
    OSError.
    """
    try:
        pico.wait_until_ready()
        pico.play(steps)
    finally:
        # After Ctrl-C the firmware shows its own text.
        chip = copy.copy(pico.chip)
        chip.ram = bytes(chip.ram)
        if screenshot:
            glass.save_png(chip.frame(), screenshot, chip.contrast)
    pico.interrupt()
    built = report.build(pico.console.text, chip)
    if pico.display.faults:
        raise report.NoReport(pico.display.faults[0])
    if state:
        report.write(built, state)
    return built


class Pace:
    """Keeps the emulated clock from running ahead of the real one, and tells their ratio."""

    def __init__(self, pico):
        self._pico = pico
        self._start = (time.monotonic(), pico.now)
        self._mark = self._start
        self.ratio = 0.0

    def ahead(self):
        """Seconds to wait; also brings `ratio` up to date, once a second."""
        real, emulated = time.monotonic(), self._pico.now
        if real - self._mark[0] >= _SPEED_SECONDS:
            self.ratio = (emulated - self._mark[1]) / 1_000_000 / (real - self._mark[0])
            self._mark = (real, emulated)
        ahead = (emulated - self._start[1]) / 1_000_000 - (real - self._start[0])
        if ahead < 0:
            self._start = (real, emulated)  # what was lost is not made up for
        return max(0.0, ahead)


def run_in_terminal(pico):
    """Play until q, then press Ctrl-C. Raises NoTerminal, or NotReached when the program has ended."""
    screen = terminal.open_terminal()
    print("emulate: starting, which takes a while: CircuitPython boots instruction by instruction ...")
    pico.wait_until_ready()
    with terminal.taken_over(screen):
        front = terminal.Front(screen, pico)
        pace = Pace(pico)
        shown = 0.0
        while not front.wants_to_quit:
            pico.step(_STEP_MICROSECONDS)
            ahead = pace.ahead()
            if ahead or time.monotonic() - shown >= _PICTURE_SECONDS:
                shown = time.monotonic()
                front.status = f"speed {pace.ratio:.2f}" if pace.ratio else ""
                front.serve(ahead)
    pico.interrupt()


def run_on_pty(pico, link, steps):
    """Offer the console at `link` until Ctrl-C or SIGTERM; first play the steps, if any."""
    pace = Pace(pico)
    if steps:
        pico.wait_until_ready()
        changes, _ = keys.schedule(steps)
        for at, button, is_down in changes:
            pico.switch(button, is_down, pico.now + (keys.AFTER_READY_MS + at) * 1000)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with pty_link.linked(pico.console, link) as exchange:
        print(f"emulate: the console is at {link}; stop with Ctrl-C", flush=True)
        try:
            while True:
                pico.step(_STEP_MICROSECONDS)
                exchange()
                time.sleep(pace.ahead())
        except KeyboardInterrupt:
            pass


def power_up(options):
    """The Pico that the options describe. Raises NoFirmware, NotAFlashImage, MissingFiles or OSError."""
    settings = program.read_settings()
    changes = {} if options.seed is None else {"SEED": options.seed}
    if options.flash and options.flash.exists():
        if changes:
            print(f"emulate: {options.flash} keeps its own settings: --seed does not count", file=sys.stderr)
        memory = image.load(options.flash)
    else:
        memory = image.build(image.product_files(changes))
    return Pico(firmware.find(options.firmware), memory, settings)


def run(options, steps):
    """Do what the options ask for, and keep the flash."""
    pico = power_up(options)
    try:
        if options.pty:
            run_on_pty(pico, options.pty, steps)
        elif options.keys is None:
            run_in_terminal(pico)
        else:
            run_keys(pico, steps, options.screenshot, options.state)
    finally:
        if options.flash:
            options.flash.write_bytes(pico.memory)


def main(arguments=None):
    """Run the command; returns the exit code: 0 ok, 1 failed, 2 wrong usage."""
    command = parser()
    options = command.parse_args(arguments)
    if options.keys is None and (options.screenshot or options.state):
        command.error("--screenshot and --state need --keys")
    if options.pty and (options.screenshot or options.state):
        command.error("--screenshot and --state do not go with --pty")
    try:
        steps = keys.parse(options.keys or "")
    except keys.BadKeys as error:
        command.error(f"--keys: {error}")
    try:
        run(options, steps)
    except terminal.NoTerminal as error:
        print(
            f"emulate: {error}; run without one: python -m tools.emulate --keys ULDR --screenshot glass.png",
            file=sys.stderr,
        )
        return 2
    except (
        firmware.NoFirmware,
        image.NotAFlashImage,
        pty_link.NoPty,
        files.MissingFiles,
        NotReached,
        report.NoReport,
        OSError,
    ) as error:
        print(f"emulate: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
