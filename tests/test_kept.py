# SPDX-License-Identifier: MIT
"""The file that keeps a flash, and the game that continues if it cannot."""

import errno
import json
import sys

import pytest

from tools import play
from tools.simulator import flash, glass, kept, keys, program
from tools.simulator.flash import SECTOR, blank
from tools.simulator.machine import Machine

KEYS = "ULDRU"


def opened(path):
    return kept.opened(path, SECTOR, blank)


def refuse(error):
    def fail(*arguments, **options):
        raise OSError(error, "refused here")

    return fail


def test_a_new_file_starts_blank_and_gets_every_change(tmp_path):
    path = tmp_path / "new" / "folder" / "flash"
    with opened(path) as file:
        assert (file.content, file.trouble) == (bytes(blank()), None)
        file.write(100, b"2048")
        assert path.read_bytes()[98:106] == b"\xff\xff2048\xff\xff"
    with opened(path) as file:
        assert file.content[100:104] == b"2048"


@pytest.mark.parametrize("what", ["FileLock.acquire", "Path.mkdir", "Path.touch", "_open"])
def test_an_unwritable_file_is_read_and_left_alone(tmp_path, monkeypatch, what):
    path = tmp_path / "flash"
    path.write_bytes(b"2048" + blank()[4:])
    before = path.read_bytes()
    monkeypatch.setattr(f"tools.simulator.kept.{what}", refuse(errno.EROFS))
    with opened(path) as file:
        assert file.content == before
        assert file.trouble == f"{path} cannot be written, so the game is not saved: refused here."
        with pytest.raises(OSError, match="refused here"):
            file.write(0, b"new")
    assert path.read_bytes() == before


def test_a_new_file_that_fails_does_not_look_like_a_flash(tmp_path, monkeypatch):
    path = tmp_path / "flash"
    monkeypatch.setattr(kept.KeptFile, "write", refuse(errno.ENOSPC))
    with opened(path) as file:
        assert file.content == bytes(blank())
    monkeypatch.undo()
    with opened(path) as file:
        assert file.trouble is None


def test_a_folder_as_the_file_and_a_file_as_its_folder(tmp_path):
    with pytest.raises(kept.NotAFlashImage, match="is a folder: name a file"), opened(tmp_path):
        pass
    (tmp_path / "file").touch()
    with opened(tmp_path / "file" / "flash") as file:
        assert "file is not a folder" in file.trouble


def played_without_memory():
    """The final picture on a board that cannot save."""
    machine = Machine(None, {"SEED": 4})
    machine.play(*keys.schedule(keys.parse(KEYS)))
    program.run(machine)
    return machine.chip.frame()


def played(tmp_path, path, capsys):
    """Play headless; returns what was printed and how many moves were made."""
    files = ("--state", tmp_path / "state.json", "--screenshot", tmp_path / "glass.png")
    arguments = ("--headless", "--seed", 4, "--keys", KEYS, "--flash", path, *files)
    assert play.main(list(map(str, arguments))) == 0
    return capsys.readouterr().err, json.loads((tmp_path / "state.json").read_text())["moves"]


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is there on Linux only")
def test_a_full_disk_gives_a_sentence_and_the_game_continues_with_no_save(tmp_path, capsys):
    said, moves = played(tmp_path, "/dev/full", capsys)
    assert said == "play: /dev/full cannot be written, so the game is not saved: No space left on device.\n"
    assert moves > 2
    glass.save_png(played_without_memory(), tmp_path / "expected.png", 204)
    assert (tmp_path / "glass.png").read_bytes() == (tmp_path / "expected.png").read_bytes()


def test_a_disk_that_fills_up_later_is_reported_at_the_end(tmp_path, capsys, monkeypatch):
    write, count = kept.KeptFile.write, []

    def write_twice(file, start, data):
        count.append(start)
        if len(count) > 2:
            file.file = None
            monkeypatch.setattr(kept.KeptFile, "write", write)
            file.give_up(OSError(errno.ENOSPC, "No space left on device"))
        write(file, start, data)

    monkeypatch.setattr(kept.KeptFile, "write", write_twice)
    said, moves = played(tmp_path, tmp_path / "flash", capsys)
    assert said.count("\n") == 1
    assert "flash cannot be written, so the game is not saved: No space" in said
    assert moves > 2
    glass.save_png(played_without_memory(), tmp_path / "expected.png", 204)
    assert (tmp_path / "glass.png").read_bytes() == (tmp_path / "expected.png").read_bytes()


def test_a_saved_game_that_can_no_longer_be_saved_still_continues(tmp_path, capsys, monkeypatch):
    path = tmp_path / "flash"
    _, moves = played(tmp_path, path, capsys)
    monkeypatch.setattr("tools.simulator.kept._open", refuse(errno.EROFS))
    assert played(tmp_path, path, capsys)[1] > moves


def test_a_data_folder_that_cannot_be_made_gives_a_sentence(tmp_path, monkeypatch, capsys):
    (tmp_path / "home").touch()
    monkeypatch.setattr(
        flash.platformdirs, "user_data_path", lambda *name, **options: tmp_path / "home" / "x"
    )
    with play.opened_flash(play.parser().parse_args([])) as memory:
        assert memory.read(0, 4) == b"\xff" * 4
    assert "Not a directory" in capsys.readouterr().err
