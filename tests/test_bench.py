# SPDX-License-Identifier: MIT
"""The bench: engines that break a rule are found out, and moves are counted right whoever plays."""

import json
import random
from importlib.metadata import PackageNotFoundError

import pytest

from engine2048 import board
from tools import bench
from tools.benching import checks, peers, timing
from tools.benching.engines import Ours
from tools.benching.timing import Flat, Speed


class CornersOnly(Ours):
    """Deals as a right engine does, but never into the last cell."""

    def deal(self):
        super().deal()
        while self.game.cells[15]:
            super().deal()


class MergesTwice(Ours):
    def press(self, direction):
        super().press(direction)
        board.slide(self.game.cells, direction)


class CountsPairs(Ours):
    """Adds what was merged instead of what it became."""

    def score(self):
        return super().score() // 2


class SpawnsAlways(Ours):
    def press(self, direction):
        before = self.cells()
        super().press(direction)
        if self.cells() == before and 0 in before:
            self.game._spawn()


class NeverAFour(Ours):
    def press(self, direction):
        before = self.cells()
        super().press(direction)
        if self.cells() != before:
            self.game.cells[self.game.spawned] = 1


class EndsLate(Ours):
    """Notices the end only at the next press."""

    def put(self, cells):
        super().put(cells)
        self.was_over = False

    def press(self, direction):
        self.was_over = self.game.over
        super().press(direction)

    def is_over(self):
        return super().is_over() and self.was_over


class StopsAtTheWin(Ours):
    def is_over(self):
        return max(self.game.cells) > 10 or super().is_over()


class Crashes(Ours):
    def press(self, direction):
        if max(self.game.cells) > 15:
            raise IndexError("no tile is larger")
        super().press(direction)


def test_our_engine_breaks_no_rule():
    assert checks.wrong(Ours()) == []


@pytest.mark.parametrize(
    ("engine", "rule"),
    [
        (CornersOnly, "deal"),
        (MergesTwice, "slide"),
        (CountsPairs, "score"),
        (SpawnsAlways, "no effect"),
        (NeverAFour, "new tile"),
        (EndsLate, "end"),
        (StopsAtTheWin, "beyond 2048"),
        (Crashes, "beyond 2048"),
    ],
)
def test_an_engine_that_breaks_a_rule_is_found_out(engine, rule):
    assert rule in checks.wrong(engine())


def test_moves_are_counted_without_those_that_did_nothing(monkeypatch):
    """One second of a clock that stands until the presses are over."""
    clock = iter([0, 1])
    monkeypatch.setattr(timing.time, "process_time", lambda: next(clock))
    engine = Ours()
    found = timing.play(engine, 1, seed=3)
    again = Ours()
    ways = random.Random(3).choices(range(4), k=500)
    again.deal()
    moves = 0
    for way in ways:
        before = again.game.total_moves
        again.press(way)
        moves += again.game.total_moves - before
        if again.is_over():
            again.deal()
    assert found == moves > 300


def test_ratios_are_those_of_the_same_round():
    assert Speed([100, 10, 1000], [2, 2.5, 3]).ratio == 2.5
    assert Speed([100, 10, 1000], []).median == 100


def test_a_move_that_gets_slower_is_seen():
    flat = [Flat(number, 5.0, 0) for number in range(40)]
    growing = [Flat(number, 5.0 + number, 0) for number in range(40)]
    assert timing.slope(flat) == 0
    assert timing.slope(growing) > 1


def test_memory_stays_while_our_engine_plays():
    samples = timing.flatness(moves=2000, samples=4, repeats=1)
    assert [sample.move for sample in samples] == [500, 1000, 1500, 2000]
    assert samples[-1].blocks < 20


@pytest.mark.skipif(timing.MICROPYTHON is None, reason="there is no MicroPython VM for this platform")
def test_our_engine_plays_on_micropython():
    (moves,) = timing.on_micropython(400, 1)
    assert moves > 1000


@pytest.fixture
def quick(monkeypatch):
    """Two engines of ours, no waiting."""
    monkeypatch.setattr(peers, "PEERS", {"good": Ours, "late": EndsLate})
    monkeypatch.setattr(peers, "version", lambda name: "3.1")
    monkeypatch.setattr(peers, "use_folder", lambda: None)
    monkeypatch.setattr(timing, "on_micropython", lambda presses, rounds: [60_000.0])
    monkeypatch.setattr(bench, "_MOVES", 400)


def test_the_table_and_the_figures(quick, capsys, tmp_path):
    kept = tmp_path / "bench.json"
    assert bench.main(["--seconds", "0.01", "--rounds", "5", "--json", str(kept)]) == 0
    said = capsys.readouterr().out
    assert "late" in said
    assert "engine2048 on MicroPython: 60,000 moves/s" in said
    figures = json.loads(kept.read_text())
    rows = {row["engine"]: row for row in figures["engines"]}
    assert rows["late"]["wrong"] == ["end"]
    assert rows["engine2048"]["ratio"] == 1
    assert figures["date"][:2] == "20"
    assert figures["command"] == "make bench"


def test_json_alone(quick, capsys):
    assert bench.main(["good", "--seconds", "0.01", "--rounds", "5", "--json", "-"]) == 0
    assert len(json.loads(capsys.readouterr().out)["engines"]) == 2


@pytest.mark.parametrize("wrong", [["nobody"], ["--rounds", "4"], ["--seconds", "0"], ["--seconds", "nan"]])
def test_wrong_usage(wrong, quick, capsys):
    with pytest.raises(SystemExit) as ended:
        bench.main(wrong)
    assert ended.value.code == 2


def test_engines_that_are_not_installed(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(peers, "FOLDER", tmp_path)
    with pytest.raises(PackageNotFoundError):
        peers.version("term2048", tmp_path)

    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(peers, "version", missing)
    assert bench.main([]) == 1
    assert "2048-py is not installed: run `make bench`" in capsys.readouterr().err


def test_a_file_that_cannot_be_written(quick, capsys, tmp_path):
    assert bench.main(["good", "--seconds", "0.01", "--rounds", "5", "--json", str(tmp_path)]) == 1
    assert "Cannot write" in capsys.readouterr().err
