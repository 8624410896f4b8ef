# SPDX-License-Identifier: MIT
"""The solver, compared with an expectimax written differently, and with files that are not its weights."""

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine2048 import board
from engine2048.solver import evaluation, search
from tools import oracle
from tools.training import network

LEVELS = (search.FAST, search.DEMO, search.HINT)
SYMMETRIES = [
    lambda row, column: (row, column),
    lambda row, column: (row, 3 - column),
    lambda row, column: (3 - row, column),
    lambda row, column: (3 - row, 3 - column),
    lambda row, column: (column, row),
    lambda row, column: (column, 3 - row),
    lambda row, column: (3 - column, row),
    lambda row, column: (3 - column, 3 - row),
]

crowded = st.lists(st.integers(1, 5) | st.integers(0, 14), min_size=16, max_size=16)
airy = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 11, 12]), min_size=16, max_size=16)


def random_weights():
    tables = numpy.random.default_rng(1).integers(
        0, 256, (network.TABLES, evaluation.TABLE_BYTES), numpy.uint8
    )
    return network.Weights(tables, scale=3, bias=19_000, games=1, seed=1)


@pytest.fixture(scope="module")
def weights():
    return random_weights()


@pytest.fixture(scope="module")
def path(tmp_path_factory, weights):
    path = tmp_path_factory.mktemp("solver") / "weights.bin"
    network.write(path, weights)
    return path


@pytest.fixture(scope="module")
def made(path):
    return search.Solver(str(path))


def choose(made, cells, level):
    """Search to the end; returns the direction."""
    made.begin(cells, level)
    while not made.step():
        pass
    return made.direction


