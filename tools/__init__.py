# SPDX-License-Identifier: MIT
"""Desktop tools: playing, simulating, emulating, deploying and measuring the handheld."""

import sys
from pathlib import Path

# `python -m tools.…` puts the project's root first in the path, where its code.py would be taken for
# the standard library's module of that name. At the end it harms nobody.
_ROOT = str(Path(__file__).resolve().parent.parent)
sys.path[:] = [entry for entry in sys.path if entry not in ("", _ROOT)] + [_ROOT]
