# SPDX-License-Identifier: MIT
"""What the speaker plays as a WAV file: pitch and length, counted by the edges of the wave."""

import itertools
import wave
from array import array

import pytest

from tests.test_sound import PIN
from tools import play
from tools.output import NotWritten
from tools.simulator import boards, program, settings, wave_file
from tools.simulator.pwm import Tone

HALF = 12_000


def read(path):
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, wave_file.RATE)
        return array("h", file.readframes(file.getnframes()))


def rising(samples):
    """The times of the rising edges, in seconds."""
    return [
        number / wave_file.RATE
        for number in range(1, len(samples))
        if samples[number - 1] < HALF <= samples[number]
    ]


def test_a_tone_has_its_pitch_and_its_length(tmp_path):
    tones = [Tone(100_000, 1000, 0.5), Tone(300_000, 2000, 0.25), Tone(400_000, 0, 0)]
    wave_file.save(tones, 1_000_000, tmp_path / "x.wav")
    samples = read(tmp_path / "x.wav")
    assert len(samples) == wave_file.RATE
    edges = rising(samples)
    low, high = [edge for edge in edges if edge < 0.2999], [edge for edge in edges if edge > 0.2999]
    assert (len(low), len(high)) == (200, 200)
    assert (low[0], low[-1], high[0], high[-1]) == pytest.approx((0.1, 0.299, 0.3, 0.3995), abs=1e-4)


@pytest.mark.parametrize("share", [0.03, 0.125, 0.5, 1])
def test_the_wave_is_high_for_its_share(share):
    samples = wave_file.samples(Tone(0, 1016.3, share), 44_100)
    assert sum(samples) / 44_100 == pytest.approx(share * max(wave_file.samples(Tone(0, 1, 1), 9)), rel=0.01)


def test_a_pulse_shorter_than_a_sample_is_not_lost():
    samples = wave_file.samples(Tone(0, 7.45, 7.45 * 0.00001), 5000)
    assert 0 < samples[0] < HALF
    assert not any(samples[1:])


def test_a_game_played_headless_is_written_with_a_speaker_that_the_settings_do_not_name(tmp_path):
    for number, more in enumerate(([], ["--set", "SPEAKER_PIN=GP22", "--set", "SOUND=3"])):
        path = tmp_path / f"{number}.wav"
        arguments = ["--headless", "--seed", "7", "--keys", "LLUR", "--sound", str(path), *more]
        assert play.main(arguments) == 0
    quiet, loud = read(tmp_path / "0.wav"), read(tmp_path / "1.wav")
    edges = rising(loud)
    steps = [after - before for before, after in itertools.pairwise(edges)]
    tones = {round(1 / step, -1) for step in steps if step < 0.01}
    assert tones & {510.0}
    assert sum(map(abs, loud)) > 2 * sum(map(abs, quiet)) > 0


def test_a_file_that_cannot_be_written_is_named(tmp_path, capsys):
    path = tmp_path / "missing" / "x.wav"
    assert play.main(["--headless", "--seed", "7", "--keys", "L", "--sound", str(path)]) == 1
    assert f"Cannot write {path}" in capsys.readouterr().err
    with pytest.raises(NotWritten):
        wave_file.save([], 0, path)


@pytest.mark.parametrize("board", boards.BOARDS.values(), ids=lambda board: board.board_id)
def test_a_speaker_gets_a_pin_that_nothing_else_uses(board):
    for given in (b"", program.read_settings(), b'BUTTON_UP = "GP0"\nBATTERY_PIN = "A0"\n'):
        pin = settings.getenv(wave_file.audible(given, board), "SPEAKER_PIN")
        assert board.numbers[board.names[pin]].isdecimal()
        assert pin not in {board.names[name] for name in board.defaults.values()}
        lines = [line for line in given.decode().splitlines() if not line.startswith("#")]
        assert f'"{pin}"' not in "".join(lines)
    named = settings.content(PIN)
    assert wave_file.audible(named, board) == named
