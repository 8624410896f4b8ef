# SPDX-License-Identifier: MIT
"""The window plays the speaker, and is silent without complaint where there is no sound device."""

import pygame
import pytest

from tools.simulator import speaker
from tools.simulator.pwm import Tone

TONE, TICK, END = Tone(0, 1017, 0.5), Tone(0, 7.45, 0.002), Tone(0, 0, 0)


def test_tones_last_until_they_end_and_ticks_end_by_themselves(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    with speaker.opened() as heard:
        channel = pygame.mixer.Channel(0)
        tones = []
        for new, is_busy in (
            ([], False),
            ([TONE], True),
            ([], True),
            ([END], False),
            ([TICK], True),
            ([END], True),
            ([TONE, END], False),
            ([TONE, END, TONE], True),
        ):
            tones += new
            heard.follow(tones)
            assert channel.get_busy() == is_busy
        length = channel.get_sound().get_length()
        assert length * 1017 == pytest.approx(round(length * 1017), abs=0.02)  # whole periods
    assert not pygame.mixer.get_init()


def test_without_a_sound_device_it_is_silent_and_says_nothing(monkeypatch, capfd):
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonsense")
    with speaker.opened() as heard:
        heard.follow([TONE])
    assert capfd.readouterr() == ("", "")
