# SPDX-License-Identifier: MIT
"""What the display's driver does not do: bring up again a display that has lost its power."""

from micropython import const

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from hardware.oled import Display

_NOTHING = const(0x00)  # as a command it sets what the next picture sets anyway, as a value it does no harm
_SWITCH_ON = const(0xAF)


def probe(display: "Display") -> bool:
    """Tell whether the display answers; one on SPI cannot, and counts as there."""
    if not display.i2c:
        return True
    i2c, address = display.i2c
    while not i2c.try_lock():
        pass
    try:
        i2c.writeto(address, b"\x00")  # commands follow, but none does
    except OSError:
        return False
    finally:
        i2c.unlock()
    return True


def restore(display: "Display") -> None:
    """Set the display's registers again: it may have lost them with its power. It stays on or off.

    It is not switched off and on: one that is well does not flicker.
    """
    send = display.bus.send
    if display.i2c:
        # The first byte fills up a command that a lost transfer left unfinished.
        send(_NOTHING, display.registers)
    else:
        for code in display.registers:
            send(code, b"")  # what follows a command on SPI is data


def light(display: "Display") -> None:
    """Switch the panel on, also when the driver believes that it is."""
    display.wake()
    display.bus.send(_SWITCH_ON, b"")
