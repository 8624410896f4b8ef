"""Which serial port is the board's, and which folder is its drive."""

from collections.abc import Callable, Iterable
from pathlib import Path

import psutil
from serial.tools.list_ports import comports
from serial.tools.list_ports_common import ListPortInfo

from tools.deployer.errors import DeployError

ListPorts = Callable[[], Iterable[ListPortInfo]]


def find_port(wanted: str | None, list_ports: ListPorts = comports) -> str:
    """Name the serial port of the board: of the only one plugged in, or of the one wanted.

    wanted: a port such as /dev/ttyACM0 or COM3, or id:SERIALNUMBER.
    Raises DeployError when there is none or more than one.
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
    """The USB serial number behind a port; None when it has none."""
    return next((port.serial_number for port in list_ports() if port.device == device), None)


def port_again(device: str, serial: str | None, list_ports: ListPorts = comports) -> str:
    """Where the board is after a restart: some computers then give it another port."""
    same_board = [port for port in _boards(list_ports()) if serial and port.serial_number == serial]
    return same_board[0].device if same_board else device


def _boards(ports: Iterable[ListPortInfo]) -> list[ListPortInfo]:
    """USB ports, one per board: a board with a second port for data has its console on the first."""
    usb = sorted(port for port in ports if port.vid is not None)
    boards = {port.serial_number or port.device: port for port in reversed(usb)}
    speaking = [port for port in boards.values() if "circuitpython" in str(port.interface).lower()]
    return sorted(speaking or boards.values())


def _describe(port: ListPortInfo) -> str:
    return f"{port.product or port.description}, serial number {port.serial_number or 'unknown'}"


def find_drive(uid: str) -> Path | None:
    """The folder under which this computer shows the drive of the board with this uid (hex digits)."""
    mounts = [Path(partition.mountpoint) for partition in psutil.disk_partitions(all=False)]
    return next((mount for mount in mounts if is_drive_of(mount, uid)), None)


def is_drive_of(folder: Path, uid: str) -> bool:
    """Does boot_out.txt, which CircuitPython writes at every start, name this board?"""
    try:
        return uid != "" and uid.upper() in (folder / "boot_out.txt").read_text(errors="replace").upper()
    except OSError:
        return False
