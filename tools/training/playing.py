# SPDX-License-Identifier: MIT
"""Plays whole games with the solver: the product's own modules, or a compiled twin of its search."""

from dataclasses import dataclass
from pathlib import Path

import numpy
from numba import njit

from engine2048.game import WINNING_TILE, Game
from engine2048.rng import Rng
from engine2048.solver import search
from tools.training import compiled, network

LEVELS = {"fast": search.FAST, "demo": search.DEMO, "hint": search.HINT}
_LOWEST = -(1 << 28)
_NO_TILE = 99  # larger than any
_Network = tuple[tuple[numpy.ndarray, ...], int, int]  # tables, scale, bias
_Plan = tuple[int, int, int]  # of search.PLANS


@dataclass
class Played:
    """One finished game: score in points, number of moves, exponent of the largest tile."""

    score: int
    moves: int
    largest: int


class ProductPlayer:
    """Plays with engine2048's Solver and Game, as the device does."""

    def __init__(self, path: str | Path, level: int) -> None:
        self._solver = search.Solver(str(path))
        self._level = level

    def play(self, seed: int, until_win: bool = False) -> Played:
        """Play one game to its end, or its win; the game's generator starts from `seed`."""
        game = Game(Rng(seed))
        while not game.over and not (until_win and game.won):
            self._solver.begin(game.cells, self._level)
            while not self._solver.step():
                pass
            game.play(self._solver.direction)
            game.keep_going()
        return Played(game.score, game.moves, max(game.cells))


class CompiledPlayer:
    """Plays the same games, move for move, hundreds of times faster."""

    def __init__(self, path: str | Path, level: int) -> None:
        weights = network.read(path)
        self._network = (tuple(weights.tables), weights.scale, weights.bias)
        self._plan = search.PLANS[level]

    def play(self, seed: int, until_win: bool = False) -> Played:
        """Play one game to its end, or its win; the game's generator starts from `seed`."""
        last_tile = WINNING_TILE if until_win else _NO_TILE
        return Played(*_play(self._network, self._plan, compiled.generator(seed), last_tile))


@njit
def _play(
    net: _Network,
    plan: _Plan,
    generator: numpy.ndarray,
    last_tile: int,
) -> tuple[int, int, int]:
    cells = numpy.zeros(16, numpy.int64)
    boards = numpy.zeros((3, 16), numpy.int64)
    compiled.deal(cells, generator)
    score = 0
    moves = 0
    while True:
        direction = choose(net, plan, cells, boards)
        if direction < 0:
            return score, moves, cells.max()
        score += compiled.slide(cells, direction)
        moves += 1
        compiled.spawn(cells, generator)
        if cells.max() >= last_tile:
            return score, moves, cells.max()


@njit
def choose(
    net: _Network,
    plan: _Plan,
    cells: numpy.ndarray,
    boards: numpy.ndarray,
) -> int:
    """Do what Solver.begin and all calls of Solver.step do: return the direction, or -1.

    `plan` is one of search.PLANS; `boards` has room for three boards.
    """
    empty = 0
    for tile in cells:
        if tile == 0:
            empty += 1
    ahead = 2 if empty <= plan[0] else 1 if empty <= plan[2] else 0
    return _search(net, ahead, empty <= plan[1], cells, boards)[1]


@njit
def _search(
    net: _Network,
    ahead: int,
    either: bool,
    cells: numpy.ndarray,
    boards: numpy.ndarray,
) -> tuple[int, int]:
    """Return (value in points, direction) of the best move on `cells`, looking `ahead` random tiles ahead."""
    if ahead == 0:
        return _reply(net, cells, boards[0])
    best = _LOWEST
    answer = -1
    after = boards[ahead]
    for direction in range(4):
        compiled.copy(cells, after)
        gained = compiled.slide(after, direction)
        if gained < 0:
            continue
        total = 0
        weight = 0
        for cell in range(16):
            if after[cell] != 0:
                continue
            after[cell] = 1
            total += 9 * _search(net, ahead - 1, False, after, boards)[0]
            weight += 9
            if either:
                after[cell] = 2
                total += _reply(net, after, boards[0])[0]
                weight += 1
            after[cell] = 0
        value = gained + total // weight
        if value > best:
            best = value
            answer = direction
    if answer < 0:
        return 0, answer
    return best, answer


@njit
def _reply(net: _Network, cells: numpy.ndarray, last: numpy.ndarray) -> tuple[int, int]:
    tables, scale, bias = net
    best = _LOWEST
    answer = -1
    for direction in range(4):
        compiled.copy(cells, last)
        gained = compiled.slide(last, direction)
        if gained < 0:
            continue
        value = gained + scale * numpy.int64(compiled.evaluate(tables, last))
        if value > best:
            best = value  # type: ignore[assignment]  # to mypy, numpy has no int
            answer = direction
    if answer < 0:
        return 0, answer
    return best - bias, answer
