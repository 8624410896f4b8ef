# SPDX-License-Identifier: MIT
"""The state of a finished run as JSON, the same for the simulator and the emulated Pico."""

import json
import re
from pathlib import Path
from typing import Any

from tools.output import write as write_file
from tools.simulator.ssd1306 import Ssd1306

# Of a program that cannot go on (hardware/faults.py); the same sentence is on the glass.
STOPPED = re.compile(r"2048 stopped: (.*)")
_UNKNOWN = dict.fromkeys(("cells", "score", "best", "moves", "screen"))


class NoReport(Exception):
    """The program crashed or stopped without saying its state; the message ends with what it said last."""


def fault(console: str) -> str | None:
    """The sentence about what stopped the program, None when it did not stop or went on after all."""
    _, lines = _after_state(console)
    said = [found[1].strip() for found in map(STOPPED.search, lines) if found]
    if said:
        return said[-1]
    starts = [place for place, line in enumerate(lines) if line.startswith("Traceback")]
    if not starts or any(line.startswith("KeyboardInterrupt") for line in lines):
        return None
    # What was raised stands behind the lines about where, which are indented.
    return next((line for line in lines[starts[-1] + 1 :] if line and not line.startswith(" ")), None)


def parse(console: str) -> dict[str, Any]:
    """The state in the last line of JSON that the program printed when it was stopped.

    Raises NoReport when there is none, and when the program said a fault after it.
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


def build(console: str, chip: Ssd1306) -> dict[str, Any]:
    """The report of a run: the program's state with tile values for exponents, and the display's.

    `chip` is the Ssd1306 that the program drew on. After a fault, which `fault` says, the state is not
    known: all None. Raises NoReport when the program said neither.
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
    """The last state on the console, None without one, and the lines after it."""
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
