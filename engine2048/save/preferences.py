# SPDX-License-Identifier: MIT
"""What the player may change on the device; the journal keeps it, and it overrides settings.toml."""

from engine2048 import const

ANIMATION = 0  # 1 on, 0 off
BRIGHTNESS = 1  # percent, 1 to 100
FLIP = 2  # 1: turn picture and buttons upside down
IDLE_DEMO = 3  # 1: play a demo when left idle, instead of going dark
SOUND = 4  # how loud, 1 to 3; 0 is silent
LANGUAGE = 5  # 0 is English, the others count from 1; what has a number keeps it

# As many as the save has room for; the unused ones are for later versions.
COUNT = 8
UNSET = 255

# The lowest and highest value of each.
_LIMITS = const(b"\x00\x01\x01\x64\x00\x01\x00\x01\x00\x03\x00\x63")


class Preferences:
    """Small numbers, each at its default until the player chooses another.

    `has_sound` tells whether there is a speaker, without which SOUND means nothing; `languages` how many
    there are, English included.
    """

    def __init__(self, defaults: "tuple[int, ...]") -> None:
        """`defaults` are the values from settings.toml."""
        self.chosen = none_chosen()
        self.has_sound = False
        self.languages = 1
        self._defaults = defaults

    def get(self, which: int) -> int:
        """The value of a preference: the chosen one or the default."""
        value = self.chosen[which]
        return self._defaults[which] if value == UNSET else value

    def is_chosen(self, which: int) -> bool:
        """Tell whether the player has chosen a value, so that the default does not count."""
        return self.chosen[which] != UNSET

    def reset(self) -> None:
        """Let every preference have its default again."""
        install(b"", self.chosen)

    def choose(self, which: int, value: int) -> None:
        """Set a preference."""
        self.chosen[which] = value


def none_chosen() -> bytearray:
    """The bytes to save when nothing has been chosen."""
    chosen = bytearray(COUNT)
    install(b"", chosen)
    return chosen


def count_chosen(chosen: bytearray) -> int:
    """How many bytes of `chosen` to keep, up to the last one set."""
    count = COUNT
    while count and chosen[count - 1] == UNSET:
        count -= 1
    return count


def install(saved: bytes, chosen: bytearray) -> None:
    """Copy the valid bytes of `saved` into `chosen`; invalid or missing ones become UNSET."""
    for which in range(len(chosen)):
        value = saved[which] if which < len(saved) else UNSET
        at = 2 * which
        is_known = at < len(_LIMITS)
        chosen[which] = value if is_known and _LIMITS[at] <= value <= _LIMITS[at + 1] else UNSET
