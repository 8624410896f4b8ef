# SPDX-License-Identifier: MIT
"""Temporal-difference learning of the network by self-play.

Afterstate TD(0) with temporal-coherence step sizes (Jaskowski, 2016, after Beal and Smith): a weight
whose errors keep one sign learns at full speed; one whose errors cancel out comes to rest.
"""

from typing import NamedTuple

import numpy
from numba import njit

from engine2048.game import WINNING_TILE
from engine2048.solver import evaluation
from tools.training import compiled, network

COLUMNS = 4  # of a network that is learning: weight, sum of its errors, sum of their magnitudes, visits
VISITS = 3


LATE_BOARDS = 1_000
_LATE_TILE = 12  # a 4096
_LATE_GAMES = 30  # percent


class Learner(NamedTuple):
    """All that learning changes.

    `network` is COLUMNS x TABLES x TABLE_BYTES. `late` has room for LATE_BOARDS boards on which a tile of
    4096 or more had just appeared; `found`, an array of one number, counts those found so far.
    """

    network: numpy.ndarray
    late: numpy.ndarray
    found: numpy.ndarray


def new_learner() -> Learner:
    """An untrained network, and no late boards."""
    return Learner(
        numpy.zeros((COLUMNS, network.TABLES, evaluation.TABLE_BYTES)),
        numpy.zeros((LATE_BOARDS, 16), numpy.int64),
        numpy.zeros(1, numpy.int64),
    )


def learn(
    learner: Learner, look_ups: numpy.ndarray, generator: numpy.ndarray, games: int
) -> tuple[numpy.ndarray, float, float]:
    """Play `games` games to the end, updating `learner` after each move.

    Once there are LATE_BOARDS, three games in ten start from one of them: few games get that far by
    themselves. Returns the sum of the weights after each game and, of the games that started from an
    empty board, the mean score and the share that reached 2048.
    """
    return _learn(tuple(learner.network[0]), learner, look_ups, generator, games)


@njit
def _learn(
    tables: tuple[numpy.ndarray, ...],
    learner: Learner,
    look_ups: numpy.ndarray,
    generator: numpy.ndarray,
    games: int,
) -> tuple[numpy.ndarray, float, float]:
    flat = learner.network.reshape(COLUMNS, -1)
    cells = numpy.zeros(16, numpy.int64)
    boards = numpy.zeros((3, 16), numpy.int64)
    after = boards[2]
    places = numpy.zeros(len(look_ups), numpy.int64)
    sums = numpy.zeros(flat.shape[1])
    points = 0
    wins = 0
    whole = 0
    for _ in range(games):
        late = learner.found[0] >= LATE_BOARDS and compiled.below(generator, 100) < _LATE_GAMES
        if late:
            compiled.copy(learner.late[compiled.below(generator, LATE_BOARDS)], cells)
        else:
            compiled.deal(cells, generator)
        largest = cells.max()
        score = 0
        direction, value = best_move(tables, cells, boards)
        while direction >= 0:
            score += compiled.slide(cells, direction)
            find_places(after, look_ups, places)
            compiled.spawn(cells, generator)
            if cells.max() > largest:
                largest = cells.max()
                if largest >= _LATE_TILE:
                    compiled.copy(cells, learner.late[learner.found[0] % LATE_BOARDS])
                    learner.found[0] += 1
            direction, value = best_move(tables, cells, boards)
            _correct(flat, places, value)
        if not late:
            points += score
            wins += largest >= WINNING_TILE
            whole += 1
        sums += flat[0]
    return sums, points / max(whole, 1), wins / max(whole, 1)


@njit
def best_move(
    tables: tuple[numpy.ndarray, ...], cells: numpy.ndarray, boards: numpy.ndarray
) -> tuple[int, float]:
    """Find the most promising move: (direction, points expected in all), as the search sees the board.

    Downgrades a copy of `cells`; both what a move gains and what is still to come count for the tiles of
    that copy. `boards` has room for three boards; the last becomes the board after the move. Returns
    (-1, 0) if there is no legal move.
    """
    board, scratch, after = boards
    best = 0.0
    answer = -1
    compiled.copy(cells, board)
    compiled.downgrade(board)
    for direction in range(4):
        compiled.copy(board, scratch)
        gained = compiled.slide(scratch, direction)
        if gained < 0:
            continue
        value = gained + compiled.evaluate(tables, scratch)
        if answer < 0 or value > best:
            best = value
            answer = direction
            compiled.copy(scratch, after)
    return answer, best


@njit
def find_places(cells: numpy.ndarray, look_ups: numpy.ndarray, places: numpy.ndarray) -> None:
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
