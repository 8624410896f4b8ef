# SPDX-License-Identifier: MIT
"""The host's end of the emulated USB console."""

from collections.abc import Callable
from typing import Any

from rp2040py.device import MicroPythonDevice

_CTRL_C = 3
_PACKET = 64
# How long a byte waits before the device gets it, because a host polls.
_POLL_NANOSECONDS = 20_000


class Console:
    """Collects what the device prints and sends what is typed.

    `text` is everything printed. `on_line` is called with each complete line, each of `taps` with each chunk
    of bytes. This corrects two faults of rp2040py's host (`device.cdc`). It answers each read with an empty
    packet where a real host makes the device wait, which costs the device most of its time. And it puts
    Ctrl-C in one packet with what follows, and CircuitPython drops the rest of that packet.
    """

    def __init__(self, device: MicroPythonDevice, on_line: Callable[[str], None]) -> None:
        self.text = ""
        self.taps: list[Callable[[bytes], object]] = []
        self._on_line = on_line
        self._line = b""
        self._outgoing = bytearray()
        self._reads: dict[int, int] = {}  # endpoint -> size of a read that waits for data
        self._cdc = device.cdc
        self._cdc.on_serial_data = self._receive
        usb = self._cdc.usb
        self._answer: Any
        self._reset: Any
        self._answer, usb.on_endpoint_read = usb.on_endpoint_read, self._on_read
        self._reset, usb.on_reset = usb.on_reset, self._on_reset
        self._poll = device.simulator.clock.create_alarm(self._send_packet)

    def send(self, data: bytes | bytearray) -> None:
        """Type bytes."""
        self._outgoing += data
        self._poll.schedule(_POLL_NANOSECONDS)

    def _receive(self, data: bytes | bytearray) -> None:
        data = bytes(data)
        self.text += data.decode("utf-8", "replace")
        *lines, self._line = (self._line + data).split(b"\n")
        for tap in self.taps:
            tap(data)
        for line in lines:
            self._on_line(line.decode("utf-8", "replace").rstrip("\r"))

    def _on_read(self, endpoint: int, size: int) -> None:
        if endpoint == 0:
            self._answer(endpoint, size)
            return
        self._reads[endpoint] = size
        self._send_packet()

    def _send_packet(self) -> None:
        if not self._reads:
            return
        if self._cdc.tx_fifo.empty:
            end = self._outgoing.find(_CTRL_C) + 1 or _PACKET
            packet = self._outgoing[: min(end, _PACKET)]
            del self._outgoing[: len(packet)]
            for byte in packet:
                self._cdc.send_serial_byte(byte)
        if not self._cdc.tx_fifo.empty:
            # Of all the waiting endpoints, rp2040py's host answers only the console's.
            reads, self._reads = self._reads, {}
            for endpoint, size in reads.items():
                self._answer(endpoint, size)

    def _on_reset(self) -> None:
        self._outgoing.clear()
        self._reads.clear()
        self._reset()
