# SPDX-License-Identifier: MIT
"""The model of the SH1107, compared with what its datasheet and the FeatherWing's wiring say."""

import pytest

from tools.simulator.controller import UnknownCommand
from tools.simulator.sh1107 import Sh1107

# 64 lines that begin at output 32, and on.
WING = (0xA8, 0x3F, 0xD3, 0x60, 0xAF)


def command(chip, *codes):
    chip.transfer(bytes(value for code in codes for value in (0x80, code)))


def data(chip, values):
    chip.transfer(b"\x40" + bytes(values))


def cleared():
    """The FeatherWing's chip, on, with its RAM cleared."""
    chip = Sh1107()
    command(chip, *WING)
    for page in range(16):
        command(chip, 0xB0 + page, 0x00, 0x10)
        data(chip, bytes(128))
    return chip


def lit(chip):
    return {(x, y) for y, row in enumerate(chip.frame()) for x, value in enumerate(row) if value}


def test_after_a_reset_it_is_off_with_its_pump_ready_and_noise_in_its_ram():
    chip = Sh1107()
    assert (chip.on, chip.charge_pump, chip.contrast) == (False, True, 0x80)
    command(chip, 0xAF)
    assert 3000 < len(lit(chip)) < 5000


def test_a_byte_is_eight_pixels_side_by_side_and_a_column_is_a_row_of_the_picture():
    chip = cleared()
    command(chip, 0xB2, 0x00, 0x10)
    data(chip, [0x81, 0x01])
    assert lit(chip) == {(16, 63), (23, 63), (16, 62)}
    command(chip, 0xBF, 0x0F, 0x13)
    data(chip, [0x80])
    assert lit(chip) == {(16, 63), (23, 63), (16, 62), (127, 0)}


def test_data_stays_in_its_page_and_ends_with_it():
    chip = cleared()
    command(chip, 0xB1, 0x0F, 0x17)
    data(chip, [0xFF])
    with pytest.raises(UnknownCommand, match="data for column 128"):
        data(chip, [0xFF])


def test_in_vertical_mode_data_goes_from_page_to_page():
    chip = cleared()
    command(chip, 0x21, 0xBE, 0x00, 0x10)
    data(chip, [0x01, 0x01])
    assert lit(chip) == {(112, 63), (120, 63)}
    with pytest.raises(UnknownCommand, match="of page 16"):
        data(chip, [0x01])


def test_without_the_offset_half_the_picture_is_missing():
    chip = cleared()
    for line in range(64):
        command(chip, 0xB0, line & 15, 0x10 | line >> 4)
        data(chip, [0x01])
    assert len(lit(chip)) == 64
    command(chip, 0xD3, 0x00)
    assert {y for _, y in lit(chip)} == set(range(32, 64))


def test_start_line_and_directions():
    chip = cleared()
    command(chip, 0xB0, 0x00, 0x10)
    data(chip, [0x01])
    command(chip, 0xDC, 0x7F)
    assert lit(chip) == {(0, 62)}
    command(chip, 0xDC, 0x00, 0xA1)
    assert lit(chip) == {(127, 63)}
    # Scanned backwards, the 64 lines are at outputs that this panel does not use.
    command(chip, 0xA0, 0xC8)
    assert lit(chip) == set()
    command(chip, 0xD3, 0x20)
    assert lit(chip) == {(0, 0)}


def test_inversion_and_entire_on():
    chip = cleared()
    command(chip, 0xA7)
    assert len(lit(chip)) == 128 * 64
    command(chip, 0xA6, 0xA5)
    assert len(lit(chip)) == 128 * 64
    command(chip, 0xA4)
    assert not lit(chip)


@pytest.mark.parametrize("code", [0x18, 0x1F, 0x22, 0x30, 0x33, 0x40, 0x8D, 0xDA, 0xFF])
def test_a_command_of_other_chips_is_an_error(code):
    with pytest.raises(UnknownCommand, match=f"command 0x{code:02X}"):
        command(Sh1107(), code)


@pytest.mark.parametrize("bad", [(0xAD, 0x14), (0xA8, 0x80), (0xD3, 0x80), (0xDC, 0x80)])
def test_an_argument_out_of_range_is_an_error(bad):
    with pytest.raises(UnknownCommand, match=f"0x{bad[0]:02X} with 0x{bad[1]:02X}"):
        command(Sh1107(), *bad)


def test_the_pump_may_be_switched_only_while_the_panel_is_off():
    with pytest.raises(UnknownCommand, match="0xAD with 0x8A"):
        command(cleared(), 0xAD, 0x8A)
    chip = Sh1107()
    command(chip, 0xAD, 0x8A, 0xAF)
    assert not lit(chip)
