# SPDX-License-Identifier: MIT
"""settings.toml turned into pins and numbers; the only module that knows `board`."""

import board
import microcontroller
from micropython import const

from engine2048 import forget
from hardware import Fault, pins

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from typing import Any


_LONGEST_PIN = const(32)  # letters in the name of a pin
# The kinds of battery, in the order of screens.charge.
_BATTERIES = const((b"lithium", b"2 alkaline", b"3 alkaline"))


class ConfigError(Fault):
    """A setting that cannot be used; the message names it, its value and what is allowed, or its line."""


class Wiring:
    """Where the display is by default, for when settings.toml cannot be trusted.

    `defaults` are the names of all default pins: setting -> name. A board that is not in the table of
    hardware/pins.py may lack some of them. `display` is the name of the chip; `bus` are the pins SDA
    and SCL, or SCK, MOSI, DC and CS of SPI; `reset` is a pin or None; `frequency` is the bus's, in hertz;
    `address` lists those to try on I2C; `colstart` is the panel's first column, None for the usual one.
    """

    defaults = pins.read(board.board_id)
    display = b"SSD1306"
    bus: "tuple[Any, ...]" = (getattr(board, defaults["SDA"], None), getattr(board, defaults["SCL"], None))
    reset: "Any" = None
    frequency = 400000
    address: "tuple[int, ...]" = (0x3C, 0x3D)
    colstart: "int | None" = None
    rotation = 0


def likely() -> Wiring:
    """Where settings.toml seems to say that the display is, for when something in it cannot be used."""
    from hardware import settings_file

    given = settings_file.read()[0]
    wiring = Wiring()
    names: "tuple[bytes, ...]" = (b"SDA", b"SCL")
    if b"BUS" in given and given[b"BUS"][0].upper() == b"SPI":
        names = (b"SCK", b"MOSI", b"DC", b"CS", b"RESET_PIN")
    found = []
    for name in names:
        default = wiring.defaults[_text(name)]
        found.append((name in given and _named(_text(given[name][0]))) or _named(default))
    wiring.bus = tuple(found[:4])
    wiring.reset = found[-1] if len(found) > 4 else None
    if b"DISPLAY" in given:
        wiring.display = given[b"DISPLAY"][0].upper()
    return wiring


def light() -> "microcontroller.Pin | None":
    """The pin of the board's own light, or None."""
    return getattr(board, "LED", None)


