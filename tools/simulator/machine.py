# SPDX-License-Identifier: MIT
"""A board with buttons and a display on a virtual clock; the stand-in modules delegate to it."""

import functools
from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tools.simulator import boards, chips, keys, wires
from tools.simulator import settings as settings_file
from tools.simulator.console import Console
from tools.simulator.controller import Controller
from tools.simulator.supply import Supply

_READY_WITHIN = 60_000_000
_STOP_WITHIN = 10_000_000
# What a look at the clock or at the queue of key events costs. Without a cost, a busy loop would never end.
POLL = 20
_CONSOLE_BYTES = 256
_PACKET_BYTES = 64
_CTRL_C = 3
# The first wrap of the ticks comes about 65 s after power-on (CircuitPython, shared-bindings/supervisor).
_TICKS_AT_POWER_ON = 0x1FFF0000
_TICKS_PERIOD = 1 << 29


if TYPE_CHECKING:
    from tools.simulator.flash import Flash
    from tools.simulator.parts import AnyPin
    from tools.simulator.pwm import PWMOut, Tone


class MachineStopped(BaseException):
    """The program ran on after it was told to stop, or never became ready, so it gave no report."""


class PaceFailed(BaseException):
    """The front end failed. Not an Exception, so that the program does not take it for a fault of its own."""


