# SPDX-License-Identifier: MIT
"""Find the board's serial port, and the folder where its drive is mounted."""

from collections.abc import Callable, Iterable
from pathlib import Path

import psutil
from serial.tools.list_ports import comports
from serial.tools.list_ports_common import ListPortInfo

from tools.deployer.errors import DeployError

ListPorts = Callable[[], Iterable[ListPortInfo]]


def find_port(wanted: str | None, list_ports: ListPorts = comports) -> str:
    """Return the serial port of the board wanted, or of the only one plugged in.

    wanted: a port such as /dev/ttyACM0 or COM3, or id:SERIALNUMBER.
    Raises DeployError if there is no such board, or more than one to choose from.
    """
    boards = _boards(list_ports())
    if wanted is not None and not wanted.startswith("id:"):
        return wanted
    if wanted is not None:
        boards = [port for port in boards if port.serial_number == wanted[len("id:") :]]
        if not boards:
            raise DeployError(f"No board with the serial number {wanted[len('id:') :]} is plugged in.")
    if not boards:
        raise DeployError(
            "No board found. Plug it in with a USB cable that carries data. If a drive named RPI-RP2 or "
            "RP2350 appears, the board has no CircuitPython yet: flash it first (see docs/flashing.md)."
        )
    if len(boards) > 1:
        choices = "\n".join(
            f'  make deploy ARGS="--port {port.device}"   # {_describe(port)}' for port in boards
        )
        raise DeployError(f"More than one board is plugged in. Choose one:\n{choices}")
    return boards[0].device


def serial_number(device: str, list_ports: ListPorts = comports) -> str | None:
    """Return the USB serial number of the board at a port, or None if it has none."""
    return next((port.serial_number for port in list_ports() if port.device == device), None)


def port_again(device: str, serial: str | None, list_ports: ListPorts = comports) -> str:
    """Return the board's port after a restart, when some computers assign it a new one."""
    same_board = [port for port in _boards(list_ports()) if serial and port.serial_number == serial]
    return same_board[0].device if same_board else device


def _boards(ports: Iterable[ListPortInfo]) -> list[ListPortInfo]:
    """USB ports, one per board. A board with a second port for data has its console on the first."""
    usb = sorted(port for port in ports if port.vid is not None)
    boards = {port.serial_number or port.device: port for port in reversed(usb)}
    speaking = [port for port in boards.values() if "circuitpython" in str(port.interface).lower()]
    return sorted(speaking or boards.values())


def _describe(port: ListPortInfo) -> str:
    return f"{port.product or port.description}, serial number {port.serial_number or 'unknown'}"


def find_drive(uid: str) -> Path | None:
    """Return the folder where this computer mounts the drive of the board with this uid (hex digits)."""
    mounts = [Path(partition.mountpoint) for partition in psutil.disk_partitions(all=False)]
    return next((mount for mount in mounts if is_drive_of(mount, uid)), None)


def is_drive_of(folder: Path, uid: str) -> bool:
    """Tell whether boot_out.txt, which CircuitPython writes at every start, names this board."""
    try:
        return uid != "" and uid.upper() in (folder / "boot_out.txt").read_text(errors="replace").upper()
    except OSError:
        return False
