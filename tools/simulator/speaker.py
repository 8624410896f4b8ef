# SPDX-License-Identifier: MIT
"""The handheld's speaker, played by the computer that has the window."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

from tools.simulator import wave_file
from tools.simulator.pwm import Tone

_BUFFER = 512  # samples, 12 ms
_LOWEST = 20  # hertz; anything slower is heard as single ticks
_LEAST = wave_file.RATE // 10  # samples to repeat: many periods, or the pitch would be rounded


class Speaker:
    """Plays a machine's tones as they come; silent if the computer cannot."""

    def __init__(self, channel: "pygame.mixer.Channel | None") -> None:
        self._channel = channel
        self._heard = 0  # how many tones
        self._is_tick = False  # what sounds ends by itself

    def follow(self, tones: Sequence[Tone]) -> None:
        """Play what is new in a machine's list of tones."""
        new = tones[self._heard :]
        self._heard += len(new)
        if not self._channel:
            return
        for tone in new[-2:]:
            if tone.hertz:
                self._is_tick = tone.hertz < _LOWEST
                self._channel.play(_looped(tone), loops=0 if self._is_tick else -1)
            elif not self._is_tick:
                self._channel.stop()


def _looped(tone: Tone) -> "pygame.mixer.Sound":
    """A whole number of periods."""
    period = wave_file.RATE / tone.hertz
    count = round(max(1, _LEAST // period) * period)
    return pygame.mixer.Sound(buffer=wave_file.samples(tone, count).tobytes())


@contextmanager
def opened() -> Iterator[Speaker]:
    """Open the computer's sound device, if it has one, and close it however the program ends."""
    try:
        yield Speaker(_open())
    finally:
        pygame.mixer.quit()


def _open() -> "pygame.mixer.Channel | None":
    try:
        with _without_complaints():
            pygame.mixer.init(wave_file.RATE, -16, 1, _BUFFER, allowedchanges=0)
    except pygame.error:
        return None
    return pygame.mixer.Channel(0)


@contextmanager
def _without_complaints() -> Iterator[None]:
    """Keep ALSA, which writes to standard error what SDL tells as well, from doing so."""
    sys.stderr.flush()
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
