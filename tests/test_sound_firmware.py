# SPDX-License-Identifier: MIT
"""Sounds on the real firmware: pulses, pitch and length, by the edges on the speaker's pin."""

import os

import pytest

from tests.test_sound import PIN, saved
from tools.emulator import firmware, image
from tools.emulator.pico import Pico
from tools.simulator import keys

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.skipif(
        firmware.VARIABLE not in os.environ, reason=f"{firmware.VARIABLE} names no CircuitPython firmware"
    ),
]


@pytest.fixture(scope="module")
def pico():
    settings = {**PIN, "SEED": 1, "SOUND": 3}
    memory = image.build(image.product_files(settings), bytes(saved([9, 9, 1, 2, 3, 4, 5, 6] + [0] * 8)))
    pico = Pico(firmware.find(), memory, settings)
    pico.wait_until_ready()
    return pico


def heard(pico, text):
    """Press keys; returns the pulses that are heard as (start, end) in milliseconds."""
    before = len(pico.sound)
    pico.play(keys.parse(text))
    edges = pico.sound[before:]
    assert [is_high for _, is_high in edges] == [True, False] * (len(edges) // 2)
    times = [time / 1000 for time, _ in edges]
    return list(zip(times[::2], times[1::2], strict=True))


def hertz(pulses):
    return (len(pulses) - 1) * 1000 / (pulses[-1][0] - pulses[0][0])


def test_a_merge_has_its_pitch_then_a_slide_and_a_click_are_one_pulse_and_what_is_blocked_is_low(pico):
    merge = heard(pico, "L")
    assert hertz(merge) == pytest.approx(1528, rel=0.005)  # a 1024
    assert 65 < merge[-1][1] - merge[0][0] < 120
    assert merge[0][1] - merge[0][0] == pytest.approx(1000 / 1528 / 2, rel=0.01)
    chord = heard(pico, "M...")
    assert len(chord) < 40
    (click,) = heard(pico, "D")
    assert click[1] - click[0] == pytest.approx(0.131, rel=0.02)
    pico.play(keys.parse("L"))


def test_ctrl_c_ends_a_note(pico):
    at = pico.now
    pico.switch(3, True, at + 50_000)
    pico.switch(3, False, at + 100_000)
    pico.run_until(at + 80_000)
    pico.interrupt()
    pico.run_until(pico.now + 300_000)
    assert pico.sound[-1][0] < at + 200_000
    assert not pico.sound[-1][1]
