# SPDX-License-Identifier: MIT
"""What a front shows and presses: the simulated machine or the emulated Pico."""

from typing import Protocol

from tools.simulator.controller import Controller


class Device(Protocol):
    """A handheld with a display chip and four buttons."""

    chip: Controller

    @property
    def now(self) -> int:
        """The device's time in microseconds."""
        ...

    def switch(self, button: int, is_down: bool, at: int | None = None) -> None:
        """Close or open a button's switch (0 to 3: up, right, down, left), now or at the time `at`."""
        ...
