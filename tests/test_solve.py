# SPDX-License-Identifier: MIT
"""tools.solve: its compiled games equal the product's, and its figures are right."""

import json

import numpy
import pytest

from engine2048.solver import evaluation, search
from tests.conftest import ROOT
from tools import solve
from tools.training import network
from tools.training.playing import LEVELS, CompiledPlayer, Played, ProductPlayer

WEIGHTS = f"{ROOT}/engine2048/solver/weights.bin"


@pytest.fixture(scope="module")
def random_weights(tmp_path_factory):
    """A file of untrained weights: games are short, so every level can play many."""
    tables = numpy.random.default_rng(3).integers(
        0, 256, (network.TABLES, evaluation.TABLE_BYTES), numpy.uint8
    )
    path = tmp_path_factory.mktemp("solve") / "weights.bin"
    network.write(path, network.Weights(tables, scale=2, bias=13_000, games=1, seed=1))
    return path


@pytest.mark.parametrize("level, games", [("fast", 60), ("demo", 30), ("hint", 8)])
def test_whole_games_are_equal_move_for_move(random_weights, level, games):
    """Equal final boards mean equal games: one different move would change all the tiles after it."""
    product = ProductPlayer(random_weights, LEVELS[level])
    compiled = CompiledPlayer(random_weights, LEVELS[level])
    for seed in range(games):
        assert compiled.play(seed) == product.play(seed)


def test_long_games_with_large_tiles_are_equal():
    product = ProductPlayer(WEIGHTS, search.FAST)
    compiled = CompiledPlayer(WEIGHTS, search.FAST)
    games = [product.play(seed) for seed in range(12)]
    assert games == [compiled.play(seed) for seed in range(12)]
    assert max(game.largest for game in games) > evaluation.LARGEST_TILE


def test_the_committed_weights_play_a_long_hint_game_equally():
    product = ProductPlayer(WEIGHTS, search.HINT).play(5, until_win=True)
    assert product == CompiledPlayer(WEIGHTS, search.HINT).play(5, until_win=True)
    assert product.largest == 11


def test_wilson_intervals():
    """The values were worked out by hand with Wilson's formula for 95 %."""
    assert solve.wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert solve.wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert solve.wilson(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)


def test_figures_of_three_games():
    games = [Played(20_000, 900, 11), Played(3_000, 200, 8), Played(40_000, 1_900, 12)]
    figures = solve.summarize(games, seconds=0.3)
    assert figures["reached_2048"] == 2
    assert figures["win_percent"] == 66.67
    assert figures["mean_score"] == 21_000
    assert figures["median_score"] == 20_000
    assert figures["largest_tiles"] == {"4096": 1, "2048": 1, "256": 1}
    assert figures["moves_per_game"] == 1_000
    assert figures["microseconds_per_move_here"] == 100


def test_the_command_prints_json_that_the_product_confirms(capsys):
    arguments = ["--games", "2", "--level", "fast", "--seed", "40", "--json", "-"]
    outputs = []
    for way in ([], ["--product"]):
        assert solve.main(arguments + way) == 0
        figures = json.loads(capsys.readouterr().out)
        del figures["played_by"], figures["microseconds_per_move_here"]
        outputs.append(figures)
    assert outputs[0] == outputs[1]
    assert outputs[0]["games"] == 2


def test_until_win_stops_at_2048(capsys):
    assert solve.main(["--games", "5", "--level", "fast", "--until-win", "--json", "-"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert max(map(int, figures["largest_tiles"])) == 2048
    assert figures["moves_per_game"] < 1_200


def test_missing_weights_give_one_sentence(capsys, tmp_path):
    assert solve.main(["--games", "1", "--weights", str(tmp_path / "none.bin")]) == 1
    assert "not installed" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["--games", "0"], ["--level", "deep"], ["--jobs", "-1"], ["--seed", "x"]]
)
def test_wrong_usage_exits_with_two(arguments):
    with pytest.raises(SystemExit) as stopped:
        solve.main(arguments)
    assert stopped.value.code == 2
