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
    from tools.simulator import flash, front, glass, keys, options, program, report, terminal, wave_file
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
    options.add_board_to(command)
    command.add_argument(
        "--headless", action="store_true", help="play the keys in virtual time, without a terminal"
    )
    command.add_argument(
        "--flash",
        type=Path,
        metavar="FILE",
        help="keep the device's flash in this file, so that the next run continues the game; without it, "
        "the terminal keeps your game in your data folder, unless --seed starts a new one",
    )
    command.add_argument(
        "--cut-after",
        type=_count,
        metavar="N",
        help="cut the power during flash operation N (exit code 3)",
    )
    headless = command.add_argument_group("with --headless")
    headless.add_argument("--keys", default="", metavar="STRING", help=keys.HELP)
    headless.add_argument(
        "--screenshot", type=Path, metavar="FILE.png", help="save a picture of the final display"
    )
    headless.add_argument(
        "--sound",
        type=Path,
        metavar="FILE.wav",
        help="save what the speaker plays; if the settings name no pin for one, it gets one",
    )
    headless.add_argument("--state", type=Path, metavar="FILE.json", help="save the final state of the game")
    return command


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 0")
    return int(text)


def opened_flash(chosen: argparse.Namespace) -> AbstractContextManager[flash.Flash]:
    """Open the flash that the command line names, in a `with`. Raises FlashInUse or NotAFlashImage."""
    path = chosen.flash if chosen.headless else options.file_of_game(chosen)
    return options.told("play", flash.opened(path, cut_after=chosen.cut_after, seed=chosen.seed or 0))


def run_headless(
    machine: Machine,
    steps: list[keys.Step],
    screenshot: Path | None = None,
    state: Path | None = None,
    sound: Path | None = None,
) -> dict[str, Any]:
    """Play the steps, stop the program, write the files asked for and return the state.

    Raises NoReport if the program fails, MachineStopped if it does not stop, KeyboardInterrupt if a
    person interrupts it, and NotWritten if a file cannot be written.
    """
    machine.play(*keys.schedule(steps))
    program.run(machine)
    if screenshot:
        glass.save_png(machine.chip.frame(), screenshot, machine.chip.contrast)
    if sound:
        wave_file.save(machine.tones, machine.now, sound)
    built = report.build(machine.console.text, machine.chip)
    assert machine.flash  # opened_flash always gives one
    built["awake"] = round(machine.awake, 4)
    built["flash"] = {"erases": machine.flash.erases, "programs": machine.flash.programs}
    if machine.faults:
        built["fault"] = machine.faults[0]
    if not (machine.interrupted or built["fault"]):
        # A person pressed Ctrl-C before all the keys were played.
        raise KeyboardInterrupt
    if state:
        report.write(built, state)
    if machine.faults:
        raise report.NoReport(machine.faults[0])
    report.parse(machine.console.text)
    return built


def run_in_terminal(machine: Machine, screen: "blessed.Terminal") -> None:
    """Play on a terminal (see terminal.open_terminal) until q or Ctrl-C.

    Raises NoReport if the program crashes, MachineStopped if it hangs.
    """
    with taken_over(screen) as takeover:
        shown = terminal.Front(screen, machine, takeover)
        if machine.flash and machine.flash.trouble:
            shown.status = "not saved"
        front.play(machine, shown)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0 ok, 1 failed, 2 wrong usage, 3 power cut."""
    command = parser()
    chosen = command.parse_args(arguments)
    if not chosen.headless and (chosen.keys or chosen.screenshot or chosen.state or chosen.sound):
        command.error("--keys, --screenshot, --state and --sound need --headless")
    try:
        steps = keys.parse(chosen.keys)
    except keys.BadKeys as error:
        command.error(f"--keys: {error}")
    try:
        screen = None if chosen.headless else terminal.open_terminal()
        with opened_flash(chosen) as memory:
            content = options.settings_of(chosen)
            if chosen.sound:
                content = wave_file.audible(content or b"", chosen.board)
            chip = options.chip_of(chosen, content)
            machine = Machine(memory, content, battery=chosen.battery, chip=chip)
            machine.board = chosen.board
            machine.hold(chosen.hold)
            if screen:
                run_in_terminal(machine, screen)
            else:
                run_headless(machine, steps, chosen.screenshot, chosen.state, chosen.sound)
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
