# SPDX-License-Identifier: MIT
"""The emulated RP2040 and the loop that runs it: the fast ones if they are compiled, else rp2040py's."""

import weakref
from collections.abc import Callable
from typing import Any

from rp2040py.clock.simulation_clock import ClockAlarm, SimulationClock
from rp2040py.execute_batch import execute_batch
from rp2040py.rp2040 import RP2040

# The clock advances after this many instructions, or when something is due.
_INSTRUCTIONS_A_TICK = 32
_NEVER = 1e30  # nanoseconds


def _run_batch(simulator: Any) -> None:
    execute_batch(simulator, _INSTRUCTIONS_A_TICK)
    core = simulator.rp2040.core
    if core.waiting and core.pending_interrupts & core.enabled_interrupts:
        # The interrupt came just before the instruction that waits for it; rp2040py sleeps on.
        core.waiting = False


try:
    from tools.emulator.fast import FastRP2040 as Chip
    from tools.emulator.fast import run_batch
except ImportError:
    Chip = RP2040  # type: ignore[assignment,misc]
    run_batch = _run_batch  # type: ignore[assignment]

IS_FAST = Chip is not RP2040


class Alarm(ClockAlarm):
    """An alarm that supports weak references."""


class Clock(SimulationClock):
    """Emulated time. Each alarm drops its reference to the next when it goes off.

    In rp2040py 0.3.6, alarms keep it. Within minutes that makes a chain so long that Python runs out of stack
    when it frees the first.
    """

    def create_alarm(self, callback: Callable[[], None]) -> Alarm:
        """Create an alarm that calls `callback`; it is not scheduled yet."""

        def go_off() -> None:
            alarm = itself()
            assert alarm  # an alarm that goes off still exists
            # The alarm scheduled last has no next one, and cancel() keeps it that way.
            alarm.schedule(_NEVER)
            alarm.cancel()
            callback()

        alarm = Alarm(self, go_off)
        itself = weakref.ref(alarm)
        return alarm
