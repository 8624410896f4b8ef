# SPDX-License-Identifier: MIT
"""The emulated Pico's flash, firmware, keys and command line, without running it."""

import hashlib
from types import SimpleNamespace

import pytest
from rp2040py.gpio_pin import GPIOPinState

from tests.firmwares import uf2
from tools import bytecode, emulate
from tools.deployer import record
from tools.emulator import firmware, image, pico
from tools.fatimage import read_fat_image
from tools.files import ROOT, device_files
from tools.simulator import keys
from tools.simulator.ssd1306 import Ssd1306


def test_the_drive_holds_the_product_and_its_record():
    source = {name: path.read_bytes() for name, path in device_files()}
    for is_source, product in ((False, bytecode.compiled(source)), (True, source)):
        files = read_fat_image(image.build(image.product_files(source=is_source))[image.NVM_BYTES :])
        assert files == {**product, record.RECORD: record.of_product(product)}


def test_a_seed_gets_onto_the_drive():
    files = read_fat_image(image.build(image.product_files({"SEED": 77}))[image.NVM_BYTES :])
    assert b"\nSEED = 77\n" in files["settings.toml"]


def test_a_file_can_be_replaced_or_added():
    replaced = {"code.py": b"pass", "extra.py": ROOT / "boot.py", "hardware/store.py": b"pass"}
    files = read_fat_image(image.build(image.product_files(replaced=replaced))[image.NVM_BYTES :])
    assert (
        files["hardware/store.mpy"] == bytecode.compiled({"hardware/store.py": b"pass"})["hardware/store.mpy"]
    )
    assert "hardware/store.py" not in files
    assert files["code.py"] == b"pass"
    assert files["extra.py"] == (ROOT / "boot.py").read_bytes()


def test_the_nvm_comes_first_and_starts_erased():
    memory = image.build([])
    assert memory[: image.NVM_BYTES] == b"\xff" * image.NVM_BYTES
    assert len(memory) == image.BYTES == 0x200000 - image.START


def test_a_flash_file_must_have_the_right_size(tmp_path, monkeypatch, capsys):
    path = tmp_path / "flash.bin"
    path.write_bytes(b"\xff" * 4096)
    monkeypatch.setattr(firmware, "find", lambda given: given)
    assert emulate.main(["--flash", str(path)]) == 1
    assert "flash.bin is not a flash image of 1,052,672 bytes" in capsys.readouterr().err


def test_erases_of_the_nvm_are_counted_and_no_others():
    sent = []
    select = []
    chip = SimpleNamespace(
        ssi=SimpleNamespace(write_uint32=lambda offset, value: sent.append((offset, value))),
        qspi=[None, SimpleNamespace(add_listener=select.append)],
    )
    watch = image.Watch(chip)
    for command in ([0x20, 0x0F, 0xF0, 0x00], [0x20, 0x10, 0, 0], [0x02, 0x0F, 0xF0, 0, 0x55], [0x06]):
        select[0](GPIOPinState.LOW, GPIOPinState.HIGH)
        for byte in command:
            chip.ssi.write_uint32(0x60, byte)
        chip.ssi.write_uint32(0x08, 1)
        select[0](GPIOPinState.HIGH, GPIOPinState.LOW)
    assert watch.count == 1
    # The nvm sector is the first of the file; the drive begins behind it.
    assert watch.take_changed() == [0, 4096]
    assert watch.take_changed() == []
    assert len(sent) == 14 + 4


