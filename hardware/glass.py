# SPDX-License-Identifier: MIT
"""What the display's driver does not do: bring up again a display that has lost its power."""

from micropython import const

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from adafruit_displayio_ssd1306 import SSD1306

_NOTHING = const(0x00)  # as a command it sets what this addressing does not use, as a value it does no harm
_SWITCH_ON = const(0xAF)
# All that the driver tells a display when it starts, but not to switch off and on: one that is well does not
# flicker. The first byte fills up a command that a lost transfer left unfinished.
_REGISTERS = const(
    b"\x00"
    b"\x20\x00"  # horizontal addressing
    b"\x40\xa1\xa4\xa6\xc8"  # first line, how the panel is wired, the picture as it is in memory
    b"\xa8\x3f\xd3\x00\xda\x12"  # 64 lines, and how they are wired
    b"\xd5\x80\xd9\xf1\xdb\x40"  # clock and voltages
    b"\x8d\x14"  # charge pump
)


def restore(display: "SSD1306") -> None:
    """Set the display's registers again: it may have lost them with its power. It stays on or off."""
    display.bus.send(_NOTHING, _REGISTERS)


def light(display: "SSD1306") -> None:
    """Switch the panel on, also when the driver believes that it is."""
    display.wake()
    display.bus.send(_SWITCH_ON, b"")
