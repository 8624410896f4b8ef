# SPDX-License-Identifier: MIT
"""A progress bar on the terminal; nothing where the output goes to a file or a pipe."""

import sys
from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import track

_Item = TypeVar("_Item")


def progress(items: Iterable[_Item], label: str, total: int | None = None) -> Iterable[_Item]:
    """Iterate over `items`, showing how far it is; `total` where `items` has no length."""
    shown = sys.stderr.isatty()
    return track(items, label, total, console=Console(stderr=True), disable=not shown, transient=True)