def test_without_a_firmware_it_says_how_to_give_one(monkeypatch, capsys):
    def no_network(*_, **__):
        raise OSError("no network")

    monkeypatch.delenv(firmware.VARIABLE, raising=False)
    monkeypatch.setattr(firmware, "retrieve", no_network)
    assert emulate.main(["--keys", "U"]) == 1
    assert "name it with --firmware or CIRCUITPYTHON_UF2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "cannot be read"),
        (b"", "is not a UF2 file"),
        (b"\x7fELF", "is not a UF2 file"),
        (uf2()[:-100], "is incomplete"),
        (uf2()[:-512], "is incomplete"),
        (uf2(text=b"MicroPython v1.28.0"), "is not CircuitPython"),
        (
            uf2(board="Raspberry Pi Pico 2", chip="rp2350a", family=0xE48BFF59),
            r"for the Raspberry Pi Pico 2 \(RP2350",
        ),
        (uf2(board="Raspberry Pi Pico W"), r"for the Raspberry Pi Pico W \(RP2040\)"),
        (uf2(family=0xE48BFF5A), "RISC-V"),
        (uf2(family=0x12345678), "0x12345678"),
    ],
)
def test_a_file_that_the_emulated_pico_cannot_run_is_refused(tmp_path, content, words):
    path = tmp_path / "firmware.uf2"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(firmware.NoFirmware, match=rf"firmware\.uf2.*{words}"):
        firmware.find(path)


def test_the_environment_names_the_firmware(monkeypatch, tmp_path):
    path = tmp_path / "named.uf2"
    path.write_bytes(uf2())
    monkeypatch.setenv(firmware.VARIABLE, str(path))
    assert firmware.find() == path


def test_a_download_that_is_not_what_was_released_is_refused(monkeypatch, tmp_path):
    path = tmp_path / "downloaded.uf2"
    path.write_bytes(uf2())
    monkeypatch.delenv(firmware.VARIABLE, raising=False)
    monkeypatch.setattr(firmware, "retrieve", lambda *_, **__: path)
    with pytest.raises(
        firmware.NoFirmware, match=r"downloaded\.uf2 differs from the released CircuitPython 10\.2\.1"
    ):
        firmware.find()
    monkeypatch.setattr(firmware, "_SHA256", hashlib.sha256(uf2()).hexdigest())
    assert firmware.find() == path


@pytest.mark.parametrize(
    "arguments",
    [
        ["--keys", "UX"],
        ["--screenshot", "a.png"],
        ["--state", "a.json"],
        ["--pty", "l", "--keys", "U", "--state", "s"],
    ],
)
def test_wrong_usage(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        emulate.main(arguments)
    assert stopped.value.code == 2
    assert "emulate" in capsys.readouterr().err


def test_keys_start_100_ms_after_they_are_asked_for_and_the_bus_comes_to_rest(monkeypatch):
    board = pico.Pico.__new__(pico.Pico)
    changes, waits = [], []
    board.chip = Ssd1306()
    board.switch = lambda button, is_down, at: changes.append((at, button, is_down))

    def run_until(time):
        monkeypatch.setattr(pico.Pico, "now", time)
        waits.append(time)
        if len(waits) == 2:
            board.chip.bytes_received += 1

    monkeypatch.setattr(pico.Pico, "now", 1_000_000)
    board.run_until = run_until
    board.play(keys.parse("U."))
    assert changes == [(1_100_000, 0, True), (1_140_000, 0, False)]
    assert waits == [1_300_000, 2_000_000, 2_700_000]


@pytest.mark.parametrize(
    ("settings", "number"), [({}, 4), ({"SDA": "GP8"}, 8), ({"SDA": "nonsense"}, 4), ({"SDA": "GP99"}, 4)]
)
def test_a_pin_is_looked_up_or_the_default(settings, number):
    assert pico._pin(settings, "SDA") == number


def test_the_pace_waits_for_real_time_and_forgives_delays(monkeypatch):
    real = SimpleNamespace(now=10.0)
    device = SimpleNamespace(now=0)
    monkeypatch.setattr(emulate.time, "monotonic", lambda: real.now)
    pace = emulate.Pace(device)
    device.now = 500_000
    assert pace.ahead() == 0.5
    real.now += 2
    device.now = 1_000_000
    assert pace.ahead() == 0.0
    assert pace.ratio == 0.5
    device.now = 1_250_000
    assert pace.ahead() == 0.25
