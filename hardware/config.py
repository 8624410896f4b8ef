"""settings.toml turned into pins and numbers; the only module that knows `board`."""

import os

import board

_PINS = {
    "SDA": "GP4",
    "SCL": "GP5",
    "BUTTON_UP": "GP10",
    "BUTTON_DOWN": "GP11",
    "BUTTON_LEFT": "GP12",
    "BUTTON_RIGHT": "GP13",
}


class ConfigError(Exception):
    """A setting that cannot be used; the message names it, its value and what is allowed."""


class Config:
    """Every setting, checked.

    `sda`, `scl` and `buttons` (up, right, down, left) are pins; `frequency` is in hertz, `address` the
    display's on the bus, `rotation` 0 or 180, `brightness` in percent, `animation` a bool, and `seed` a
    number or None for one drawn from the board's noise.
    """

    def __init__(self):
        """Read settings.toml; raises ConfigError for the first setting that is wrong."""
        pins = _pins()
        self.sda = pins["SDA"]
        self.scl = pins["SCL"]
        self.frequency = _number("I2C_FREQUENCY", 400000, 10000, 1000000)
        self.address = _address("I2C_ADDRESS", 0x3C)
        self.buttons = (
            pins["BUTTON_UP"],
            pins["BUTTON_RIGHT"],
            pins["BUTTON_DOWN"],
            pins["BUTTON_LEFT"],
        )
        self.rotation = _choice("ROTATION", 0, (0, 180))
        self.brightness = _number("BRIGHTNESS", 80, 1, 100)
        self.animation = _choice("ANIMATION", 1, (0, 1)) == 1
        seed = _number("SEED", -1, -1, 0x3FFFFFFF)
        self.seed = None if seed < 0 else seed


def _wrong(name, value, allowed):
    return ConfigError("%s = %r in settings.toml: use %s." % (name, value, allowed))


def _pins():
    """Look up every pin by its setting's name; no pin may serve twice."""
    pins = {}
    for setting, default in _PINS.items():
        name = os.getenv(setting)
        if name is None:
            name = default
        pin = getattr(board, name, None) if isinstance(name, str) else None
        if pin is None or callable(pin):
            raise _wrong(setting, name, 'the name of a pin, as "%s"' % default)
        for other, taken in pins.items():
            if pin is taken:
                raise ConfigError(
                    "%s and %s are both %s: give each a pin of its own." % (other, setting, name)
                )
        pins[setting] = pin
    return pins


def _number(name, default, low, high):
    value = os.getenv(name)
    if value is None:
        return default
    if not isinstance(value, int) or not low <= value <= high:
        raise _wrong(name, value, "a number from %d to %d" % (low, high))
    return value


def _choice(name, default, allowed):
    value = os.getenv(name)
    if value is None:
        return default
    if value not in allowed:
        raise _wrong(name, value, " or ".join([str(one) for one in allowed]))
    return value


def _address(name, default):
    value = os.getenv(name)
    if value is None:
        return default
    try:
        address = int(value, 16) if isinstance(value, str) else value
    except ValueError:
        address = -1
    if not 8 <= address <= 0x77:
        raise _wrong(name, value, 'an address from "0x08" to "0x77"')
    return address
