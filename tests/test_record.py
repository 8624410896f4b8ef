# SPDX-License-Identifier: MIT
"""The record of our files on a board."""

from hypothesis import given
from hypothesis import strategies as st

from tools.deployer import record
from tools.files import device_files

_LINES = st.sets(
    st.tuples(st.from_regex(r"[a-z0-9_/.]{1,40}", fullmatch=True), st.binary(min_size=20, max_size=20))
)


@given(_LINES)
def test_what_is_written_is_read_back(lines):
    assert record.read(record.write(lines)) == lines


@given(_LINES, st.integers(0, 4000))
def test_a_record_cut_short_lists_nothing_else(lines, length):
    content = record.write(lines)[:length]
    assert record.read(content) <= lines
    assert record.is_record(content)


def test_an_editors_line_ends_do_not_matter():
    content = record.write({("code.py", bytes(20))})
    assert record.read(content.replace(b"\n", b"\r\n")) == {("code.py", bytes(20))}


def test_somebody_elses_file_is_not_a_record():
    for content in (b"hello", b"# My files", b"\xff\xfe", b"# What `make deploy` did"):
        assert not record.is_record(content)
        assert not record.read(content)


def test_a_record_is_small_and_readable():
    files = {path: local.read_bytes() for path, local in device_files()}
    content = record.of_product(files).decode()
    assert len(content) < 80 * len(files)  # bytes: less than a terminal line each
    assert f"{record.digest(files['boot.py']).hex()}  boot.py\n" in content


def test_version_1_0_0_is_known_with_the_line_ends_of_every_computer():
    paths = {path for path, _ in record.released()}
    assert {"code.py", "boot.py", "settings.toml", "engine2048/weights.bin", "hardware/faults.py"} <= paths
    assert {"lib/adafruit_displayio_ssd1306.py", "hardware/faults.py.new"} <= paths
    # git show 8132bd8:engine2048/__init__.py | sha1sum, and the same with carriage returns
    shas = {sha.hex() for path, sha in record.released() if path == "engine2048/__init__.py"}
    assert shas == {"3cf7e64ddc84fbbc63467a91a1865a449a5c3ed6", "f4dccccea98872a04793190faa624419f07dd161"}
