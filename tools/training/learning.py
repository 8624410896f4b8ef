# SPDX-License-Identifier: MIT
"""Temporal-difference learning of the network by self-play.

Afterstate TD(0) with temporal-coherence step sizes (Jaskowski, 2016, after Beal and Smith): a weight
whose errors keep one sign learns at full speed; one whose errors cancel out comes to rest.
"""

import numpy
from numba import njit

from tools.training import compiled, network

COLUMNS = 4  # of a network that is learning: weight, sum of its errors, sum of their magnitudes, visits
VISITS = 3


def new_network() -> numpy.ndarray:
    """An untrained network: COLUMNS x TABLES x TABLE_BYTES zeros."""
    return numpy.zeros((COLUMNS, network.TABLES, 12**3))


def learn(
    state: numpy.ndarray, look_ups: numpy.ndarray, generator: numpy.ndarray, games: int
) -> tuple[numpy.ndarray, float, float]:
    """Play `games` games to the end, updating `state` after each move.

    Returns the sum of the weights after each game, the mean score, and the share of games that reached
    2048.
    """
    return _learn(tuple(state[0]), state.reshape(COLUMNS, -1), look_ups, generator, games)


@njit
def _learn(
    tables: tuple[numpy.ndarray, ...],
    flat: numpy.ndarray,
    look_ups: numpy.ndarray,
    generator: numpy.ndarray,
    games: int,
) -> tuple[numpy.ndarray, float, float]:
    cells = numpy.zeros(16, numpy.int64)
    after = numpy.zeros(16, numpy.int64)
    scratch = numpy.zeros(16, numpy.int64)
    places = numpy.zeros(len(look_ups), numpy.int64)
    sums = numpy.zeros(flat.shape[1])
    points = 0
    wins = 0
    for _ in range(games):
        compiled.deal(cells, generator)
        gained, value = best_move(tables, cells, scratch, after)
        while gained >= 0:
            points += gained
            _find_places(after, look_ups, places)
            compiled.copy(after, cells)
            compiled.spawn(cells, generator)
            gained, value = best_move(tables, cells, scratch, after)
            _correct(flat, places, value)
        wins += cells.max() >= 11
        sums += flat[0]
    return sums, points / games, wins / games


@njit
def best_move(
    tables: tuple[numpy.ndarray, ...], cells: numpy.ndarray, scratch: numpy.ndarray, after: numpy.ndarray
) -> tuple[int, float]:
    """Find the most promising move: (points gained at once, points expected in all).

    Puts the resulting board in `after`. Returns (-1, 0) if there is no legal move.
    """
    best = 0.0
    best_gained = -1
    for direction in range(4):
        compiled.copy(cells, scratch)
        gained = compiled.slide(scratch, direction)
        if gained < 0:
            continue
        value = gained + compiled.evaluate(tables, scratch)
        if best_gained < 0 or value > best:
            best = value
            best_gained = gained
            compiled.copy(scratch, after)
    return best_gained, best


@njit
def _find_places(cells: numpy.ndarray, look_ups: numpy.ndarray, places: numpy.ndarray) -> None:
    """Find the indices of a board's 52 weights in the flat weights."""
    for at in range(len(look_ups)):
        place = look_ups[at, 0]
        for k in range(1, 4):
            place = place * 12 + min(numpy.int64(cells[look_ups[at, k]]), compiled.LARGEST_TILE)
        places[at] = place


@njit
def _correct(flat: numpy.ndarray, places: numpy.ndarray, target: float) -> None:
    """Move the weights of one board so that their sum comes closer to `target`."""
    weights, errors, sizes, visits = flat[0], flat[1], flat[2], flat[3]
    value = 0.0
    for place in places:
        value += weights[place]
    error = target - value
    for place in places:
        rate = abs(errors[place]) / sizes[place] if sizes[place] > 0 else 1.0
        weights[place] += rate * error / len(places)
        errors[place] += error
        sizes[place] += abs(error)
        visits[place] += 1