class Machine:
    """One powered board. Times are whole microseconds of virtual time since power-on.

    `flash` is the storage behind microcontroller.nvm (a flash.Flash), or None for a board without nvm.
    `settings` is the content of settings.toml, as for settings.content, or None if there is no such file.
    `display_address` None unplugs the display, `pull_ups` False leaves the bus without pull-ups, and
    `entropy` (bytes) fixes what os.urandom gives. `battery` is the voltage of a battery that takes the
    place of the computer. `chip` is the display's, by default the one in the settings.
    """

    board = boards.PICO
    # The CircuitPython release. It decides only how settings.toml is read.
    circuitpython = settings_file.NEWEST

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        flash: "Flash | None",
        settings: settings_file.Given | None = None,
        display_address: int | None = 0x3C,
        pull_ups: bool = True,
        entropy: bytes | None = None,
        battery: float | None = None,
        chip: Controller | None = None,
    ) -> None:
        self.flash = flash
        self.settings = None if settings is None else settings_file.content(settings)
        self.pull_ups = pull_ups
        self.entropy = entropy
        self.now = 0
        self.chip = chip or chips.make(None, self.settings)
        self.devices = {} if wires.is_spi(self.settings) else {display_address: self.chip}
        self.console = Console(self._on_line)
        self.typed = bytearray()  # typed at the console and not read yet
        self.pins_in_use: dict[str, AnyPin] = {}
        self.led: list[tuple[int, bool]] = []  # (time, value) of every change
        self.pwm: dict[tuple[int, int], PWMOut] = {}  # (slice, channel) -> its user
        self.tones: list[Tone] = []
        self.drive_visible = True
        self.supply = Supply(self.settings, battery)
        self.wake_alarm: Any = None
        self.slept = 0  # microseconds asleep: in time.sleep, in light sleep or switched off
        self.booting = False
        # Called with the time to wait for. An interactive front end waits in real time.
        self.pace: Callable[[int], object] | None = None
        # Called while the program works. An interactive front end looks for keys.
        self.listen: Callable[[], object] | None = None
        self.faults: list[str] = []  # what the program asked of a part that the part cannot do
        self._changes: dict[str, list[tuple[int, bool]]] = {}  # pin name -> sorted (time, is_down)
        self._keys: tuple[list, int] = ([], 0)
        self._held: tuple[int, ...] = ()
        self._interrupt_at: int | None = _READY_WITHIN
        self.ready = False  # the program has said that its first picture is up
        self.interrupted = False  # Ctrl-C was pressed

    @functools.cached_property
    def wires(self) -> wires.Wires:
        """The display's wires beside an I2C bus, on the board's pins."""
        return wires.Wires(self, wires.pins_of(self.settings, self.board))

    def play(self, changes: list[keys.Change], milliseconds: int) -> None:
        """Plan key presses (see keys.schedule), from 100 ms after the program is ready, and then Ctrl-C."""
        self._keys = (changes, milliseconds)

    def run_on(self) -> None:
        """Let the program run until `interrupt`."""
        self._interrupt_at = None

    def interrupt(self) -> None:
        """Press Ctrl-C: the program gets a KeyboardInterrupt the next time it looks at the clock."""
        self._interrupt_at = self.now

    def type(self, text: bytes) -> None:
        """Type at the console, byte by byte. Ctrl-C gets through only if the buffer has room for it.

        The USB stack takes nothing more unless a whole packet fits (CircuitPython, usb_device.c).
        """
        for byte in text:
            if _CONSOLE_BYTES - len(self.typed) < _PACKET_BYTES:
                return
            self.typed.append(byte)
            if byte == _CTRL_C:
                self.typed.clear()
                self.interrupt()

    def hold(self, buttons: Iterable[int]) -> None:
        """Hold buttons while the power is switched on, until a moment after the first picture."""
        self._held = tuple(buttons)
        for button in self._held:
            self.switch(button, True)

    def switch(self, button: int, is_down: bool, at: int | None = None) -> None:
        """Close or open the switch of a button (its place in keys.BUTTONS), now or at the time `at`."""
        pin = settings_file.pin(self.settings, keys.BUTTONS[button], self.board)
        changes = self._changes.setdefault(pin, [])
        insort(changes, (self.now if at is None else at, is_down))

    def is_down(self, pin_name: str, at: int) -> bool:
        """Tell whether the switch on a pin is closed at the time `at`."""
        changes = self._changes.get(pin_name)
        if not changes:
            return False
        index = bisect_right(changes, (at, True))
        return index > 0 and changes[index - 1][1]

    def next_change(self) -> int | None:
        """When the next planned press or release is due; None if none is."""
        after = [changes[bisect_right(changes, (self.now, True)) :] for changes in self._changes.values()]
        return min((later[0][0] for later in after if later), default=None)

    @property
    def awake(self) -> float:
        """The share of the time since power-on, 0 to 1, that the board was not asleep."""
        return 1 - self.slept / self.now if self.now else 1.0

    def sleep(self, microseconds: int) -> None:
        """Wait, asleep."""
        before = self.now
        try:
            self.wait(microseconds)
        finally:
            self.slept += self.now - before

    def drive(self, pin: str, level: bool) -> None:
        """Note the level of an output: a wire of the display, or else the lamp."""
        if not self.wires.drive(pin, level):
            self.led.append((self.now, level))

    def answers(self, address: int) -> bool:
        """Tell whether a device answers on the I2C bus."""
        device = self.devices.get(address)
        return device is not None and (device is not self.chip or self.wires.listens())

    def claim(self, pin: "AnyPin") -> None:
        """Take a pin for one user; raises ValueError, as the device does, if it is already taken."""
        if pin.name in self.pins_in_use:
            raise ValueError(f"{pin.name} in use")
        self.pins_in_use[pin.name] = pin

    def release(self, pin: "AnyPin") -> None:
        """Give a pin back."""
        self.pins_in_use.pop(pin.name, None)

    def reset_pins(self) -> None:
        """Take all pins from their users, as a reset does."""
        for output in list(self.pwm.values()):
            output.deinit()
        self.pins_in_use.clear()

    def ticks(self, at: int | None = None) -> int:
        """What supervisor.ticks_ms gives at the time `at`, by default now."""
        return ((self.now if at is None else at) // 1000 + _TICKS_AT_POWER_ON) % _TICKS_PERIOD

    def spend(self, microseconds: int) -> None:
        """Let time pass during an operation. Raises PaceFailed if `listen` fails."""
        self.now += microseconds
        if self.listen:
            _call(self.listen)

    def wait(self, microseconds: int) -> None:
        """Let time pass at a point where Ctrl-C can arrive.

        Raises KeyboardInterrupt if it does, MachineStopped if the program runs on long after it, and
        PaceFailed if `pace` fails.
        """
        end = self.now + microseconds
        if self.pace:
            _call(self.pace, end)
        limit = self._interrupt_at
        if limit is None or end < limit:
            self.now = max(self.now, end)
            return
        self.now = max(self.now, min(end, limit))
        if self.interrupted:
            raise MachineStopped("the program did not stop at Ctrl-C")
        self.interrupted = True
        self._interrupt_at = self.now + _STOP_WITHIN
        raise KeyboardInterrupt

    def _on_line(self, line: str) -> None:
        if self.ready or not (line.startswith("2048 ") and " ready" in line):
            return
        self.ready = True
        for button in self._held:
            self.switch(button, False, self.now + keys.HELD_AFTER_READY_MS * 1000)
        if self._interrupt_at is None:
            return
        changes, milliseconds = self._keys
        start = self.now + keys.AFTER_READY_MS * 1000
        for at, button, is_down in changes:
            self.switch(button, is_down, start + at * 1000)
        self._interrupt_at = start + (milliseconds + keys.SETTLE_MS) * 1000


def _call(front_end: Callable[..., Any], *arguments: Any) -> None:
    try:
        front_end(*arguments)
    except Exception as error:
        raise PaceFailed(error) from error


_running: list[Machine] = []


def current() -> Machine:
    """The machine that is switched on. Raises RuntimeError if none is."""
    if not _running:
        raise RuntimeError("no simulated machine is switched on: use tools.simulator.program.run")
    return _running[-1]


def is_on() -> bool:
    """Tell whether a machine is switched on."""
    return bool(_running)


@contextmanager
def switched_on(machine: Machine) -> Iterator[Machine]:
    """Make `machine` the one that the stand-in modules use."""
    _running.append(machine)
    try:
        yield machine
    finally:
        _running.pop()
