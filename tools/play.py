"""Play 2048 in the terminal, or run it headless: python -m tools.play --help"""

import argparse
import sys
from pathlib import Path

from tools.needs import needs

with needs("play"):
    from tools.simulator import flash, front, glass, keys, program, report, settings, terminal
    from tools.simulator.machine import Machine


def parser():
    """The command line."""
    command = argparse.ArgumentParser(
        prog="python -m tools.play", description=__doc__.split(",", maxsplit=1)[0] + "."
    )
    command.add_argument(
        "--seed", type=int, metavar="N", help="start the random numbers at N: the same game each time"
    )
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
    headless.add_argument(
        "--keys", default="", metavar="STRING", help="U D L R tap, . waits 100 ms, M menu chord, Z undo chord"
    )
    headless.add_argument(
        "--screenshot", type=Path, metavar="FILE.png", help="write what is on the glass at the end"
    )
    headless.add_argument(
        "--state", type=Path, metavar="FILE.json", help="write the state of the game at the end"
    )
    return command


def _count(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not a number from 1 up")
    return number


def opened_flash(options):
    """The flash that the command line asks for, for a `with`.

    Raises FlashInUse or NotAFlashImage for a file that cannot serve, OSError.
    """
    path = options.flash
    if path is None and not options.headless and options.seed is None:
        path = flash.kept_file()
    return flash.opened(path, cut_after=options.cut_after, seed=options.seed or 0)


def run_headless(machine, steps, screenshot=None, state=None):
    """Play the steps, then stop the program and write what was asked for; returns the state.

    Raises NoReport when the program does not end well, MachineStopped when not at all, KeyboardInterrupt
    when a person stopped it, OSError when a file cannot be written.
    """
    machine.play(*keys.schedule(steps))
    program.run(machine)
    if screenshot:
        glass.save_png(machine.chip.frame(), screenshot, machine.chip.contrast)
    built = report.build(machine.console.text, machine.chip)
    built["flash"] = {"erases": machine.flash.erases, "programs": machine.flash.programs}
    if machine.faults:
        raise report.NoReport(machine.faults[0])
    if not machine.interrupted:
        # A person's Ctrl-C stopped the program before the keys were over.
        raise KeyboardInterrupt
    if state:
        report.write(built, state)
    return built


def run_in_terminal(machine, screen):
    """Play on a terminal (see terminal.open_terminal) until q or Ctrl-C.

    Raises NoReport when the program crashed, MachineStopped when it hangs.
    """
    with terminal.taken_over(screen):
        front.play(machine, terminal.Front(screen, machine))


def main(arguments=None):
    """Run the command; returns the exit code: 0 ok, 1 failed, 2 wrong usage, 3 the power was cut."""
    command = parser()
    options = command.parse_args(arguments)
    if not options.headless and (options.keys or options.screenshot or options.state):
        command.error("--keys, --screenshot and --state need --headless")
    try:
        steps = keys.parse(options.keys)
    except keys.BadKeys as error:
        command.error(f"--keys: {error}")
    try:
        chosen = program.read_settings()
        if options.seed is not None:
            chosen = settings.changed(chosen, {"SEED": options.seed})
        screen = None if options.headless else terminal.open_terminal()
        with opened_flash(options) as memory:
            machine = Machine(memory, chosen)
            if screen:
                run_in_terminal(machine, screen)
            else:
                run_headless(machine, steps, options.screenshot, options.state)
    except terminal.NoTerminal as error:
        print(
            f"play: {error}; play without one: python -m tools.play --headless --keys ULDR", file=sys.stderr
        )
        return 2
    except terminal.Ended as ended:
        return ended.args[0]
    except KeyboardInterrupt:
        return 130
    except flash.PowerCut as cut:
        print(f"play: {cut}", file=sys.stderr)
        return 3
    except front.FAILURES as error:
        print(f"play: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
