"""The state of a finished run as JSON, the same for the simulator and the emulated Pico."""

import json


class NoReport(Exception):
    """The program crashed or stopped without saying its state; the message ends with what it said last."""


def parse(console):
    """The state in the last line of JSON that the program printed when it was stopped.

    Raises NoReport when there is none, and when the program crashed before.
    """
    lines = console.splitlines()
    if any(line.startswith("Traceback") for line in lines) and "KeyboardInterrupt" not in lines:
        raise NoReport(f"the program crashed:\n{console.strip()}")
    for line in reversed(lines):
        if line.startswith("{"):
            try:
                state = json.loads(line)
            except ValueError:
                continue
            if "cells" in state:
                return state
    said = "\n".join(lines[-20:]) or "(nothing)"
    raise NoReport(f"the program did not report its state when it was stopped; its last words:\n{said}")


def build(console, chip):
    """The report of a run: the program's state with tile values for exponents, and the display's.

    `chip` is the Ssd1306 that the program drew on. Raises NoReport.
    """
    state = parse(console)
    state["cells"] = [1 << exponent if exponent else 0 for exponent in state["cells"]]
    state["display"] = {"on": chip.on, "contrast": chip.contrast, "bytes": chip.bytes_received}
    return state


def write(report, path):
    """Write a report to the file `path`."""
    path.write_text(json.dumps(report) + "\n", encoding="utf-8")
