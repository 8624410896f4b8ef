# SPDX-License-Identifier: MIT
"""The model of the flash: what firmware and chip do for an assignment, and in a power cut during one."""

import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.saves import nvm
from tools.simulator.flash import (
    ERASED,
    PAGE,
    SECTOR,
    PagedFlash,
    PowerCut,
    Rp2Flash,
    blank,
    flash_file,
    opened,
)
from tools.simulator.kept import FlashInUse, NotAFlashImage


def operations(flash):
    return flash.erases, flash.programs


def test_erased_bytes_are_programmed_without_an_erase():
    flash = Rp2Flash()
    region = nvm(flash)
    region[10:14] = b"2048"
    assert operations(flash) == (0, 1)
    region[PAGE - 2 : PAGE + 2] = b"abcd"  # two pages
    assert operations(flash) == (0, 3)
    region[5] = 7
    assert operations(flash) == (0, 4)
    assert region[0:16] == b"\xff" * 5 + b"\x07" + b"\xff" * 4 + b"2048" + b"\xff" * 2
    assert region[PAGE - 2 : PAGE + 2] == b"abcd"


def test_anything_else_rewrites_the_sector_even_if_nothing_changes():
    flash = Rp2Flash()
    region = nvm(flash)
    region[10:14] = b"2048"
    region[10:14] = b"2048"
    assert operations(flash) == (1, 1 + SECTOR // PAGE)
    assert region[9:15] == b"\xff2048\xff"


def test_if_every_assignment_erases_it_erases_only_the_sectors_it_touches():
    flash = PagedFlash(blank(2 * SECTOR))
    region = nvm(flash)
    region[0:4] = b"2048"
    assert flash.erases == 1
    region[SECTOR - 2 : SECTOR + 2] = b"abcd"
    assert flash.erases == 3
    assert region[SECTOR - 2 : SECTOR + 2] == b"abcd"
    assert region[0:4] == b"2048"


def test_every_operation_takes_time():
    flash = Rp2Flash()
    one = flash.write(0, b"\0")
    two = flash.write(PAGE - 1, b"\0\0")
    rewrite = flash.write(0, b"\0")
    assert 0 < one < two < 2000
    # Measured: about 51 ms, of which the erase takes 45.
    assert 50_000 < rewrite < 53_000


@pytest.mark.parametrize("seed", range(20))
def test_a_cut_program_leaves_some_bits_undone(seed):
    flash = Rp2Flash(blank(), cut_after=2, seed=seed)
    region = nvm(flash)
    region[0:4] = b"2048"
    with pytest.raises(PowerCut):
        region[4:300] = bytes(296)
    assert region[0:4] == b"2048"
    assert 0 < sum(region[4:PAGE]) < 255 * (PAGE - 4)
    assert region[PAGE:300] == ERASED * 44  # the second page was never started


def test_a_cut_erase_leaves_noise_or_erases_some_bits_or_part_of_the_sector():
    """From a sector of zeros, so that what is set was erased."""
    shares = []
    for seed in range(100):
        flash = Rp2Flash(bytearray(SECTOR), cut_after=1, seed=seed)
        with pytest.raises(PowerCut):
            nvm(flash)[0:1] = b"\1"
        content = bytes(flash.image)
        shares.append(sum(map(int.bit_count, content)) / SECTOR / 8)
        if content.strip(b"\0") in (b"", ERASED * len(content.strip(b"\0"))):
            assert content.startswith(b"\xff") or content.endswith(b"\xff")
    assert min(shares) < 0.01
    assert max(shares) > 0.9
    assert sum(0.49 < share < 0.51 for share in shares) > 15  # noise, or half of the bits


def test_a_cut_after_the_erase_leaves_the_rest_erased():
    for cut_after in (3, 4):
        flash = Rp2Flash(blank(), cut_after=cut_after)
        region = nvm(flash)
        region[0:4] = b"2048"
        with pytest.raises(PowerCut):
            region[0:SECTOR] = bytes(SECTOR)
        content = bytes(flash.image)
        assert not content.startswith(b"2048")
        assert content[: PAGE * (cut_after - 3)] == bytes(PAGE * (cut_after - 3))
        assert content[PAGE * (cut_after - 2) :] == ERASED * (SECTOR - PAGE * (cut_after - 2))


def test_the_same_seed_gives_the_same_cut():
    def cut(seed):
        flash = Rp2Flash(blank(), cut_after=1, seed=seed)
        with pytest.raises(PowerCut):
            flash.write(0, bytes(100))
        return bytes(flash.image)

    assert cut(1) == cut(1) != cut(2)


def test_no_program_can_catch_a_power_cut():
    assert not issubclass(PowerCut, Exception)


def test_the_file_keeps_each_change_at_once(tmp_path):
    path = tmp_path / "flash.bin"
    with flash_file(path) as flash:
        nvm(flash)[0:4] = b"2048"
        assert path.read_bytes() == b"2048" + ERASED * (SECTOR - 4)
    with flash_file(path) as flash:
        assert nvm(flash)[0:5] == b"2048\xff"


def test_the_file_survives_sigkill(tmp_path):
    path = tmp_path / "flash.bin"
    script = (
        "import os, signal\n"
        "from tools.simulator.flash import flash_file\n"
        f"with flash_file({str(path)!r}) as flash:\n"
        "    flash.write(0, b'2048')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False)
    assert killed.returncode == -9
    with flash_file(path) as flash:
        assert flash.read(0, 4) == b"2048"


def test_a_second_user_of_the_file_is_refused(tmp_path):
    path = tmp_path / "flash.bin"
    script = f"from tools.simulator.flash import flash_file\nwith flash_file({str(path)!r}): pass"
    with flash_file(path):
        second = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, check=False, capture_output=True, text=True
        )
        with pytest.raises(FlashInUse, match="in use by another simulator"), flash_file(path):
            pass
    assert "FlashInUse" in second.stderr
    with flash_file(path):
        pass


def test_a_file_of_the_wrong_size_is_left_alone(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader")
    with pytest.raises(NotAFlashImage, match="not a flash image"), flash_file(path):
        pass
    assert path.read_text() == "Dear reader"


def test_without_a_file_the_flash_is_blank_each_time():
    for _ in range(2):
        with opened(None) as flash:
            assert flash.read(0, len(flash)) == b"\xff" * SECTOR
            flash.write(0, b"abc")
