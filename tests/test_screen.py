# SPDX-License-Identifier: MIT
"""The whole display: whatever happens, it shows what a freshly started one would show."""

import struct

import displayio
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine2048.save import preferences
from engine2048.screens import actions
from hardware import oled
from hardware.config import Config
from tests import chords
from tests.handheld import DOWN, LEFT, RIGHT, UP, Handheld, powered_on
from tools.simulator.ssd1306 import Ssd1306

DIRECTIONS = st.sampled_from([UP, RIGHT, DOWN, LEFT])

# Mostly moves, to get long series of them; everything else breaks in now and then.
STEPS = st.one_of(
    st.tuples(DIRECTIONS, st.sampled_from([0, 3, 20, 40, 70, 200])),
    st.tuples(DIRECTIONS, st.sampled_from([0, 3, 20, 40, 70, 200])),
    st.tuples(
        st.sampled_from(
            [
                actions.MENU,
                chords.MENU_CHORD,
                chords.UNDO_CHORD,
                actions.UNDO,
            ]
        ),
        st.sampled_from([0, 30, 600]),
    ),
    st.tuples(st.just("board"), st.lists(st.integers(0, 17), min_size=16, max_size=16).filter(any)),
    st.tuples(st.just("nearly won"), st.integers(0, 60)),
    st.tuples(st.just("nearly over"), st.integers(0, 60)),
    st.tuples(st.just("idle"), st.sampled_from([30_000, 120_000])),
)
NEARLY_WON = [10, 10, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 1]
NEARLY_OVER = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 7]


def carry_out(handheld, what, how):
    if what == "board":
        handheld.set_board(how)
    elif what in ("nearly won", "nearly over"):
        handheld.set_board(NEARLY_WON if what == "nearly won" else NEARLY_OVER)
        handheld.do(LEFT if what == "nearly won" else RIGHT, settled=False)
        handheld.wait(how)
    elif what == "idle":
        handheld.settle()
        handheld.machine.spend(how * 1000)
        handheld.wait(1)
    else:
        handheld.do(what, settled=False)
        handheld.wait(how)


@pytest.mark.parametrize("animation", [0, 1])
@given(steps=st.lists(STEPS, min_size=5, max_size=15), rotation=st.sampled_from([0, 180]))
@settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.differing_executors],
)
def test_after_anything_the_display_equals_a_fresh_drawing(animation, steps, rotation):
    with powered_on(ANIMATION=animation, ROTATION=rotation, DIM_SECONDS=30, BLANK_SECONDS=120) as machine:
        handheld = Handheld(machine)
        for number, (what, how) in enumerate(steps):
            carry_out(handheld, what, how)
            if number % 4 == 0 and not handheld.screen.moving:
                assert handheld.glass == handheld.fresh_glass()
        handheld.settle()
        assert handheld.glass == handheld.fresh_glass()


class FilmedChip(Ssd1306):
    """Records what the panel shows after each transfer."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def transfer(self, data):
        super().transfer(data)
        self.seen.append(self.frame())


def test_no_noise_is_ever_lit():
    chip = FilmedChip()
    with powered_on(chip, SEED=1) as machine:
        first_picture = Handheld(machine).glass
    assert any(map(any, first_picture))
    for frame in chip.seen:
        for row, final in zip(frame, first_picture, strict=True):
            assert all(there <= wanted for there, wanted in zip(row, final, strict=True))


@pytest.mark.parametrize(
    ("faulty", "words"),
    [({"pull_ups": False}, "No pull-up on SDA or SCL"), ({"devices": {0x3D: None}}, "No display at 0x3C")],
)
def test_a_display_that_does_not_answer_is_named_and_its_pins_are_free_again(machine, faulty, words):
    found = {name: getattr(machine, name) for name in faulty}
    vars(machine).update(faulty)
    with pytest.raises(oled.DisplayError) as caught:
        oled.open_display(Config())
    assert words in str(caught.value)
    vars(machine).update(found)
    oled.open_display(Config()).refresh()
    assert machine.chip.bytes_received > 1024


def contrast_on_firmware(brightness, fills_up):
    """What the device makes of a brightness, with the floats of 10.1 and before or with those of 10.2.

    Both keep the upper 30 bits of a float. From 10.2 on, the missing two copy the two above (py/obj.h).
    """

    def kept(number):
        bits = struct.unpack("<I", struct.pack("<f", number))[0] & ~3
        return struct.unpack("<f", struct.pack("<I", bits | (bits >> 2 & 3 if fills_up else 0)))[0]

    product = struct.unpack("<f", struct.pack("<f", 0xFF * kept(brightness)))[0]
    return int(product)


def contrasts(machine):
    """The contrasts that the current brightness gives on every release, and on the simulator's chip."""
    brightness = displayio.displays[0].brightness
    on_firmware = {contrast_on_firmware(brightness, fills_up) for fills_up in (False, True)}
    return on_firmware | {machine.chip.contrast}


def test_every_brightness_gives_the_same_contrast_on_all_firmware():
    with powered_on(DIM_SECONDS=30) as machine:
        handheld = Handheld(machine)
        for percent in range(1, 101):
            handheld.session.preferences.choose(preferences.BRIGHTNESS, percent)
            handheld.set_board(NEARLY_WON)
            assert contrasts(machine) == {percent * 255 // 100}
        handheld.wait(31_000)
        assert contrasts(machine) == {2}


def test_when_idle_the_display_dims_then_goes_dark_and_a_press_brings_back_the_picture():
    with powered_on(SEED=1, DIM_SECONDS=30, BLANK_SECONDS=120) as machine:
        handheld = Handheld(machine)
        handheld.do(LEFT)
        bright, picture = machine.chip.contrast, handheld.glass
        sent = handheld.count_bytes(handheld.wait, 29_000)
        assert sent == 0
        handheld.wait(1500)
        assert machine.chip.contrast < bright / 4
        assert handheld.glass == picture
        machine.spend(90_000_000)
        handheld.wait(1)
        assert not machine.chip.on
        handheld.do(RIGHT)
        assert machine.chip.on
        assert machine.chip.contrast == bright
        assert handheld.glass == picture
        handheld.do(RIGHT)
        assert handheld.glass != picture


def test_flipped_the_picture_is_upside_down():
    with powered_on(SEED=1) as machine:
        upright = Handheld(machine).glass
    with powered_on(SEED=1, ROTATION=180) as machine:
        turned = Handheld(machine).glass
    assert turned == [row[::-1] for row in upright[::-1]]
