# SPDX-License-Identifier: MIT
"""The drawn tiles and digits, judged by an independent reader: glyphs whole, margins clear, holes right."""

import itertools

import pytest

from hardware import art, sizes

TILES = range(1, 18)
# How many closed holes a digit has. Some fonts close the 4 and some do not.
HOLES = {
    "0": {1},
    "1": {0},
    "2": {0},
    "3": {0},
    "4": {0, 1},
    "5": {0},
    "6": {1},
    "7": {0},
    "8": {2},
    "9": {1},
}


def rows_of(sheet, top, height):
    return [tuple(sheet[x, y] for x in range(sheet.width)) for y in range(top, top + height)]


@pytest.fixture(scope="module")
def tiles():
    sheet = art.tile_sheet()
    return [rows_of(sheet, number * 16, 16) for number in range(sheet.height // 16)]


def inside(picture):
    """The inside of a tile's frame, with the digits lit."""
    rows = [row[1:22] for row in picture[1:14]]
    is_filled = rows[0][0] == 1
    return [tuple(pixel ^ is_filled for pixel in row) for row in rows]


def glyphs(rows):
    """Cut rows of pixels at blank columns; each glyph is a list of columns."""
    parts = itertools.groupby(zip(*rows, strict=True), key=any)
    return [list(columns) for is_lit, columns in parts if is_lit]


def holes(glyph):
    """The sizes and heights of a glyph's holes, which a flood from outside does not reach."""
    width, height = len(glyph), len(glyph[0])
    blank = {
        (x, y)
        for x in range(-1, width + 1)
        for y in range(-1, height + 1)
        if not (0 <= x < width and 0 <= y < height and glyph[x][y])
    }
    found = []
    while blank:
        area, edge = set(), [min(blank)]
        while edge:
            x, y = edge.pop()
            if (x, y) in blank:
                blank.remove((x, y))
                area.add((x, y))
                edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        found.append(sum(y for _, y in area) / len(area))
    return found[1:]


def trimmed(glyph):
    lit = [y for column in glyph for y, pixel in enumerate(column) if pixel]
    return tuple(column[min(lit) : max(lit) + 1] for column in glyph)


def check_digit(glyph, digit):
    found = holes(trimmed(glyph))
    assert len(found) in HOLES[digit]
    middle = (len(trimmed(glyph)[0]) - 1) / 2
    if digit == "6":
        assert found[0] > middle
    if digit == "9":
        assert found[0] < middle


def test_an_empty_cell_is_nearly_dark(tiles):
    assert sum(map(sum, tiles[0])) == 1


def test_all_tiles_differ_clearly(tiles):
    assert len(tiles) == 20
    for one, other in itertools.combinations(tiles, 2):
        different = sum(
            a != b
            for row, other_row in zip(one, other, strict=True)
            for a, b in zip(row, other_row, strict=True)
        )
        assert different >= 8


@pytest.mark.parametrize("exponent", TILES)
def test_a_tile_has_its_frame_and_a_gap_to_its_neighbours(tiles, exponent):
    picture = tiles[exponent]
    assert not any(picture[15])
    assert not any(row[23] for row in picture)
    assert picture[0] == picture[14] == (0, *(1,) * 21, 0, 0)
    for row in picture[1:14]:
        assert row[0] == row[22] == 1


@pytest.mark.parametrize("exponent", TILES)
def test_each_number_is_whole_and_centred_in_its_tile(tiles, exponent):
    rows = inside(tiles[exponent])
    columns = [any(column) for column in zip(*rows, strict=True)]
    heights = [any(row) for row in rows]
    for lit in (columns, heights):
        before, after = lit.index(True), lit[::-1].index(True)
        assert min(before, after) >= 1 or (exponent == 17 and lit is columns)
        assert abs(before - after) <= 2


@pytest.mark.parametrize("exponent", TILES)
def test_each_number_is_read_back_digit_by_digit(tiles, exponent):
    number = str(2**exponent)
    found = glyphs(inside(tiles[exponent]))
    assert len(found) == len(number)
    for glyph, digit in zip(found, number, strict=True):
        check_digit(glyph, digit)


def test_on_tiles_of_one_size_each_digit_has_one_shape_of_its_own(tiles):
    for length in range(1, 7):
        shapes = {}
        for exponent in TILES:
            number = str(2**exponent)
            if len(number) == length:
                for glyph, digit in zip(glyphs(inside(tiles[exponent])), number, strict=True):
                    shapes.setdefault(digit, set()).add(trimmed(glyph))
        assert all(len(forms) == 1 for forms in shapes.values())
        assert len(set.union(*shapes.values())) == len(shapes)


def test_weight_tells_small_tiles_from_strong_ones(tiles):
    lit = [sum(map(sum, picture)) for picture in tiles]
    assert max(lit[1:7]) < min(lit[7:18])


@pytest.mark.parametrize(("is_wide", "width"), [(True, sizes.WIDE_DIGIT), (False, sizes.NARROW_DIGIT)])
def test_the_digits_of_the_panel(is_wide, width):
    sheet = art.digit_sheet(is_wide)
    pictures = [rows_of(sheet, number * 8, 8) for number in range(11)]
    assert len(set(map(tuple, pictures))) == 11
    assert not any(map(any, pictures[sizes.BLANK_DIGIT]))
    for digit in range(10):
        assert len(pictures[digit][0]) == width
        # A blank column and a blank row separate it from the next digit.
        assert not any(row[-1] for row in pictures[digit])
        assert not any(pictures[digit][7])
        (glyph,) = glyphs(pictures[digit])
        check_digit(glyph, str(digit))


def test_words_and_arrow_fit_the_panel():
    pictures = [*art.words(), art.arrow()]
    assert [(picture.width, picture.height) for picture in pictures] == [
        (19, 5),
        (15, 5),
        (31, 5),
        (25, 5),
        (17, 5),
        (16, 16),
    ]
    assert all(any(rows_of(picture, 0, 1)[0]) for picture in pictures)
