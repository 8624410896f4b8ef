"""What surrounds the emulated Pico, without a firmware: flash, console, bus, keys, link, command line."""

import os
import select
import sys
from types import SimpleNamespace

import pytest
from rp2040py.gpio_pin import FUNCTION_SIO, GPIOPinState
from rp2040py.utils.fifo import FIFO

from tools import budgets, emulate
from tools.emulator import firmware, flash, pico, pty_link
from tools.emulator.bus import DisplayModule
from tools.emulator.console import Console
from tools.emulator.trace import TracedChip, cells_sent
from tools.fatimage import read_fat_image
from tools.files import ROOT, device_files
from tools.simulator import keys
from tools.simulator.ssd1306 import Ssd1306


class Clock:
    """Stands in for the emulator's clock: alarms go off when time is let pass."""

    def __init__(self):
        self.nanos = 0
        self.due = []

    def create_alarm(self, callback):
        return SimpleNamespace(schedule=lambda delay: self.due.append((self.nanos + delay, callback)))

    def run(self):
        while self.due:
            self.due.sort(key=lambda entry: entry[0])
            self.nanos, callback = self.due.pop(0)
            callback()


# The flash


def test_the_drive_holds_the_product_and_nothing_else():
    files = read_fat_image(flash.build(flash.product_files())[flash.NVM_BYTES :])
    assert files == {name: path.read_bytes() for name, path in device_files()}


def test_settings_are_changed_in_place_or_added():
    text = 'A = 1\n# SEED = 3\nSEED = -1 \nB = "x"\n'
    changed = flash.changed_settings(text, {"SEED": 7, "B": "GP1", "NEW": 2})
    assert changed == b'A = 1\n# SEED = 3\nSEED = 7\nB = "GP1"\nNEW = 2\n'


def test_a_seed_gets_onto_the_drive():
    files = read_fat_image(flash.build(flash.product_files({"SEED": 77}))[flash.NVM_BYTES :])
    assert b"\nSEED = 77\n" in files["settings.toml"]


def test_a_file_can_be_replaced_or_added():
    replaced = flash.product_files(replaced={"code.py": b"pass", "extra.py": ROOT / "boot.py"})
    files = read_fat_image(flash.build(replaced)[flash.NVM_BYTES :])
    assert files["code.py"] == b"pass"
    assert files["extra.py"] == (ROOT / "boot.py").read_bytes()


def test_the_nvm_comes_first_and_starts_erased():
    memory = flash.build([])
    assert memory[: flash.NVM_BYTES] == b"\xff" * flash.NVM_BYTES
    assert len(memory) == flash.BYTES == 0x200000 - flash.START


def test_a_flash_file_must_have_the_right_size(tmp_path):
    path = tmp_path / "flash.bin"
    path.write_bytes(b"\xff" * 4096)
    with pytest.raises(flash.NotAFlashImage, match=r"flash\.bin .* 1,052,672 bytes"):
        flash.load(path)


def test_erases_of_the_nvm_are_counted_and_no_others():
    sent = []
    select = []
    chip = SimpleNamespace(
        ssi=SimpleNamespace(write_uint32=lambda offset, value: sent.append((offset, value))),
        qspi=[None, SimpleNamespace(add_listener=select.append)],
    )
    counter = flash.EraseCounter(chip)
    for command in ([0x20, 0x0F, 0xF0, 0x00], [0x20, 0x10, 0, 0], [0x02, 0x0F, 0xF0, 0, 0x55], [0x06]):
        select[0](GPIOPinState.LOW, GPIOPinState.HIGH)
        for byte in command:
            chip.ssi.write_uint32(0x60, byte)
        chip.ssi.write_uint32(0x08, 1)
        select[0](GPIOPinState.HIGH, GPIOPinState.LOW)
    assert counter.count == 1
    assert len(sent) == 14 + 4


# The firmware


def test_without_a_firmware_it_says_how_to_give_one(monkeypatch, capsys):
    def no_network(*_, **__):
        raise OSError("no network")

    monkeypatch.delenv(firmware.VARIABLE, raising=False)
    monkeypatch.setattr(firmware, "retrieve", no_network)
    assert emulate.main(["--keys", "U"]) == 1
    assert "name it with --firmware or CIRCUITPYTHON_UF2" in capsys.readouterr().err


