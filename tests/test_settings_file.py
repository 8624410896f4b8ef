# SPDX-License-Identifier: MIT
"""settings.toml as the game reads it: what it accepts, and what it says about a line that it cannot use."""

import pytest

from hardware import complaints, settings_file
from hardware.config import Config, ConfigError
from tests.handheld import powered_on
from tests.readings import READINGS
from tools.files import ROOT
from tools.simulator import settings


def read(content):
    with powered_on(content=content):
        return settings_file.read()


def values(content):
    given, broken = read(content)
    assert broken is None
    return {name.decode(): value.decode() for name, (value, _) in given.items()}


def complaint(content):
    with powered_on(content=content), pytest.raises(ConfigError) as caught:
        Config().read_rest()
    return str(caught.value)


def test_a_missing_file_counts_as_an_empty_one():
    with powered_on() as machine:
        machine.settings = None
        assert settings_file.read() == ({}, None)
        Config().read_rest()
    assert read(b"\n") == ({}, None)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('SDA = "GP4"', {"SDA": "GP4"}),
        ('\t SDA\t=\t"GP4"\t\r\n\r\nSEED=7\r\n', {"SDA": "GP4", "SEED": "7"}),
        ('SDA = "GP4" # a "note"\n# SCL = 5\n  # SCL = 6\n', {"SDA": "GP4"}),
        ('SDA = "a # b"', {"SDA": "a # b"}),
        ("SEED = 7# a note", {"SEED": "7"}),
        ("SDA = GP4", {"SDA": "GP4"}),
        ('SDA = ""', {"SDA": ""}),
        ('\ufeffSDA = "GP4"\n', {"SDA": "GP4"}),
        ("\ufeff# a note\nSEED = 5", {"SEED": "5"}),
        ('CIRCUITPY_WIFI_PASSWORD = "a\\"b"\nCIRCUITPY_X\nSEED = 5', {"SEED": "5"}),
    ],
)
def test_what_is_clear_is_accepted(content, expected):
    assert values(content) == expected


def test_the_original_file_gives_no_complaint():
    given, broken = read((ROOT / "settings.toml").read_bytes())
    assert broken is None
    assert {"CHORD_MS", "BLANK_SECONDS"} < {name.decode() for name in given}


@pytest.mark.parametrize("content", [c for c in READINGS if b"\\" not in c], ids=repr)
def test_what_is_accepted_is_what_the_newest_firmware_reads(content):
    given, broken = read(content)
    (value, _) = given.get(b"KEY", (None, 0))
    if broken or value is None or set(given) != {b"KEY"}:
        return
    expected = settings.getenv(content.removeprefix(b"\xef\xbb\xbf"), "KEY")
    assert value.decode() == expected


@pytest.mark.parametrize("content", [c for c, taken in READINGS.items() if taken[1] == "(missing)"], ids=repr)
def test_no_line_is_passed_over_in_silence(content):
    # For these, the firmware gives the default from 10.2 on.
    given, broken = read(content)
    is_empty = not content.strip()
    is_behind_a_mark = content.startswith(b"\xef\xbb\xbfKEY")
    is_unknown = set(given) != {b"KEY"}
    # No setting has a backslash in its value, so it is reported as wrong.
    assert broken or is_empty or is_behind_a_mark or is_unknown or b"\\" in given[b"KEY"][0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('# a\n\nBUTTON_UP = "GP20\n', 'Line 3 of settings.toml (BUTTON_UP = "GP20) has no closing quote.'),
        ("BRIGHTNESS =\n", "Line 1 of settings.toml (BRIGHTNESS =) has no value."),
        ("BRIGHTNESS = # dark\n", "has no value."),
        ("BRIGHTNESS 5\n", "Line 1 of settings.toml (BRIGHTNESS 5) has no equals sign."),
        ("SEED = 1\n[board]\nBRIGHTNESS = 5\n", "Line 2 of settings.toml ([board]) hides what is below it"),
        (
            "SEED = 1\nDIM_SECONDS = 2\nSEED = 1",
            "Line 3 of settings.toml (SEED = 1) repeats line 1: keep one",
        ),
        (
            'SDA = "GP4" "GP5"',
            'Line 1 of settings.toml (SDA = "GP4" "GP5") goes on after its closing quote.',
        ),
        ('SDA = """GP4"""', "goes on after its closing quote."),
        ('SDA = "GP\\"4"', "goes on after its closing quote."),
        ("SEED = 1\rDIM_SECONDS = 1\r", "is not plain text: save the file as UTF-8."),
        (
            'SDA = "GP4"\n'.encode("utf-16"),
            'Line 1 of settings.toml (??S?D?A? ?=? ?"?G?P?4?"?) is not plain text',
        ),
        ("BRIGHTNES = 5", "Line 1 of settings.toml (BRIGHTNES = 5) names no setting; BRIGHTNESS is one."),
        ("BRIGTHNESS = 5", "BRIGHTNESS is one."),
        ("BRIGHTTNESS = 5", "BRIGHTNESS is one."),
        ("brightness = 5", "BRIGHTNESS is one."),
        ('"SDA" = "GP4"', "SDA is one."),
        ('BUTTON_UO = "GP4"', "BUTTON_UP is one."),
        ('DISPLAY.SDA = "GP4"', "names no setting: put # before it."),
        ("= 5", "Line 1 of settings.toml ( = 5) names no setting: put # before it."),
        ("[a = 5]", "names no setting: put # before it."),
        ("SÉED = 5", "Line 1 of settings.toml (S??ED = 5) names no setting"),
        ('WIFI_SSID = "a very long name of a network of my neighbours"', "(WIFI_SSID = a very long ) names"),
    ],
)
def test_an_unusable_line_is_reported_with_its_number_and_its_text(content, words):
    assert words in complaint(content)


def test_the_first_of_several_broken_lines_is_reported():
    assert complaint("SEED\nBRIGHTNESS =\nFOO = 5").startswith("Line 1 ")


@pytest.mark.parametrize("known", [b"SDA", b"SCL", b"SEED", b"BUTTON_UP", b"BUTTON_MENU", b"I2C_ADDRESS"])
@pytest.mark.parametrize("foreign", ["LED", "TOKEN", "AIO_KEY", "WIFI_SSID", "X"])
def test_a_foreign_name_is_not_taken_for_a_typing_error(known, foreign):
    assert "is one" not in complaints.about_name(foreign.encode(), (b"5", 1), [known])


@pytest.mark.parametrize(
    ("text", "number"),
    [("0x50", 80), ("0X50", 80), ("080", 80), ("8_0", 80), ("+80", 80), ('"80"', 80), ('" 80 "', 80)],
)
def test_a_number_may_be_written_in_several_ways(text, number):
    with powered_on(content=f"BRIGHTNESS = {text}"):
        config = Config()
        config.read_rest()
    assert config.preferences[1] == number


@pytest.mark.parametrize(
    "text", ["80%", "8 0", "0x", "eighty", "1e1", "0b1", "true", "1.5", "'80'", "٨٠", "--8"]
)
def test_what_is_not_a_number_is_reported_with_its_value(text):
    assert complaint(f"BRIGHTNESS = {text}").startswith("BRIGHTNESS = ")
