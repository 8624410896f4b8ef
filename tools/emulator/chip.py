"""The emulated RP2040 and the loop that runs it: the fast ones where they were compiled, else rp2040py's."""

import weakref
from collections.abc import Callable
from typing import Any

from rp2040py.clock.simulation_clock import ClockAlarm, SimulationClock
from rp2040py.execute_batch import execute_batch
from rp2040py.rp2040 import RP2040

# The clock is advanced after so many instructions, or when something is due.
_INSTRUCTIONS_A_TICK = 32
_NEVER = 1e30  # nanoseconds


def _run_batch(simulator: Any) -> None:
    execute_batch(simulator, _INSTRUCTIONS_A_TICK)
    core = simulator.rp2040.core
    if core.waiting and core.pending_interrupts & core.enabled_interrupts:
        # An interrupt came just before the instruction that waits for it: rp2040py sleeps on.
        core.waiting = False


try:
    from tools.emulator.fast import FastRP2040 as Chip
    from tools.emulator.fast import run_batch
except ImportError:
    Chip = RP2040  # type: ignore[assignment,misc]
    run_batch = _run_batch  # type: ignore[assignment]

IS_FAST = Chip is not RP2040


class Alarm(ClockAlarm):
    """An alarm that can be referred to weakly."""


class Clock(SimulationClock):
    """The emulated time, whose alarms let go of the next one when they go off.

    Those of rp2040py 0.3.6 keep it: in minutes that makes a chain so long that Python runs out of stack when
    it frees the first.
    """

    def create_alarm(self, callback: Callable[[], None]) -> Alarm:
        """An alarm that calls `callback`, not yet scheduled."""

        def go_off() -> None:
            alarm = itself()
            assert alarm  # or nobody would call
            # What is scheduled last has no next one, and keeps it so.
            alarm.schedule(_NEVER)
            alarm.cancel()
            callback()

        alarm = Alarm(self, go_off)
        itself = weakref.ref(alarm)
        return alarm
