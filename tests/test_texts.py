# SPDX-License-Identifier: MIT
"""The texts of other languages: complete, with room on the glass, and drawn as the device reads them."""

import functools
import re
import shutil
import struct
import zlib

import displayio
import pytest
from PIL import Image

from hardware import languages as on_device
from hardware import translated
from tests.reader import SHAPES
from tools import texts
from tools.files import TEXTS
from tools.files import languages as codes
from tools.writing import languages, layout, pages, product
from tools.writing.pixels import PixelFont, rows_of
from tools.writing.tables import FOLDER, WrongTable

NUMBERS = range(1, len(codes()))


@functools.cache
def all_drawn():
    return languages.drawn()


def language(code):
    (found,) = [one for one in all_drawn() if one.code == code]
    return found


def drawn(code, english, is_banner=False):
    """The rows of a text, as lists of `#` and `.`."""
    (found,) = [
        one.rows
        for one in language(code).texts
        if (product.key(one.text.english), one.text.is_banner) == (english, is_banner)
    ]
    return [rows_of(row, False) for row in found]


def read(rows):
    """What a row in the pixel font says; only ASCII."""
    cells = [[row[at : at + 6] for row in rows[1:]] for at in range(0, 126, 6)]
    return "".join(SHAPES[tuple(pixel == "#" for row in cell for pixel in row)] for cell in cells).rstrip()


@pytest.fixture
def folder(tmp_path):
    """A copy of the tables."""
    shutil.copytree(FOLDER, tmp_path / "tables")
    return tmp_path / "tables"


def change(folder, code, old, new):
    path = folder / f"{code}.toml"
    content = path.read_text("utf-8")
    assert old in content
    path.write_text(content.replace(old, new), "utf-8")


def test_the_files_are_what_the_tables_say():
    made = languages.contents(all_drawn())
    assert {path.name for path in TEXTS.iterdir()} == set(made)
    for name, content in made.items():
        assert (TEXTS / name).read_bytes() == content, f"hardware/texts/{name} is old: run `make texts`"


def test_the_same_tables_give_the_same_files():
    assert languages.contents(languages.drawn()) == languages.contents(all_drawn())


@pytest.mark.parametrize("number", NUMBERS)
def test_the_device_draws_every_row_as_it_was_drawn_here(number):
    strips = translated.Strips(on_device.texts(number)).open()
    one = all_drawn()[number - 1]
    assert strips.height == one.height
    for text, rows, _ in one.texts:
        found = [strips.on_banner(text.english)] if text.is_banner else strips.rows(text.english)
        assert len(found) == len(rows), text.english
        for pieces, row in zip(found, rows, strict=True):
            bitmap = displayio.Bitmap(*row.size, 2)
            strips.draw(bitmap, pieces)
            seen = [[bitmap[x, y] for x in range(row.width)] for y in range(row.height)]
            assert seen == [[letter == "#" for letter in line] for line in rows_of(row, False)], text.english


@pytest.mark.parametrize("number", NUMBERS)
def test_the_words_of_the_panel_are_read_as_they_were_drawn(number):
    seen = translated.Strips(on_device.texts(number)).words()
    for bitmap, word in zip(seen, all_drawn()[number - 1].captions, strict=True):
        assert (bitmap.width, bitmap.height) == (32, 8)
        rows = ["".join(".#"[bitmap[x, y]] for x in range(32)) for y in range(8)]
        assert rows == rows_of(word, False)
        assert any("#" in row for row in rows)


