# SPDX-License-Identifier: MIT
"""What the program prints."""

import io
from collections.abc import Callable


class Console(io.TextIOBase):
    """Collects what the program prints and passes on each whole line."""

    def __init__(self, on_line: Callable[[str], None]) -> None:
        super().__init__()
        self.text = ""
        self._line = ""
        self._on_line = on_line

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            self._on_line(line)
        return len(text)
