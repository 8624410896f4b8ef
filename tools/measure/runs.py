# SPDX-License-Identifier: MIT
"""The measurements. Each boots an emulated Pico and returns figures by name, in emulated time."""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine2048 import board
from engine2048.game import Game
from engine2048.history import STEPS
from engine2048.rng import Rng
from engine2048.save import journal
from tools.emulator import image
from tools.emulator.pico import NotReached, Pico
from tools.emulator.trace import TRACED, Traced, TracedChip, cells_sent
from tools.files import ROOT
from tools.measure import firsts
from tools.simulator import keys, program

_DEVICE = Path(__file__).parent / "device"
_SCRIPT_WITHIN_MS = 3_000_000
_PRESSES = 100
_TAP_MS = 40
_STILL_MS = 150
_ANIMATED_MS = 250
_NEARLY_FULL = 3400  # bytes of a sector
# Presses come at every phase of the button scan and of the program's loop.
_JITTER_US = 9973
_WIRINGS: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("SH1106", "I2C", {"DISPLAY": "SH1106"}),
    ("SH1107", "I2C", {"DISPLAY": "SH1107"}),
    ("SSD1306", "SPI", {"BUS": "SPI", "SPI_FREQUENCY": 8_000_000}),
    ("SH1106", "SPI", {"DISPLAY": "SH1106", "BUS": "SPI"}),
)
# The program lights the LED before all else, which marks the start of the boot.
_MARK = "import board, digitalio\n_mark = digitalio.DigitalInOut(board.LED)\n_mark.switch_to_output(True)\n"


def script(
    firmware: Path, name: str, more: Mapping[str, Path | bytes] | None = None, nvm: bytes | None = None
) -> dict[str, Any]:
    """Run a script of device/ in place of code.py; return its figures, and the erases of the nvm sector.

    `more` maps paths on the drive to other contents; `nvm` is what that sector holds at first.
    """
    files = image.product_files({"SEED": 1}, {"code.py": _DEVICE / f"{name}.py", **(more or {})})
    pico = _power_up(firmware, memory=image.build(files, nvm or b"\xff" * image.NVM_BYTES))
    found = pico.wait_for_line(r"\{.*\}|\w*Error.*", _SCRIPT_WITHIN_MS, "print its figures")
    if not found[0].startswith("{"):
        raise NotReached(f"{name}.py ended with {found[0]}")
    return json.loads(found[0]) | {"erases": pico.erases.count}


def engine(firmware: Path) -> dict[str, Any]:
    """board.slide, game.play and 10,000 moves."""
    return script(firmware, "engine")


def save(firmware: Path) -> dict[str, Any]:
    """2,000 saved moves, with the erases counted on the emulated flash chip."""
    return script(firmware, "save")


def heap(firmware: Path, rounds: int = 41, every: int = 10) -> dict[str, Any]:
    """Free heap while playing, after all of the product was used: once, and round after round."""
    return {
        "free": free_heap(firmware, {}),
        "every": every,
        "rounds": heap_in_rounds(firmware, rounds, 0, every)["free"],
    }


def heap_in_rounds(firmware: Path, rounds: int, switches: int, every: int) -> dict[str, Any]:
    """Free heap after rounds of all that the product does, and after switches through all its languages."""
    numbers = f"ROUNDS = {rounds}\nSWITCHES = {switches}\nEVERY = {every}\n".encode()
    program: dict[str, Path | bytes] = {"product.py": ROOT / "code.py", "rounds.py": numbers}
    return script(firmware, "heap", program)


def free_heap(firmware: Path, settings: Mapping[str, Any]) -> int:
    """Free heap while playing, after all of the product was used once.

    The product reports it itself, at Ctrl-C, because a separate program would take up heap.
    """
    said = "            self.report()\n"
    measured = "            gc.collect()\n            print('{\"free\": %d}' % gc.mem_free())\n"
    playing = (ROOT / "hardware" / "handheld.py").read_text().replace(said, measured)
    changed = image.product_files({"SEED": 7, **settings}, {"hardware/handheld.py": playing.encode()})
    pico = _power_up(firmware, memory=image.build(changed, firsts.saved(firsts.WINS)))
    pico.wait_until_ready()
    # A win and going on, hint, menu and its pages, a demo that any press ends, and then moves.
    pico.play(keys.parse("L..........R..H......MDDDR.LDR.LDR.LDR......L"))
    pico.play(keys.parse("LURD" * 8))
    pico.interrupt()
    return int(json.loads(pico.lines[-1][1])["free"])


def solver(firmware: Path) -> dict[str, Any]:
    """How long the solver thinks on boards of one game, and how much heap it takes."""
    return script(firmware, "solver")


def steps(firmware: Path) -> dict[str, Any]:
    """The steps of a start, with the save that is slowest to replay."""
    return script(firmware, "steps", nvm=_long_save())


