# SPDX-License-Identifier: MIT
"""Run the product's boot.py and code.py, unchanged, on a simulated machine."""

import runpy
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType

from tools.files import ROOT
from tools.simulator import modules, sleeping
from tools.simulator.machine import Machine, switched_on

_PRODUCT = ("engine2048", "hardware")
_PROGRAMS = ("code.txt", "code.py", "main.py", "main.txt")  # CircuitPython runs the first that exists


def read_settings(path: Path = ROOT / "settings.toml") -> bytes:
    """The content of settings.toml, for Machine and for settings.changed. Raises OSError."""
    return path.read_bytes()


def run(machine: Machine, root: Path = ROOT) -> None:
    """Power up: run boot.py, then code.py or whatever CircuitPython prefers to it, again after each reset.

    After a deep sleep, boot.py runs again, too. An exception that escapes from code.py is printed on the
    machine's console, as on the device. Returns when the program ends; raises MachineStopped, or PowerCut if
    the machine's flash does.
    """
    modules.install()
    with switched_on(machine), redirect_stdout(machine.console), redirect_stderr(machine.console):
        try:
            while _run_until_sleep(machine, root):
                pass
        finally:
            modules.power_off()
            machine.reset_pins()


def _run_until_sleep(machine: Machine, root: Path) -> bool:
    """Run boot.py and the program; True if it slept and was woken, False if it ended."""
    _run_file(machine, root, "boot.py", booting=True)
    machine.reset_pins()
    try:
        while _run_file(machine, root, _program(root)) == "reset":
            machine.reset_pins()
    except sleeping.DeepSleep as sleep:
        machine.reset_pins()
        try:
            machine.wake_alarm = sleeping.sleep_until(machine, sleep.alarms)
        except KeyboardInterrupt:
            return False  # nobody hears it
        return True
    return False


def _program(root: Path) -> str:
    """The name of the file that CircuitPython would run."""
    return next((name for name in _PROGRAMS if (root / name).is_file()), "code.py")


def _run_file(machine: Machine, root: Path, name: str, booting: bool = False) -> str:
    path = root / name
    if not path.is_file():
        return "missing"
    machine.booting = booting
    with modules.device_time(), _product_only_here(root):
        try:
            runpy.run_path(str(path), run_name="__main__")
        except modules.HardReset:
            return "reset"
        except (Exception, KeyboardInterrupt, SystemExit):
            traceback.print_exc(file=machine.console)
    return "done"


@contextmanager
def _product_only_here(root: Path) -> Iterator[None]:
    """Load the product's modules afresh, and afterwards restore those that were loaded before.

    The root goes to the end of the path. At its front, our code.py would replace the standard library's
    module `code`.
    """
    places = list(sys.path)
    last = [str(root), str(ROOT)]
    before = _take_out()
    sys.path[:] = [place for place in places if place not in ("", *last)] + last
    try:
        yield
    finally:
        sys.path[:] = places
        _take_out()
        sys.modules.update(before)


def _take_out() -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name.split(".")[0] in _PRODUCT]
    return {name: sys.modules.pop(name) for name in names}
