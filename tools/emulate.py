# SPDX-License-Identifier: MIT
"""Run the game on the real CircuitPython firmware in an emulated Pico: python -m tools.emulate --help"""

import argparse
import copy
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tools import bytecode, files
from tools.command import Ended, needs, run, stopped

with needs("emulate"):
    from tools.emulator import firmware, image, pty_link
    from tools.emulator.pico import NotReached, Pico
    from tools.simulator import front, glass, kept, keys, options, report, terminal
    from tools.simulator.takeover import end, taken_over

_SPEED_SECONDS = 1.0
# An idle device lets seconds pass in no time: it must not be left alone for longer than nobody notices.
_STEP_MICROSECONDS = 5000
_FAULT_PAGE_MS = 1500  # from its sentence on the console to its page on the glass, at most

_FAILURES = (
    *front.FAILURES,
    bytecode.BadSource,
    firmware.NoFirmware,
    pty_link.NoPty,
    files.MissingFiles,
    NotReached,
)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(
        prog="python -m tools.emulate", description=__doc__.split(":", maxsplit=1)[0] + "."
    )
    command.add_argument(
        "--firmware",
        metavar="FILE.uf2",
        help=f"CircuitPython for the Raspberry Pi Pico; else ${firmware.VARIABLE}, else a download",
    )
    options.add_to(command)
    command.add_argument("--source", action="store_true", help="run the modules from source, not compiled")
    command.add_argument("--keys", metavar="STRING", help=f"{keys.HELP}; then stop")
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
        help="keep the flash (save and drive, with its settings.toml) in a file; made if missing",
    )
    command.add_argument(
        "--pty",
        type=Path,
        metavar="LINK",
        help="offer the console as a terminal at LINK, for mpremote, until Ctrl-C",
    )
    return command


def run_keys(
    pico: Pico, steps: list[keys.Step], screenshot: Path | None = None, state: Path | None = None
) -> dict[str, Any]:
    """Play the steps, press Ctrl-C and write what was asked for; returns the report.

    What is on the glass when the program stops of itself is written, too. Raises NotReached, NoReport or
    NotWritten.
    """
    trouble = None
    try:
        pico.wait_until_ready()
        pico.play(steps)
    except NotReached as error:
        trouble = error
        pico.run_until(pico.now + _FAULT_PAGE_MS * 1000)
    # After Ctrl-C the firmware shows its own text.
    chip = copy.copy(pico.chip)
    chip.ram = chip.ram[:]
    if screenshot:
        glass.save_png(chip.frame(), screenshot, chip.contrast)
    if not trouble:
        press_ctrl_c(pico)
    elif not report.fault(pico.console.text):
        raise trouble
    built = report.build(pico.console.text, chip)
    built["awake"] = round(pico.busy / max(pico.now, 1), 4)
    if pico.display.faults:
        built["fault"] = pico.display.faults[0]
    if state:
        report.write(built, state)
    if pico.display.faults:
        raise report.NoReport(pico.display.faults[0])
    report.parse(pico.console.text)
    return built


def press_ctrl_c(pico: Pico) -> None:
    """End the program, if it has not stopped of itself. Raises NotReached."""
    if not report.fault(pico.console.text):
        pico.interrupt()


