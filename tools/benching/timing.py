# SPDX-License-Identifier: MIT
"""How fast engines play whole random games, side by side: rounds take turns, so that noise hits all alike."""

import gc
import itertools
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from engine2048.game import Game
from engine2048.rng import Rng
from tools import oracle
from tools.benching.engines import Engine
from tools.files import ROOT

MICROPYTHON = shutil.which("micropython", path=Path(sys.executable).parent)
_VM_GAMES = Path(__file__).with_name("vm_games.py")
_CHUNK = 500  # presses between two looks at the clock


class Speed(NamedTuple):
    """`moves`: legal moves a second of processor time, by round; `ratios` to the first engine's, too."""

    moves: list[float]
    ratios: list[float]

    @property
    def median(self) -> float:
        """Moves a second."""
        return statistics.median(self.moves)

    @property
    def ratio(self) -> float:
        """The median of the ratios: a busy moment of the machine spoils one round, not the result."""
        return statistics.median(self.ratios)


def speeds(engines: Mapping[str, Engine], rounds: int, seconds: float) -> dict[str, Speed]:
    """Let each engine play for about `seconds` of processor time in each of the rounds, in turns."""
    found: dict[str, list[float]] = {name: [] for name in engines}
    players = list(engines.items())
    for number in range(rounds):
        turn = number % len(players)
        for name, engine in players[turn:] + players[:turn]:
            random.seed(number)
            found[name].append(play(engine, seconds, number))
    first = next(iter(found.values()))
    return {
        name: Speed(moves, [each / ours for each, ours in zip(moves, first, strict=True)])
        for name, moves in found.items()
    }


def play(engine: Engine, seconds: float, seed: int) -> float:
    """Play random games for about so long; returns the legal moves a second of processor time."""
    ways = random.Random(seed).choices(range(4), k=_CHUNK)
    press, is_over = engine.press, engine.is_over
    engine.deal()
    moves = 0
    gc.collect()
    start = now = time.process_time()
    while now - start < seconds:
        for direction in ways:
            press(direction)
            if is_over():
                moves += _made(engine)
                engine.deal()
        now = time.process_time()
    return (moves + _made(engine)) / (now - start)


def _made(engine: Engine) -> int:
    """The moves of a game, from its tiles and its score: so no engine has to count them."""
    moves = oracle.moves_made(engine.cells(), engine.score())
    assert moves is not None, "this score does not belong to this board"
    return moves


def on_micropython(presses: int, rounds: int) -> list[float] | None:
    """Moves a second of our engine on MicroPython, by round; None if there is no MicroPython here."""
    if not MICROPYTHON:
        return None
    found = []
    for number in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [MICROPYTHON, str(_VM_GAMES), str(presses), str(number + 1)],
            cwd=ROOT,
            env={**os.environ, "MICROPYPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        found.append(int(done.stdout) / took)
    return found


class Flat(NamedTuple):
    """What moves cost as time goes by: up to which move, microseconds of each, blocks of memory kept."""

    move: int
    microseconds: float
    blocks: int


def flatness(moves: int = 20_000, samples: int = 40, repeats: int = 7) -> list[Flat]:
    """Play the same random games again and again; look at time and memory so many times a run.

    The time is that of the quickest run, as other work on the machine can only add to it.
    """
    each = moves // samples
    ways = random.Random(1).choices(range(4), k=9973)
    took = [array("d", bytes(8 * samples)) for _ in range(repeats)]
    blocks = array("q", bytes(8 * samples))
    for run in took:
        game, way = Game(Rng(1)), itertools.cycle(ways).__next__
        _play_moves(game, way, each)  # warms up: undo steps, and the interpreter's own caches
        gc.collect()
        first = sys.getallocatedblocks()
        for sample in range(samples):
            start = time.process_time_ns()
            _play_moves(game, way, each)
            run[sample] = (time.process_time_ns() - start) / each / 1000
            blocks[sample] = sys.getallocatedblocks() - first
    return [
        Flat((sample + 1) * each, min(run[sample] for run in took), blocks[sample])
        for sample in range(samples)
    ]


def _play_moves(game: Game, way: Callable[[], int], count: int) -> None:
    while count:
        count -= game.play(way())
        if game.awaiting_choice:
            game.keep_going()
        if game.over:
            game.new_game()


def slope(samples: Sequence[Flat]) -> float:
    """How much longer a move takes in the last quarter than in the first, as a share (0.01 is 1 %)."""
    quarter = len(samples) // 4
    first, last = (
        statistics.median(sample.microseconds for sample in part)
        for part in (samples[:quarter], samples[-quarter:])
    )
    return last / first - 1
