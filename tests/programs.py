# SPDX-License-Identifier: MIT
"""Small programs run on a simulated machine, for the tests of the simulator itself."""

from tools.simulator import program
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine


def run(folder, source, machine=None, **files):
    """Run `source` as code.py, with `files` (module or boot -> source) beside it; returns the machine."""
    machine = machine or Machine(Rp2Flash())
    for name, content in {**files, "code": source}.items():
        (folder / f"{name}.py").write_text(content)
    program.run(machine, folder)
    return machine


def said(folder, source, machine=None, **files):
    """The lines that such a program printed."""
    return run(folder, source, machine, **files).console.text.splitlines()
