# SPDX-License-Identifier: MIT
"""Making pictures and text from a frame."""

import random

import pytest
from PIL import Image

from tools.simulator import glass


def frame_of(*pixels):
    rows = [bytearray(128) for _ in range(64)]
    for x, y in pixels:
        rows[y][x] = 1
    return [bytes(row) for row in rows]


PLACES = [(x, y) for x in range(128) for y in range(64)]
RANDOM = frame_of(*random.Random(1).sample(PLACES, 4000))


def test_png_is_four_times_as_large_and_shows_each_pixel(tmp_path):
    glass.save_png(RANDOM, tmp_path / "glass.png")
    with Image.open(tmp_path / "glass.png") as picture:
        assert picture.size == (512, 256)
        assert picture.format == "PNG"
        for x, y in PLACES:
            for corner in (0, 3):
                bright = picture.getpixel((x * 4 + corner, y * 4 + corner))[2] > 128
                assert bright == bool(RANDOM[y][x])


def test_contrast_dims_but_never_turns_black():
    lights = [sum(glass.image(frame_of((0, 0)), contrast).getpixel((0, 0))) for contrast in (0, 1, 127, 255)]
    unlit = sum(glass.image(frame_of()).getpixel((0, 0)))
    assert lights == sorted(lights)
    assert lights[0] > 3 * unlit
    assert lights[-1] > 2 * lights[0]


def test_half_blocks_show_each_pixel():
    lines = glass.half_blocks(RANDOM)
    assert [len(line) for line in lines] == [128] * 32
    shown = frame_of(
        *((x, 2 * row) for row, line in enumerate(lines) for x, block in enumerate(line) if block in "▀█"),
        *(
            (x, 2 * row + 1)
            for row, line in enumerate(lines)
            for x, block in enumerate(line)
            if block in "▄█"
        ),
    )
    assert shown == RANDOM


@pytest.mark.parametrize(
    ("pixel", "dot"),
    [
        ((0, 0), "⠁"),
        ((0, 1), "⠂"),
        ((0, 2), "⠄"),
        ((0, 3), "⡀"),
        ((1, 0), "⠈"),
        ((1, 1), "⠐"),
        ((1, 2), "⠠"),
        ((1, 3), "⢀"),
    ],
)
def test_each_braille_dot(pixel, dot):
    lines = glass.braille(frame_of(pixel, (126, 60)))
    assert [len(line) for line in lines] == [64] * 16
    assert lines[0][0] == dot
    assert lines[15][63] == "⠁"
    assert set("".join(lines)) == {dot, "⠁", "⠀"}
