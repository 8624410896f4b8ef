"""The emulated RP2040 and the loop that runs it: the fast ones where they were compiled, else rp2040py's."""

from rp2040py.execute_batch import execute_batch
from rp2040py.rp2040 import RP2040

# The clock is advanced after so many instructions, or when something is due.
_INSTRUCTIONS_A_TICK = 32


def _run_batch(simulator):
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
