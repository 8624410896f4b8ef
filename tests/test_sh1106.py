# SPDX-License-Identifier: MIT
"""The model of the SH1106, compared with what its datasheet says."""

import pytest

from tools.simulator.controller import UnknownCommand
from tools.simulator.sh1106 import Sh1106

UPRIGHT = (0xA1, 0xC8, 0xAF)


def command(chip, *codes):
    chip.transfer(bytes(value for code in codes for value in (0x80, code)))


def data(chip, values):
    chip.transfer(b"\x40" + bytes(values))


def cleared(**options):
    """An upright chip that is on, with its RAM cleared."""
    chip = Sh1106(**options)
    command(chip, *UPRIGHT)
    for page in range(8):
        command(chip, 0xB0 + page, 0x00, 0x10)
        data(chip, bytes(132))
    return chip


def lit(chip):
    return {(x, y) for y, row in enumerate(chip.frame()) for x, value in enumerate(row) if value}


def test_after_a_reset_it_is_off_with_its_pump_ready_and_noise_in_its_ram():
    chip = Sh1106()
    assert (chip.on, chip.charge_pump, chip.contrast) == (False, True, 0x80)
    assert not lit(chip)
    command(chip, 0xAF)
    assert 3000 < len(lit(chip)) < 5000


def test_the_glass_shows_the_128_columns_from_the_third_on():
    chip = cleared()
    command(chip, 0xB3, 0x00, 0x10)
    data(chip, [0x01, 0x01, 0x01, 0x81])
    assert lit(chip) == {(0, 24), (1, 24), (1, 31)}
    command(chip, 0x0F, 0x17)
    data(chip, [1, 0])
    assert lit(chip) == {(0, 24), (1, 24), (1, 31), (125, 24)}


def test_the_glass_of_an_odd_panel_begins_elsewhere():
    chip = cleared(first_column=0)
    command(chip, 0xB0, 0x00, 0x10)
    data(chip, [1])
    assert lit(chip) == {(0, 0)}


def test_data_stays_in_its_page_and_ends_with_it():
    chip = cleared()
    command(chip, 0xB5, 0x02, 0x18)
    data(chip, [0xFF, 0xFF])
    with pytest.raises(UnknownCommand, match="data for column 132"):
        data(chip, [0xFF])
    assert {y for _, y in lit(chip)} <= set(range(40, 48))


def test_the_pump_may_be_switched_only_while_the_panel_is_off():
    chip = cleared()
    with pytest.raises(UnknownCommand, match="0xAD with 0x8B"):
        command(chip, 0xAD, 0x8B)
    command(chip, 0xAE, 0xAD, 0x8A, 0xAF, 0xA5)
    assert not lit(chip)
    command(chip, 0xAE, 0xAD, 0x8B, 0xAF)
    assert len(lit(chip)) == 128 * 64


@pytest.mark.parametrize("code", [0x21, 0x22, 0x26, 0x2E, 0x34, 0x8D, 0xB8, 0xDC, 0xFF])
def test_a_command_of_other_chips_is_an_error(code):
    with pytest.raises(UnknownCommand, match=f"command 0x{code:02X}"):
        command(Sh1106(), code)


@pytest.mark.parametrize("bad", [(0xAD, 0x14), (0xA8, 0x40), (0xD3, 0x40), (0xDA, 0x02)])
def test_an_argument_out_of_range_is_an_error(bad):
    with pytest.raises(UnknownCommand, match=f"0x{bad[0]:02X} with 0x{bad[1]:02X}"):
        command(Sh1106(), *bad)


def test_a_chip_that_is_not_strict_ignores_what_it_does_not_know():
    chip = Sh1106(strict=False)
    command(chip, 0x8D, 0xAF, 0x21, 0x00, 0xA8, 0x7F, 0xA6)
    assert (chip.on, chip.lines) == (True, 64)


def test_it_takes_bytes_from_spi():
    chip = Sh1106()
    for code in (0xAF, 0xB2, 0x05, 0x10):
        chip.receive(code, False)
    chip.receive(0x55, True)
    assert chip.on
    assert chip.ram[2 * 132 + 5] == 0x55
    assert chip.bytes_received == 5


def test_inversion_start_line_offset_and_scan_are_those_of_an_ssd1306():
    chip = cleared()
    command(chip, 0xB0, 0x02, 0x10)
    data(chip, [0x08])
    assert lit(chip) == {(0, 3)}
    command(chip, 0x42)
    assert lit(chip) == {(0, 1)}
    command(chip, 0x40, 0xD3, 0x3F)
    assert lit(chip) == {(0, 4)}
    command(chip, 0xD3, 0x00, 0xC0)
    assert lit(chip) == {(0, 60)}
    command(chip, 0xC8, 0xA7)
    assert len(lit(chip)) == 128 * 64 - 1
