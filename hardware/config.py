"""settings.toml turned into pins and numbers; the only module that knows `board`."""

import os

import board
import microcontroller

from hardware import Fault


class ConfigError(Fault):
    """A setting that cannot be used; the message names it, its value and what is allowed."""


class Defaults:
    """What the display needs when settings.toml cannot be trusted: as wired in README."""

    sda = getattr(board, "GP4", None)
    scl = getattr(board, "GP5", None)
    frequency = 400000
    address = 0x3C
    rotation = 0


def light():
    """The pin of the board's own light, or None."""
    return getattr(board, "LED", None)


class Config:
    """The settings, checked.

    At once: `sda` and `scl` (pins), `frequency` (hertz), `address` (of the display) and `rotation` (0 or
    180). After `read_rest`: `buttons` (pins: up, right, down, left and perhaps menu), `preferences` (the
    defaults for Preferences), `seed` (a number, or None for one drawn from the board's noise), `dim_ms`
    and `blank_ms` (idle times, 0 for never).
    """

    def __init__(self):
        """Read what the display needs; raises ConfigError for the first setting that is wrong."""
        self._pins = {}  # type: dict[str, microcontroller.Pin]
        self.sda = self._pin("SDA", "GP4")
        self.scl = self._pin("SCL", "GP5")
        self.frequency = _number("I2C_FREQUENCY", 400000, 10000, 1000000)
        self.address = _address("I2C_ADDRESS", 0x3C)
        self.rotation = _choice("ROTATION", 0, (0, 180))

    def read_rest(self):
        """Read the other settings; raises ConfigError for the first that is wrong."""
        self.buttons = [
            self._pin("BUTTON_UP", "GP10"),
            self._pin("BUTTON_RIGHT", "GP13"),
            self._pin("BUTTON_DOWN", "GP11"),
            self._pin("BUTTON_LEFT", "GP12"),
        ]
        if _read("BUTTON_MENU"):
            self.buttons.append(self._pin("BUTTON_MENU", ""))
        self.preferences = (
            _choice("ANIMATION", 1, (0, 1)),
            _number("BRIGHTNESS", 80, 1, 100),
            1 if self.rotation else 0,
            0,
        )
        seed = _number("SEED", -1, -1, 0x3FFFFFFF)
        self.seed = None if seed < 0 else seed
        self.dim_ms = 1000 * _number("DIM_SECONDS", 30, 0, 86400)
        self.blank_ms = 1000 * _number("BLANK_SECONDS", 120, 0, 86400)

    def _pin(self, setting, default):
        """Look up the pin that a setting names; no pin may serve twice."""
        name = _read(setting)
        if name is None:
            name = default
        pin = getattr(board, str(name), None)
        if not isinstance(pin, microcontroller.Pin):
            raise _wrong(setting, name, 'the name of a pin, as "%s"' % (default or "GP14"))
        for other, taken in self._pins.items():
            if pin is taken:
                raise ConfigError(
                    "%s and %s are both %s: give each a pin of its own." % (other, setting, name)
                )
        self._pins[setting] = pin
        return pin


def _read(name):
    """A setting as it stands in the file, None when it is missing."""
    try:
        return os.getenv(name)
    except ValueError:
        raise ConfigError("%s in settings.toml cannot be read: put text in quotes." % name) from None


def _wrong(name, value, allowed):
    # A long value must leave room on the glass for what is allowed.
    return ConfigError("%s = %s in settings.toml: use %s." % (name, str(value)[:16], allowed))


def _integer(name, default):
    """A setting as an integer, None when it is none. Firmware from 10.2 on gives numbers as text, too."""
    value = _read(name)
    if value is None:
        return default
    try:
        return int(value, 0) if isinstance(value, str) else value
    except ValueError:
        return None


def _number(name, default, low, high):
    value = _integer(name, default)
    if value is None or not low <= value <= high:
        raise _wrong(name, _read(name), "a number from %d to %d" % (low, high))
    return value


def _choice(name, default, allowed):
    value = _integer(name, default)
    if value not in allowed:
        raise _wrong(name, _read(name), " or ".join([str(one) for one in allowed]))
    return value


def _address(name, default):
    value = _integer(name, default)
    if value is None or not 0x08 <= value <= 0x77:
        raise _wrong(name, _read(name), 'an address from "0x08" to "0x77"')
    return value
