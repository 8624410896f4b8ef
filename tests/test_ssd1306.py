# SPDX-License-Identifier: MIT
"""The chip model, compared with the datasheet's own examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.simulator.controller import UnknownCommand
from tools.simulator.ssd1306 import Ssd1306

DARK = bytes(128)
UPRIGHT = (0xA1, 0xC8, 0x8D, 0x14, 0xAF)


def command(chip, *bytes_):
    chip.transfer(bytes(value for byte in bytes_ for value in (0x80, byte)))


def data(chip, values):
    chip.transfer(b"\x40" + bytes(values))


def lit_chip(*commands):
    """An upright chip that is on, with its RAM cleared, after some commands."""
    chip = Ssd1306()
    command(chip, *UPRIGHT, 0x20, 0)
    data(chip, bytes(1024))
    command(chip, *commands)
    return chip


def lit(chip):
    return {(x, y) for y, row in enumerate(chip.frame()) for x, value in enumerate(row) if value}


def byte_at(x, page):
    return {(x, page * 8 + bit) for bit in range(8)}


def test_after_a_reset_it_is_dark_and_its_ram_is_noise():
    chip = lit_chip(0x81, 0x20, 0xA7, 0x21, 5, 9)
    before = bytes(chip.ram)
    chip.reset()
    assert (chip.on, chip.charge_pump, chip.contrast, chip.inverted) == (False, False, 0x7F, False)
    assert bytes(chip.ram) not in (before, bytes(1024))
    command(chip, *UPRIGHT, 0x20, 0)
    data(chip, bytes(1024))
    assert lit(chip) == set()


def test_ram_starts_as_noise_that_is_the_same_each_time():
    chip = Ssd1306()
    command(chip, *UPRIGHT)
    assert 3000 < len(lit(chip)) < 5000
    assert chip.ram == Ssd1306().ram
    assert chip.ram != Ssd1306(noise_seed=2).ram


def test_nothing_is_shown_when_off_or_without_the_charge_pump():
    chip = Ssd1306()
    assert chip.frame() == [DARK] * 64
    command(chip, 0xAF)
    assert chip.frame() == [DARK] * 64
    command(chip, 0x8D, 0x14)
    assert chip.frame() != [DARK] * 64
    command(chip, 0xAE)
    assert chip.frame() == [DARK] * 64
    assert not chip.on


def test_upright_the_first_byte_is_at_the_top_left():
    chip = lit_chip()
    data(chip, [0x01, 0x80])
    assert lit(chip) == {(0, 0), (1, 7)}


def test_horizontal_mode_fills_a_window_row_by_row():
    chip = lit_chip(0x20, 0, 0x21, 10, 11, 0x22, 2, 3)
    data(chip, [0xFF, 0, 0, 0xFF])
    assert lit(chip) == byte_at(10, 2) | byte_at(11, 3)
    data(chip, [0, 0xFF, 0xFF, 0])
    assert lit(chip) == byte_at(11, 2) | byte_at(10, 3)


def test_vertical_mode_fills_a_window_column_by_column():
    chip = lit_chip(0x20, 1, 0x21, 10, 11, 0x22, 2, 3)
    data(chip, [0xFF, 0xFF, 0, 0])
    assert lit(chip) == byte_at(10, 2) | byte_at(10, 3)
    data(chip, [0, 0, 0xFF, 0xFF])
    assert lit(chip) == byte_at(11, 2) | byte_at(11, 3)


def test_page_mode_stays_in_its_page():
    chip = lit_chip(0x20, 2, 0xB5, 0x0E, 0x17)
    data(chip, [0xFF] * 3)
    assert lit(chip) == byte_at(126, 5) | byte_at(127, 5) | byte_at(0, 5)


@given(
    mode=st.sampled_from((0, 1)),
    columns=st.lists(st.integers(0, 127), min_size=2, max_size=2).map(sorted),
    pages=st.lists(st.integers(0, 7), min_size=2, max_size=2).map(sorted),
    values=st.lists(st.integers(0, 255), min_size=1, max_size=300),
)
def test_windows_wrap_around(mode, columns, pages, values):
    chip = lit_chip(0x20, mode, 0x21, *columns, 0x22, *pages)
    data(chip, values)
    width, height = columns[1] - columns[0] + 1, pages[1] - pages[0] + 1
    expected = {}
    for index, value in enumerate(values):
        place = index % (width * height)
        column, page = (place % width, place // width) if mode == 0 else (place // height, place % height)
        expected[columns[0] + column, pages[0] + page] = value
    shown = {
        (x, page * 8 + bit) for (x, page), value in expected.items() for bit in range(8) if value >> bit & 1
    }
    assert lit(chip) == shown


def test_segment_remap_mirrors_what_is_written_after_it():
    chip = lit_chip()
    data(chip, [0x01])
    command(chip, 0xA0)
    assert lit(chip) == {(0, 0)}
    data(chip, [0x01])
    assert lit(chip) == {(0, 0), (126, 0)}


def test_com_scan_direction_turns_the_picture_at_once():
    chip = lit_chip()
    data(chip, [0x01])
    command(chip, 0xC0)
    assert lit(chip) == {(0, 63)}


def test_start_line_rolls_the_picture_up():
    chip = lit_chip(0x40 | 3)
    data(chip, [0x19])
    assert lit(chip) == {(0, 0), (0, 1), (0, 61)}


COMS = (0, 7, 8, 47, 55, 63)


# Datasheet rev. 1.1, tables 10-1 and 10-2: the RAM line that each of COMS shows.
@pytest.mark.parametrize(
    ("scan", "lines", "offset", "start", "shown"),
    [
        (0xC0, 64, 0, 0, (0, 7, 8, 47, 55, 63)),
        (0xC0, 64, 8, 0, (8, 15, 16, 55, 63, 7)),
        (0xC0, 64, 0, 8, (8, 15, 16, 55, 63, 7)),
        (0xC0, 56, 0, 0, (0, 7, 8, 47, 55, None)),
        (0xC0, 56, 8, 0, (8, 15, 16, 55, None, 7)),
        (0xC8, 64, 0, 0, (63, 56, 55, 16, 8, 0)),
        (0xC8, 64, 8, 0, (7, 0, 63, 24, 16, 8)),
        (0xC8, 48, 0, 0, (47, 40, 39, 0, None, None)),
        (0xC8, 48, 8, 0, (None, None, 47, 8, 0, None)),
        (0xC8, 48, 0, 8, (55, 48, 47, 8, None, None)),
    ],
)
def test_multiplex_offset_and_start_line_follow_the_datasheet(scan, lines, offset, start, shown):
    chip = lit_chip(scan, 0xA8, lines - 1, 0xD3, offset, 0x40 | start)
    # Column x has one lit pixel, in RAM line x. COM63 is at the top of the display.
    for line in range(64):
        command(chip, 0x21, line, line, 0x22, line // 8, line // 8)
        data(chip, [1 << line % 8])
    at_com = chip.frame()[::-1]
    assert tuple(at_com[com].index(1) if any(at_com[com]) else None for com in COMS) == shown


def test_inversion_entire_on_and_contrast():
    chip = lit_chip(0xA7)
    assert len(lit(chip)) == 128 * 64
    data(chip, [0x01])
    assert (0, 0) not in lit(chip)
    command(chip, 0xA6, 0xA5, 0x81, 0x42)
    assert len(lit(chip)) == 128 * 64
    assert chip.contrast == 0x42
    command(chip, 0xA4)
    assert lit(chip) == {(0, 0)}


def test_bytes_are_counted_with_the_address():
    chip = Ssd1306()
    command(chip, 0xAF)
    data(chip, [1, 2, 3])
    assert chip.bytes_received == 3 + 5


def test_arguments_may_come_in_a_later_transfer():
    chip = lit_chip()
    command(chip, 0x81)
    command(chip, 0x99)
    assert chip.contrast == 0x99


def test_control_byte_without_continuation_covers_the_rest():
    chip = Ssd1306()
    chip.transfer(b"\x00\x81\x10\xaf")
    assert (chip.contrast, chip.on) == (0x10, True)


@pytest.mark.parametrize("byte", [0x23, 0x26, 0x2F, 0x80, 0xA3, 0xAC, 0xB8, 0xC1, 0xE0, 0xFF])
def test_an_unknown_command_is_an_error(byte):
    with pytest.raises(UnknownCommand, match=f"0x{byte:02X}"):
        command(Ssd1306(), byte)


@pytest.mark.parametrize(
    "bad", [(0x20, 3), (0x21, 5, 4), (0x21, 0, 128), (0x22, 0, 8), (0xA8, 14), (0xD3, 64), (0xDA, 2)]
)
def test_an_argument_out_of_range_is_an_error(bad):
    with pytest.raises(UnknownCommand, match=f"0x{bad[0]:02X} with"):
        command(Ssd1306(), *bad)


def test_a_wrong_control_byte_and_data_in_a_command_are_errors():
    with pytest.raises(UnknownCommand, match="control byte 0x01"):
        Ssd1306().transfer(b"\x01\xaf")
    chip = Ssd1306()
    command(chip, 0x81)
    with pytest.raises(UnknownCommand, match="unfinished command 0x81"):
        data(chip, [0])
