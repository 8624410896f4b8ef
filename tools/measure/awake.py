# SPDX-License-Identifier: MIT
"""How much of the time the processor runs, and how often it wakes up, in each state of rest.

Nobody looks at the clock of a board that waits: what counts for a battery is how long it is awake.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.emulator import image
from tools.emulator.pico import Pico
from tools.measure.runs import started
from tools.simulator import program

_SECONDS = 1_000_000
_BOOT = 4 * _SECONDS
_DIM_SECONDS, _BLANK_SECONDS = 4, 8
_TAP = 60_000
_LEFT, _UP, _RIGHT = 3, 0, 1
_CHORD = 450_000
_COUNTS_AFTER = 412_000  # then the search for a hint begins


def measure(firmware: Path) -> list[dict[str, Any]]:
    """The share of time awake and the wake-ups a second in each state, without a computer and with one."""
    return _rests(firmware, has_computer=False) + _rests(firmware, has_computer=True)[-1:]


def _rests(firmware: Path, has_computer: bool) -> list[dict[str, Any]]:
    settings = {"SEED": 7, "DIM_SECONDS": _DIM_SECONDS, "BLANK_SECONDS": _BLANK_SECONDS, "OFF_MINUTES": 0}
    pico = _power_up(firmware, settings, has_computer)
    cable = " with a computer" if has_computer else ""
    start = pico.now
    for number in range(8):
        at = start + number * _SECONDS // 2
        _tap(pico, (_LEFT, _UP)[number % 2], at)
    playing = _share(pico, 4)
    for button in (_UP, _RIGHT):
        pico.switch(button, True, pico.now)
        pico.switch(button, False, pico.now + _CHORD)
    pico.run_until(pico.now + _COUNTS_AFTER)
    thinking = _share(pico, 0.04)
    pico.run_until(pico.now + _SECONDS)
    pico.run_until(pico.now + _SECONDS // 2)
    lit = _share(pico, 2)
    pico.run_until(pico.now + (_DIM_SECONDS - 2) * _SECONDS)
    dim = _share(pico, 1)
    pico.run_until(pico.now + (_BLANK_SECONDS - _DIM_SECONDS) * _SECONDS)
    dark = _share(pico, 4)
    states = {
        "two moves a second": playing,
        "looking for a hint": thinking,
        "lit, idle": lit,
        "dim": dim,
        "dark": dark,
    }
    return [{"state": state + cable, **figures} for state, figures in states.items()]


def _power_up(firmware: Path, settings: Mapping[str, Any], has_computer: bool) -> Pico:
    memory = image.build(image.product_files(settings), started(settings["SEED"]))
    pico = Pico(firmware, memory, program.read_settings(), has_computer=has_computer)
    pico.run_until(_BOOT)
    return pico


def _tap(pico: Pico, button: int, at: int) -> None:
    pico.switch(button, True, at)
    pico.switch(button, False, at + _TAP)


def _share(pico: Pico, seconds: float) -> dict[str, Any]:
    start, busy, wakes = pico.now, pico.busy, pico.wakes
    pico.run_until(start + round(seconds * _SECONDS))
    passed = (pico.now - start) / _SECONDS
    woken = None if wakes is None or pico.wakes is None else round((pico.wakes - wakes) / passed)
    return {
        "awake": min(1.0, (pico.busy - busy) / (pico.now - start)),
        "wakes": woken,
        "is_lit": pico.chip.on,
    }
