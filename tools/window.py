# SPDX-License-Identifier: MIT
"""Play 2048 in a window: python -m tools.window --help"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.command import needs, run, stopped

with needs("window"):
    from tools.simulator import flash, front, front_window, options, speaker, wave_file
    from tools.simulator.machine import Machine


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(
        prog="python -m tools.window",
        description="Play 2048 in a window: keys can be held and combined, like the device's buttons.",
    )
    options.add_to(command)
    options.add_board_to(command)
    command.add_argument(
        "--flash",
        type=Path,
        metavar="FILE",
        help="keep the device's flash in this file; without it, the window continues the game in your data "
        "folder, the same one as the terminal, unless --seed starts a new one",
    )
    return command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0 ok, 1 failed, 2 no display or wrong usage."""
    chosen = parser().parse_args(arguments)
    try:
        memory_file = flash.opened(options.file_of_game(chosen))
        told = options.told("window", memory_file)
        with told as memory, front_window.opened() as shown, speaker.opened() as heard:
            content = wave_file.audible(options.settings_of(chosen) or b"", chosen.board)
            chip = options.chip_of(chosen, content)
            machine = Machine(memory, content, battery=chosen.battery, chip=chip)
            machine.board = chosen.board
            machine.hold(chosen.hold)
            front.play(machine, front_window.Front(shown, machine, lambda: heard.follow(machine.tones)))
    except front_window.NoDisplay as error:
        print(f"window: {error}; play in the terminal instead: make play", file=sys.stderr)
        return 2
    except KeyboardInterrupt as error:
        return stopped("window", error)
    except front.FAILURES as error:
        print(f"window: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    run("window", main)
