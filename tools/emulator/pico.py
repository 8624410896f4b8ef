# SPDX-License-Identifier: MIT
"""One emulated Raspberry Pi Pico with the handheld's display and buttons on its pins."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from rp2040py.boards import BoardSpec, FlashLayout
from rp2040py.device import MicroPythonDevice
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.peripherals.vreg_and_chip_reset import HAD_PSM_RESTART

from tools.emulator import image, pwm
from tools.emulator.bus import DisplayModule
from tools.emulator.chip import Chip, Clock, run_batch
from tools.emulator.console import Console
from tools.emulator.spi import SpiModule
from tools.simulator import chips, keys, wires
from tools.simulator import settings as settings_file
from tools.simulator.boards import PICO
from tools.simulator.controller import Controller
from tools.simulator.kept import KeptFile
from tools.simulator.supply import Supply

_DRIVE = FlashLayout(fs_start=image.START + image.NVM_BYTES, fs_blockcount=256, fs_blocksize=4096)
_LED = 25
_VBUS_SENSE = 24
_ANALOG = (26, 27, 28, 29)
_REFERENCE_VOLTS = 3.3
_CYCLES_A_MICROSECOND = 125
_READY = re.compile(r"2048 \S+ ready")
_STOPPED = re.compile(r"2048 stopped: (.*)")
_READY_WITHIN_MS = 20_000
_REPORT_WITHIN_MS = 10_000
_QUIET_MS = 700
_MOST_WAITS = 6


class NotReached(Exception):
    """The program did not do what was expected in time; the message ends with its last output."""


class Pico:
    """The board, powered on when created. Times are emulated microseconds since then.

    `firmware` is a UF2 file, `memory` the rest of the flash (image.build). `settings` gives the wiring, as
    for settings.content. `chip` is the display's, by default the one in the settings; `address` None unplugs
    a display on I2C. `battery` is the voltage of a battery; None for the power of USB. Without a computer
    there is no console, either.
    """

    def __init__(  # noqa: PLR0913
        self,
        firmware: Path,
        memory: bytes,
        settings: Mapping[str, Any] | str | bytes | None = None,
        *,
        chip: Controller | None = None,
        address: int | None = 0x3C,
        battery: float | None = None,
        has_computer: bool = True,
    ) -> None:
        self.chip = chip or chips.make(None, settings)
        self.display = self._module(settings, address)
        clock = Clock()
        self._end_of_step = clock.create_alarm(self._pause)
        extras = (lambda: self.display,)
        mcu: Any = lambda _: Chip(clock)  # noqa: E731 (a type to mypy)
        board = BoardSpec(mcu=mcu, extras=extras, image=firmware, layout=_DRIVE)
        self._device = MicroPythonDevice(board=board, circuitpython=True)
        self._simulator = self._device.simulator
        self._mcu = self._device.mcu
        self._mcu.flash[image.START : image.START + len(memory)] = memory
        self._buttons = [self._mcu.gpio[_pin(settings, name)] for name in keys.BUTTONS]
        for button in self._buttons:
            # To rp2040py's level interrupts, a pin that only a pull holds is low.
            button.set_input_value(True)
        self._held: tuple[int, ...] = ()
        self.erases = image.Watch(self._mcu)
        self.file: KeptFile | None = None  # receives the changes to `memory`
        self.light: list[tuple[int, bool]] = []  # (time, is_lit) of every change of the board's LED
        self._mcu.gpio[_LED].add_listener(self._on_light)
        self.sound: list[tuple[int, bool]] = []  # the same of the speaker's pin, if the settings name one
        pwm.begin_high(self._mcu.pwm)
        speaker = settings and settings_file.getenv(settings_file.content(settings), "SPEAKER_PIN")
        if speaker in PICO.names:
            self._mcu.gpio[int(PICO.numbers[PICO.names[speaker]])].add_listener(self._on_sound)
        self.lines: list[tuple[int, str]] = []  # (time, text) of every line on the console
        self.console = Console(self._device, self._on_line)
        if not has_computer:
            self._device.cdc.usb.on_usb_enabled = lambda: None
        supply = Supply(None if settings is None else settings_file.content(settings), battery)
        self._mcu.gpio[_VBUS_SENSE].set_input_value(supply.usb_connected)
        names = {number: name for name, number in PICO.numbers.items()}
        for channel, pin in enumerate(_ANALOG):
            share = min(supply.volts(names[str(pin)]) / _REFERENCE_VOLTS, 1.0)
            self._mcu.adc.channel_values[channel] = round(share * 4095)
        # Restart as a debugger does: after power-on, the firmware waits a second for the safe-mode button.
        self._mcu.vreg_and_chip_reset.record_reset_cause(HAD_PSM_RESTART)
        self._mcu.leave_reset()

    @property
    def now(self) -> int:
        """Emulated time since power-on, in whole microseconds."""
        return round(self._simulator.clock.nanos / 1000)

    @property
    def busy(self) -> float:
        """For how many microseconds since power-on the processor has run; asleep, it does not."""
        return self._mcu.core.cycles / _CYCLES_A_MICROSECOND  # type: ignore[no-any-return]

    @property
    def wakes(self) -> int | None:
        """How often an interrupt has woken the processor; None if the fast path is not compiled."""
        return getattr(self._mcu, "wakes", None)

    @property
    def memory(self) -> bytes:
        """What the flash holds now, apart from the firmware."""
        return bytes(self._mcu.flash[image.START : image.START + image.BYTES])

    def hold(self, buttons: Iterable[int]) -> None:
        """Hold buttons while the power is switched on, until a moment after the first picture."""
        self._held = tuple(buttons)
        for button in self._held:
            self.switch(button, True)

    def switch(self, button: int, is_down: bool, at: int | None = None) -> None:
        """Close or open a button's switch, now or at a given time.

        0 to 6 are up, right, down, left, menu, undo and hint.
        """
        pin = self._buttons[button]
        self.at(self.now if at is None else at, lambda: pin.set_input_value(not is_down))

    def at(self, time: int, function: Callable[[], None]) -> None:
        """Call a function at an emulated time."""
        delay = max(0, time * 1000 - self._simulator.clock.nanos)
        self._simulator.clock.create_alarm(function).schedule(delay)

    def step(self, microseconds: int | None = None) -> None:
        """Run for a few milliseconds of real time, but at most this many emulated microseconds."""
        if microseconds is not None:
            self._end_of_step.schedule(microseconds * 1000)
        self._simulator.stopped = False
        run_batch(self._simulator)
        if self.file:
            self._keep_changes(self.file)

    def run_until(self, time: int) -> None:
        """Run until an emulated time."""
        self.at(time, self._pause)
        while self.now < time:
            self.step()

    def wait_for(self, is_reached: Callable[[], Any], milliseconds: float, what: str) -> None:
        """Run until `is_reached()`, checked after every console line and every few milliseconds.

        Raises NotReached after `milliseconds` of emulated time.
        """
        deadline = self.now + milliseconds * 1000
        while not is_reached():
            if self.now > deadline:
                raise NotReached(f"the program did not {what}; its last words:\n{self.last_words()}")
            self.step()

    def wait_for_line(self, pattern: str, milliseconds: float, what: str) -> re.Match[str]:
        """Run until a console line matches, and return the match. Raises NotReached."""
        start = len(self.lines)
        self.wait_for(lambda: self._matching(pattern, start), milliseconds, what)
        found = self._matching(pattern, start)
        assert found  # else wait_for would have raised
        return found

    def wait_until_ready(self) -> None:
        """Run until the first picture is up. Raises NotReached, with the program's own message if any."""
        said = self.wait_for_line(f"{_READY.pattern}|{_STOPPED.pattern}", _READY_WITHIN_MS, "start")
        if said[1] is not None:
            raise NotReached(said[1])
        for button in self._held:
            self.switch(button, False, self.now + keys.HELD_AFTER_READY_MS * 1000)

    def play(self, steps: Iterable[keys.Step]) -> None:
        """Press keys, starting 100 ms from now, and run until everything has settled."""
        changes, milliseconds = keys.schedule(steps)
        start = self.now + keys.AFTER_READY_MS * 1000
        for at, button, is_down in changes:
            self.switch(button, is_down, start + at * 1000)
        self.run_until(start + milliseconds * 1000)
        # The first menu takes half a second to load, so wait for the bus to go quiet, too.
        for _ in range(_MOST_WAITS):
            before = self.chip.bytes_received
            self.run_until(self.now + _QUIET_MS * 1000)
            if self.chip.bytes_received == before:
                break

    def interrupt(self) -> None:
        """Press Ctrl-C and run until the program reports its state. Raises NotReached."""
        self.console.send(b"\x03")
        self.wait_for_line(r"\{.*\}", _REPORT_WITHIN_MS, "report its state at Ctrl-C")

    def last_words(self) -> str:
        """The last lines of the console."""
        return "\n".join(text for _, text in self.lines[-20:]) or "(nothing)"

    def _module(
        self, settings: Mapping[str, Any] | str | bytes | None, address: int | None
    ) -> DisplayModule | SpiModule:
        """The display's module, on the bus in the settings."""
        pins = {name: PICO.numbers[pin] for name, pin in wires.pins_of(settings, PICO).items()}
        self._wires = wires.Wires(self, pins)
        if wires.is_spi(settings):
            return SpiModule(self.chip, _pin(settings, "SCK"), self._wires)
        sda, scl = (_pin(settings, name) for name in ("SDA", "SCL"))
        return DisplayModule(self.chip, sda, scl, address, self._wires)

    def _matching(self, pattern: str, start: int) -> re.Match[str] | None:
        for _, text in self.lines[start:]:
            found = re.search(pattern, text)
            if found:
                return found
        return None

    def _on_line(self, line: str) -> None:
        self.lines.append((self.now, line))
        self._pause()

    def _on_light(self, state: GPIOPinState, _before: GPIOPinState) -> None:
        is_lit = state == GPIOPinState.HIGH
        self.light.append((self.now, is_lit))
        # A program can read back a pin that it drives; in rp2040py, the outside has to provide the level.
        self._mcu.gpio[_LED].set_input_value(is_lit)

    def _on_sound(self, state: GPIOPinState, before: GPIOPinState) -> None:
        if (state == GPIOPinState.HIGH) != (before == GPIOPinState.HIGH):
            self.sound.append((self.now, state == GPIOPinState.HIGH))

    def _keep_changes(self, file: KeptFile) -> None:
        for start in self.erases.take_changed():
            # If the file cannot be written, the board runs on all the same.
            with suppress(OSError):
                at = image.START + start
                file.write(start, bytes(self._mcu.flash[at : at + image.SECTOR]))

    def _pause(self) -> None:
        self._simulator.stopped = True


def _pin(settings: Mapping[str, Any] | str | bytes | None, name: str) -> int:
    """The number of the pin that a setting names, or of the default pin if it names none."""
    return int(PICO.numbers[settings_file.pin(settings, name, PICO)])
