# SPDX-License-Identifier: MIT
"""What the player chooses on the device overrides settings.toml."""

import pytest

from engine2048.save.preferences import (
    ANIMATION,
    BRIGHTNESS,
    COUNT,
    FLIP,
    IDLE_DEMO,
    SOUND,
    UNSET,
    Preferences,
    install,
)

ALL = (ANIMATION, BRIGHTNESS, FLIP, IDLE_DEMO, SOUND)
DEFAULTS = (1, 80, 0, 1, 2)


def test_what_was_never_chosen_follows_the_settings():
    chosen = Preferences(DEFAULTS)
    assert tuple(chosen.get(which) for which in ALL) == DEFAULTS


@pytest.mark.parametrize("which", ALL)
@pytest.mark.parametrize("value", [0, 1, 5, 100])
def test_a_choice_replaces_one_default_and_no_other(which, value):
    chosen = Preferences(DEFAULTS)
    chosen.choose(which, value)
    assert [chosen.get(one) for one in ALL] == [value if one == which else DEFAULTS[one] for one in ALL]


def test_one_byte_each_is_saved():
    chosen = Preferences(DEFAULTS)
    assert chosen.chosen == bytes([UNSET] * COUNT)
    chosen.choose(BRIGHTNESS, 40)
    loaded = Preferences((0, 10, 1, 0, 3))
    loaded.chosen[:] = chosen.chosen
    assert [loaded.get(which) for which in ALL] == [0, 40, 1, 0, 3]


def test_only_possible_values_are_taken_from_the_save():
    chosen = bytearray(b"something"[:COUNT])
    install(b"\x02\xc8\x01", chosen)
    assert list(chosen) == [UNSET, UNSET, 1] + [UNSET] * (COUNT - 3)
    install(b"\x00\x64\xff\x00\x00\x00\x00\x00\x00", chosen)
    assert list(chosen) == [0, 100, UNSET, 0, 0, 0] + [UNSET] * (COUNT - 6)
    install(b"\x00\x64\x01\x00\x04\x00\x00\x00\x00", chosen)
    assert list(chosen) == [0, 100, 1, 0, UNSET, 0] + [UNSET] * (COUNT - 6)
