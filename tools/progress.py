# SPDX-License-Identifier: MIT
"""A progress bar in the terminal; nothing is shown if the output goes to a file or a pipe."""

import sys
from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import track

_Item = TypeVar("_Item")


def progress(items: Iterable[_Item], label: str, total: int | None = None) -> Iterable[_Item]:
    """Iterate over `items` and show the progress; give `total` if `items` has no length."""
    shown = sys.stderr.isatty()
    return track(items, label, total, console=Console(stderr=True), disable=not shown, transient=True)
