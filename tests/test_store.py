# SPDX-License-Identifier: MIT
"""The one rule that decides whether the flash can be appended to."""

import importlib
import os
import sys
from types import SimpleNamespace

import pytest


@pytest.fixture
def open_region(monkeypatch):
    """hardware.store.open_region on a chip with a given name and nvm."""

    def opened(chip, region):
        monkeypatch.setitem(sys.modules, "microcontroller", SimpleNamespace(nvm=region))
        monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(sysname=chip), raising=False)
        monkeypatch.delitem(sys.modules, "hardware.store", raising=False)
        return importlib.import_module("hardware.store").open_region()

    yield opened
    sys.modules.pop("hardware.store", None)


@pytest.mark.parametrize("chip", ["rp2040", "rp2350", "rp2350a", "rp2350b"])
def test_the_two_chips_that_program_without_an_erase(chip, open_region):
    region = bytearray(4096)
    assert open_region(chip, region) == (region, True)


@pytest.mark.parametrize("chip", ["nRF52840", "samd51j19", "ESP32S3", "STM32F405RG", "", "Linux"])
def test_every_other_chip_erases(chip, open_region):
    region = bytearray(8192)
    assert open_region(chip, region) == (region, False)


def test_a_board_without_nvm(open_region):
    assert open_region("rp2040", None) == (None, True)
