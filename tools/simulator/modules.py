# SPDX-License-Identifier: MIT
"""Stand-ins for the device's modules that CPython lacks, put in place before Blinka loads.

Blinka's own hardware layer is not installed. Its displayio, the display driver and the label library run
unchanged on these stand-ins, which delegate to the machine that is switched on. Anything that a stand-in
lacks raises an AttributeError that says so.
"""

import builtins
import errno
import functools
import gc
import importlib
import io
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import IO, Any

from tools.simulator import boards, buses, parts, pwm, scanner, settings, sleeping
from tools.simulator.machine import POLL, current, is_on

# Free on a Pico at the REPL. CPython's own memory says nothing about the device's.
_HEAP_FREE = 171_000


class HardReset(BaseException):
    """The program called microcontroller.reset or supervisor.reload."""


class _StandIn(ModuleType):
    """A module that contains only what the simulator models."""

    def __init__(self, name: str, **content: Any) -> None:
        super().__init__(name)
        self.__dict__.update(content)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the simulator has no {self.__name__}.{name} (see tools/simulator/modules.py)")


class _Board(_StandIn):
    """The pins of the machine that is on; those of a Pico if none is."""

    @property
    def board_id(self) -> str:
        """The name by which CircuitPython knows the board."""
        return _board().board_id

    def __getattr__(self, name: str) -> Any:
        pin = parts.pins_of(_board()).get(name)
        if pin is None:
            raise AttributeError(f"module 'board' has no attribute {name!r}")
        return pin


def _board() -> boards.Board:
    return current().board if is_on() else boards.PICO


class _Microcontroller(_StandIn):
    @property
    def nvm(self) -> parts.Nvm | None:
        """The machine's flash, or None for a board without nvm."""
        machine = current()
        return None if machine.flash is None else parts.Nvm(machine)


class _Runtime:
    """supervisor.runtime"""

    __slots__ = ("autoreload",)
    serial_bytes_available = 0
    serial_connected = True

    def __init__(self) -> None:
        self.autoreload = True

    @property
    def usb_connected(self) -> bool:
        """Tell whether a computer is at the other end of the cable."""
        return current().supply.usb_connected


class _Alarm(_StandIn):
    """alarm"""

    @property
    def wake_alarm(self) -> Any:
        """What ended the last sleep, or None."""
        return current().wake_alarm


class _Proxy(ModuleType):
    """A real module, some of whose functions are replaced while a machine is on."""

    def __init__(self, real: Any, **changed: Callable[..., Any]) -> None:
        super().__init__(real.__name__, real.__doc__)
        self._real = real
        for name, function in changed.items():
            setattr(self, name, _while_on(function, getattr(real, name, None)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def _while_on(simulated: Callable[..., Any], real: Any) -> Callable[..., Any]:
    def choose(*arguments: Any) -> Any:
        return simulated(*arguments) if is_on() or real is None else real(*arguments)

    return choose


def _sleep(seconds: float) -> None:
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    current().sleep(round(seconds * 1_000_000))


def _ticks_ms() -> int:
    machine = current()
    machine.wait(POLL)
    return machine.ticks()


def _getenv(name: str, default: Any = None) -> Any:
    machine = current()
    return settings.getenv(machine.settings, name, default, machine.circuitpython)


def _open(path: Any, mode: str = "r") -> IO[Any]:
    """Open the machine's settings.toml, which exists only in memory."""
    content = current().settings
    if content is None:
        raise OSError(errno.ENOENT, "No such file/directory")
    return io.BytesIO(content) if "b" in mode else io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")


def _urandom(count: int) -> bytes:
    entropy = current().entropy
    if entropy is None:
        return os.urandom(count)
    return (entropy * (count // len(entropy) + 1))[:count]


def _collect() -> None:
    current().spend(1000)


def _reset() -> None:
    raise HardReset


def _forget_typed() -> None:
    current().typed.clear()


def _disable_usb_drive() -> None:
    machine = current()
    if not machine.booting:
        raise RuntimeError("Cannot change USB devices now")
    machine.drive_visible = False


def _getmount(_path: str) -> SimpleNamespace:
    return SimpleNamespace(readonly=current().drive_visible)


def _remount(
    _path: str, *, readonly: bool = False, disable_concurrent_write_protection: bool = False
) -> None:
    machine = current()
    if machine.drive_visible and not machine.booting:
        raise RuntimeError("Cannot remount path when visible via USB.")


def _stand_ins() -> list[ModuleType]:
    return [
        _Board("board"),
        _StandIn("busio", I2C=buses.I2C, SPI=buses.SPI),
        _StandIn("analogio", AnalogIn=parts.AnalogIn),
        _StandIn("digitalio", DigitalInOut=parts.DigitalInOut, Direction=parts.Direction, Pull=parts.Pull),
        _StandIn("keypad", Keys=scanner.Keys, Event=scanner.Event, EventQueue=scanner.EventQueue),
        _Microcontroller(
            "microcontroller",
            Pin=parts.Pin,
            cpu=SimpleNamespace(frequency=125_000_000, uid=b"SIMULATE"),
            reset=_reset,
        ),
        _Alarm("alarm", **sleeping.contents()),
        _StandIn("micropython", const=lambda value: value),
        _StandIn("pwmio", PWMOut=pwm.PWMOut),
        _StandIn("storage", disable_usb_drive=_disable_usb_drive, getmount=_getmount, remount=_remount),
        _StandIn("supervisor", ticks_ms=_ticks_ms, runtime=_Runtime(), reload=_reset),
        _StandIn("usb_cdc", console=SimpleNamespace(reset_input_buffer=_forget_typed)),
    ]


_PROXIES = {
    "time": _Proxy(
        time,
        sleep=_sleep,
        monotonic=lambda: current().now / 1_000_000,
        monotonic_ns=lambda: current().now * 1000,
    ),
    "os": _Proxy(
        os,
        getenv=_getenv,
        urandom=_urandom,
        uname=lambda: SimpleNamespace(sysname=_board().chip, release="10.2.1"),
    ),
    "gc": _Proxy(gc, collect=_collect, mem_free=lambda: _HEAP_FREE),
}


@functools.cache
def install() -> None:
    """Put the device's modules in place, once, and load Blinka on top of them.

    Call it while no machine is on, because Blinka starts a thread that sleeps.
    """
    sys.modules.update({module.__name__: module for module in _stand_ins()})
    with device_time():
        importlib.import_module("tools.simulator.blinka").correct()


def power_off() -> None:
    """Release all displays, as a loss of power does."""
    sys.modules["displayio"].release_displays()


@contextmanager
def device_time() -> Iterator[None]:
    """Make imports of time, os and gc find the device's versions, and `open` the device's settings.toml."""
    real = {name: sys.modules[name] for name in (*_PROXIES, "alarm")}
    real_open = builtins.open

    def open_there(path: Any, *arguments: Any, **options: Any) -> Any:
        opened = _open if path == "/settings.toml" and is_on() else real_open
        return opened(path, *arguments, **options)

    sys.modules.update(_PROXIES)
    if _board().chip != "rp2040":
        sys.modules["alarm"] = None  # type: ignore[assignment]  # what an import of it then raises is right
    builtins.open = open_there  # type: ignore[assignment]
    try:
        yield
    finally:
        sys.modules.update(real)
        builtins.open = real_open
