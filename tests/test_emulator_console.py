# SPDX-License-Identifier: MIT
"""The host's end of the emulated console, and its link, without a firmware."""

import itertools
import os
import select
import sys
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from rp2040py.utils.fifo import FIFO

from tests.emulated import Clock, idle_firmware
from tools import emulate
from tools.emulator import pty_link
from tools.emulator.console import Console
from tools.emulator.pico import Pico


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


def test_a_device_that_idles_is_not_deaf(tmp_path, monkeypatch):
    """What it would sleep through in no time passes in pieces, between which the console is served."""
    pico = Pico(idle_firmware(tmp_path), b"")
    pico.at(60_000_000, lambda: None)
    served = []

    @contextmanager
    def linked(_console, _link):
        def exchange():
            served.append(pico.now)
            if len(served) == 20:
                raise KeyboardInterrupt

        yield exchange

    monkeypatch.setattr(pty_link, "linked", linked)
    monkeypatch.setattr(emulate.signal, "signal", lambda *_: None)
    emulate.run_on_pty(pico, tmp_path / "console", [])
    gaps = [after - before for before, after in itertools.pairwise([0, *served])]
    assert 0 < max(gaps) <= 10_000
