# SPDX-License-Identifier: MIT
"""With a speaker: how late presses and their sounds are, how true its notes, and the free heap."""

from pathlib import Path
from typing import Any

from tools.emulator import image
from tools.emulator.pico import Pico
from tools.emulator.trace import TracedChip
from tools.measure import firsts, runs
from tools.simulator import keys

_PRESSES = 40
_WITHIN_MS = 600
_TAP_US = 40_000
_JITTER_US = 613
_SETTINGS = {"SPEAKER_PIN": "GP22", "SOUND": 3, "ANIMATION": 1}
# Slides left; merges to a 1024, the nearest below the win, whose note is 1528 Hz; wins; ends.
_TONE_HERTZ = 1528
_MERGE = (9, 9, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def measure(firmware: Path) -> dict[str, Any]:
    """Milliseconds to the first changed byte and first edge, a note's pitch and length, and free bytes."""
    seed, directions = runs.random_game(_PRESSES)
    pico, chip = _power_up(firmware, seed, runs.started(seed))
    found = [_press(pico, chip, way, number) for number, way in enumerate(directions)]
    for cells in (firsts.WINS, firsts.ENDS, _MERGE):
        pico, chip = _power_up(firmware, seed, firsts.saved(cells))
        found.append(_press(pico, chip, 3, 0))
    rises = [time for time, is_high in pico.sound if is_high]
    hertz = (len(rises) - 1) * 1_000_000 / (rises[-1] - rises[0])
    return {
        "first_byte_worst_ms": max(byte for byte, _ in found),
        "behind_the_byte_worst_ms": max(edge - byte for byte, edge in found),
        "detuned_percent": abs(hertz / _TONE_HERTZ - 1) * 100,
        "free": runs.free_heap(firmware, _SETTINGS),
        "lasts_ms": (pico.sound[-1][0] - rises[0]) / 1000,
    }


def _power_up(firmware: Path, seed: int, nvm: bytes) -> tuple[Pico, TracedChip]:
    settings = {**_SETTINGS, "SEED": seed}
    chip = TracedChip()
    pico = Pico(firmware, image.build(image.product_files(settings), nvm), settings, chip=chip)
    chip.clock = lambda: pico.now
    pico.wait_until_ready()
    return pico, chip


def _press(pico: Pico, chip: TracedChip, direction: int, number: int) -> tuple[float, float]:
    """Press a button; after how many milliseconds the first byte changes, and the first edge is heard."""
    start = pico.now + keys.AFTER_READY_MS * 1000 + number * _JITTER_US
    pico.switch(direction, True, start)
    pico.switch(direction, False, start + _TAP_US)
    pico.run_until(start + _WITHIN_MS * 1000)
    changes = [write.time for write in chip.between(start, pico.now) if write.is_change]
    heard = next(time for time, _ in pico.sound if time >= start)
    return (changes[0] - start) / 1000, (heard - start) / 1000
