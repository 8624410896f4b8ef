"""Puts the project's root at the END of the path: first, its code.py would hide the standard `code`."""

import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parent.parent)
if ROOT not in sys.path:
    sys.path.append(ROOT)
