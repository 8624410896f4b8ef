# SPDX-License-Identifier: MIT
"""What happens in a soak, as a string: each letter is one step, so any run can be told, cut and repeated."""

import random
from collections.abc import Callable
from typing import Any

from tools.simulator import keys

# The letters of tools/simulator/keys.py, and besides:
MEANINGS = {
    **dict.fromkeys("UDLR", "tap"),
    "M": "menu chord",
    "Z": "undo chord",
    "H": "hint chord",
    ".": "wait 100 ms",
    ",": "wait 700 ms, for a banner that ignores who is still pressing",
    "m": "mash: four presses that overlap",
    "d": "wait 31 s: the glass dims",
    "v": "wait 125 s: it goes dark",
    "o": "wait 11 minutes: the handheld switches off",
    "x": "take the power away and give it back",
    "c": "let the power fail in the next write to the flash",
    "k": "do so, and spoil some bytes of the flash meanwhile",
    "f": "let every write to the flash fail from now on",
    "g": "let them work again",
    "b": "unplug the display",
    "p": "plug it in again, reset",
    "s": "take the next of SETTINGS, and the power away and back",
    "n": "take an empty flash, and the power away and back",
    "w": "the same with a game one move from the win",
    "e": "the same with a game one move from its end",
}
SETTLED_MS = {",": 700, "b": 300, "p": 300, "d": 31_000, "v": 125_000, "o": 11 * 60_000}
# How the handheld may be built; "s" goes from one to the next. A soak is to meet every setting that changes
# what is drawn, saved or pressed: add new ones here.
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"ANIMATION": 0},
    {"ROTATION": 180, "SPEAKER_PIN": "GP22"},
    {"DISPLAY": "SH1106"},
    {"DISPLAY": "SH1107", "ANIMATION": 0},
    {"BUTTON_MENU": "GP14", "BUTTON_UNDO": "GP15", "BUTTON_HINT": "GP16"},
    {"BUS": "SPI", "LANGUAGE": "tr"},
    {"LANGUAGE": "bn"},
)

_PHRASES: tuple[tuple[int, Callable[[random.Random], str]], ...] = (
    (60, lambda choice: _moves(choice)),  # noqa: PLW0108  # defined below
    (8, lambda choice: "M" + "D" * choice.randrange(10) + "R" + _wander(choice)),
    (4, lambda choice: "M" + "U" * choice.randrange(4) + "R" + _wander(choice)),
    # The settings, with an undo in the menu or without, and there the language.
    (3, lambda choice: "M" + choice.choice(("DDDDD", "DDDDDD")) + "RDDDD" + "R" * choice.randrange(1, 4)),
    (4, lambda choice: "Z" * choice.randrange(1, 4)),
    (2, lambda choice: "H" + choice.choice(("", ".", "," * 4))),
    (4, lambda _: "m"),
    (4, lambda choice: "," + choice.choice("URDL")),
    (3, lambda choice: choice.choice("dvvo") + choice.choice("UDLRMZH")),
    (2, lambda choice: "x" + choice.choice(("", "."))),
    (3, lambda choice: "c" + _moves(choice)),
    (1, lambda choice: "k" + _moves(choice)),
    (1, lambda choice: "f" + _moves(choice) + choice.choice(("x", "v", "")) + "gx"),
    (2, lambda choice: "b" + choice.choice(("", "L", "v", "MU", "x")) + "p" + choice.choice("UDLR,")),
    (2, lambda choice: choice.choice(("w", "e")) + ",L," + choice.choice(("R", "DR,DR", "U", "Z", "M"))),
    (6, lambda _: ",DR,DR"),  # a new game, if a banner is up
    (1, lambda choice: choice.choice("ssn")),
)


def write(seed: int, length: int) -> str:
    """A script of at least `length` letters; equal seeds give equal scripts."""
    choice = random.Random(seed)
    weights = [weight for weight, _ in _PHRASES]
    text = "s" * choice.randrange(len(SETTINGS)) + choice.choice(("", "w,L,", "e,L,"))
    while len(text) < length:
        ((_, phrase),) = choice.choices(_PHRASES, weights)
        text += phrase(choice)
    return text


def check(text: str) -> None:
    """Raise keys.BadKeys for the first letter that means nothing."""
    for position, letter in enumerate(text, start=1):
        if letter not in MEANINGS:
            raise keys.BadKeys(position, letter)


def _moves(choice: random.Random) -> str:
    return "".join(choice.choices("UDLR", k=choice.randrange(1, 16)))


def _wander(choice: random.Random) -> str:
    return "".join(choice.choices("UDLR.,", (2, 4, 2, 4, 1, 1), k=choice.randrange(5)))
