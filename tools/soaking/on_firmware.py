# SPDX-License-Identifier: MIT
"""The soak on the real firmware in an emulated Pico: random presses in slices, each after a start of its own.

The same engine plays along here. At the end of each slice, what the program reports and what its flash holds
must be that game exactly: so no press was lost, and none counted twice.
"""

import json
import random
import statistics
from pathlib import Path
from typing import Any

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.journal import RESUMED, Journal
from tools.emulator import image
from tools.emulator.pico import Pico
from tools.emulator.trace import TracedChip
from tools.files import ROOT
from tools.simulator import keys
from tools.soaking.laws import Broken, everything

_SLICE = 250  # presses
_TAP_US = 40_000
_HOLD_US = 480_000
_APART_US = 12_000  # between the two presses of a chord
# From one press to the next: long enough for most animations, but not for all.
_PAUSES_US = (90_000, 250_000)
_AFTER_CHORD_US = 300_000
_GUARD_US = 700_000
_HINT_US = 1_500_000
_CHORDS = {"M": (keys.LEFT, keys.RIGHT), "Z": (keys.UP, keys.DOWN), "H": (keys.UP, keys.RIGHT)}
_BUCKET_MS = 1
_REPORT = "            self.report()\n"
_FREE = "            gc.collect()\n            print('{\"free\": %d}' % gc.mem_free())\n"


class _Slice:
    """One start, and the presses until Ctrl-C; `game` plays along."""

    def __init__(self, firmware: Path, sector: bytes, game: Game, number: int) -> None:
        settings = {"SEED": 1, "ANIMATION": number % 2}
        playing = (ROOT / "hardware" / "handheld.py").read_text().replace(_REPORT, _REPORT + _FREE)
        files = image.product_files(settings, {"hardware/handheld.py": playing.encode()})
        self.chip = TracedChip()
        self.pico = Pico(firmware, image.build(files, sector), settings, chip=self.chip)
        self.chip.clock = lambda: self.pico.now
        self.game = game
        self.latencies: list[float] = []
        self.bytes: list[int] = []  # on the bus, of each move without animation
        self._choice = random.Random(number)
        self._counts_bytes = not number % 2
        self.pico.wait_until_ready()
        self.pico.run_until(self.pico.now + 300_000)

    def play(self) -> None:
        """Press at random; whoever is at the end of a game or has just won goes on from there."""
        for _ in range(_SLICE):
            if self.game.awaiting_choice:
                self._tap(keys.RIGHT, _GUARD_US, _GUARD_US)
                self.game.keep_going()
            elif self.game.over:
                for _ in range(2):  # New, and yes
                    self._tap(keys.DOWN, _GUARD_US, 150_000)
                    self._tap(keys.RIGHT, 0, 150_000)
                self.game.new_game()
            else:
                dice = self._choice.random()
                if dice < 0.97:
                    self._move(self._choice.randrange(4))
                else:
                    self._chord("MZH"[int((dice - 0.97) * 100)])

    def _move(self, direction: int) -> None:
        pico, chip = self.pico, self.chip
        start, before = pico.now, chip.bytes_received
        self._tap(direction, 0, self._choice.randrange(*_PAUSES_US))
        if not self.game.play(direction):
            return
        changes = [write.time for write in chip.between(start, pico.now) if write.is_change]
        if not changes:
            raise Broken(f"nothing changed on the glass after direction {direction}")
        self.latencies.append((changes[0] - start) / 1000)
        if self._counts_bytes:
            self.bytes.append(chip.bytes_received - before)

    def _chord(self, letter: str) -> None:
        pico = self.pico
        first, second = _CHORDS[letter]
        start = pico.now
        for number, button in enumerate((first, second)):
            pico.switch(button, True, start + number * _APART_US)
            pico.switch(button, False, start + _HOLD_US)
        pico.run_until(start + _HOLD_US + _AFTER_CHORD_US)
        if self.game.play(first):
            self.game.retract()
        if letter == "Z":
            self.game.undo()
        elif letter == "H":
            pico.run_until(pico.now + _HINT_US)
        else:
            self._tap(keys.LEFT, 0, 150_000)  # closes the menu

    def _tap(self, button: int, before: int, after: int) -> None:
        pico = self.pico
        pico.run_until(pico.now + before)
        start = pico.now
        pico.switch(button, True, start)
        pico.switch(button, False, start + _TAP_US)
        pico.run_until(start + max(after, _TAP_US + 10_000))

    def end(self) -> tuple[bytes, int]:
        """Stop, compare and return the flash's sector and the free heap."""
        pico = self.pico
        pico.run_until(pico.now + 700_000)
        pico.interrupt()
        pico.wait_for_line(r'\{"free"', 2000, "count its memory")
        states = [json.loads(text) for _, text in pico.lines if text.startswith("{")]
        state, free = states[-2], states[-1]["free"]
        game = self.game
        there = (state["cells"], state["score"], state["best"], state["moves"])
        if there != (game.cells, game.score, game.best, game.moves):
            raise Broken(
                f"the board plays {there}, and not {(game.cells, game.score, game.best, game.moves)}"
            )
        sector = pico.memory[: image.NVM_BYTES]
        outcome, saved = Journal(bytearray(sector), True).load(Game(Rng(1)))
        if outcome != RESUMED or everything(saved) != everything(game):
            raise Broken("the flash holds another game than the one that is played")
        return sector, free


def soak(firmware: Path, moves: int, seed: int) -> dict[str, Any]:
    """Play at least so many moves; returns figures. Raises Broken or NotReached."""
    game = Game(Rng(seed))
    fresh = bytearray(b"\xff" * image.NVM_BYTES)
    Journal(fresh, True).snapshot(game)
    sector = bytes(fresh)
    latencies: list[float] = []
    sent: list[int] = []
    free: list[int] = []
    number = 0
    while len(latencies) < moves:
        one = _Slice(firmware, sector, game, number + seed)
        one.play()
        sector, left = one.end()
        latencies += one.latencies
        sent += one.bytes
        free.append(left)
        number += 1
    return {
        "firmware": firmware.stem,
        "moves": len(latencies),
        "starts": number,
        "free_heap_least": min(free),
        "free_heap_most": max(free),
        "first_byte_ms": {
            "mean": round(statistics.mean(latencies), 2),
            "worst": round(max(latencies), 2),
            "histogram": histogram(latencies, _BUCKET_MS),
        },
        "bus_bytes_a_move": {
            "mean": round(statistics.mean(sent)) if sent else None,
            "most": max(sent, default=None),
            "histogram": histogram(sent, 50),
        },
    }


def histogram(values: list[Any], width: float) -> list[list[float]]:
    """Counts by interval: [where it begins, how many], without empty ones at the ends."""
    if not values:
        return []
    low, high = int(min(values) // width), int(max(values) // width)
    counts = [0] * (high - low + 1)
    for value in values:
        counts[int(value // width) - low] += 1
    return [[(low + place) * width, count] for place, count in enumerate(counts)]


def say(figures: dict[str, Any]) -> str:
    """The figures as a sentence."""
    first = figures["first_byte_ms"]
    return (
        f"{figures['moves']:,} moves in {figures['starts']} slices on {figures['firmware']}: game and save "
        f"are those of the same presses here. Press to first changed byte {first['mean']} ms, at worst "
        f"{first['worst']} ms; free heap {figures['free_heap_least']:,} to {figures['free_heap_most']:,} B."
    )
