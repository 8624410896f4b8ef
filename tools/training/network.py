# SPDX-License-Identifier: MIT
"""The n-tuple network's shapes as look-ups, and its weights as the file the device loads."""

import struct
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

import numpy

from engine2048.solver import evaluation
from tools import output

TABLES = len(evaluation.SHAPES) // 3
_HEADER = struct.Struct("<30sHIII4s")


@dataclass
class Weights:
    """The contents of a weights file.

    `tables` is an array of TABLES x TABLE_BYTES bytes. A board is worth
    scale * (sum of its 52 weights) - bias points.
    """

    tables: numpy.ndarray
    scale: int
    bias: int
    games: int
    seed: int


def look_ups() -> numpy.ndarray:
    """The 52 weights that a board sums: an array of rows (table, first, second, third cell).

    Found by calling evaluation.evaluate with row and column numbers as tiles and noting the weights it takes.
    """
    rows = _taken([cell // 4 for cell in range(16)])
    columns = _taken([cell % 4 for cell in range(16)])
    return numpy.column_stack([rows[:, 0], rows[:, 1:] * 4 + columns[:, 1:]])


class _WatchedTable:
    """A table of zeros that notes each index it is asked for, as three digits in base 12."""

    def __init__(self, number: int, taken: list[list[int]]) -> None:
        self._number = number
        self._taken = taken

    def __getitem__(self, index: int) -> int:
        self._taken.append([self._number, index // 144, index // 12 % 12, index % 12])
        return 0


def _taken(cells: list[int]) -> numpy.ndarray:
    taken: list[list[int]] = []
    evaluation.evaluate([_WatchedTable(number, taken) for number in range(TABLES)], cells)
    return numpy.array(taken, numpy.int64)


def quantized(values: numpy.ndarray, visits: numpy.ndarray, games: int, seed: int) -> tuple[Weights, float]:
    """Round weights in points to bytes, with one scale for all tables and an offset for each.

    `values` and `visits` are TABLES x TABLE_BYTES. The scale and the offsets minimise the squared error over
    all visits; the few weights outside their range are clipped. Only the sum of the offsets matters to a
    board: it becomes the bias.
    Returns the Weights and the root mean square error that they cause in a board, in points.
    """
    places = numpy.bincount(look_ups()[:, 0], minlength=TABLES)
    widest = (values.max(axis=1) - values.min(axis=1)).max() / 255
    candidates = []
    for scale in sorted({max(1, int(widest * sixteenth / 16)) for sixteenth in range(1, 25)}):
        fits = [_fit(*table, scale) for table in zip(values, visits, strict=True)]
        candidates.append((sum(places * [fit[0] for fit in fits]), scale, fits))
    error, scale, fits = min(candidates, key=itemgetter(0))
    tables = numpy.array([fit[2] for fit in fits], numpy.uint8)
    bias = round(-sum(places * [fit[1] for fit in fits]))
    return Weights(tables, scale, bias, games, seed), float(error) ** 0.5


def _fit(values: numpy.ndarray, visits: numpy.ndarray, scale: float) -> tuple[float, float, numpy.ndarray]:
    """Find the best range of 256 steps for one table: (mean squared error, lowest value, bytes)."""
    share = visits / max(visits.sum(), 1)
    candidates = []
    end = max(values.min(), values.max() - 255 * scale)
    for lowest in numpy.arange(values.min(), end + scale, scale):
        steps = numpy.clip(numpy.rint((values - lowest) / scale), 0, 255)
        error = (share * (lowest + steps * scale - values) ** 2).sum()
        candidates.append((error, lowest, steps))
    return min(candidates, key=itemgetter(0))


def write(path: Path, weights: Weights) -> None:
    """Write a weights file as engine2048/solver/evaluation.py describes. Raises NotWritten."""
    fields = (evaluation.IDENTITY, weights.scale, weights.bias, weights.games, weights.seed)
    tables = tuple(table.tobytes() for table in weights.tables)
    check = evaluation.check_value(_HEADER.pack(*fields, bytes(4)), tables)
    output.write(path, _HEADER.pack(*fields, check) + b"".join(tables))


def read(path: str | Path) -> Weights:
    """Read a weights file. Raises SolverUnavailable if it is unusable, as the device does."""
    evaluation.load(str(path))
    content = Path(path).read_bytes()
    _, scale, bias, games, seed, _ = _HEADER.unpack_from(content)
    tables = numpy.frombuffer(content, numpy.uint8, offset=_HEADER.size).reshape(TABLES, -1)
    return Weights(tables, scale, bias, games, seed)
