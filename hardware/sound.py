# SPDX-License-Identifier: MIT
"""Plays the sounds of the session on a passive piezo. Loaded if settings.toml says where it is."""

import pwmio
from micropython import const

from engine2048.ticks import elapsed

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from microcontroller import Pin

# Pairs of a tone and for how long, in milliseconds; if they are odd, another note follows. Sound n begins
# with note n. Tones are counted along C D E G A from C3 up. Those below _TONES are a single pulse, which is
# heard as a tick however long the next picture takes.
_NOTES = const(
    b"\x00\x1e"  # 1, a slide: a tick
    # 2 to 17, the tiles 4 to 131072: from C5 up to C8
    b"\x0a\x46\x0b\x46\x0c\x46\x0d\x46\x0e\x46\x0f\x46\x10\x46\x11\x46"
    b"\x12\x46\x13\x46\x14\x46\x15\x46\x16\x46\x17\x46\x18\x46\x19\x46"
    b"\x01\x1e"  # 18, something chosen: a softer tick
    b"\x03\x1e"  # 19, blocked: G3
    b"\x0f\x5b\x11\x5b\x12\x5b\x14\x5b\x12\x5b\x14\xe6"  # 20, the win: C6 E6 G6 C7 G6 C7
    b"\x0d\x97\x0c\x97\x0b\x97\x0a\xfa"  # 26, the end: G5 E5 D5 C5
)
_TONES = const(2)
# Hertz of C3 to A3, tuned half a semitone low: between 950 and 1900 Hz a Pico has only 30,518 / n, and n =
# 30, 27, 24, 20 and 18 make a pure scale.
_OCTAVE = const(b"\x7f\x8d\x9f\xbf\xd4")
_TONES_AN_OCTAVE = const(5)
# The slowest that a Pico can (it gives 7.45): a second pulse would come only after the longest picture.
_PULSE_HERTZ = const(7)
# The duty cycle of volume 0, of 65,536; each louder one has four times as much, up to a half. A pulse has
# less, 0.26 ms at most.
_DUTY = const(512)
_PULSE_SHIFT = const(8)


# There is only one speaker, and this costs half the memory of a class.
_output: "pwmio.PWMOut | None" = None
_first, _start = 0, 0  # where the note that sounds stands, and when it began


def play(pin: "Pin", number: int, volume: int, now: int) -> bool:
    """Begin a sound of Session.sound at a volume of 0 (silent) to 3; it ends the one before.

    NONE lets what sounds go on: call it often. True while something sounds; only then the pin is in use.
    """
    global _output, _first, _start  # noqa: PLW0603
    if number >= 0:
        if _output:
            _output.deinit()
            _output = None
        if number and volume:
            _first = 2 * number - 2
            _start = now
            tone = _NOTES[_first]
            hertz = _PULSE_HERTZ
            duty = _DUTY << 2 * volume
            if tone >= _TONES:
                hertz = _hertz(tone)
            else:
                duty >>= _PULSE_SHIFT + tone
            _output = pwmio.PWMOut(pin, duty_cycle=duty, frequency=hertz, variable_frequency=True)
    elif _output and elapsed(now, _start) >= _NOTES[_first + 1]:
        _first += 2
        _start = now
        if _NOTES[_first - 1] & 1:
            _output.frequency = _hertz(_NOTES[_first])
        else:
            _output.deinit()
            _output = None
    return _output is not None


def _hertz(tone: int) -> int:
    return _OCTAVE[tone % _TONES_AN_OCTAVE] << tone // _TONES_AN_OCTAVE
