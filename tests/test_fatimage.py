# SPDX-License-Identifier: MIT
"""The CIRCUITPY image: another library reads what went in, and the bytes are always the same."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.fatimage import ImageFull, build_fat_image, read_fat_image

_NAME = st.from_regex(r"[a-z_][a-z0-9_]{0,30}(\.py|\.bin)", fullmatch=True)
_PATH = st.tuples(st.sampled_from(["", "lib/", "lib/deep_folder/", "engine2048/"]), _NAME).map("".join)


@settings(max_examples=25, deadline=None)
@given(contents=st.dictionaries(_PATH, st.binary(max_size=3000), max_size=20))
def test_files_come_back_as_they_went_in(tmp_path_factory, contents):
    folder = tmp_path_factory.mktemp("files")
    files = []
    for number, (path, data) in enumerate(contents.items()):
        local = folder / str(number)
        local.write_bytes(data)
        files.append((path, local))
    assert read_fat_image(build_fat_image(files)) == contents


def test_the_bytes_do_not_depend_on_the_age_of_the_files(tmp_path):
    local = tmp_path / "code.py"
    local.write_text("print(2048)\n")
    first = build_fat_image([("code.py", local)])
    os.utime(local, (0, 0))
    assert build_fat_image([("code.py", local)]) == first


def test_it_is_a_bare_fat_volume_of_the_picos_drive_size(tmp_path):
    image = build_fat_image([])
    assert len(image) == 0x100000
    assert image[510:512] == b"\x55\xaa"
    assert image[54:59] == b"FAT  "


def test_files_that_do_not_fit_are_refused(tmp_path):
    local = tmp_path / "big.bin"
    local.write_bytes(bytes(0x100000))
    with pytest.raises(ImageFull, match="do not fit"):
        build_fat_image([("big.bin", local)])


def test_short_names_are_read_in_the_case_that_circuitpython_stores():
    image = bytearray(build_fat_image([("BOOT_OUT.TXT", b"1"), ("LIB/README", b"2"), ("MIXED.TXT", b"3")]))
    for name, lower_case_bits in ((b"BOOT_OUTTXT", 0x18), (b"LIB        ", 0x08), (b"MIXED   TXT", 0x10)):
        image[image.index(name) + 12] = lower_case_bits
    assert read_fat_image(bytes(image)) == {"boot_out.txt": b"1", "lib/README": b"2", "MIXED.txt": b"3"}
