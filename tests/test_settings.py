# SPDX-License-Identifier: MIT
"""The model of CircuitPython's readers of settings.toml, compared with a table of what the firmware reads."""

import pytest

from tests.readings import MISSING, READINGS, REFUSED
from tools.simulator import boards, settings


def reading(content, release):
    try:
        return settings.getenv(content, "KEY", MISSING, release)
    except ValueError:
        return REFUSED


@pytest.mark.parametrize("content", READINGS, ids=repr)
def test_a_file_is_read_as_by_each_release(content):
    assert (reading(content, settings.OLDEST), reading(content, settings.NEWEST)) == READINGS[content]


def test_the_callers_default_is_returned():
    assert settings.getenv(None, "KEY") is None
    assert settings.getenv(b"", "KEY") is None
    assert settings.getenv(b"OTHER = 5\n", "KEY", 7) == 7


def test_settings_are_changed_in_place_or_added():
    before = b'A = 1\r\n# SEED = 3\r\n SEED = -1 \r\nSEED = 4\r\nB = "x"'
    after = settings.changed(before, {"SEED": 7, "B": 'a "\\', "NEW": 1.5})
    assert after == b'A = 1\r\n# SEED = 3\r\nSEED = 7\r\nSEED = 4\r\nB = "a \\"\\\\"\nNEW = 1.5\n'
    assert settings.getenv(after, "B") == 'a "\\'
    assert settings.getenv(after, "NEW") == "1.5"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"A": 5, "B": "x", "C": True}, b'A = 5\nB = "x"\nC = true\n'),
        ("A = ä", b"A = \xc3\xa4"),
        (b"\xff", b"\xff"),
    ],
)
def test_a_file_may_be_given_in_three_ways(given, expected):
    assert settings.content(given) == expected


@pytest.mark.parametrize(
    ("given", "pin"),
    [
        (None, "GP4"),
        ({}, "GP4"),
        ({"SDA": "GP28"}, "GP28"),
        ({"SDA": "nonsense"}, "GP4"),
        ({"SDA": "GP99"}, "GP4"),
        ({"SDA": 8}, "GP4"),
        ('SDA = "GP8', "GP4"),
        ('\ufeffSDA = "GP8"', "GP8"),
    ],
)
def test_a_wire_goes_to_the_named_pin_or_to_the_default(given, pin):
    assert settings.pin(given, "SDA", boards.PICO) == pin


def test_a_wire_goes_to_a_pin_of_the_board():
    feather = boards.BOARDS["adafruit_feather_rp2040"]
    assert (
        settings.pin({"SDA": "D1"}, "SDA", feather) == "TX"
    )  # both names are that pin's; this one is printed
    assert settings.pin({"SDA": "GP4"}, "SDA", feather) == "SDA"
