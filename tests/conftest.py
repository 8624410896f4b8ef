# SPDX-License-Identifier: MIT
"""Puts the project's root at the END of the path: at the front, our code.py would hide the standard `code`.

Also puts the device's modules in place, once, so that tests can simply import `hardware`.
"""

import signal
import sys
from pathlib import Path

import pytest

ROOT = str(Path(__file__).resolve().parent.parent)
if ROOT not in sys.path:
    sys.path.append(ROOT)

from tools.simulator import modules  # noqa: E402  (found only now)

# What is started in the background ignores Ctrl-C, and so does all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

modules.install()
with modules.device_time():
    # These import os or time, and would get the desktop's versions later.
    import hardware.config
    import hardware.faults
    import hardware.store  # noqa: F401

from tests.handheld import powered_on  # noqa: E402  (needs the modules)


@pytest.fixture
def machine():
    """A simulated machine, switched on, with the default settings and a blank flash."""
    with powered_on() as machine:
        yield machine


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path, monkeypatch):
    """Keep the person's own game and backups out of every test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


pytest_plugins = ["tests.standin.fixtures"]
