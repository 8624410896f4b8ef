"""What the player may change on the device; kept in the journal, over what settings.toml says."""

ANIMATION = 0  # 1 on, 0 off
BRIGHTNESS = 1  # percent
FLIP = 2  # 1: picture and buttons upside down
IDLE_DEMO = 3  # 1: play by itself when left alone, instead of going dark

UNSET = 255


class Preferences:
    """Four small numbers; one that was never chosen here has its default."""

    def __init__(self, defaults):
        """`defaults` is the four values of settings.toml."""
        self.chosen = bytearray((UNSET, UNSET, UNSET, UNSET))
        self._defaults = defaults

    def get(self, which):
        """The value of a preference, chosen or default."""
        value = self.chosen[which]
        return self._defaults[which] if value == UNSET else value

    def choose(self, which, value):
        """Set a preference."""
        self.chosen[which] = value
