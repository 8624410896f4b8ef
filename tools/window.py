"""Play 2048 in a window: python -m tools.window --help"""

import argparse
import sys
from pathlib import Path

from tools.needs import needs

with needs("window"):
    from tools.simulator import flash, front, program, settings, window
    from tools.simulator.machine import Machine


def parser():
    """The command line."""
    command = argparse.ArgumentParser(
        prog="python -m tools.window",
        description="Play 2048 in a window, whose keys go down and up as the device's buttons do.",
    )
    command.add_argument(
        "--seed", type=int, metavar="N", help="start the random numbers at N: the same game each time"
    )
    command.add_argument(
        "--flash",
        type=Path,
        metavar="FILE",
        help="keep the device's flash in this file; without it the game goes on that is kept in your data "
        "folder, the same as in the terminal, unless --seed asks for a new one",
    )
    return command


def main(arguments=None):
    """Run the command; returns the exit code: 0 ok, 1 failed, 2 no display or wrong usage."""
    options = parser().parse_args(arguments)
    try:
        chosen = program.read_settings()
        path = options.flash
        if options.seed is not None:
            chosen = settings.changed(chosen, {"SEED": options.seed})
        elif path is None:
            path = flash.kept_file()
        with flash.opened(path) as memory, window.opened() as shown:
            machine = Machine(memory, chosen)
            front.play(machine, window.Front(shown, machine))
    except window.NoDisplay as error:
        print(f"window: {error}; play in the terminal instead: make play", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except front.FAILURES as error:
        print(f"window: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
