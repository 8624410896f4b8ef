# SPDX-License-Identifier: MIT
"""tools.train: reproducible learning, and a weights file that contains what was learned."""

import json
from pathlib import Path

import numpy
import pytest

from engine2048.solver import evaluation, search
from tests.conftest import ROOT
from tools import train
from tools.training import compiled, learning, network, rounding


def test_equal_options_give_equal_files_and_another_seed_gives_another(tmp_path, capsys):
    written = []
    for name, seed in (("a", 5), ("b", 5), ("c", 6)):
        files = [tmp_path / f"{name}.bin", tmp_path / f"{name}.json"]
        arguments = [
            "--games",
            "40",
            "--seed",
            str(seed),
            "--weights",
            str(files[0]),
            "--report",
            str(files[1]),
        ]
        assert train.main(arguments) == 0
        written.append([file.read_bytes() for file in files])
    assert written[0] == written[1]
    assert written[0][0] != written[2][0]
    report = json.loads(written[0][1])
    assert report["games"] == report["while_learning"][-1]["games"] == 40
    assert report["seed"] == 5
    assert "40 games" in capsys.readouterr().out
    search.Solver(str(tmp_path / "a.bin"))


def test_some_learning_beats_none():
    look_ups = network.look_ups()
    learner = learning.new_learner()
    _, early, _ = learning.learn(learner, look_ups, compiled.generator(1), 20)
    learning.learn(learner, look_ups, compiled.generator(2), 400)
    _, late, _ = learning.learn(learner, look_ups, compiled.generator(3), 100)
    assert late > 2 * early


def test_a_game_counts_every_look_up_of_every_move():
    learner = learning.new_learner()
    learning.learn(learner, network.look_ups(), compiled.generator(1), 1)
    visits = learner.network[learning.VISITS].sum()
    assert visits > 52
    assert visits % 52 == 0


def test_quantizing_keeps_the_order_of_values_that_fit():
    values = numpy.tile(numpy.linspace(-500, 1_000, evaluation.TABLE_BYTES), (network.TABLES, 1))
    weights, error = network.quantized(values, numpy.ones_like(values), 7, 8)
    assert weights.scale == 6
    assert error == pytest.approx(6 / 12**0.5 * 52**0.5, rel=0.1)  # for evenly spread rounding errors
    places = numpy.bincount(network.look_ups()[:, 0])
    back = weights.scale * (places * weights.tables[:, 700]).sum() - weights.bias
    assert back == pytest.approx((places * values[:, 700]).sum(), abs=3 * 52)


def test_quantizing_cuts_off_what_is_rarely_seen():
    values = numpy.tile(numpy.linspace(0, 100, evaluation.TABLE_BYTES), (network.TABLES, 1))
    visits = numpy.full_like(values, 1_000)
    values[3, 0], visits[3, 0] = -100_000, 0
    weights, error = network.quantized(values, visits, 1, 1)
    assert error < 5_000
    assert weights.scale < 100_000 / 255


def test_correcting_brings_boards_closer_to_the_weights_before_rounding():
    generator = numpy.random.default_rng(1)
    values = generator.normal(0, 300, (network.TABLES, evaluation.TABLE_BYTES))
    weights, _ = network.quantized(values, numpy.ones_like(values), 1, 1)
    boards = generator.integers(0, 8, (4_000, 16))
    look_ups = network.look_ups()
    places = look_ups[:, 0] * 12**3 + boards[:, look_ups[:, 1:]] @ [144, 12, 1]

    def error():
        sums = weights.tables.reshape(-1)[places].sum(axis=1, dtype=int)
        return (
            (weights.scale * sums - weights.bias - values.reshape(-1)[places].sum(axis=1)) ** 2
        ).mean() ** 0.5

    before = error()
    reported = rounding.correct(weights, values, places)
    assert reported == pytest.approx(error())
    assert reported < 0.8 * before


def test_some_games_start_from_late_boards():
    learner = learning.new_learner()
    learner.late[:] = [12, 11, 10, 9, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0]
    learner.found[0] = learning.LATE_BOARDS
    learning.learn(learner, network.look_ups(), compiled.generator(1), 20)
    # In so few games, only those that start late see a board with all of these.
    assert learner.network[learning.VISITS][0, 11 * 144 + 10 * 12 + 9] > 0


def test_the_committed_weights_match_the_committed_report():
    weights = network.read(Path(ROOT) / "engine2048" / "solver" / "weights.bin")
    assert (weights.games, weights.seed) == (train.GAMES, train.SEED)


def test_an_unwritable_place_gives_one_sentence(capsys, tmp_path):
    arguments = [
        "--games",
        "1",
        "--weights",
        str(tmp_path / "no" / "w.bin"),
        "--report",
        str(tmp_path / "r.json"),
    ]
    assert train.main(arguments) == 1
    assert "Cannot write" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--seed", "-1"], ["--games", "many"]])
def test_wrong_usage_exits_with_two(arguments):
    with pytest.raises(SystemExit) as stopped:
        train.main(arguments)
    assert stopped.value.code == 2
