# SPDX-License-Identifier: MIT
"""Let the solver play whole games and report: `python -m tools.solve --games 2000 --level hint`.

Game number i gets the tiles that the device would deal from seed + i. A compiled twin of the product's
solver plays it to its end; with --product, the product itself does.
"""

import argparse
import json
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from engine2048.game import WINNING_TILE
from engine2048.solver.search import SolverUnavailable
from tools.command import needs, run
from tools.files import WEIGHTS
from tools.output import NotWritten, write

with needs("solve"):
    from tools.progress import progress
    from tools.training.playing import LEVELS, CompiledPlayer, Played, ProductPlayer

_BATCH = 20  # games that a process plays in one go
_COMPILED = "compiled twin of the product (equal move for move: tests/test_solve.py)"


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of `wins` in `games`: (low, high), from 0 to 1."""
    z = 1.959964
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (middle - spread) / scale, (middle + spread) / scale


def play_batch(options: argparse.Namespace, seeds: list[int]) -> tuple[list[Played], float]:
    """Play one game for each seed; returns (the games as Played, seconds spent playing)."""
    player: ProductPlayer | CompiledPlayer
    if options.product:
        player = ProductPlayer(options.weights, LEVELS[options.level])
    else:
        player = CompiledPlayer(options.weights, LEVELS[options.level], options.device_time)
        player.play(0, until_win=True)  # compiles, once per process
    start = time.perf_counter()
    games = [player.play(seed, options.until_win) for seed in seeds]
    return games, time.perf_counter() - start


def summarize(games: list[Played], seconds: float) -> dict[str, Any]:
    """Sum up finished games, in plain values for JSON."""
    wins = sum(game.largest >= WINNING_TILE for game in games)
    moves = sum(game.moves for game in games)
    low, high = wilson(wins, len(games))
    largest = Counter(1 << game.largest for game in games)
    return {
        "games": len(games),
        "reached_2048": wins,
        "win_percent": round(100 * wins / len(games), 2),
        "win_percent_95": [round(100 * low, 2), round(100 * high, 2)],
        "mean_score": round(statistics.mean(game.score for game in games)),
        "median_score": round(statistics.median(game.score for game in games)),
        "best_score": max(game.score for game in games),
        "largest_tiles": {str(tile): largest[tile] for tile in sorted(largest, reverse=True)},
        "moves_per_game": round(moves / len(games), 1),
        "microseconds_per_move_here": round(seconds / moves * 1e6, 1),
        "milliseconds_per_move_on_the_device": round(sum(game.spent for game in games) / moves / 1000, 1),
        "moves_cut_short": sum(game.cut for game in games),
    }


def play_all(options: argparse.Namespace) -> list[tuple[list[Played], float]]:
    """Play the games that the command line asks for, in batches, in `options.jobs` processes."""
    seeds = iter(range(options.seed, options.seed + options.games))
    batches = list(iter(lambda: list(islice(seeds, _BATCH)), []))
    play = partial(play_batch, options)
    if options.jobs == 1:
        return list(progress(map(play, batches), "Playing", len(batches)))
    with ProcessPoolExecutor(options.jobs) as pool:
        return list(progress(pool.map(play, batches), "Playing", len(batches)))


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.solve", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="number of games (default %(default)s)")
    parser.add_argument(
        "--level", choices=LEVELS, default="hint", help="how far the solver looks ahead (default %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (default %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes (default %(default)s)")
    parser.add_argument("--until-win", action="store_true", help="end each game at 2048, which is faster")
    parser.add_argument(
        "--device-time",
        action="store_true",
        help="end a search for a hint after 0.4 s at the speed of the emulated Pico, as the device does",
    )
    parser.add_argument("--product", action="store_true", help="play with the product itself, which is slow")
    parser.add_argument("--weights", type=Path, default=WEIGHTS, metavar="FILE")
    parser.add_argument(
        "--json", metavar="FILE", help="also write the figures to FILE; - prints only the JSON"
    )
    options = parser.parse_args(arguments)
    if options.games < 1 or options.jobs < 1 or options.seed < 0:
        parser.error("--games and --jobs must be 1 or more, --seed 0 or more")
    if options.product and options.device_time:
        parser.error("--device-time is for the compiled twin: leave out --product")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    try:
        batches = play_all(options)
    except SolverUnavailable as problem:
        print(problem, file=sys.stderr)
        return 1
    games = [game for batch, _ in batches for game in batch]
    figures = {
        "level": options.level,
        "seed": options.seed,
        "played_to": "2048" if options.until_win else "the end",
        "played_by": "the product" if options.product else _COMPILED,
        "searches": "as long as on the device" if options.device_time else "to their end",
        **summarize(games, sum(seconds for _, seconds in batches)),
    }
    if options.product:  # it runs at this machine's speed
        del figures["milliseconds_per_move_on_the_device"], figures["moves_cut_short"]
    text = json.dumps(figures, indent=1)
    if options.json == "-":
        print(text)
        return 0
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):28}{value}")
    if options.json:
        try:
            write(Path(options.json), text + "\n")
        except NotWritten as error:
            print(f"solve: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    run("solve", main)
