# SPDX-License-Identifier: MIT
"""settings.toml: what is allowed, and what a person reads when something is not."""

import board
import pytest

from hardware import Fault
from hardware.config import Config, ConfigError
from tests.handheld import powered_on
from tools.simulator import program
from tools.simulator.pwm import PWMOut

PINS = {
    "SDA": "GP4",
    "SCL": "GP5",
    "BUTTON_UP": "GP10",
    "BUTTON_DOWN": "GP11",
    "BUTTON_LEFT": "GP12",
    "BUTTON_RIGHT": "GP13",
}


def read(content=None, **settings):
    with powered_on(content=content, **settings):
        config = Config()
        config.read_rest()
        return config


def complaint(**settings):
    with pytest.raises(ConfigError) as caught:
        read(**settings)
    assert isinstance(caught.value, Fault)
    return str(caught.value)


def public(config):
    return {name: value for name, value in vars(config).items() if not name.startswith("_")}


def test_without_settings_everything_has_its_default():
    config = read()
    assert config.bus == (board.GP4, board.GP5)
    assert config.buttons == [board.GP10, board.GP13, board.GP11, board.GP12, None, None, None]
    assert config.chord_times == (60, 400)
    assert (config.frequency, config.address, config.rotation) == (400_000, (0x3C, 0x3D), 0)
    assert (config.display, config.reset, config.colstart) == (b"SSD1306", None, None)
    assert config.preferences == (1, 80, 0, 0, 2, 0)
    assert (config.seed, config.idle_ms) == (None, (30_000, 120_000, 600_000))


def test_the_original_file_states_the_defaults():
    assert public(read(program.read_settings())) == public(read())


def test_settings_are_obeyed():
    config = read(
        SDA="GP0", SCL="GP1", I2C_FREQUENCY=1_000_000, I2C_ADDRESS="0x3D", BUTTON_UP="GP22",
        BUTTON_MENU="GP14", BUTTON_HINT="GP16", CHORD_MS=20, HOLD_MS=1500,
        ROTATION=180, BRIGHTNESS=7, ANIMATION=0, SOUND=3, SEED=0,
        DIM_SECONDS=0, BLANK_SECONDS=86_400, OFF_MINUTES=1_440,
    )  # fmt: skip
    assert config.bus == (board.GP0, board.GP1)
    assert config.buttons == [
        board.GP22, board.GP13, board.GP11, board.GP12, board.GP14, None, board.GP16,
    ]  # fmt: skip
    assert config.chord_times == (20, 1500)
    assert (config.frequency, config.address, config.rotation) == (1_000_000, (0x3D,), 180)
    assert config.preferences == (0, 7, 1, 0, 3, 0)
    assert (config.seed, config.idle_ms) == (0, (0, 86_400_000, 86_400_000))


@pytest.mark.parametrize("form", ["0x3D", "0X3d", 0x3D, "61"])
def test_an_address_is_read_in_every_form(form):
    assert read(I2C_ADDRESS=form).address == (0x3D,)


@pytest.mark.parametrize(
    ("printed", "address"), [("0x78", 0x3C), ("0x7A", 0x3D), (0x7A, 0x3D), ("120", 0x3C)]
)
def test_an_address_that_includes_the_read_bit_is_understood(printed, address):
    assert read(I2C_ADDRESS=printed).address == (address,)


@pytest.mark.parametrize("form", ["auto", "Auto", ""])
def test_without_an_address_both_usual_ones_are_tried(form):
    assert read(I2C_ADDRESS=form).address == (0x3C, 0x3D)


def test_an_spi_display_has_pins_of_its_own_and_a_reset_line():
    config = read(BUS="spi", SPI_FREQUENCY=8_000_000, CS="GP22")
    assert config.bus == (board.GP18, board.GP19, board.GP21, board.GP22)
    assert (config.reset, config.frequency) == (board.GP20, 8_000_000)
    assert read(BUS="SPI", BUTTON_UP="GP4").buttons[0] is board.GP4  # which I2C would need


