# SPDX-License-Identifier: MIT
"""How long pages take to open in each language, and how much heap a language takes."""

from pathlib import Path
from typing import Any

from tools.emulator.pico import Pico
from tools.emulator.trace import TracedChip
from tools.files import languages
from tools.measure import firsts, runs
from tools.simulator import keys

_SWITCHES = 200
_WITHIN_MS = 600
# In a menu, a press of one direction counts once it cannot be that of two any more (CHORD_MS).
_CHORD_MS = 60
# The keys that lead from the board to each page; the time of the last one is measured. The question
# needs a move.
_PAGES = {
    "menu": "M",
    "settings": "MDDDDDR",
    "statistics": "MDDDR",
    "how to play": "MDDDDR",
    "question": "LMDDDR",
}
_BACK = "LL"


def measure(firmware: Path) -> dict[str, Any]:
    """For each language: milliseconds to the first and the last change of each page, and free heap in bytes.

    They begin when the press counts.

    `switched` is the free heap after `switches` of the language, and after as many once more.
    """
    codes = languages()
    rounds = -(-_SWITCHES // len(codes))
    return {
        "switches": rounds * len(codes),
        "switched": runs.heap_in_rounds(firmware, 0, rounds + 1, rounds)["switched"],
        "languages": {
            code: {
                "pages": _pages(firmware, code),
                "win": _win(firmware, code),
                "free": runs.free_heap(firmware, {"LANGUAGE": code}),
            }
            for code in codes
        },
    }


def _pages(firmware: Path, code: str) -> dict[str, tuple[float, float]]:
    pico, chip = _power_up(firmware, code, firsts.PLAIN)
    found = {}
    for name, lead in _PAGES.items():
        for key in lead[:-1]:
            _press(pico, chip, key)
        first, last = _press(pico, chip, lead[-1])
        wait = _CHORD_MS if len(lead) > 1 else 0
        found[name] = (first - wait, last - wait)
        for key in _BACK:
            _press(pico, chip, key)
    return found


def _win(firmware: Path, code: str) -> tuple[float, float]:
    pico, chip = _power_up(firmware, code, firsts.WINS)
    return _press(pico, chip, "L")


def _power_up(firmware: Path, code: str, cells: tuple[int, ...]) -> tuple[Pico, TracedChip]:
    pico, chip = firsts.power_up(firmware, cells, LANGUAGE=code)
    pico.run_until(pico.now + keys.AFTER_READY_MS * 1000)
    return pico, chip


def _press(pico: Pico, chip: TracedChip, key: str) -> tuple[float, float]:
    """Tap a button; milliseconds to the first and the last byte that changes a pixel, 0 if none does."""
    button = firsts.MENU if key == "M" else "URDL".index(key)
    start = pico.now
    pico.switch(button, True, start)
    pico.switch(button, False, start + 100_000)
    pico.run_until(start + _WITHIN_MS * 1000)
    changes = [write.time for write in chip.between(start, pico.now) if write.is_change]
    return ((changes[0] - start) / 1000, (changes[-1] - start) / 1000) if changes else (0, 0)