@pytest.mark.parametrize("code", codes()[1:])
def test_the_file_keeps_its_format(code):
    data = (TEXTS / f"{code}.bin").read_bytes()
    magic, height, flags, count, check, check_of_start = struct.unpack_from("<6sBBHII", data)
    assert (magic, height in (12, 16), flags < 4) == (b"T2048\x01", True, True)
    assert zlib.crc32(data[178:]) == check
    assert zlib.crc32(data[:14] + data[18:178]) == check_of_start
    records = [struct.unpack_from("<IIBB", data, 178 + 10 * index) for index in range(count)]
    assert len({key for key, *_ in records}) == count
    at = 178 + 10 * count
    for (_, offset, width, rows), text in zip(records, language(code).texts, strict=True):
        assert offset == at
        assert 0 < width <= 128
        at += sum(row.width * row.height // 8 for row in text.rows)
        assert rows == len(text.rows)
    assert at == len(data)


@pytest.mark.parametrize("code", codes()[1:])
def test_no_text_of_the_product_is_left_in_english(code):
    known = {(one.text.english, one.text.is_banner) for one in language(code).texts}
    for page in [*pages.full_pages(), *pages.banner_pages()]:
        if page.lines and page.lines[0].startswith("The texts of this"):
            continue  # says, in English, that this file is missing
        for line in [*page.lines, *[text for text, _ in page.items]]:
            for piece in line.split("\t"):
                if re.search("[A-Za-z]{2}", piece):
                    assert (piece.strip(), page.is_banner) in known


@pytest.mark.parametrize("code", codes()[1:])
def test_values_stand_one_below_the_other(code):
    width = {one.text.english: one.width for one in language(code).texts if not one.text.is_banner}
    for page in pages.full_pages():
        lines = [line.split("\t") for line in [*page.lines, *[text for text, _ in page.items]]]
        places = {width[first.strip()] for first, *values in lines if values}
        assert len(places) <= 1, page.screen


@pytest.mark.parametrize("code", codes()[1:])
def test_nothing_is_lit_where_the_rail_or_the_edge_of_the_panel_is(code):
    for text, rows, _ in language(code).texts:
        limit = 32 if text.is_banner else 124 if text.is_item else 125
        assert max(map(layout.ink, rows)) <= limit, text.english


def test_the_language_finds_back_to_english():
    for code in codes()[1:]:
        (row,) = drawn(code, "Language")
        word = rows_of(PixelFont().draw("Language"), False)
        top = (len(row) - 12) // 2
        assert any([line[x : x + 48] for line in row[top : top + 12]] == word for x in range(128 - 48)), code


def test_turkish_is_in_the_letters_of_the_device():
    for english, turkish in (("Resume", "Devam et"), ("Undo", "Geri al"), ("New game", "Yeni oyun")):
        (row,) = drawn("tr", english)
        assert read(row) == turkish
    rows = drawn("tr", "The saved game comes from a newer version.")
    assert len(rows) == 2


def test_bengali_hangs_from_an_unbroken_line():
    """These words are of letters that all join the line."""
    for english in ("Resume", "Undo", "Switch off", "Moves", "Back"):
        (row,) = drawn("bn", english)
        # Eight rows above the twelfth, on which letters stand. A blank parts words, and that is wider.
        line = row[4].strip(".")
        assert all(len(gap) >= 3 for gap in re.findall(r"\.+", line)), (english, line)


@pytest.mark.parametrize(
    ("code", "old", "new", "said"),
    [
        ("tr", '"Ayarlar"', '"Ayarlar ve seçenekler"', "'Ayarlar ve seçenekler' for 'Settings', which is 125 "
         "pixels wide; there is room for 124."),
        ("tr", 'Settings = "Ayarlar"', "", "lacks in its pages: 'Settings'."),
        ("tr", 'Settings = "Ayarlar"', 'Settigns = "Ayarlar"', "lacks in its pages: 'Settings'."),
        ("tr", "[menu]", '[menu]\nFoo = "Bar"', "has in its pages what the game never says: 'Foo'."),
        ("tr", "[banner]", '[banner]\nFoo = "Bar"', "has in [banner] what the game never says: 'Foo'."),
        ("tr", "[menu]", '[menu]\nBack = "Geri"', "has 'Back' twice, the second time in [questions]."),
        ("tr", '"Ayarlar"', '"Ящик"', "'Ящик' for 'Settings', and no font has 'Я': choose other"),
        ("tr", '"Ayarlar"', '""', "has no text for 'Settings' in [menu]: write one in quotes."),
        ("tr", '"Ayarlar"', "7", "has no text for 'Settings' in [menu]: write one in quotes."),
        ("tr", '"Ayarlar"', '"Ayarlar', "is not TOML: "),
        ("tr", "number = 1 ", "number = 4 ", "says number = 4, and the next free number is 1."),
        ("tr", "number = 1 ", "", "does not say 'number' in [language]."),
        ("tr", "number = 1 ", 'number = "1" ', "says number = '1': it has to be a number."),
        ("tr", "[language]", "[language]\nfoo = 1", "says 'foo' in [language], which means nothing there."),
        ("tr", "[language]", "foo = 1\n[language]", "has 'foo' in no section"),
        ("tr", '"Oyun bitti"', '"Oyun da bitti"', "which is too high: draw it, 24 rows of 31 times # or ."),
        ("tr", '"Oyun bitti"', '"Oyun bittii"', "which is 34 pixels wide; there is room for 31."),
        ("tr", '"SKOR"', '"PUANLARIM"', "'PUANLARIM' for 'SCORE', which is "),
        ("tr", '"Bu oyun bırakılıp yenisi başlasın mı?"', '"' + "Bu oyun bırakılsın mı? " * 4 + '"',
         "needs 6 rows for the page that begins 'Give up this game and start a new one?'; there is room "),
        ("tr", '"En büyük"', '"En büyük taş"', "has for 'Moves 1073741823' what is 135 pixels wide"),
        ("bn", "size = 13", "size = 18", "which is higher than a row: choose a smaller size."),
        ("tr", '"SKOR"', '"Skor"', "'Skor' for 'SCORE', and beside the board there are only capitals, no"),
        ("bn", "size = 13", "size = 0", "says size = 0: it has to be from 6 to 32."),
        ("bn", "row_height = 16", "row_height = 99", "says row_height = 99: it has to be from 12 to 32."),
        ("bn", "[glyphs]", '[glyphs]\nfoo = "#\\n##"', "has no picture for 'foo' in [glyphs]: draw rows of"),
        ("bn", "size = 13\n", "", "does not say 'size' in [language]."),
        ("bn", "NotoSansBengali[wght].ttf", "Foo.ttf", "names the font 'Foo.ttf', which the package of Noto"),
        ("bn", "[glyphs]", '[glyphs]\nfoo = "#"', "corrects glyphs that no text needs: foo."),
        ("bn", '"সেটিংস"', '"中国"', "and the font lacks a letter of it"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_table_is_a_sentence(folder, code, old, new, said):
    change(folder, code, old, new)
    if code == "tr":
        (folder / "bn.toml").unlink()
    else:
        (folder / "tr.toml").unlink()
        change(folder, code, "number = 2", "number = 1")
    with pytest.raises(WrongTable) as error:
        languages.drawn(folder)
    assert str(error.value).startswith(f"{code}.toml ")
    assert said in str(error.value)
    assert str(error.value).endswith(".")


def test_a_table_that_is_not_named_after_a_language(folder):
    (folder / "tr.toml").rename(folder / "Turkish.toml")
    with pytest.raises(
        WrongTable, match=r"Turkish.toml has to be named after the code of its language, as fr"
    ):
        languages.drawn(folder)


def test_a_picture_of_the_wrong_size(folder):
    change(folder, "tr", '"SKOR"', '"""\n##\n#.\n"""')
    with pytest.raises(WrongTable, match="has a picture of 2 rows for 'SCORE': draw 8 rows, all of the same"):
        languages.drawn(folder)


def test_a_language_is_added_as_one_file(folder, tmp_path, monkeypatch, capsys):
    shutil.copy(folder / "tr.toml", folder / "xx.toml")
    change(folder, "xx", "number = 1 ", "number = 3 ")
    change(folder, "xx", '"Ayarlar"', '"Réglages"')
    made = tmp_path / "made"
    assert texts.main(["--tables", str(folder), "--folder", str(made)]) == 0
    assert "xx.bin" in capsys.readouterr().out
    assert (made / "languages.txt").read_text() == "en tr bn xx\n"
    assert (made / "tr.bin").read_bytes() == (TEXTS / "tr.bin").read_bytes()
    monkeypatch.setattr(on_device, "path", lambda name: str(made / name))
    strips = translated.Strips(on_device.texts(3)).open()
    bitmap = displayio.Bitmap(128, 12, 2)
    strips.draw(bitmap, strips.rows("Settings")[0])
    word = rows_of(PixelFont().draw("Réglages"), False)
    assert ["".join(".#"[bitmap[x, y]] for x in range(48)) for y in range(12)] == word


def test_a_wrong_table_ends_with_a_sentence_and_writes_nothing(folder, tmp_path, capsys):
    change(folder, "tr", 'Hint = "İpucu"', "")
    assert texts.main(["--tables", str(folder), "--folder", str(tmp_path / "made")]) == 1
    assert capsys.readouterr().err == "texts: tr.toml lacks in its pages: 'Hint'.\n"
    assert not (tmp_path / "made").exists()


def test_a_folder_that_cannot_be_written(tmp_path, capsys):
    (tmp_path / "made").write_text("in the way")
    assert texts.main(["--folder", str(tmp_path / "made")]) == 1
    assert capsys.readouterr().err.startswith("texts: Cannot write ")


def test_the_sheet_shows_every_text(tmp_path):
    sheet = tmp_path / "sheet.png"
    assert texts.main(["--folder", str(tmp_path / "made"), "--sheet", str(sheet)]) == 0
    with Image.open(sheet) as picture:
        assert picture.width > 2 * 128 * 3
        highest = sum(
            max(12 * len(one.rows) for one in pair)
            for pair in zip(*[found.texts for found in all_drawn()], strict=True)
        )
        assert picture.height > highest * 3


def test_glyphs_are_printed_as_a_table_takes_them(capsys, folder):
    assert texts.main(["--glyphs", "bn"]) == 0
    printed = capsys.readouterr().out
    content = (folder / "bn.toml").read_text("utf-8")
    (folder / "bn.toml").write_text(content[: content.index("[glyphs]")] + "[glyphs]\n" + printed, "utf-8")
    assert languages.contents(languages.drawn(folder)) == languages.contents(all_drawn())
    assert texts.main(["--glyphs", "tr"]) == 2
    assert "no language 'tr' has glyphs" in capsys.readouterr().err