@pytest.mark.parametrize("content", [None, b"", b"\x7fELF", b"UF2\n" + bytes(100)])
def test_a_file_that_is_no_firmware_is_refused(tmp_path, content):
    path = tmp_path / "firmware.uf2"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(firmware.NoFirmware, match=r"firmware\.uf2"):
        firmware.find(path)


def test_the_environment_names_the_firmware(monkeypatch, tmp_path):
    path = tmp_path / "named.uf2"
    path.write_bytes(b"UF2\n" + bytes(508))
    monkeypatch.setenv(firmware.VARIABLE, str(path))
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


# The console


class Host:
    """Stands in for rp2040py's host: the device arms reads, the answers are kept."""

    def __init__(self):
        self.clock = Clock()
        self.packets = []
        self.tx_fifo = FIFO(512)
        self.usb = SimpleNamespace(on_endpoint_read=self._answer, on_reset=lambda: None)
        self.simulator = SimpleNamespace(clock=self.clock)
        self.cdc = self

    def send_serial_byte(self, byte):
        self.tx_fifo.push(byte)

    def _answer(self, endpoint, size):
        if endpoint == 2:
            self.packets.append(bytes(self.tx_fifo.pull() for _ in range(min(size, self.tx_fifo.item_count))))


def test_a_read_waits_until_something_is_typed():
    host = Host()
    console = Console(host, lambda line: None)
    host.usb.on_endpoint_read(2, 64)
    host.clock.run()
    assert host.packets == []
    console.send(b"print(1)\r")
    host.clock.run()
    assert host.packets == [b"print(1)\r"]


def test_a_packet_ends_at_ctrl_c_and_at_64_bytes():
    host = Host()
    console = Console(host, lambda line: None)
    console.send(b"\r\x03\x03\r\x01" + b"x" * 70)
    for _ in range(5):
        host.usb.on_endpoint_read(2, 64)
        host.clock.run()
    assert host.packets == [b"\r\x03", b"\x03", b"\r\x01" + b"x" * 62, b"x" * 8]


def test_another_endpoint_does_not_swallow_what_is_typed():
    host = Host()
    console = Console(host, lambda line: None)
    host.usb.on_endpoint_read(4, 64)
    console.send(b"a")
    host.clock.run()
    host.usb.on_endpoint_read(2, 64)
    assert host.packets == [b"a"]


def test_lines_are_handed_on_whole():
    host, lines = Host(), []
    console = Console(host, lines.append)
    for chunk in (b"2048 1.0.0 re", b"ady\r\n{", b"}\r\n", "ü".encode()):
        host.on_serial_data(chunk)
    assert lines == ["2048 1.0.0 ready", "{}"]
    assert console.text == "2048 1.0.0 ready\r\n{}\r\nü"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_the_link_leads_to_the_console(tmp_path):
    host, typed = Host(), []
    console = Console(host, lambda line: None)
    console.send = typed.append
    link = tmp_path / "console"
    with pty_link.linked(console, link) as exchange:
        terminal = os.open(link, os.O_RDWR | os.O_NOCTTY)
        os.write(terminal, b"\x03help")
        exchange()
        host.on_serial_data(b">>> \r\n")
        exchange()
        assert select.select([terminal], [], [], 5)[0]
        assert os.read(terminal, 100) == b">>> \r\n"
        os.close(terminal)
    assert b"".join(typed) == b"\x03help"
    assert not link.is_symlink()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_file_is_not_overwritten_by_the_link(tmp_path):
    link = tmp_path / "precious"
    link.write_text("data")
    with pytest.raises(pty_link.NoPty, match="precious"), pty_link.linked(Console(Host(), print), link):
        pass
    assert link.read_text() == "data"


# The bus


class Pin:
    """A pin of the emulated chip, pulled up, that a program drives low or lets go."""

    function_select = FUNCTION_SIO

    def __init__(self):
        self.listeners = []
        self.pulled = None

    def add_listener(self, listener):
        self.listeners.append(listener)

    def set_input_value(self, value):
        self.pulled = value

    def drive(self, level):
        for listener in self.listeners:
            listener(GPIOPinState.INPUT if level else GPIOPinState.LOW, None)


