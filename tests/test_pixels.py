# SPDX-License-Identifier: MIT
"""Letters with marks, on the grid of the firmware's font."""

import pytest

from tools.writing.pixels import PixelFont, Undrawable, caption, picture, rows_of


def glyph(letter):
    return rows_of(PixelFont().draw(letter), False)


@pytest.mark.parametrize(("letter", "base"), ["çc", "şs", "öo", "üu", "ğg", "ée", "ąa", "ñn", "őo"])
def test_a_small_letter_with_a_mark_is_the_letter_and_a_mark(letter, base):
    both = list(zip("".join(glyph(letter)), "".join(glyph(base)), strict=True))
    assert all(marked == "#" for marked, plain in both if plain == "#")
    assert any(marked == "#" for marked, plain in both if plain == ".")


@pytest.mark.parametrize("letter", "ÇĞİÖŞÜÉÊŁŹŠÑÅ")
def test_a_capital_with_a_mark_stays_within_the_bar(letter):
    rows = glyph(letter)
    assert rows[0] == "......"
    assert rows != glyph("I")
    assert "#" in "".join(rows[1:3] + rows[10:]) or letter == "Ł"
    # It stands on the line.
    assert "#" in rows[9]


def test_i_with_and_without_a_dot_are_four_letters():
    assert len({tuple(glyph(letter)) for letter in "iıİI"}) == 4
    assert glyph("ı")[4:] == glyph("i")[4:]
    assert not any("#" in row for row in glyph("ı")[:4])
    assert caption("İ").size == caption("I").size == (1, 8)
    assert rows_of(caption("İ"), False) == ["#", ".", "#", "#", "#", "#", "#", "."]


@pytest.mark.parametrize("letter", ["л", "中", "ŧ"])
def test_a_letter_that_the_pixel_font_lacks(letter):
    with pytest.raises(Undrawable, match="no font has"):
        PixelFont().draw("a" + letter)


def test_a_picture_is_drawn_as_it_is_written():
    assert rows_of(picture([".#.", "..#"])) == ["#.", ".#"]
    assert rows_of(picture([".#.", "..#"]), False) == [".#.", "..#"]
    assert rows_of(picture(["...", "..."])) == []
