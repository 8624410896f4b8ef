# SPDX-License-Identifier: MIT
"""Finding the display and starting its driver. Needed at boot only, and forgotten then (code.py)."""

import busio
import displayio
import i2cdisplaybus
from adafruit_displayio_ssd1306 import SSD1306
from micropython import const

from hardware import Fault

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from hardware.config import Wiring

_WIDTH = const(128)
_HEIGHT = const(64)

# SSD1306 datasheet, sections 8.1.5.2 (control bytes) and 10.1.3 (addressing).
_HORIZONTAL_ADDRESSING = const(b"\x00\x20\x00\x21\x00\x7f\x22\x00\x07")
_DATA_FOLLOWS = const(0x40)


class DisplayError(Fault):
    """The display does not answer; the message says what to do. It may still come."""


def open_display(wiring: "Wiring") -> SSD1306:
    """Start the SSD1306 on some pins; nothing is drawn until the first refresh.

    Raises DisplayError, and Fault for pins that cannot be used.
    """
    displayio.release_displays()
    try:
        i2c = busio.I2C(wiring.scl, wiring.sda, frequency=wiring.frequency)
    except ValueError:
        defaults = wiring.defaults
        raise Fault(
            "SDA and SCL in settings.toml are not an I2C pair: use %s and %s, for example."
            % (defaults["SDA"], defaults["SCL"])
        ) from None
    except RuntimeError:
        raise DisplayError(
            "No pull-up on SDA or SCL: is the display wired to these pins and to 3.3 V?"
        ) from None
    try:
        _wipe(i2c, wiring.address)
        bus = i2cdisplaybus.I2CDisplayBus(i2c, device_address=wiring.address)
    except (OSError, ValueError):
        i2c.deinit()
        raise DisplayError(
            "No display at 0x%02X: check its wires, and I2C_ADDRESS in settings.toml." % wiring.address
        ) from None
    return SSD1306(bus, width=_WIDTH, height=_HEIGHT, rotation=wiring.rotation, auto_refresh=False)


def _wipe(i2c: busio.I2C, address: int) -> None:
    """Clear the display's memory while it is still off: the driver switches it on full of noise."""
    while not i2c.try_lock():
        pass
    try:
        i2c.writeto(address, _HORIZONTAL_ADDRESSING)
        row = bytearray(1 + _WIDTH)
        row[0] = _DATA_FOLLOWS
        for _ in range(_HEIGHT // 8):
            i2c.writeto(address, row)
    finally:
        i2c.unlock()
