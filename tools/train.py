# SPDX-License-Identifier: MIT
"""Learn the solver's weights by self-play: `python -m tools.train`, or `make train`.

Writes the weights file for the board and a report on the learning. The same options give the same
files, byte for byte.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine2048.solver import evaluation
from tools.command import needs, run
from tools.files import ROOT, WEIGHTS
from tools.output import write

with needs("train"):
    import numpy

    from tools.progress import progress
    from tools.training import compiled, learning, network, rounding
    from tools.training.network import Weights

GAMES = 60_000
SEED = 2048
_STRETCH = 1_000  # games between two lines of the report


def train(games: int, seed: int) -> tuple[Weights, dict[str, Any]]:
    """Learn from `games` games; returns the Weights and a report of plain values for JSON.

    The weights are averaged over the second half of the games, so that the last few games do not
    count for too much.
    """
    learner = learning.new_learner()
    look_ups = network.look_ups()
    generator = compiled.generator(seed)
    stretches = [min(_STRETCH, games - start) for start in range(0, games, _STRETCH)]
    curve = []
    sums = numpy.zeros((network.TABLES, evaluation.TABLE_BYTES))
    averaged = 0
    played = 0
    for stretch in progress(stretches, "Learning"):
        total, score, won = learning.learn(learner, look_ups, generator, stretch)
        played += stretch
        curve.append({"games": played, "mean_score": round(score), "reached_2048": round(won, 4)})
        if played * 2 > games:
            sums += total.reshape(sums.shape)
            averaged += stretch
    values = sums / averaged
    weights, rounded_error = network.quantized(values, learner.network[learning.VISITS], games, seed)
    sampled = rounding.sample(values, generator, look_ups)
    error = rounding.correct(weights, values, sampled)
    report = {
        "games": games,
        "seed": seed,
        "averaged_over_games": averaged,
        "scale": weights.scale,
        "rounding_error_of_a_board": round(rounded_error, 1),
        "after_correction": round(error, 1),
        "while_learning": curve,
    }
    return weights, report


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.train", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES, help="number of games (default %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=SEED, help="seed of the random tiles (default %(default)s)"
    )
    parser.add_argument("--weights", type=Path, default=WEIGHTS, metavar="FILE")
    parser.add_argument("--report", type=Path, default=ROOT / "docs" / "training.json", metavar="FILE")
    options = parser.parse_args(arguments)
    if not 0 < options.games < 2**30 or not 0 <= options.seed < 2**30:
        parser.error("--games must be 1 or more, --seed 0 or more, and both below 2**30")
    weights, report = train(options.games, options.seed)
    try:
        network.write(options.weights, weights)
        options.report.parent.mkdir(exist_ok=True)
        write(options.report, json.dumps(report, indent=1) + "\n")
    except OSError as error:
        print(f"train: {error}", file=sys.stderr)
        return 1
    last = report["while_learning"][-1]
    print(
        f"{options.weights}: learned from {last['games']} games; the last ones averaged "
        f"{last['mean_score']} points."
    )
    return 0


if __name__ == "__main__":
    run("train", main)
