# SPDX-License-Identifier: MIT
"""Write what a command measured as JSON, with all that is needed to repeat it."""

import json
import platform
import sys
import time
from pathlib import Path
from typing import Any

from engine2048 import __version__
from tools.output import write


def stamped(command: str, figures: dict[str, Any]) -> dict[str, Any]:
    """`figures`, after the date, the command that repeats them and the versions that they hold for."""
    return {
        "date": time.strftime("%Y-%m-%d"),
        "command": command,
        "version": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        **figures,
    }


def keep(figures: dict[str, Any], path: str) -> None:
    """Write stamped figures to a file; "-" prints them. Raises NotWritten."""
    text = json.dumps(figures, indent=1) + "\n"
    if path == "-":
        sys.stdout.write(text)
    else:
        write(Path(path), text)
