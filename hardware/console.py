# SPDX-License-Identifier: MIT
"""The console: what is typed there is thrown away.

CircuitPython takes no more once 192 bytes wait, and then it no longer hears Ctrl-C either.
"""

try:
    from usb_cdc import console as _console
except ImportError:
    _console = None  # a board with another kind of console


def drain() -> None:
    """Make room for Ctrl-C."""
    if _console:
        _console.reset_input_buffer()
