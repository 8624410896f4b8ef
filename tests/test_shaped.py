# SPDX-License-Identifier: MIT
"""Scripts that need shaping, by the example of Bengali."""

import pytest

from tools.writing import languages
from tools.writing.pixels import PixelFont, Undrawable, rows_of
from tools.writing.shaped import Cut, ShapedFont
from tools.writing.tables import tables


@pytest.fixture(scope="module")
def bengali():
    (table,) = [table for table in tables() if table.code == "bn"]
    return languages.font_of(table)


def test_a_vowel_sign_stands_before_its_consonant(bengali):
    both = rows_of(bengali.draw("কি"), False)
    alone = rows_of(bengali.draw("ক"), False)
    body = slice(5, 12)
    # The consonant is the same, but further right: its sign comes after it in the text.
    assert [row[-len(alone[0]) :] for row in both[body]] == alone[body]
    assert all("#" in row[: -len(alone[0])] for row in both[body])


def test_a_conjunct_is_one_shape(bengali):
    assert bengali.draw("ন্ধ").width < bengali.draw("ন").width + bengali.draw("ধ").width
    assert rows_of(bengali.draw("ক্ষ"))[2:] != rows_of(bengali.draw("কষ"))[2:]


def test_a_letter_looks_the_same_wherever_it_stands(bengali):
    word = rows_of(bengali.draw("ননন"), False)
    one = rows_of(bengali.draw("ন"), False)
    width = len(one[0])
    found = [
        x
        for x in range(len(word[0]))
        if [row[x + 1 : x + width - 1] for row in word] == [row[1 : width - 1] for row in one]
    ]
    assert len(found) == 3


def test_ascii_is_drawn_in_the_font_of_the_device_and_stands_on_the_same_line(bengali):
    rows = rows_of(bengali.draw("2048"), False)
    assert rows[2:14] == rows_of(PixelFont().draw("2048"), False)
    letters = rows_of(bengali.draw("ন"), False)
    assert max(y for y in range(16) if "#" in letters[y]) == max(y for y in range(16) if "#" in rows[y])


def test_signs_take_only_the_room_that_they_need(bengali):
    assert bengali.draw("(*)").width < bengali.draw("ক(ক").width < 6 * 3 + bengali.draw("কক").width
    assert bengali.draw("USB-").width == 6 * 4


def test_a_glyph_that_is_corrected_stands_where_the_font_has_it(bengali):
    cut = Cut("NotoSansBengali[wght].ttf", 13, 92, 16)
    plain = ShapedFont(cut, "বাংলা", {})
    corrected = ShapedFont(cut, "বাংলা", {"uni09A8": ["###", "..#", "..#"]})
    before, after = (font.draw("ন").getbbox() for font in (plain, corrected))
    assert before[:2] == after[:2]
    assert rows_of(corrected.draw("ন")) == ["###", "..#", "..#"]
    assert corrected.glyphs()["uni09A8"] == ["###", "..#", "..#"]


@pytest.mark.parametrize(
    ("size", "text", "said"), [(18, "কী", "higher than a row"), (13, "中", "lacks a letter")]
)
def test_what_a_font_cannot_draw(size, text, said):
    font = ShapedFont(Cut("NotoSansBengali[wght].ttf", size, 100, 16), "বাংলা", {})
    with pytest.raises(Undrawable, match=said):
        font.draw(text)
