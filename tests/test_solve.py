# SPDX-License-Identifier: MIT
"""tools.solve: its compiled games equal the product's, and its figures are right."""

import json

import numpy
import pytest

from engine2048.solver import evaluation, search
from tests.conftest import ROOT
from tools import solve
from tools.training import network, playing
from tools.training.playing import LEVELS, CompiledPlayer, Played, ProductPlayer

DEVICE = ("milliseconds_per_move_on_the_device", "moves_cut_short")
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


CROWDED = [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 2, 3, 5, 6, 7, 12]


def searched(weights, plan, limit, cells):
    """The twin's search from `cells`: (direction, microseconds on the device)."""
    read = network.read(weights)
    net = (tuple(read.tables), read.scale, read.bias)
    return playing.choose(net, plan, limit, numpy.array(cells), numpy.zeros((4, 16), numpy.int64))


def chosen(solver, cells, level):
    """The product's search from `cells`, to its end."""
    solver.begin(cells, level)
    while not solver.step():
        pass
    return solver.direction


def test_a_search_that_is_cut_short_gives_what_the_product_has_found_by_then(random_weights, monkeypatch):
    """Just after the search has looked no, one and two random tiles ahead, and just before."""
    plans = [(-1, -1, -1), (-1, 6, 9), (2, 6, 9)]
    monkeypatch.setattr(search, "PLANS", plans)
    solver = search.Solver(str(random_weights))
    differ = 0
    for seed in range(8):
        cells = [int(tile) for tile in numpy.random.default_rng(seed).permutation(CROWDED)]
        found = [chosen(solver, cells, level) for level in range(3)]
        ends = [searched(random_weights, plan, 1 << 40, cells)[1] for plan in plans]
        assert 0 < ends[0] < ends[1] < ends[2]
        limits = [0, ends[1] - 1, ends[1], ends[2] - 1, ends[2]]
        cut = [searched(random_weights, plans[2], limit, cells)[0] for limit in limits]
        assert cut == [found[0], found[0], found[1], found[1], found[2]]
        differ += found[0] != found[1]
        differ += found[1] != found[2]
    assert differ > 3


def test_the_time_on_the_device_is_counted_in_evaluations(random_weights, monkeypatch):
    calls = []
    evaluate = search.evaluate
    monkeypatch.setattr(search, "evaluate", lambda *given: calls.append(1) or evaluate(*given))
    chosen(search.Solver(str(random_weights)), CROWDED, search.HINT)
    _, microseconds = searched(random_weights, search.PLANS[search.HINT], 1 << 40, CROWDED)
    # 0.34 ms each; the slides and the rest of a reply, of at most four evaluations, take 1.3 ms and more.
    assert 0.66 < microseconds / len(calls) / 1000 < 2.2


def test_device_time_tells_of_the_moves_cut_short(capsys):
    outputs = []
    for way in ([], ["--device-time"]):
        assert solve.main(["--games", "1", "--until-win", "--json", "-", *way]) == 0
        outputs.append(json.loads(capsys.readouterr().out))
    assert outputs[0]["moves_cut_short"] == 0
    assert outputs[1]["moves_cut_short"] > 0
    assert 50 < outputs[1]["milliseconds_per_move_on_the_device"] < 400


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
        for name in ("played_by", "microseconds_per_move_here", *DEVICE):
            figures.pop(name, None)
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
    "arguments",
    [
        ["--games", "0"],
        ["--level", "deep"],
        ["--jobs", "-1"],
        ["--seed", "x"],
        ["--product", "--device-time"],
    ],
)
def test_wrong_usage_exits_with_two(arguments):
    with pytest.raises(SystemExit) as stopped:
        solve.main(arguments)
    assert stopped.value.code == 2