class Config(Wiring):
    """The settings, checked.

    At once: what a Wiring has. After `read_rest`: `buttons` (pins: up, right, down, left, menu, undo and
    hint; None for one that is not there), `chord_times` (what else buttons.Buttons takes), `preferences` (the
    defaults for Preferences), `seed` (a number, or None for one drawn from the board's noise),
    `idle_ms` (after how long without a press to dim, to go dark and to switch off; 0 for never)
    `battery` (what battery.Battery takes, or None) and `speaker` (its pin, or None).
    """

    def __init__(self) -> None:
        """Read what the display needs; raises ConfigError for the first setting that is wrong."""
        from hardware import settings_file

        self._given, self._broken = settings_file.read()
        forget("hardware", "settings_file")
        # Those of the other bus may stay in the file.
        self._names = [b"SDA", b"SCL", b"I2C_FREQUENCY", b"I2C_ADDRESS", b"SPI_FREQUENCY"]
        self._names += [b"SCK", b"MOSI", b"DC", b"CS", b"RESET_PIN"]
        self._pins: "dict[bytes, microcontroller.Pin]" = {}
        self.display = (self._read(b"DISPLAY") or self.display).upper()
        if self._read(b"DISPLAY_COLUMN_OFFSET") is not None:
            self.colstart = self._number(b"DISPLAY_COLUMN_OFFSET", 0, 0, 4)
        bus = (self._read(b"BUS") or b"I2C").upper()
        if bus == b"SPI":
            self.bus = tuple([self._pin(name) for name in (b"SCK", b"MOSI", b"DC", b"CS")])
            self.frequency = self._number(b"SPI_FREQUENCY", 4000000, 100000, 24000000)
        elif bus == b"I2C":
            self.bus = (self._pin(b"SDA"), self._pin(b"SCL"))
            self.frequency = self._number(b"I2C_FREQUENCY", 400000, 10000, 1000000)
            if (self._read(b"I2C_ADDRESS") or b"auto").lower() != b"auto":
                address = self._number(b"I2C_ADDRESS", 0, 0x08, 0x7A, '"auto" or an address, as "0x3C"')
                # Many modules carry 0x78 or 0x7A, which include the bit that says read or write.
                self.address = (address >> 1 if address > 0x77 else address,)
        else:
            raise _wrong(b"BUS", _text(bus), '"I2C" or "SPI"')
        if bus == b"SPI" or self._read(b"RESET_PIN"):
            self.reset = self._pin(b"RESET_PIN")
        self.rotation = self._choice(b"ROTATION", 0, (0, 180))

    def read_rest(self) -> None:
        """Read the other settings; raises ConfigError for the first that is wrong, or for a broken line."""
        if self._broken:
            from hardware import complaints

            number, line = self._broken
            raise ConfigError(complaints.about_line(number, line, self._given))
        self.buttons: "list[microcontroller.Pin | None]" = [
            self._pin(b"BUTTON_UP"),
            self._pin(b"BUTTON_RIGHT"),
            self._pin(b"BUTTON_DOWN"),
            self._pin(b"BUTTON_LEFT"),
        ]
        for name in (b"BUTTON_MENU", b"BUTTON_UNDO", b"BUTTON_HINT"):
            self.buttons.append(self._pin(name) if self._read(name) else None)
        self.chord_times = (
            self._number(b"CHORD_MS", 60, 20, 200),
            self._number(b"HOLD_MS", 400, 200, 1500),
        )
        self.preferences = (
            self._choice(b"ANIMATION", 1, (0, 1)),
            self._number(b"BRIGHTNESS", 80, 1, 100),
            1 if self.rotation else 0,
            0,
            self._number(b"SOUND", 2, 0, 3),
            self._language(),
        )
        seed = self._number(b"SEED", -1, -1, 0x3FFFFFFF)
        self.seed = None if seed < 0 else seed
        self.idle_ms = (
            1000 * self._number(b"DIM_SECONDS", 30, 0, 86400),
            1000 * self._number(b"BLANK_SECONDS", 120, 0, 86400),
            60000 * self._number(b"OFF_MINUTES", 10, 0, 1440),
        )
        self.battery = self._battery()
        self.speaker = self._speaker()
        for name in self._given:
            if name not in self._names:
                from hardware import complaints

                raise ConfigError(complaints.about_name(name, self._given[name], self._names))

    def is_held(self) -> bool:
        """Tell whether LEFT or RIGHT is held now, after `read_rest`: that asks for the self-test."""
        import digitalio

        for pin in (self.buttons[1], self.buttons[3]):
            button = digitalio.DigitalInOut(pin)  # type: ignore[arg-type]  # these two are always there
            button.switch_to_input(pull=digitalio.Pull.UP)
            is_held = not button.value
            button.deinit()
            if is_held:
                return True
        return False

    def _read(self, name: bytes) -> "bytes | None":
        """A setting as it stands in the file, None when it is missing."""
        self._names.append(name)
        line = self._given.get(name)
        return None if line is None else line[0]

    def _pin(self, setting: bytes, default: str = "") -> microcontroller.Pin:
        """Look up the pin that a setting names; no pin may serve twice."""
        value = self._read(setting)
        default = default or self.defaults[_text(setting)]
        name = default if value is None else _text(value)
        pin = _named(name)
        if not pin:
            if hasattr(board, default):
                raise _wrong(setting, name, 'the name of a pin, as "%s"' % default)
            if value is None:
                raise ConfigError("%s in settings.toml: name a pin of this board." % _text(setting))
            raise _wrong(setting, name, "the name of a pin of this board")
        for other, taken in self._pins.items():
            if pin is taken and other != setting:
                raise ConfigError(
                    "%s and %s in settings.toml are both %s: give each a pin of its own."
                    % (_text(other), _text(setting), name)
                )
        self._pins[setting] = pin
        return pin

    def _battery(self) -> "tuple[Any, int, int, Any] | None":
        """What is told of a battery; None if nothing says where to measure it."""
        divider = _thousandths(self._read(b"BATTERY_DIVIDER") or b"1")
        if not 1000 <= divider <= 20000:
            raise _wrong(b"BATTERY_DIVIDER", _text(self._read(b"BATTERY_DIVIDER")), "a number from 1 to 20")
        kind = self._read(b"BATTERY_TYPE") or _BATTERIES[0]
        if kind not in _BATTERIES:
            allowed = ", ".join([_text(one) for one in _BATTERIES])
            raise _wrong(b"BATTERY_TYPE", _text(kind), allowed)
        if not self._read(b"BATTERY_PIN"):
            return None
        pin = self._pin(b"BATTERY_PIN", "A0")
        import analogio

        try:
            probe = analogio.AnalogIn(pin)
            probe.deinit()
        except ValueError:
            name = _text(self._read(b"BATTERY_PIN"))
            raise _wrong(b"BATTERY_PIN", name, 'a pin that can measure, as "A0"') from None
        return pin, divider, _BATTERIES.index(kind), getattr(board, "VBUS_SENSE", None)

    def _language(self) -> int:
        """The number of the language."""
        code = (self._read(b"LANGUAGE") or b"en").lower()
        if code == b"en":
            return 0
        from hardware import languages

        codes = languages.codes()
        if len(codes) < 2:
            return 1  # what is missing is said when it is wanted
        if code not in codes:
            raise _wrong(
                b"LANGUAGE", _text(self._read(b"LANGUAGE")), _text(b'"' + b'" or "'.join(codes) + b'"')
            )
        return codes.index(code)

    def _speaker(self) -> "microcontroller.Pin | None":
        """The speaker's pin; None if none is named."""
        if not self._read(b"SPEAKER_PIN"):
            return None
        pin = self._pin(b"SPEAKER_PIN", "A0")
        import pwmio

        try:
            probe = pwmio.PWMOut(pin, frequency=7, variable_frequency=True)
            probe.deinit()
        except (ValueError, RuntimeError):
            name = _text(self._read(b"SPEAKER_PIN"))
            raise _wrong(b"SPEAKER_PIN", name, "a pin that can make tones (PWM)") from None
        return pin

    def _number(self, name: bytes, default: int, low: int, high: int, allowed: str = "") -> int:
        value = self._integer(name, default)
        if value is None or not low <= value <= high:
            raise _wrong(name, _text(self._read(name)), allowed or "a number from %d to %d" % (low, high))
        return value

    def _choice(self, name: bytes, default: int, allowed: "tuple[int, ...]") -> int:
        value = self._integer(name, default)
        if value not in allowed:
            raise _wrong(name, _text(self._read(name)), " or ".join([str(one) for one in allowed]))
        return value

    def _integer(self, name: bytes, default: int) -> "int | None":
        """A setting as an integer, None when it is none."""
        value = self._read(name)
        if value is None:
            return default
        # Not int(value, 0), which the desktop's Python understands differently: there 010 is an error.
        digits = value.replace(b"_", b"").lower()
        try:
            return int(digits, 16) if digits.startswith(b"0x") else int(digits)
        except ValueError:
            return None


def _named(name: str) -> "microcontroller.Pin | None":
    """The pin with a name, None if the board has none."""
    # CircuitPython raises an error for an attribute's name that is too long for one.
    pin = getattr(board, name, None) if len(name) <= _LONGEST_PIN else None
    return pin if isinstance(pin, microcontroller.Pin) else None


def _text(value: "bytes | None") -> str:
    try:
        return str(value or b"", "utf-8")
    except UnicodeError:
        return "?"


def _thousandths(value: bytes) -> int:
    """A decimal number in thousandths; 0 if it is none."""
    try:
        return int(float(_text(value)) * 1000 + 0.5)
    except (ValueError, OverflowError):
        return 0


def _wrong(name: bytes, value: str, allowed: str) -> ConfigError:
    # A long value must leave room on the glass for what is allowed.
    return ConfigError("%s = %s in settings.toml: use %s." % (_text(name), value[:16], allowed))
