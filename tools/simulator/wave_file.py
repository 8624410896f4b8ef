# SPDX-License-Identifier: MIT
"""What a speaker on a pin would be heard to play, as samples and as a WAV file."""

import io
import re
import wave
from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from tools.output import write
from tools.simulator import settings as settings_file
from tools.simulator.boards import Board
from tools.simulator.pwm import Tone

RATE = 44_100
_HIGH = 24_000  # a sample while the pin is high; it is 0 while it is low
_NOTE = re.compile(rb"^[ \t]*#.*", re.MULTILINE)
_WORD = re.compile(rb"\w+")


def audible(settings: bytes, board: Board) -> bytes:
    """Settings with a speaker: as given, or on a pin that nothing else uses if they name none."""
    if settings_file.getenv(settings, "SPEAKER_PIN"):
        return settings
    named = {word.decode() for word in _WORD.findall(_NOTE.sub(b"", settings))}
    used = {board.names.get(name) for name in (*named, *board.defaults.values())}
    free = [name for name, number in board.numbers.items() if number.isdecimal() and name not in used]
    return settings_file.changed(settings, {"SPEAKER_PIN": free[0]})


def samples(tone: Tone, count: int) -> "array[int]":
    """`count` samples of a tone from its beginning.

    Each is the mean over its time, so that a pulse that is shorter than a sample is not lost.
    """
    if not tone.hertz:
        return array("h", bytes(2 * count))
    step = tone.hertz / RATE  # periods a sample
    high = [(at // 1 + min(at % 1 / tone.share, 1)) if tone.share else 0 for at in _positions(step, count)]
    scale = _HIGH * tone.share / step
    return array("h", [round((after - before) * scale) for before, after in pairwise(high)])


def _positions(step: float, count: int) -> Iterable[float]:
    return (step * index for index in range(count + 1))


def save(tones: Sequence[Tone], end: int, path: Path) -> None:
    """Write what sounded until `end` (in microseconds) as a WAV file. Raises NotWritten."""
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        written = 0
        for tone, after in zip([Tone(0, 0, 0), *tones], [*tones, Tone(end, 0, 0)], strict=True):
            until = after.time * RATE // 1_000_000
            file.writeframes(samples(tone, until - written).tobytes())
            written = until
    write(path, content.getvalue())
