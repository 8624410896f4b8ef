# SPDX-License-Identifier: MIT
"""Settings given on the command line, and what the product makes of them."""

import argparse
import json

import pytest

from tools import play
from tools.simulator import boards, options, program, settings


def chosen(*arguments):
    return play.parser().parse_args(list(map(str, arguments)))


def content(*arguments):
    return options.settings_of(chosen(*arguments))


def run(tmp_path, *arguments):
    """Play headless; returns the exit code, the state and the picture."""
    files = ("--state", tmp_path / "state.json", "--screenshot", tmp_path / "glass.png")
    code = play.main(["--headless", *map(str, (*arguments, *files))])
    return code, json.loads((tmp_path / "state.json").read_text()), (tmp_path / "glass.png").read_bytes()


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("BRIGHTNESS=10", b"BRIGHTNESS = 10\n"),
        (" BRIGHTNESS = 10 ", b"BRIGHTNESS = 10\n"),
        ("SDA=GP20", b'SDA = "GP20"\n'),
        ('SDA="GP20"', b'SDA = "GP20"\n'),
        ('SDA="GP20', b'SDA = "GP20\n'),
        ("SDA='GP20'", b"SDA = 'GP20'\n"),
        ("I2C_ADDRESS=0x3D", b"I2C_ADDRESS = 0x3D\n"),
        ("ANIMATION=", b"ANIMATION = \n"),
        ("SEED=-1", b"SEED = -1\n"),
        ("NEW=a=b", b"NEW = a=b\n"),
    ],
)
def test_a_setting_goes_into_the_file_as_it_was_given(given, line):
    assert line in content("--set", given)


@pytest.mark.parametrize("change", [("--set", "SEED=7"), ("--seed", 7)])
def test_a_setting_behind_a_byte_order_mark_is_changed_and_not_repeated(tmp_path, change):
    (tmp_path / "mine.toml").write_bytes(b'\xef\xbb\xbfSEED = 3\nBUTTON_LEFT = "GP20"\n')
    _, state, picture = run(tmp_path, "--seed", 7, "--keys", "LU")
    assert run(tmp_path, "--settings", tmp_path / "mine.toml", *change, "--keys", "LU") == (0, state, picture)


def test_a_button_named_behind_a_byte_order_mark_works(tmp_path):
    (tmp_path / "mine.toml").write_bytes(b'\xef\xbb\xbfBUTTON_LEFT = "GP20"\nSEED = 7\n')
    _, state, picture = run(tmp_path, "--seed", 7, "--keys", "LU")
    assert run(tmp_path, "--settings", tmp_path / "mine.toml", "--keys", "LU") == (0, state, picture)


@pytest.mark.parametrize("given", ["\udcff=5", "SEED=\udcff"])
def test_what_is_no_text_goes_into_the_file_and_is_reported_by_the_game(tmp_path, given):
    code, state, _ = run(tmp_path, "--set", given)
    assert code == 1
    assert "settings.toml" in state["fault"]


def test_several_settings_and_a_seed():
    given = content("--set", "BRIGHTNESS=10", "--set", "SEED=4", "--set", "BRIGHTNESS=20", "--seed", 5)
    assert settings.getenv(given, "BRIGHTNESS") == "20"
    assert settings.getenv(given, "SEED") == "5"
    assert settings.getenv(given, "DIM_SECONDS") == "30"


def test_a_file_instead_of_settings_toml(tmp_path):
    (tmp_path / "mine.toml").write_bytes(b"\xef\xbb\xbfSDA = 'GP4'\r\n[section]\r\n")
    assert content("--settings", tmp_path / "mine.toml") == b"\xef\xbb\xbfSDA = 'GP4'\r\n[section]\r\n"
    assert b"SEED = 3" in content("--settings", tmp_path / "mine.toml", "--set", "SEED=3")


def test_without_settings_toml_the_device_has_its_defaults(monkeypatch, tmp_path):
    real = program.read_settings
    monkeypatch.setattr(program, "read_settings", lambda: real(tmp_path / "settings.toml"))
    assert content() is None
    assert content("--seed", 3) == b"SEED = 3\n"
    assert run(tmp_path)[0] == 0


def test_a_setting_takes_effect(tmp_path):
    code, state, _ = run(tmp_path, "--set", "BRIGHTNESS=1", "--seed", 1)
    assert (code, state["fault"]) == (0, None)
    assert state["display"]["contrast"] < 10


def test_a_wrong_setting_is_in_the_picture_and_in_the_state(tmp_path, capsys):
    code, state, picture = run(tmp_path, "--set", "BRIGHTNESS=bright", "--keys", "LLR")
    assert code == 1
    assert state["fault"].startswith("BRIGHTNESS = bright in settings.toml: use a number from 1 to 100.")
    assert capsys.readouterr().err == f"play: 2048 stopped: {state['fault']}\n"
    assert {state[name] for name in ("cells", "score", "best", "moves", "screen")} == {None}
    assert state["display"]["on"] is True
    assert picture != run(tmp_path, "--keys", "LLR", "--seed", 1)[2]


def test_a_battery_is_measured_by_the_picos_own_divider():
    given = content("--battery", "3.7")
    assert settings.getenv(given, "BATTERY_PIN") == "VOLTAGE_MONITOR"
    assert settings.getenv(given, "BATTERY_DIVIDER") == "3"


def test_a_battery_is_measured_as_the_settings_say():
    given = content("--battery", "3.7", "--set", "BATTERY_PIN=A0", "--set", "BATTERY_DIVIDER=2")
    assert settings.getenv(given, "BATTERY_PIN") == "A0"
    assert settings.getenv(given, "BATTERY_DIVIDER") == "2"


@pytest.mark.parametrize("volts", ["1.7", "6", "-3", "nan", "lots"])
def test_a_voltage_that_no_pico_runs_on_is_wrong_usage(volts, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        content(f"--battery={volts}")
    assert ended.value.code == 2
    assert "1.8 to 5.5" in capsys.readouterr().err


def test_on_a_battery_the_handheld_sleeps_and_the_state_says_so(tmp_path):
    settings = ("--set", "BLANK_SECONDS=2", "--set", "OFF_MINUTES=0", "--seed", 1)
    code, state, _ = run(tmp_path, *settings, "--battery", "4", "--keys", "L" + "." * 200)
    assert (code, state["rest"]) == (0, "dark")
    assert state["awake"] < 0.05
    code, state, _ = run(tmp_path, *settings, "--battery", "4", "--set", "BLANK_SECONDS=0", "--keys", "L")
    assert (code, state["rest"]) == (0, "lit")


def test_the_state_is_there_when_the_handheld_is_off(tmp_path):
    settings = ("--set", "BLANK_SECONDS=2", "--set", "OFF_MINUTES=1", "--seed", 1)
    code, state, _ = run(tmp_path, *settings, "--battery", "4", "--keys", "LU" + "." * 700)
    assert (code, state["rest"], state["moves"]) == (0, "off", 2)


def test_a_board_is_chosen_by_its_id(capsys):
    command = argparse.ArgumentParser()
    options.add_to(command)
    options.add_board_to(command)
    assert command.parse_args([]).board is boards.PICO
    assert command.parse_args(["--board", "adafruit_kb2040"]).board is boards.BOARDS["adafruit_kb2040"]
    with pytest.raises(SystemExit):
        command.parse_args(["--board", "kb2040"])
    assert "kb2040 is not one of raspberry_pi_pico, " in capsys.readouterr().err
