# SPDX-License-Identifier: MIT
"""Corrects rounded weights so that their errors cancel out in the boards that occur.

Rounding each weight by itself leaves 52 independent errors in a board. Some weights are better rounded the
other way, because of what else is on their boards.
"""

import numpy
from numba import njit

from tools.training import compiled, learning, network

_GAMES = 2_000
_EVERY = 15  # moves from one board of the sample to the next
_ROUNDS = 15


def sample(tables: numpy.ndarray, generator: numpy.ndarray, look_ups: numpy.ndarray) -> numpy.ndarray:
    """The places in the flat weights of boards from many games: an array of boards x 52."""
    return _sample(tuple(tables), generator, look_ups)


@njit
def _sample(
    tables: tuple[numpy.ndarray, ...], generator: numpy.ndarray, look_ups: numpy.ndarray
) -> numpy.ndarray:
    cells = numpy.zeros(16, numpy.int64)
    boards = numpy.zeros((3, 16), numpy.int64)
    places = numpy.zeros(len(look_ups), numpy.int64)
    found = []
    moves = 0
    for _ in range(_GAMES):
        compiled.deal(cells, generator)
        direction, _ = learning.best_move(tables, cells, boards)
        while direction >= 0:
            moves += 1
            if moves % _EVERY == 0:
                learning.find_places(boards[2], look_ups, places)
                found.append(places.astype(numpy.int32))
            compiled.slide(cells, direction)
            compiled.spawn(cells, generator)
            direction, _ = learning.best_move(tables, cells, boards)
    sampled = numpy.zeros((len(found), len(look_ups)), numpy.int32)
    for row in range(len(found)):
        sampled[row] = found[row]
    return sampled


def correct(weights: network.Weights, values: numpy.ndarray, sampled: numpy.ndarray) -> float:
    """Change single weights by whole steps, as long as that brings the sampled boards closer to `values`.

    `values` are the weights in points, before rounding. Returns the root mean square error of a sampled
    board, in points.
    """
    steps = weights.tables.reshape(-1).astype(numpy.int64)
    wanted = values.reshape(-1)[sampled].sum(axis=1)
    errors = weights.scale * steps[sampled].sum(axis=1) - weights.bias - wanted
    order = numpy.argsort(sampled, axis=None, kind="stable")
    starts = numpy.searchsorted(sampled.reshape(-1)[order], numpy.arange(len(steps) + 1))
    _descend(steps, weights.scale, errors, order // sampled.shape[1], starts)
    weights.tables = steps.astype(numpy.uint8).reshape(weights.tables.shape)
    return float((errors**2).mean()) ** 0.5


@njit
def _descend(
    steps: numpy.ndarray, scale: int, errors: numpy.ndarray, boards: numpy.ndarray, starts: numpy.ndarray
) -> None:
    """Coordinate descent; weight w is on `boards[starts[w] : starts[w + 1]]`."""
    for _ in range(_ROUNDS):
        for weight in range(len(steps)):
            on = boards[starts[weight] : starts[weight + 1]]
            if len(on) == 0:
                continue
            total = 0.0
            for board in on:
                total += errors[board]
            better = min(255, max(0, steps[weight] - round(total / len(on) / scale)))
            for board in on:
                errors[board] += scale * (better - steps[weight])
            steps[weight] = better