def modules(firmware: Path) -> dict[str, Any]:
    """The heap that each module takes."""
    return script(firmware, "modules")


def animation(firmware: Path) -> dict[str, Any]:
    """Pictures and duration of slides."""
    return script(firmware, "animation")


def boot(firmware: Path) -> dict[str, Any]:
    """Time from the first line of code.py to the resumed board, with the save that is slowest to replay."""
    memory = image.build(
        image.product_files(replaced={"code.py": (_MARK + (ROOT / "code.py").read_text()).encode()}),
        _long_save(),
    )
    chip = TracedChip()
    pico = _power_up(firmware, memory=memory, chip=chip)
    pico.wait_until_ready()
    start = next(time for time, is_lit in pico.light if is_lit and time > pico.light[0][0])
    picture = max(write.time for write in chip.writes if write.is_change)
    pico.interrupt()
    return {"picture_ms": (picture - start) / 1000, "ready_ms": (pico.lines[-2][0] - start) / 1000}


def displays(firmware: Path) -> dict[str, Any]:
    """The same presses on every other display, and on SPI."""
    return {
        f"{name}, {bus}": {
            "still": presses(firmware, animated=False, wiring=wiring),
            "animated": presses(firmware, animated=True, wiring=wiring),
        }
        for name, bus, wiring in _WIRINGS
    }


def presses(firmware: Path, animated: bool, wiring: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """100 presses in a random game; times are milliseconds from the switch closing."""
    seed, directions = random_game(_PRESSES)
    wiring = wiring or {}
    chip = TRACED[wiring.get("DISPLAY", "SSD1306")]()
    files = image.product_files({"SEED": seed, "ANIMATION": int(animated), **wiring})
    pico = _power_up(firmware, image.build(files, started(seed)), chip, wiring)
    pico.wait_until_ready()
    first, last, sent, wasted = [], [], [], 0
    before = chip.bytes_received
    phase = random.Random(5)
    time = pico.now + keys.AFTER_READY_MS * 1000
    for direction in directions:
        time += phase.randrange(_JITTER_US)
        pico.switch(direction, True, time)
        pico.switch(direction, False, time + _TAP_MS * 1000)
        end = time + (_ANIMATED_MS if animated else _STILL_MS) * 1000
        pico.run_until(end)
        writes = chip.between(time, end)
        changes = [write.time for write in writes if write.is_change]
        first.append((changes[0] - time) / 1000)
        last.append((writes[-1].time - time) / 1000)
        sent.append(len(writes))
        wasted += sum(not is_changed for is_changed in cells_sent(writes).values())
        time = end
    return {
        "first_byte_worst_ms": max(first),
        "first_byte_mean_ms": sum(first) / len(first),
        "picture_mean_ms": sum(last) / len(last),
        "picture_worst_ms": max(last),
        "bytes_a_move": sum(sent) / len(sent),
        "bus_bytes_a_move": (chip.bytes_received - before) / len(sent),
        "unchanged_cells_sent": wasted,
    }


def started(seed: int) -> bytes:
    """The nvm sector of a handheld that was switched on before, so that it shows no welcome."""
    sector = bytearray(b"\xff" * image.NVM_BYTES)
    journal.Journal(sector, True).snapshot(Game(Rng(seed)))
    return bytes(sector)


def _power_up(
    firmware: Path, memory: bytes, chip: Traced | None = None, wiring: Mapping[str, Any] | None = None
) -> Pico:
    pico = Pico(firmware, memory, wiring or program.read_settings(), chip=chip)
    if chip:
        chip.clock = lambda: pico.now
    return pico


def random_game(length: int) -> tuple[int, list[int]]:
    """A seed, and the directions of a random game that lasts at least `length` legal moves."""
    for seed in range(1, 1000):
        game, choices = Game(Rng(seed)), random.Random(seed)
        directions: list[int] = []
        while len(directions) < length and not game.over:
            directions.append(_play_randomly(game, choices))
        if len(directions) == length:
            return seed, directions
    raise ValueError(f"no random game of {length} moves was found")


def _play_randomly(game: Game, choices: random.Random) -> int:
    legal = [way for way in range(4) if board.slide(list(game.cells), way) >= 0]
    direction = choices.choice(legal)
    game.play(direction)
    return direction


def _long_save() -> bytes:
    """The save that takes longest to load: a nearly full sector, all undo steps, and events after them."""
    seed, directions = random_game(STEPS + journal.EVENTS)
    sector = bytearray(b"\xff" * image.NVM_BYTES)
    kept, game = journal.Journal(sector, True), Game(Rng(seed))
    for direction in directions[:STEPS]:
        game.play(direction)
    while len(sector.rstrip(b"\xff")) < _NEARLY_FULL:
        kept.snapshot(game)
    for direction in directions[STEPS:]:
        game.play(direction)
        kept.add(direction, game)
    return bytes(sector)
