# SPDX-License-Identifier: MIT
"""Run small programs on a simulated machine, for tests of the simulator itself."""

from tools.simulator import program
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine


def run(folder, source, machine=None, **files):
    """Run `source` as code.py beside `files` (module name or boot -> source); returns the machine."""
    machine = machine or Machine(Rp2Flash())
    for name, content in {**files, "code": source}.items():
        (folder / f"{name}.py").write_text(content)
    program.run(machine, folder)
    return machine


def said(folder, source, machine=None, **files):
    """Run `source` in the same way; returns the lines that it printed."""
    return run(folder, source, machine, **files).console.text.splitlines()
