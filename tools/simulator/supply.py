# SPDX-License-Identifier: MIT
"""What powers a simulated board: a computer's USB port, or a battery that the program can measure."""

from tools.simulator import settings as settings_file
from tools.simulator.boards import Board

# A Pico divides its supply by three on this pin; any other pin gets what the builder's own divider gives.
_MONITOR = "VOLTAGE_MONITOR"
_MONITOR_DIVIDER = 3.0
_SENSE = "VBUS_SENSE"  # high while there is power on the USB port
_USB_VOLTS = 4.7  # 5 V less the drop across the Pico's diode


class Supply:
    """`battery` is the battery's voltage, which may change; None plugs in the computer instead."""

    def __init__(self, settings: bytes | None, battery: float | None = None) -> None:
        """`settings` is the content of settings.toml, which tells of the builder's divider."""
        self._settings = settings
        self.battery = battery

    @property
    def usb_connected(self) -> bool:
        """Tell whether a computer is connected."""
        return self.battery is None

    def level(self, pin_name: str) -> bool | None:
        """The level of a pin that the board itself drives; None if it does not drive it."""
        return self.usb_connected if pin_name == _SENSE else None

    def volts(self, pin_name: str) -> float:
        """The voltage to measure on a pin."""
        supply = _USB_VOLTS if self.battery is None else self.battery
        if pin_name == _MONITOR:
            return supply / _MONITOR_DIVIDER
        divider = settings_file.getenv(self._settings, "BATTERY_DIVIDER") or 1
        return supply / float(divider)


def measured(settings: bytes, board: Board) -> bytes:
    """Settings that measure the battery: as given, or by the board's own divider if they name no pin."""
    if settings_file.getenv(settings, "BATTERY_PIN") or _MONITOR not in board.names:
        return settings
    own: dict[str, settings_file.Value] = {
        "BATTERY_PIN": "VOLTAGE_MONITOR",
        "BATTERY_DIVIDER": round(_MONITOR_DIVIDER),
    }
    return settings_file.changed(settings, own)