def test_a_display_on_i2c_has_a_reset_line_if_it_is_named():
    assert read(RESET_PIN="GP20").reset is board.GP20
    assert read(RESET_PIN="").reset is None


def test_settings_of_the_other_bus_may_stay_in_the_file():
    assert read(SCK="GP2", MOSI="GP3", CS="GP1", DC="nowhere", SPI_FREQUENCY=1).address
    assert read(BUS="SPI", SDA="GP1", SCL="nowhere", I2C_FREQUENCY=1, I2C_ADDRESS="x").reset


def test_the_displays_name_is_read_in_any_case():
    assert read(DISPLAY="sh1106").display == b"SH1106"


def test_an_empty_menu_button_means_no_button():
    assert read(BUTTON_MENU="").buttons[4:] == [None] * 3


WRONG = [
    ("I2C_FREQUENCY", 9_999, "10000 to 1000000"),
    ("I2C_FREQUENCY", 1_000_001, "10000 to 1000000"),
    ("I2C_FREQUENCY", "fast", "10000 to 1000000"),
    ("I2C_ADDRESS", "3C", '"auto" or an address, as "0x3C"'),
    ("I2C_ADDRESS", "0x7B", '"auto" or an address, as "0x3C"'),
    ("I2C_ADDRESS", 7, '"auto" or an address, as "0x3C"'),
    ("BUS", "UART", '"I2C" or "SPI"'),
    ("DISPLAY_COLUMN_OFFSET", 5, "0 to 4"),
    ("DISPLAY_COLUMN_OFFSET", "two", "0 to 4"),
    ("ROTATION", 45, "0 or 180"),
    ("ROTATION", 90, "0 or 180"),
    ("ROTATION", "upside down", "0 or 180"),
    ("BRIGHTNESS", 0, "1 to 100"),
    ("BRIGHTNESS", 101, "1 to 100"),
    ("BRIGHTNESS", "bright", "1 to 100"),
    ("ANIMATION", 2, "0 or 1"),
    ("ANIMATION", "on", "0 or 1"),
    ("SEED", -2, "-1 to"),
    ("SEED", 1 << 30, "-1 to"),
    ("DIM_SECONDS", -1, "0 to 86400"),
    ("BLANK_SECONDS", 86_401, "0 to 86400"),
]


@pytest.mark.parametrize(("setting", "value", "allowed"), WRONG)
def test_a_wrong_setting_is_named_with_its_value_and_what_is_allowed(setting, value, allowed):
    message = complaint(**{setting: value})
    assert message.startswith(f"{setting} = {value} in settings.toml: use ")
    assert allowed in message


@pytest.mark.parametrize("setting", [*PINS, "BUTTON_MENU"])
@pytest.mark.parametrize("value", ["GP99", "gp4", 4, "board_id", "LED "])
def test_a_value_that_is_not_a_pin_is_named(setting, value):
    message = complaint(**{setting: value})
    assert message.startswith(f"{setting} = {value} in settings.toml: use the name of a pin")
    assert f'"{PINS.get(setting, "GP14")}"' in message


@pytest.mark.parametrize("second", [*PINS, "BUTTON_MENU"])
@pytest.mark.parametrize("first", PINS)
def test_for_a_pin_used_twice_both_settings_and_the_pin_are_named(first, second):
    if first == second:
        assert read(**{first: PINS[first]})
        return
    message = complaint(**{second: PINS[first]})
    assert first in message
    assert second in message
    assert PINS[first] in message


@pytest.mark.parametrize("setting", [*PINS, "BRIGHTNESS", "I2C_ADDRESS", "SEED", "BUTTON_MENU"])
def test_a_broken_number_is_named_with_its_value(setting):
    assert complaint(**{setting: 1.5}).startswith(f"{setting} = 1.5 in settings.toml: use ")


