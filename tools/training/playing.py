# SPDX-License-Identifier: MIT
"""Plays whole games with the solver: the product's own modules, or a compiled twin of its search."""

from dataclasses import dataclass, field
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
# Microseconds on the emulated Pico: what fits 132 measured searches best (docs/solver.md).
_REPLY_US = 1_310  # for a reply and its four slides, without the evaluations
_MOVE_US = 520  # for each move that is looked at before a random tile
_EVALUATION_US = 341
HINT_US = 400_000  # after which the device shows a hint: solver/advisor.py
_NO_LIMIT = 1 << 40
_Network = tuple[tuple[numpy.ndarray, ...], int, int]  # tables, scale, bias
_Plan = tuple[int, int, int]  # of search.PLANS


@dataclass
class Played:
    """One finished game: score in points, number of moves, exponent of the largest tile.

    Of a game that the compiled twin played, also the microseconds that the device would have thought, and
    the number of searches that HINT_US cut short.
    """

    score: int
    moves: int
    largest: int
    spent: int = field(default=0, compare=False)
    cut: int = field(default=0, compare=False)


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
    """Plays the same games, move for move, hundreds of times faster.

    With `device_time`, a search for a hint ends when it would have taken HINT_US on the device; `Played.cut`
    counts those.
    """

    def __init__(self, path: str | Path, level: int, device_time: bool = False) -> None:
        weights = network.read(path)
        self._network = (tuple(weights.tables), weights.scale, weights.bias)
        self._plan = search.PLANS[level]
        self._limit = HINT_US if device_time and level == search.HINT else _NO_LIMIT

    def play(self, seed: int, until_win: bool = False) -> Played:
        """Play one game to its end, or its win; the game's generator starts from `seed`."""
        last_tile = WINNING_TILE if until_win else _NO_TILE
        return Played(*_play(self._network, self._plan, self._limit, compiled.generator(seed), last_tile))


@njit
def _play(
    net: _Network,
    plan: _Plan,
    limit: int,
    generator: numpy.ndarray,
    last_tile: int,
) -> tuple[int, int, int, int, int]:
    cells = numpy.zeros(16, numpy.int64)
    boards = numpy.zeros((4, 16), numpy.int64)
    compiled.deal(cells, generator)
    score = 0
    moves = 0
    total = 0
    cut = 0
    while True:
        direction, spent = choose(net, plan, limit, cells, boards)
        total += min(spent, limit)
        cut += spent > limit
        if direction < 0:
            return score, moves, cells.max(), total, cut
        score += compiled.slide(cells, direction)
        moves += 1
        compiled.spawn(cells, generator)
        if cells.max() >= last_tile:
            return score, moves, cells.max(), total, cut


@njit
def choose(
    net: _Network,
    plan: _Plan,
    limit: int,
    cells: numpy.ndarray,
    boards: numpy.ndarray,
) -> tuple[int, int]:
    """Do what Solver.begin and all calls of Solver.step do that begin within `limit` microseconds.

    `plan` is one of search.PLANS; `boards` has room for four boards. Returns (direction or -1,
    microseconds on the device that the whole search would take).
    """
    empty = 0
    for tile in cells:
        if tile == 0:
            empty += 1
    goal = 2 if empty <= plan[0] else 1 if empty <= plan[2] else 0
    board = boards[3]
    compiled.copy(cells, board)
    compiled.downgrade(board)
    answer = -1
    total = 0
    for ahead in range(goal + 1):
        _, direction, spent = _search(net, ahead, empty <= plan[1], board, boards)
        total += spent
        if answer < 0 or total <= limit:
            answer = direction
    return answer, total


@njit
def _search(
    net: _Network,
    ahead: int,
    either: bool,
    cells: numpy.ndarray,
    boards: numpy.ndarray,
) -> tuple[int, int, int]:
    """Look `ahead` random tiles ahead: (value in points of the best move, its direction, microseconds)."""
    if ahead == 0:
        return _reply(net, cells, boards[0])
    best = _LOWEST
    answer = -1
    after = boards[ahead]
    total_spent = 0
    for direction in range(4):
        compiled.copy(cells, after)
        gained = compiled.slide(after, direction)
        total_spent += _MOVE_US
        if gained < 0:
            continue
        total = 0
        weight = 0
        for cell in range(16):
            if after[cell] != 0:
                continue
            after[cell] = 1
            value, _, spent = _search(net, ahead - 1, False, after, boards)
            total += 9 * value
            weight += 9
            total_spent += spent
            if either:
                after[cell] = 2
                value, _, spent = _reply(net, after, boards[0])
                total += value
                weight += 1
                total_spent += spent
            after[cell] = 0
        value = gained + total // weight
        if value > best:
            best = value
            answer = direction
    if answer < 0:
        return 0, answer, total_spent
    return best, answer, total_spent


@njit
def _reply(net: _Network, cells: numpy.ndarray, last: numpy.ndarray) -> tuple[int, int, int]:
    tables, scale, bias = net
    best = _LOWEST
    answer = -1
    spent = _REPLY_US
    for direction in range(4):
        compiled.copy(cells, last)
        gained = compiled.slide(last, direction)
        if gained < 0:
            continue
        spent += _EVALUATION_US
        value = gained + scale * numpy.int64(compiled.evaluate(tables, last))
        if value > best:
            best = value  # type: ignore[assignment]  # to mypy, numpy has no int
            answer = direction
    if answer < 0:
        return 0, answer, spent
    return best - bias, answer, spent
