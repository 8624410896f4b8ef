# SPDX-License-Identifier: MIT
"""A release: one zip and one UF2, always the same, and what is in them."""

import os
import struct
import zipfile

import folder2uf2
import pytest

from tests.firmwares import uf2
from tools import bytecode, release
from tools.deployer import record
from tools.fatimage import read_fat_image
from tools.files import device_files

RP2040 = 0xE48BFF56
FIRMWARE = os.environ.get("CIRCUITPYTHON_UF2")


def parse(data):
    """Address -> payload of every block of a UF2 file."""
    blocks = {}
    for at in range(0, len(data), 512):
        magic0, magic1, _, address, size, number, total, family = struct.unpack_from("<8I", data, at)
        assert (magic0, magic1, family) == (0x0A324655, 0x9E5D5157, RP2040)
        assert (number, total) == (at // 512, len(data) // 512)
        assert data[at + 508 : at + 512] == struct.pack("<I", 0x0AB16F30)
        blocks[address] = data[at + 32 : at + 32 + size]
    return blocks


def product():
    return bytecode.compiled({name: local.read_bytes() for name, local in device_files()})


@pytest.fixture
def firmware(tmp_path):
    path = tmp_path / "adafruit-circuitpython-raspberry_pi_pico-en_US-10.2.1.uf2"
    path.write_bytes(uf2())
    return path


@pytest.fixture
def run(tmp_path, capsys):
    def run(*options):
        code = release.main(["--folder", str(tmp_path / "dist"), *map(str, options)])
        return code, *capsys.readouterr()

    return run


def test_the_zip_holds_what_goes_onto_the_drive(run, tmp_path):
    code, out, _ = run()
    assert code == 0
    (path,) = (tmp_path / "dist").iterdir()
    assert str(path) in out
    with zipfile.ZipFile(path) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            **product(),
            record.RECORD: record.of_product(product()),
        }
    assert "code.py" in dict(device_files())


def test_the_zip_can_hold_the_source(run, tmp_path):
    assert run("--source")[0] == 0
    (path,) = (tmp_path / "dist").iterdir()
    source = {name: local.read_bytes() for name, local in device_files()}
    with zipfile.ZipFile(path) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            **source,
            record.RECORD: record.of_product(source),
        }


def test_the_same_files_give_the_same_release(run, tmp_path, firmware):
    run("--firmware", firmware)
    first = {path.name: path.read_bytes() for path in (tmp_path / "dist").iterdir()}
    run("--firmware", firmware)
    assert {path.name: path.read_bytes() for path in (tmp_path / "dist").iterdir()} == first
    assert len(first) == 2


def test_the_uf2_holds_the_firmware_and_the_drive_and_spares_the_saved_game(run, tmp_path, firmware):
    assert run("--firmware", firmware)[0] == 0
    (path,) = (tmp_path / "dist").glob("*-raspberry_pi_pico.uf2")
    blocks = parse(path.read_bytes())
    assert blocks.items() >= parse(uf2()).items()
    drive = b"".join(blocks[address] for address in range(0x10100000, 0x10200000, 256))
    contents = read_fat_image(drive)
    assert contents.items() >= product().items()
    assert contents[record.RECORD] == record.of_product(product())
    assert ".metadata_never_index" in contents
    assert not any(0x100FF000 <= address < 0x10100000 for address in blocks)


def test_the_board_is_read_from_the_firmware_whatever_its_name(run, firmware, tmp_path):
    firmware.write_bytes(uf2(board="Raspberry Pi Pico W", board_id="raspberry_pi_pico_w"))
    code, out, _ = run("--firmware", firmware)
    assert code == 0
    assert "-raspberry_pi_pico_w.uf2" in out


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\3\4 not a UF2", "is not a UF2 file"),
        (uf2()[:-512], "is incomplete"),
        (uf2(text=b"MicroPython"), "is not CircuitPython"),
        (uf2(board="Raspberry Pi Pico W", board_id="raspberry_pi_pico_w"), "not for raspberry_pi_pico"),
        (uf2(board="Tiny", board_id="pimoroni_tiny2040"), "is for the Tiny, and where that has its drive"),
        (uf2(family=0xE48BFF59), "names the board raspberry_pi_pico but is for RP2350"),
        (uf2(version="8.2.10"), "is CircuitPython 8.2.10; the game needs 9.2.1 or newer"),
        (uf2(start=0x10100000), "is too large for raspberry_pi_pico"),
    ],
)
def test_a_firmware_that_does_not_fit(run, firmware, data, words, tmp_path):
    firmware.write_bytes(data)
    code, _, err = run("--firmware", firmware, "--board", "raspberry_pi_pico")
    assert code == 1
    assert words in err
    assert not list((tmp_path / "dist").glob("*.uf2"))


def test_a_firmware_that_is_not_there(run, tmp_path):
    code, _, err = run("--firmware", tmp_path / "adafruit-circuitpython-raspberry_pi_pico-en_US-9.uf2")
    assert code == 1
    assert "No such file" in err


def test_a_uf2_that_reads_back_wrong_is_not_passed_on(run, firmware, monkeypatch):
    blocks_of = folder2uf2.image_blocks
    damaged = lambda image, start: blocks_of(image.replace(b"# Percent", b"# percent"), start)  # noqa: E731
    monkeypatch.setattr(folder2uf2, "image_blocks", damaged)
    code, _, err = run("--firmware", firmware)
    assert code == 1
    assert "does not read back" in err


@pytest.mark.firmware
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not FIRMWARE, reason="CIRCUITPYTHON_UF2 names no firmware")
def test_the_uf2_boots_into_the_game(run, tmp_path):
    from tools.emulator.image import NVM_BYTES
    from tools.emulator.pico import Pico

    assert run("--firmware", FIRMWARE, "--board", "raspberry_pi_pico")[0] == 0
    (path,) = (tmp_path / "dist").glob("*.uf2")
    pico = Pico(path, b"\xff" * NVM_BYTES)
    pico.wait_until_ready()
    assert pico.chip.on