def test_a_name_too_long_for_any_pin_is_refused_in_short():
    with pytest.raises(ConfigError, match=r"^BUTTON_UP = A{16} in settings\.toml: use the name of a pin"):
        read(BUTTON_UP="A" * 300)


def test_a_battery_is_measured_only_if_a_pin_is_named():
    assert read(BATTERY_DIVIDER=2, BATTERY_TYPE="3 alkaline").battery is None
    battery = read(BATTERY_PIN="VOLTAGE_MONITOR", BATTERY_DIVIDER=3, BATTERY_TYPE="2 alkaline").battery
    assert battery == (board.VOLTAGE_MONITOR, 3000, 1, board.VBUS_SENSE)
    assert read(BATTERY_PIN="GP26").battery[1:3] == (1000, 0)


@pytest.mark.parametrize(
    ("divider", "thousandths"), [("1.5", 1500), ("2", 2000), ("20", 20_000), ("1.2345", 1235)]
)
def test_the_divider_may_be_a_decimal_number(divider, thousandths):
    for value in (divider, divider.encode()):
        assert read(BATTERY_PIN="A0", BATTERY_DIVIDER=value).battery[1] == thousandths


@pytest.mark.parametrize("divider", ["0", "0.9", "21", "half", "nan", "inf", "1e999", "-3", "1,5"])
def test_a_divider_that_cannot_be_is_told(divider):
    said = complaint(BATTERY_PIN="A0", BATTERY_DIVIDER=divider)
    assert said == f"BATTERY_DIVIDER = {divider} in settings.toml: use a number from 1 to 20."


def test_a_battery_of_another_kind_is_told():
    said = complaint(BATTERY_TYPE="nuclear")
    assert said == "BATTERY_TYPE = nuclear in settings.toml: use lithium, 2 alkaline, 3 alkaline."


def test_a_pin_that_cannot_measure_is_told():
    said = complaint(BATTERY_PIN="GP22")
    assert said == 'BATTERY_PIN = GP22 in settings.toml: use a pin that can measure, as "A0".'
    assert "the name of a pin" in complaint(BATTERY_PIN="VSYS")


def test_the_batterys_pin_serves_nothing_else():
    said = complaint(BATTERY_PIN="A0", BUTTON_UP="GP26")
    assert "BUTTON_UP and BATTERY_PIN in settings.toml are both A0" in said


def test_a_speaker_is_there_only_if_a_pin_is_named():
    assert read(SOUND=3).speaker is None
    with powered_on(SPEAKER_PIN="GP22") as machine:
        settings = Config()
        settings.read_rest()
        assert settings.speaker is board.GP22
        assert not machine.pins_in_use


@pytest.mark.parametrize("value", [-1, 4, "loud", 1.5])
def test_a_volume_that_cannot_be_is_told(value):
    assert complaint(SOUND=value) == f"SOUND = {value} in settings.toml: use a number from 0 to 3."


def test_a_speaker_on_a_pin_that_cannot_be_is_told(monkeypatch):
    assert "BUTTON_UP and SPEAKER_PIN in settings.toml are both GP10" in complaint(SPEAKER_PIN="GP10")
    assert complaint(SPEAKER_PIN="beep").startswith("SPEAKER_PIN = beep in settings.toml: use the name of a")


@pytest.mark.parametrize("other", ["GP6", "GP7", "GP23"])
def test_a_speaker_on_a_pin_without_a_timer_left_is_told(other):
    """GP6 and GP7 are of the slice of GP22 and GP23."""
    said = "SPEAKER_PIN = GP22 in settings.toml: use a pin that can make tones (PWM)."
    with powered_on(SPEAKER_PIN="GP22"), PWMOut(getattr(board, other), frequency=500):
        settings = Config()
        with pytest.raises(ConfigError) as caught:
            settings.read_rest()
    assert str(caught.value) == said
