# SPDX-License-Identifier: MIT
"""The key strings that the simulator and the emulated Pico play, such as `UURDL..M`."""

from collections.abc import Iterable
from typing import NamedTuple

HELP = "U D L R tap a button, . waits 100 ms, M menu chord, Z undo chord, H hint chord"

UP, RIGHT, DOWN, LEFT = range(4)
# The setting of each button, by its number: the directions, then those that not every handheld has.
BUTTONS = (
    "BUTTON_UP",
    "BUTTON_RIGHT",
    "BUTTON_DOWN",
    "BUTTON_LEFT",
    "BUTTON_MENU",
    "BUTTON_UNDO",
    "BUTTON_HINT",
)

# The wait before the first key, once the program has said that its first picture is up.
AFTER_READY_MS = 100
# How much longer buttons are held that were held while the power was switched on.
HELD_AFTER_READY_MS = 50
# The wait between the last key and Ctrl-C, in which animations and debouncing finish.
SETTLE_MS = 400


Change = tuple[int, int, bool]  # milliseconds, button, whether it is down


class Step(NamedTuple):
    """Buttons that go down together, how long they stay down, and the pause that follows (milliseconds)."""

    buttons: tuple[int, ...]
    down: int
    pause: int


class BadKeys(ValueError):
    """A key string contains a character that means nothing; `position` counts from 1."""

    def __init__(self, position: int, character: str) -> None:
        super().__init__(
            f"key {position} is {character!r}; keys are U D L R (taps), . (wait 100 ms), "
            "M (menu chord), Z (undo chord), H (hint chord)"
        )
        self.position = position
        self.character = character


def tap(button: int) -> Step:
    """A short press of one button."""
    return Step((button,), 40, 60)


STEPS = {
    "U": tap(UP),
    "R": tap(RIGHT),
    "D": tap(DOWN),
    "L": tap(LEFT),
    ".": Step((), 0, 100),
    "M": Step((LEFT, RIGHT), 500, 60),
    "Z": Step((UP, DOWN), 500, 60),
    "H": Step((UP, RIGHT), 500, 60),
}


def parse(text: str) -> list[Step]:
    """The steps of a key string. Raises BadKeys for the first character that means nothing."""
    for position, character in enumerate(text, start=1):
        if character not in STEPS:
            raise BadKeys(position, character)
    return [STEPS[character] for character in text]


def schedule(steps: Iterable[Step]) -> tuple[list[Change], int]:
    """When each switch changes, as a list of Change, and the total time in milliseconds."""
    changes: list[Change] = []
    now = 0
    for buttons, down, pause in steps:
        changes += [(now, button, True) for button in buttons]
        now += down
        changes += [(now, button, False) for button in buttons]
        now += pause
    return changes, now
