# SPDX-License-Identifier: MIT
"""How long presses take that the program answers for the first time, or only once a game.

Each is measured after a start of its own, and nothing else is pressed before it.
"""

from pathlib import Path
from typing import Any, NamedTuple

from engine2048 import board
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import decoding, journal
from tools.emulator import image
from tools.emulator.pico import Pico
from tools.emulator.trace import TracedChip
from tools.simulator import keys

_SEED = 5
_WITHIN_MS = 1500  # the answer and all that follows it
HOLD_MS = 400  # as hardware.buttons, which only the device can import
_PHASES_US = (0, 1900, 3700)
MENU = 4  # after the four directions

WINS = (10, 10, 3, 1, 0, 2, 4, 1, 0, 0, 2, 0, 3, 0, 0, 1)
# Left merges the last pair and fills the board with what cannot move, whatever the new tile is.
ENDS = (3, 4, 5, 6, 5, 6, 7, 8, 3, 4, 5, 6, 1, 1, 7, 8)
PLAIN = (1, 2, 3, 4, 0, 1, 2, 3, 0, 0, 1, 2, 0, 0, 0, 1)  # nothing moves up or right


class Press(NamedTuple):
    """A press on a board: which buttons, how long they are held until they count, and with what settings."""

    what: str
    cells: tuple[int, ...]
    buttons: tuple[int, ...]
    hold_ms: int = 0
    animated: bool = False


PRESSES = (
    Press("first press after power-on", PLAIN, (board.LEFT,)),
    Press("first slide", PLAIN, (board.LEFT,), animated=True),
    Press("the press that wins", WINS, (board.LEFT,)),
    Press("the press that ends the game", ENDS, (board.LEFT,)),
    Press("first menu", PLAIN, (MENU,)),
    Press("first hint", PLAIN, (board.UP, board.RIGHT), HOLD_MS),
)


def measure(firmware: Path) -> list[dict[str, Any]]:
    """Milliseconds from each press (or from when it is held long enough) to the first and the last byte.

    Each is the worst of a few starts, at different phases of the button scan and of the program's loop.
    """
    return [_worst([_measure(firmware, press, phase) for phase in _PHASES_US]) for press in PRESSES]


def _worst(figures: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: max(figure[name] for figure in figures) for name in figures[0]}


def power_up(firmware: Path, cells: tuple[int, ...], **more: Any) -> tuple[Pico, TracedChip]:
    """Start with a board, some settings and a button for the menu; returns what is ready for a press."""
    settings = {"SEED": _SEED, "ANIMATION": 0, "BUTTON_MENU": "GP14", **more}
    chip = TracedChip()
    memory = image.build(image.product_files(settings), saved(cells))
    pico = Pico(firmware, memory, settings, chip=chip)
    chip.clock = lambda: pico.now
    pico.wait_until_ready()
    return pico, chip


def _measure(firmware: Path, press: Press, phase: int) -> dict[str, Any]:
    pico, chip = power_up(firmware, press.cells, ANIMATION=int(press.animated))
    start = pico.now + keys.AFTER_READY_MS * 1000 + phase
    for button in press.buttons:
        pico.switch(button, True, start)
        pico.switch(button, False, start + press.hold_ms * 1000 + 100_000)
    counts = start + press.hold_ms * 1000
    pico.run_until(counts + _WITHIN_MS * 1000)
    writes = chip.between(start, pico.now)
    changes = [write.time for write in writes if write.is_change]
    return {
        "what": press.what,
        "first_byte_ms": (changes[0] - counts) / 1000,
        "picture_ms": (writes[-1].time - counts) / 1000,
    }


def saved(cells: tuple[int, ...]) -> bytes:
    """A flash sector that holds a game with this board."""
    game = Game(Rng(_SEED))
    # As if every new tile had been a 2: a tile 2^k is then worth (k - 1) * 2^k points.
    score = sum((exponent - 1) << exponent for exponent in cells if exponent)
    game.restore(list(cells), score, game.rng.state, False, decoding.count_moves(list(cells), score))
    game.best = score
    game.best_tile = max(cells)
    sector = bytearray(b"\xff" * image.NVM_BYTES)
    journal.Journal(sector, True).snapshot(game)
    return bytes(sector)
