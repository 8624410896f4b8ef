# SPDX-License-Identifier: MIT
"""Play 2048 in the terminal, or run it headless: python -m tools.play --help"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.command import Ended, needs, run, stopped

with needs("play"):
    from tools.simulator import flash, front, glass, keys, options, program, report, terminal
    from tools.simulator.machine import Machine
    from tools.simulator.takeover import taken_over

if TYPE_CHECKING:
    import blessed


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(
        prog="python -m tools.play", description=__doc__.split(",", maxsplit=1)[0] + "."
    )
    options.add_to(command)
    command.add_argument(
        "--headless", action="store_true", help="run the keys on virtual time, without a terminal"
    )
    command.add_argument(
        "--flash",
        type=Path,
        metavar="FILE",
        help="keep the device's flash in this file, so that the game goes on the next time; without it the "
        "game in the terminal is kept in your data folder, unless --seed asks for a new one",
    )
    command.add_argument(
        "--cut-after",
        type=_count,
        metavar="N",
        help="cut the power in the N-th flash operation (exit code 3)",
    )
    headless = command.add_argument_group("with --headless")
    headless.add_argument("--keys", default="", metavar="STRING", help=keys.HELP)
    headless.add_argument(
        "--screenshot", type=Path, metavar="FILE.png", help="write what is on the glass at the end"
    )
    headless.add_argument(
        "--state", type=Path, metavar="FILE.json", help="write the state of the game at the end"
    )
    return command


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 up")
    return int(text)


def opened_flash(chosen: argparse.Namespace) -> AbstractContextManager[flash.Flash]:
    """The flash that the command line asks for, for a `with`. Raises FlashInUse or NotAFlashImage."""
    path = chosen.flash if chosen.headless else options.file_of_game(chosen)
    return options.told("play", flash.opened(path, cut_after=chosen.cut_after, seed=chosen.seed or 0))


def run_headless(
    machine: Machine, steps: list[keys.Step], screenshot: Path | None = None, state: Path | None = None
) -> dict[str, Any]:
    """Play the steps, then stop the program and write what was asked for; returns the state.

    Raises NoReport when the program does not end well, MachineStopped when not at all, KeyboardInterrupt
    when a person stopped it, NotWritten when a file cannot be written.
    """
    machine.play(*keys.schedule(steps))
    program.run(machine)
    if screenshot:
        glass.save_png(machine.chip.frame(), screenshot, machine.chip.contrast)
    built = report.build(machine.console.text, machine.chip)
    assert machine.flash  # for without a file it has a blank one
    built["flash"] = {"erases": machine.flash.erases, "programs": machine.flash.programs}
    if machine.faults:
        built["fault"] = machine.faults[0]
    if not (machine.interrupted or built["fault"]):
        # A person's Ctrl-C stopped the program before the keys were over.
        raise KeyboardInterrupt
    if state:
        report.write(built, state)
    if machine.faults:
        raise report.NoReport(machine.faults[0])
    report.parse(machine.console.text)
    return built


def run_in_terminal(machine: Machine, screen: "blessed.Terminal") -> None:
    """Play on a terminal (see terminal.open_terminal) until q or Ctrl-C.

    Raises NoReport when the program crashed, MachineStopped when it hangs.
    """
    with taken_over(screen) as takeover:
        shown = terminal.Front(screen, machine, takeover)
        if machine.flash and machine.flash.trouble:
            shown.status = "not saved"
        front.play(machine, shown)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0 ok, 1 failed, 2 wrong usage, 3 the power was cut."""
    command = parser()
    chosen = command.parse_args(arguments)
    if not chosen.headless and (chosen.keys or chosen.screenshot or chosen.state):
        command.error("--keys, --screenshot and --state need --headless")
    try:
        steps = keys.parse(chosen.keys)
    except keys.BadKeys as error:
        command.error(f"--keys: {error}")
    try:
        screen = None if chosen.headless else terminal.open_terminal()
        with opened_flash(chosen) as memory:
            machine = Machine(memory, options.settings_of(chosen))
            if screen:
                run_in_terminal(machine, screen)
            else:
                run_headless(machine, steps, chosen.screenshot, chosen.state)
    except terminal.NoTerminal as error:
        print(
            f"play: {error}; play without one: python -m tools.play --headless --keys ULDR", file=sys.stderr
        )
        return 2
    except (KeyboardInterrupt, Ended) as error:
        return stopped("play", error)
    except flash.PowerCut as cut:
        print(f"play: {cut}", file=sys.stderr)
        return 3
    except front.FAILURES as error:
        print(f"play: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    run("play", main)