class Block:
    """The I2C block at 400 kHz: notes what is completed and when."""

    scl_low_period, scl_high_period = 157, 156

    def __init__(self, clock):
        self.done = []
        for name in ("connect", "write", "read"):
            note = lambda answer, name=name: self.done.append((name, answer, clock.nanos))  # noqa: E731
            setattr(self, f"complete_{name}", note)
        self.complete_stop = lambda: self.done.append(("stop", None, clock.nanos))


@pytest.fixture
def board():
    clock = Clock()
    board = SimpleNamespace(
        clock=clock, gpio={4: Pin(), 5: Pin()}, i2c=[Block(clock), Block(clock)], chip=Ssd1306()
    )
    board.module = DisplayModule(board.chip, 4, 5)
    board.module.attach(board)
    return board


def bit_by_bit(board, data):
    """Send a start condition, bytes and a stop as the firmware's probe does; returns the acknowledges."""
    sda, scl = board.gpio[4], board.gpio[5]
    acknowledges = []
    sda.drive(False)
    scl.drive(False)
    for byte in data:
        for place in range(7, -1, -1):
            sda.drive(byte >> place & 1)
            scl.drive(True)
            scl.drive(False)
        sda.drive(True)
        scl.drive(True)
        acknowledges.append(sda.pulled is False)
        scl.drive(False)
    sda.drive(False)
    scl.drive(True)
    sda.drive(True)
    return acknowledges


def test_the_probe_is_answered_at_its_address_only(board):
    assert bit_by_bit(board, [0x3C << 1]) == [True]
    assert bit_by_bit(board, [0x3D << 1]) == [False]
    assert board.gpio[4].pulled is True


def test_bytes_sent_bit_by_bit_reach_the_chip(board):
    assert bit_by_bit(board, [0x3C << 1, 0x00, 0x81, 0x33]) == [True] * 4
    assert board.chip.contrast == 0x33


def test_bytes_through_the_block_take_their_time(board):
    block = board.i2c[0]
    block.on_connect(0x3C, 0)
    for byte in (0x00, 0xAF):
        board.clock.run()
        block.on_write_byte(byte)
    board.clock.run()
    block.on_stop()
    assert board.chip.on
    byte_time = 9 * 313 * 8  # 22.5 µs, nearly
    assert [entry[2] for entry in block.done] == [byte_time, 2 * byte_time, 3 * byte_time, 3 * byte_time]
    assert [entry[1] for entry in block.done] == [True, True, True, None]


def test_an_unplugged_display_pulls_nothing_up_and_answers_nothing():
    clock = Clock()
    board = SimpleNamespace(clock=clock, gpio={4: Pin(), 5: Pin()}, i2c=[Block(clock)], chip=Ssd1306())
    DisplayModule(board.chip, 4, 5, address=None).attach(board)
    assert board.gpio[4].pulled is None
    board.i2c[0].on_connect(0x3C, 0)
    clock.run()
    assert board.i2c[0].done[0][1] is False


def test_an_unknown_command_is_a_fault(board):
    bit_by_bit(board, [0x3C << 1, 0x00, 0xF7])
    assert board.module.faults == ["the display chip was sent command 0xF7"]


# Measuring


def test_the_trace_tells_which_cells_were_sent_and_changed():
    chip = TracedChip()
    chip.clock = lambda: 5
    chip.transfer(bytes((0x00, 0x20, 0x00, 0x21, 24, 47, 0x22, 2, 3)))
    chip.transfer(bytes((0x40, chip.ram[2 * 128 + 24] ^ 1)))
    chip.transfer(bytes((0x00, 0x21, 0, 23, 0x22, 6, 7)))
    chip.transfer(bytes((0x40, chip.ram[6 * 128])))
    assert cells_sent(chip.between(5, 6)) == {5: True, 12: False}
    assert chip.between(0, 5) == []


def test_a_budget_may_be_a_floor():
    assert budgets.Line("free", 100, 100, "B", at_least=True).is_met
    assert not budgets.Line("free", 99, 100, "B", at_least=True).is_met
    assert not budgets.Line("time", 1.6, 1.5, "s").is_met
    assert "NOT MET" in budgets.table([budgets.Line("time", 1.6, 1.5, "s")])


# Keys and pace


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
    assert pico._pin(settings, "SDA", "GP4") == number


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
