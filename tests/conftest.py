# SPDX-License-Identifier: MIT
"""Puts the project's root at the END of the path: first, its code.py would hide the standard `code`.

Also puts the device's modules in place, once, so that a test can import `hardware` like anything else.
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
    # Those that import os or time: later they would get the desktop's.
    import hardware.config
    import hardware.faults
    import hardware.store  # noqa: F401

from tests.handheld import powered_on  # noqa: E402  (needs the modules)


@pytest.fixture
def machine():
    """A simulated machine that is switched on, with the default settings and blank flash."""
    with powered_on() as machine:
        yield machine


pytest_plugins = ["tests.standin.fixtures"]
