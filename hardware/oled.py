# SPDX-License-Identifier: MIT
"""All that differs between displays, in one table, and how to start one. Forgotten after boot (code.py).

The drivers are Adafruit's; only the one that is used is loaded. What they lack is here: clearing the memory,
which they would show full of noise, and what sets the registers again after a loss of power (glass.py).
"""

import time

import busio
import displayio
import i2cdisplaybus
from micropython import const

from hardware import Fault

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Callable

    import busdisplay
    import fourwire

    from hardware.config import Wiring

    class Display(busdisplay.BusDisplay):
        """A display as open_display returns it: one of Adafruit's drivers, and two attributes.

        `registers`: bytes that set its registers again. `i2c`: the bus and the address, None on SPI. No
        function of this module: that would keep all of it in memory.
        """

        registers: bytes
        i2c: "tuple[busio.I2C, int] | None"

        def sleep(self) -> None:
            """Switch the panel off."""

        def wake(self) -> None:
            """Switch the panel on, unless the driver believes that it is."""


# Name, after which Adafruit's driver is named; how far the chip's own picture is turned; pages and columns of
# its memory; the first column that the panel shows, if panels differ in it; registers as the driver sets
# them, but not off, on and contrast. The charge pumps of SH1106 and SH1107 are on after a loss of power, and
# may not be switched while the panel is on. Sources: the datasheets' tables of commands.
_DISPLAYS = const(
    (
        (
            b"SSD1306",
            0,
            8,
            128,
            None,
            b"\x20\x00"  # horizontal addressing
            b"\x40\xa1\xa4\xa6\xc8"  # first line, how the panel is wired, the picture as it is in memory
            b"\xa8\x3f\xd3\x00\xda\x12"  # 64 lines, and how they are wired
            b"\xd5\x80\xd9\xf1\xdb\x40\x8d\x14",  # clock, voltages, charge pump
        ),
        (
            b"SH1106",
            0,
            8,
            132,
            2,
            b"\x40\xa1\xa4\xa6\xc8\xa8\x3f\xd3\x00\xda\x12\xd5\x80\xd9\x1f\xdb\x40\x33",
        ),
        (
            b"SH1107",
            90,
            16,
            128,
            None,
            b"\x20\xdc\x00\xa0\xa4\xa6\xc0\xa8\x3f\xd3\x60\xd9\x22\xdb\x35",
        ),
    )
)
_WIDTH = const(128)
_HEIGHT = const(64)
# Off, in case the display was left on, and page addressing, which a program may have left an SSD1306 without.
_PREPARE = const(b"\xae\x20\x02")
_PAGE = const(0xB0)
_RESET_SECONDS = const(0.001)


class DisplayError(Fault):
    """The display does not answer; the message says what to do. It may still come."""


def open_display(wiring: "Wiring") -> "Display":
    """Start the display of a wiring; nothing is drawn until the first refresh.

    Raises DisplayError, Fault for settings that cannot be used, and ImportError for a missing driver.
    """
    name = b"SSD1306" if wiring.display == b"SSD1309" else wiring.display
    rows = [row for row in _DISPLAYS if row[0] == name]
    if not rows:
        raise Fault('DISPLAY in settings.toml: use "SSD1306" (or SSD1309), "SH1106" or "SH1107".')
    _, turn, pages, columns, start, registers = rows[0]
    options = {} if start is None else {"colstart": start}
    if wiring.colstart is not None:
        if start is None:
            raise Fault("DISPLAY_COLUMN_OFFSET in settings.toml is for the SH1106: put # before it.")
        options["colstart"] = wiring.colstart
    driver = str(name, "utf-8")
    module = __import__("adafruit_displayio_" + driver.lower())
    displayio.release_displays()
    bus, i2c, send = (_open_spi if len(wiring.bus) > 2 else _open_i2c)(wiring)
    try:
        # The driver switches it on full of noise.
        send(_PREPARE, b"")
        row = bytes(columns)
        for page in range(pages):
            send(bytes((_PAGE + page, 0x00, 0x10)), row)
    except OSError:
        displayio.release_displays()
        if i2c:
            i2c[0].deinit()  # or its pins would be in use at the next try
        raise _missing(wiring, ()) from None
    rotation = wiring.rotation + turn
    display: "Display" = getattr(module, driver)(
        bus, width=_WIDTH, height=_HEIGHT, rotation=rotation, auto_refresh=False, **options
    )
    display.registers = registers
    display.i2c = i2c
    return display


def _missing(wiring: "Wiring", address: "list[int] | tuple[()]") -> DisplayError:
    """What to say when no display answers, but something at `address` does."""
    said = "No display at " + " or ".join(["0x%02X" % one for one in wiring.address])
    if address:
        said += "; %s answers" % " or ".join(["0x%02X" % one for one in address])
    return DisplayError(said + ": check its wires, and I2C_ADDRESS in settings.toml.")


def _open_i2c(wiring: "Wiring") -> "tuple[i2cdisplaybus.I2CDisplayBus, tuple[busio.I2C, int], Callable]":
    """The bus, what probes it (Display), and a function that sends commands and data."""
    sda, scl = wiring.bus
    defaults = wiring.defaults
    try:
        i2c = busio.I2C(scl, sda, frequency=wiring.frequency)
    except ValueError:
        raise Fault(
            "SDA and SCL in settings.toml are not an I2C pair: use %s and %s, for example."
            % (defaults["SDA"], defaults["SCL"])
        ) from None
    except RuntimeError:
        raise DisplayError(
            "No pull-up on SDA or SCL: is the display wired to these pins and to 3.3 V?"
        ) from None
    if wiring.reset:
        # The firmware's own pulse is too short for an SH1106.
        import digitalio

        line = digitalio.DigitalInOut(wiring.reset)
        line.switch_to_output(False)
        time.sleep(_RESET_SECONDS)
        line.deinit()
    bus = None
    for address in wiring.address:
        try:
            bus = i2cdisplaybus.I2CDisplayBus(i2c, device_address=address, reset=wiring.reset)
            break
        except ValueError:
            pass
    wiring.address = (address,) if bus else wiring.address
    if not bus:
        i2c.try_lock()
        answering = i2c.scan()
        i2c.deinit()
        raise _missing(wiring, answering)

    def send(commands: bytes, data: bytes) -> None:
        i2c.try_lock()  # nothing is drawn yet, so it is free
        i2c.writeto(address, b"\x00" + commands)
        if data:
            i2c.writeto(address, b"\x40" + data)
        i2c.unlock()

    return bus, (i2c, address), send


def _open_spi(wiring: "Wiring") -> "tuple[fourwire.FourWire, None, Callable]":
    """The bus, None because nobody answers on it, and a function that sends commands and data."""
    import fourwire

    clock, data_out, command, chip_select = wiring.bus
    defaults = wiring.defaults
    try:
        bus = fourwire.FourWire(
            busio.SPI(clock, MOSI=data_out),
            command=command,
            chip_select=chip_select,
            reset=wiring.reset,
            baudrate=wiring.frequency,
        )
    except ValueError:
        raise Fault(
            "SCK and MOSI in settings.toml are not an SPI pair: use %s and %s, for example."
            % (defaults["SCK"], defaults["MOSI"])
        ) from None

    def send(commands: bytes, data: bytes) -> None:
        for code in commands[:-1]:
            bus.send(code, b"")
        bus.send(commands[-1], data)

    return bus, None, send
