# SPDX-License-Identifier: MIT
"""Every tool that writes files names one that it cannot write."""

import errno
import sys
from pathlib import Path

import pytest

from tools import play, release, wiring
from tools.output import NotWritten, write


def full(self, content):
    """Fail as on a full disk: part of the file exists, and the error does not name it."""
    with self.open("wb") as file:
        file.write(content[:3])
    raise OSError(errno.ENOSPC, "No space left on device")


def test_text_and_bytes(tmp_path):
    write(tmp_path / "text", "ä\n")
    write(tmp_path / "bytes", b"\xff")
    assert (tmp_path / "text").read_bytes() == b"\xc3\xa4\n"
    assert (tmp_path / "bytes").read_bytes() == b"\xff"


def test_a_full_disk_names_the_file_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NotWritten) as failed:
        write(tmp_path / "new", b"content")
    assert str(failed.value) == f"Cannot write {tmp_path / 'new'}: No space left on device."
    assert failed.value.errno == errno.ENOSPC
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_not_removed(tmp_path, monkeypatch):
    (tmp_path / "old").write_bytes(b"old")
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NotWritten):
        write(tmp_path / "old", b"content")
    assert (tmp_path / "old").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is there on Linux only")
@pytest.mark.parametrize("option", ["--state", "--screenshot"])
def test_play_names_the_file(option, capsys):
    assert play.main(["--headless", "--seed", "1", option, "/dev/full"]) == 1
    assert capsys.readouterr().err == "play: Cannot write /dev/full: No space left on device.\n"


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is there on Linux only")
def test_a_release_names_the_file(tmp_path, capsys):
    path = tmp_path / f"2048-{release.__version__}.zip"
    path.symlink_to("/dev/full")
    assert release.main(["--folder", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"Cannot write {path}: No space left on device.\n"


def test_the_wiring_in_a_read_only_checkout(monkeypatch, capsys):
    def refuse(self, content):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert wiring.main() == 1
    assert capsys.readouterr().err.endswith("wiring.svg: Read-only file system.\n")