class Pace:
    """Keeps the emulated clock from running ahead of the real one, and tells their ratio."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico
        self._start = (time.monotonic(), pico.now)
        self._mark = self._start
        self.ratio = 0.0

    def ahead(self) -> float:
        """Seconds to wait; also brings `ratio` up to date, once a second."""
        real, emulated = time.monotonic(), self._pico.now
        if real - self._mark[0] >= _SPEED_SECONDS:
            self.ratio = (emulated - self._mark[1]) / 1_000_000 / (real - self._mark[0])
            self._mark = (real, emulated)
        ahead = (emulated - self._start[1]) / 1_000_000 - (real - self._start[0])
        if ahead < 0:
            self._start = (real, emulated)  # what was lost is not made up for
        return max(0.0, ahead)


def run_in_terminal(pico: Pico) -> None:
    """Play until q, then press Ctrl-C. Raises NoTerminal, NoReport or NotReached when the program ended."""
    screen = terminal.open_terminal()
    print("emulate: starting, which takes a while: CircuitPython boots instruction by instruction ...")
    pico.wait_until_ready()
    with taken_over(screen) as takeover:
        shown = terminal.Front(screen, pico, takeover)
        pace = Pace(pico)
        served = 0.0
        while not shown.wants_to_quit:
            pico.step(_STEP_MICROSECONDS)
            shown.listen()
            ahead = 0 if pico.now < shown.typed.hurry_until else pace.ahead()
            if ahead or time.monotonic() - served >= front.SECONDS_A_PICTURE:
                served = time.monotonic()
                shown.status = f"speed {pace.ratio:.2f}" if pace.ratio else ""
                shown.serve(ahead)
    press_ctrl_c(pico)
    report.parse(pico.console.text)


def run_on_pty(pico: Pico, link: Path, steps: list[keys.Step]) -> None:
    """Offer the console at `link` until Ctrl-C or SIGTERM; first play the steps, if any."""
    pace = Pace(pico)
    if steps:
        pico.wait_until_ready()
        changes, _ = keys.schedule(steps)
        for at, button, is_down in changes:
            pico.switch(button, is_down, pico.now + (keys.AFTER_READY_MS + at) * 1000)
    with pty_link.linked(pico.console, link) as exchange:
        print(f"emulate: the console is at {link}; stop with Ctrl-C", flush=True)
        with suppress(KeyboardInterrupt, Ended):
            while True:
                pico.step(_STEP_MICROSECONDS)
                exchange()
                time.sleep(pace.ahead())


@contextmanager
def powered_up(chosen: argparse.Namespace) -> Iterator[Pico]:
    """The Pico that the options describe; its flash is in the file that they name, as it changes.

    Raises NoFirmware, FlashInUse, NotAFlashImage, MissingFiles or OSError.
    """
    uf2 = firmware.find(chosen.firmware)
    if chosen.flash is None:
        content = options.settings_of(chosen)
        chip = options.chip_of(chosen, content)
        yield Pico(uf2, _new_flash(chosen), content, battery=chosen.battery, chip=chip)
        return
    is_kept = chosen.flash.is_file() and chosen.flash.stat().st_size > 0
    if is_kept and (chosen.set or chosen.settings is not None or chosen.seed is not None):
        options.tell(
            "emulate",
            f"{chosen.flash} has its own settings.toml: --seed, --set and --settings do not count.",
        )
    with options.told("emulate", kept.opened(chosen.flash, image.BYTES, lambda: _new_flash(chosen))) as file:
        content = image.settings_on(file.content)
        chip = options.chip_of(chosen, content)
        pico = Pico(uf2, file.content, content, battery=chosen.battery, chip=chip)
        pico.file = file
        yield pico


def _new_flash(chosen: argparse.Namespace) -> bytes:
    content = options.settings_of(chosen)
    replaced = None if content is None else {"settings.toml": content}
    try:
        return image.build(image.product_files(replaced=replaced, source=chosen.source))
    except bytecode.NoCompiler as error:
        options.tell("emulate", str(error))
        return image.build(image.product_files(replaced=replaced, source=True))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0 ok, 1 failed, 2 wrong usage."""
    command = parser()
    chosen = command.parse_args(arguments)
    if chosen.keys is None and (chosen.screenshot or chosen.state):
        command.error("--screenshot and --state need --keys")
    if chosen.pty and (chosen.screenshot or chosen.state):
        command.error("--screenshot and --state do not go with --pty")
    try:
        steps = keys.parse(chosen.keys or "")
    except keys.BadKeys as error:
        command.error(f"--keys: {error}")
    before = signal.signal(signal.SIGTERM, end)
    try:
        with powered_up(chosen) as pico:
            pico.hold(chosen.hold)
            if chosen.pty:
                run_on_pty(pico, chosen.pty, steps)
            elif chosen.keys is None:
                run_in_terminal(pico)
            else:
                run_keys(pico, steps, chosen.screenshot, chosen.state)
    except terminal.NoTerminal as error:
        print(
            f"emulate: {error}; run without one: python -m tools.emulate --keys ULDR --screenshot glass.png",
            file=sys.stderr,
        )
        return 2
    except (KeyboardInterrupt, Ended) as error:
        return stopped("emulate", error)
    except _FAILURES as error:
        print(f"emulate: {error}", file=sys.stderr)
        return 1
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


if __name__ == "__main__":
    run("emulate", main)
