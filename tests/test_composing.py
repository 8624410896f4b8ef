# SPDX-License-Identifier: MIT
"""The fast pixel loop gives the same results as Blinka's own."""

from contextlib import contextmanager

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.displays import driven_display, sheet_of, two_colours


@contextmanager
def compared():
    """Run both loops for every drawing; yields a list of their results."""
    from displayio import _tilegrid

    from tools.simulator import composing

    results = []

    def both(buffer, mask, *rest):
        ours, theirs = [(bytearray(buffer), memoryview(bytearray(mask)).cast("I")) for _ in range(2)]
        covered = composing.fill_pixels(*ours, *rest)
        assert composing._fill_pixels_packed(*theirs, *rest) == covered
        assert ours == theirs
        results.append(covered)
        return composing.fill_pixels(buffer, mask, *rest)

    _tilegrid._fill_pixels_packed = both
    try:
        yield results
    finally:
        _tilegrid._fill_pixels_packed = composing.fill_pixels


def noisy_sheet(data):
    """A sheet of six small tiles filled with noise, and the tiles' size."""
    size = (data.draw(st.sampled_from((1, 5, 8))), data.draw(st.sampled_from((3, 8, 9))))
    noise, colours = data.draw(st.integers(0, 1 << 30)), data.draw(st.sampled_from((2, 4, 16, 256)))
    return sheet_of(*size, 6, lambda tile, x, y: noise >> (tile * 5 + x * 3 + y) % 29 & 1, colours), size


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_any_grid_is_drawn_the_same(data):
    from displayio import Group, TileGrid

    def draw(*choices):
        return data.draw(st.sampled_from(choices))

    with compared() as results, driven_display(rotation=draw(0, 180)) as (_, display):
        group = Group(scale=draw(1, 1, 2))
        for _ in range(data.draw(st.integers(1, 4))):
            sheet, size = noisy_sheet(data)
            # At least one grid is visible.
            left_or_above = -3 if len(group) else 0
            columns, rows = draw(1, 2, 4), draw(1, 3)
            grid = TileGrid(
                sheet,
                pixel_shader=two_colours(draw(None, 0, 1)),
                width=columns,
                height=rows,
                tile_width=size[0],
                tile_height=size[1],
                default_tile=draw(0, 5),
                x=draw(left_or_above, 7, 60),
                y=draw(left_or_above, 7, 30),
            )
            for cell in range(columns * rows):
                grid[cell] = data.draw(st.integers(0, 5))
            grid.flip_x, grid.flip_y = draw(False, True), draw(False, True)
            grid.transpose_xy = draw(False, False, True)
            group.append(grid)
        display.root_group = group
        display.refresh()
    assert results


def test_a_first_tile_outside_the_sheet_is_dark_as_in_blinka():
    from displayio import Group, TileGrid

    with compared() as results, driven_display() as (machine, display):
        sheet = sheet_of(8, 8, 2, lambda tile, x, y: 1)
        group = Group()
        group.append(TileGrid(sheet, pixel_shader=two_colours(), tile_width=8, tile_height=8, default_tile=9))
        display.root_group = group
        display.refresh()
        assert not any(map(any, machine.chip.frame()))
    assert results == [True]
