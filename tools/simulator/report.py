# SPDX-License-Identifier: MIT
"""The final state of a run as JSON, in the same form for the simulator and the emulated Pico."""

import json
import re
from pathlib import Path
from typing import Any

from tools.output import write as write_file
from tools.simulator.controller import Controller

# What a program that cannot go on prints (hardware/faults.py). The display shows the same sentence.
STOPPED = re.compile(r"2048 stopped: (.*)")
_UNKNOWN = dict.fromkeys(("cells", "score", "best", "moves", "screen", "rest"))


class NoReport(Exception):
    """The program crashed, or stopped without printing its state. The message ends with its last words."""


def fault(console: str) -> str | None:
    """The sentence that says what stopped the program; None if nothing did, or if it recovered."""
    _, lines = _after_state(console)
    said = [found[1].strip() for found in map(STOPPED.search, lines) if found]
    if said:
        return said[-1]
    starts = [place for place, line in enumerate(lines) if line.startswith("Traceback")]
    if not starts or any(line.startswith("KeyboardInterrupt") for line in lines):
        return None
    # The exception follows the indented lines that say where it was raised.
    return next((line for line in lines[starts[-1] + 1 :] if line and not line.startswith(" ")), None)


def parse(console: str) -> dict[str, Any]:
    """The state from the last line of JSON, which the program prints at Ctrl-C.

    Raises NoReport if there is none, or if the program reported a fault after it.
    """
    state, lines = _after_state(console)
    said = fault(console)
    if any(line.startswith("Traceback") for line in lines) and said:
        raise NoReport(f"the program crashed:\n{console.strip()}")
    if said:
        raise NoReport(f"2048 stopped: {said}")
    if state is None:
        last = "\n".join(lines[-20:]) or "(nothing)"
        raise NoReport(f"the program did not report its state when it was stopped; its last words:\n{last}")
    return state


def build(console: str, chip: Controller) -> dict[str, Any]:
    """The report of a run: the program's state, with tile values for exponents, and the display's state.

    `chip` is what the program drew on. After a fault (see `fault`), the program's state is
    unknown and all None. Raises NoReport if the program printed neither a state nor a fault.
    """
    said = fault(console)
    state: dict[str, Any] = dict(_UNKNOWN) if said else parse(console)
    if not said:
        state["cells"] = [1 << exponent if exponent else 0 for exponent in state["cells"]]
    state["fault"] = said
    state["display"] = {"on": chip.on, "contrast": chip.contrast, "bytes": chip.bytes_received}
    return state


def write(report: dict[str, Any], path: Path) -> None:
    """Write a report to the file `path`. Raises NotWritten."""
    write_file(path, json.dumps(report) + "\n")


def _after_state(console: str) -> tuple[dict[str, Any] | None, list[str]]:
    """The last state on the console (None if there is none) and the lines after it."""
    lines = console.splitlines()
    for place in range(len(lines) - 1, -1, -1):
        if lines[place].startswith("{"):
            try:
                state = json.loads(lines[place])
            except ValueError:
                continue
            if "cells" in state:
                return state, lines[place + 1 :]
    return None, lines
