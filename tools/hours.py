# SPDX-License-Identifier: MIT
"""How many hours a battery should last, computed from published currents: python -m tools.hours

Nothing here was measured on a board of ours. docs/battery.md says where each number comes from.
"""

import argparse
from collections.abc import Sequence
from typing import NamedTuple

from tools.command import run

# Milliamperes at 5 V that a whole Pico takes.
_RUNNING = 24.0  # computing; in the rest of the time it waits for an interrupt
_WAITING = 19.0
_LIGHT_SLEEP = 17.0
_DEEP_SLEEP = 2.0
_PICO_VOLTS = 5.0

# Milliamperes at 3.3 V of a display with a typical board, about a fifth of it lit.
_GLASS_LIT = 9.0
_GLASS_DIM = 3.0
_GLASS_ASLEEP = 0.01
_GLASS_VOLTS = 3.3
_REGULATOR = 0.85  # of the battery's energy reaches the display

_AWAKE_LIT = 0.17  # the share of time, from `make budgets ARGS=awake`
_AWAKE_DIM = 0.045
_AWAKE_PLAYING = 0.23


class Battery(NamedTuple):
    """A battery: its name and the energy in it, in milliwatt hours."""

    name: str
    energy: float


BATTERIES = (
    Battery("lithium, 500 mAh", 500 * 3.7),
    Battery("lithium, 1200 mAh", 1200 * 3.7),
    Battery("3 AAA alkaline", 3 * 1000 * 1.2),
    Battery("2 AA alkaline", 2 * 2200 * 1.2),
)


def _power(pico: float, glass: float) -> float:
    """Milliwatts taken from the battery."""
    return pico * _PICO_VOLTS + glass * _GLASS_VOLTS / _REGULATOR


def _awake(share: float) -> float:
    return share * _RUNNING + (1 - share) * _WAITING


STATES = {
    "playing": _power(_awake(_AWAKE_PLAYING), _GLASS_LIT),
    "lit, idle": _power(_awake(_AWAKE_LIT), _GLASS_LIT),
    "dim": _power(_awake(_AWAKE_DIM), _GLASS_DIM),
    "dark": _power(_LIGHT_SLEEP, _GLASS_ASLEEP),
    "off": _power(_DEEP_SLEEP, _GLASS_ASLEEP),
}


def rows() -> list[list[str]]:
    """The table: the first row is its head, the first column the state, the second milliwatts."""
    head = ["state", "mW", *(battery.name for battery in BATTERIES)]
    table = [head]
    for state, power in STATES.items():
        hours = [battery.energy / power for battery in BATTERIES]
        table.append([state, f"{power:.0f}", *(f"{hour:.0f} h" for hour in hours)])
    return table


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table as Markdown; returns the exit code 0."""
    argparse.ArgumentParser(prog="python -m tools.hours", description=__doc__.split(":")[0] + ".").parse_args(
        arguments
    )
    head, *body = rows()
    print(f"| {' | '.join(head)} |")
    print(f"|{' --- |' * len(head)}")
    for row in body:
        print(f"| {' | '.join(row)} |")
    return 0


if __name__ == "__main__":
    run("hours", main)