def downgraded(rows):
    """Halve all tiles above the largest tile that is missing, again and again until none is above 2048."""
    faces = {face for row in rows for face in row}
    missing = [1 << rank for rank in range(3, 18) if 1 << rank not in faces and 1 << rank < max(faces)]
    # 8 is the smallest tile whose gap may be closed.
    if max(faces) <= 2048 or not missing:
        return rows
    return downgraded([[face // 2 if face > max(missing) else face for face in row] for row in rows])


class Expectimax:
    """Solver.direction by plain recursion, over the oracle's boards and plain lists of look-ups."""

    def __init__(self, weights):
        self.weights = weights
        self.look_ups = network.look_ups().tolist()

    def worth(self, rows):
        cells = [min(cell, 11) for cell in oracle.cells_of(rows)]
        total = 0
        for table, first, second, third in self.look_ups:
            index = cells[first] * 144 + cells[second] * 12 + cells[third]
            total += int(self.weights.tables[table][index])
        return self.weights.scale * total - self.weights.bias

    def best(self, rows, tiles_ahead):
        """(value, direction) of the best move; `tiles_ahead` lists the random tiles of each future turn."""
        choices = []
        for direction in range(4):
            moved = oracle.move(rows, direction)
            if moved:
                after, gained = moved
                value = self.mean(after, tiles_ahead) if tiles_ahead else self.worth(after)
                choices.append((gained + value, -direction))
        if not choices:
            return 0, -1
        value, direction = max(choices)
        return value, -direction

    def mean(self, rows, tiles_ahead):
        total = weight = 0
        for at, tile in enumerate(oracle.cells_of(rows)):
            for face in tiles_ahead[0] if tile == 0 else ():
                grown = [list(row) for row in rows]
                grown[at // 4][at % 4] = face
                chance = {2: 9, 4: 1}[face]
                total += chance * self.best(grown, tiles_ahead[1:] if face == 2 else ())[0]
                weight += chance
        return total // weight

    def direction(self, cells, level):
        empty = cells.count(0)
        two_tiles, either, one_two = search.PLANS[level]
        tiles_ahead = ()
        if empty <= two_tiles:
            tiles_ahead = ((2, 4), (2,))
        elif empty <= either:
            tiles_ahead = ((2, 4),)
        elif empty <= one_two:
            tiles_ahead = ((2,),)
        return self.best(downgraded(oracle.rows_of(cells)), tiles_ahead)[1]


@settings(max_examples=25, deadline=None)
@given(cells=crowded | airy, level=st.sampled_from(LEVELS))
def test_the_choice_is_the_same_as_plain_expectimax(weights, made, cells, level):
    before = list(cells)
    assert choose(made, cells, level) == Expectimax(weights).direction(cells, level)
    assert cells == before


def test_every_way_of_looking_ahead_is_compared(weights, made):
    """One board for each number of empty cells, so that each plan certainly takes part."""
    tiles = [1, 3, 2, 1, 5, 4, 2, 6, 1, 7, 3, 2, 11, 12, 1, 2]
    for empty in range(15):
        cells = [0] * empty + tiles[empty:]
        for level in LEVELS:
            assert choose(made, cells, level) == Expectimax(weights).direction(cells, level), (empty, level)


@pytest.mark.parametrize("tile", [8, 9, 10, 11, 12, 16])
def test_tiles_may_grow_past_the_largest_during_a_search(weights, made, tile):
    for cells in (
        [tile] * 16,
        [tile] * 8 + [1, 2, 1, 2, 2, 1, 2, 1],
        [tile, tile] * 4 + [0, 1, 2, 1, 2, 1, 2, 1],
    ):
        for level in LEVELS:
            assert choose(made, cells, level) == Expectimax(weights).direction(cells, level)


@pytest.mark.parametrize(
    "tiles, seen, largest",
    [
        ([11, 10, 9], [11, 10, 9], 11),
        ([12, 10, 9], [11, 10, 9], 11),
        ([13, 12, 10, 10, 7], [11, 10, 9, 9, 7], 11),
        ([12, 11, 10, 8], [11, 10, 9, 8], 11),
        ([17, 2, 1], [11, 2, 1], 11),
        (list(range(1, 16)), list(range(1, 16)), 15),
    ],
)
def test_tiles_above_2048_close_the_gaps_below_them(tiles, seen, largest):
    cells = tiles + [0] * (16 - len(tiles))
    assert evaluation.downgrade(cells) == largest
    assert cells == seen + [0] * (16 - len(tiles))


@given(cells=st.lists(st.integers(0, 17), min_size=16, max_size=16))
def test_a_downgraded_board_has_the_same_legal_moves(cells):
    before = board.legal(cells)
    evaluation.downgrade(cells)
    assert board.legal(cells) == before


def test_the_look_ups_are_the_images_of_the_shapes():
    found = {}
    for table, *cells in network.look_ups().tolist():
        found.setdefault(table, []).append(cells)
    for table in range(network.TABLES):
        shape = evaluation.SHAPES[table * 3 : table * 3 + 3]
        images = []
        for symmetry in SYMMETRIES:
            places = [symmetry(*divmod(cell, 4)) for cell in shape]
            images.append([row * 4 + column for row, column in places])
        assert all(cells in images for cells in found[table])
        places = [frozenset(cells) for cells in found[table]]
        assert len(places) == len(set(places))
        assert set(places) == {frozenset(image) for image in images}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("empty", [0, 1, 3, 6, 9, 14])
def test_a_slice_takes_at_most_four_evaluations(monkeypatch, made, level, empty):
    calls = []
    evaluate = search.evaluate
    monkeypatch.setattr(search, "evaluate", lambda *arguments: calls.append(1) or evaluate(*arguments))
    made.begin([0] * empty + [1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 1, 2, 3, 4, 6, 6][empty:], level)
    done = False
    while not done:
        calls.clear()
        done = made.step()
        assert len(calls) <= 4


@pytest.mark.parametrize("level", LEVELS)
def test_without_a_legal_move_there_is_no_direction(made, level):
    made.begin([1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1], level)
    assert made.step()
    assert made.direction == -1


def test_the_first_slice_already_gives_the_fast_choice(made):
    cells = [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 2, 3, 5, 6, 7, 8]
    fast = choose(made, cells, search.FAST)
    made.begin(cells, search.HINT)
    assert not made.step()
    assert made.direction == fast


def test_a_search_cut_short_does_not_affect_the_next(made, path):
    cells = [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 2, 3, 5, 6, 7, 8]
    other = [1, 2, 1, 0, 0, 0, 3, 3, 4, 5, 2, 2, 7, 6, 1, 1]
    expected = choose(search.Solver(str(path)), other, search.HINT)
    for slices in (1, 2, 3, 10, 31):
        made.begin(cells, search.HINT)
        for _ in range(slices):
            made.step()
        assert choose(made, other, search.HINT) == expected


def refusal(path):
    with pytest.raises(search.SolverUnavailable) as caught:
        search.Solver(str(path))
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_missing_weights_are_reported(tmp_path):
    assert "not installed" in refusal(tmp_path / "weights.bin")


@pytest.mark.parametrize("content", [b"", b"2048", b"BM" + bytes(20_000), b"2048\x02\x08" + bytes(20_000)])
def test_a_foreign_file_is_reported(tmp_path, content):
    foreign = tmp_path / "weights.bin"
    foreign.write_bytes(content)
    assert "not for this version" in refusal(foreign)


@pytest.mark.parametrize(
    "change", [lambda whole: whole[:-1], lambda whole: whole[:40], lambda whole: whole + b"\0"]
)
def test_a_wrong_length_is_reported(tmp_path, path, change):
    damaged = tmp_path / "weights.bin"
    damaged.write_bytes(change(path.read_bytes()))
    assert "damaged" in refusal(damaged)


@settings(max_examples=40, deadline=None)
@given(
    at=st.integers(0, evaluation.HEADER_BYTES - 1) | st.integers(0, evaluation.HEADER_BYTES + 8 * 1728 - 1),
    flip=st.integers(1, 255),
)
def test_any_changed_byte_is_reported(tmp_path_factory, path, at, flip):
    content = bytearray(path.read_bytes())
    content[at] ^= flip
    damaged = tmp_path_factory.mktemp("damaged") / "weights.bin"
    damaged.write_bytes(content)
    assert "copy it again" in refusal(damaged)


def test_two_swapped_tables_are_reported(tmp_path, weights):
    damaged = tmp_path / "weights.bin"
    network.write(damaged, weights)
    content = damaged.read_bytes()
    damaged.write_bytes(
        content[:48] + content[48 + 1728 : 48 + 3456] + content[48 : 48 + 1728] + content[48 + 3456 :]
    )
    assert "damaged" in refusal(damaged)
