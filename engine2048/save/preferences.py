"""What the player may change on the device; kept in the journal, over what settings.toml says."""

ANIMATION = 0  # 1 on, 0 off
BRIGHTNESS = 1  # percent, 1 to 100
FLIP = 2  # 1: picture and buttons upside down
IDLE_DEMO = 3  # 1: play by itself when left alone, instead of going dark

# As many as the save has room for; the rest are for later versions.
COUNT = 8
UNSET = 255

# The lowest and the highest value of each.
_LIMITS = b"\x00\x01\x01\x64\x00\x01\x00\x01"


class Preferences:
    """Small numbers; one that was never chosen here has its default."""

    def __init__(self, defaults: "tuple[int, ...]") -> None:
        """`defaults` are the values of settings.toml."""
        self.chosen = none_chosen()
        self._defaults = defaults

    def get(self, which: int) -> int:
        """The value of a preference, chosen or default."""
        value = self.chosen[which]
        return self._defaults[which] if value == UNSET else value

    def choose(self, which: int, value: int) -> None:
        """Set a preference."""
        self.chosen[which] = value


def none_chosen() -> bytearray:
    """The bytes to save when nothing was chosen."""
    chosen = bytearray(COUNT)
    install(b"", chosen)
    return chosen


def count_chosen(chosen: bytearray) -> int:
    """How many bytes of `chosen` there are up to the last that is set."""
    count = COUNT
    while count and chosen[count - 1] == UNSET:
        count -= 1
    return count


def install(saved: bytes, chosen: bytearray) -> None:
    """Take over those bytes of `saved` that can be; what cannot, or is missing, becomes UNSET."""
    for which in range(len(chosen)):
        value = saved[which] if which < len(saved) else UNSET
        at = 2 * which
        is_known = at < len(_LIMITS)
        chosen[which] = value if is_known and _LIMITS[at] <= value <= _LIMITS[at + 1] else UNSET
