# SPDX-License-Identifier: MIT
"""What is heard on the speaker's pin, press by press; and never too late or for too long."""

import itertools
import json

import pytest

from engine2048.board import DOWN, LEFT, RIGHT, UP
from engine2048.screens import actions
from engine2048.screens.actions import MENU, NONE
from tests.chords import HINT_CHORD, MENU_CHORD, UNDO_CHORD
from tests.handheld import run_program
from tests.player import NEARLY_OVER, NEARLY_WON, WON_AND_OVER, Player
from tools.simulator import keys, program
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

SILENCE, SLIDE, CLICK, BLOCKED, WON, OVER = 0, 1, 18, 19, 20, 26
PIN = {"SPEAKER_PIN": "GP22"}
SCALE = (508, 564, 636, 764, 848)  # C5 to A5, half a semitone low
PULSE = 7


def heard(player, action):
    player.wait(700)
    player.act(action)
    return player.session.sound


@pytest.mark.parametrize("exponent", range(2, 18))
def test_a_merge_is_heard_by_its_tile(exponent):
    player = Player()
    player.put([exponent - 1, exponent - 1] + [1, 2, 3, 4, 5, 6] * 2 + [0, 0])
    player.game.won = True
    assert heard(player, LEFT) == exponent


def test_two_merges_at_once_are_heard_as_the_next_tile():
    player = Player()
    player.put([4, 4, 0, 0, 4, 4] + [0] * 10)
    assert heard(player, LEFT) == 6


def test_a_slide_a_blocked_direction_a_win_and_the_end():
    player = Player()
    player.put([0, 1, 2, 3] + [0] * 12)
    assert heard(player, LEFT) == SLIDE
    player.put([1, 2, 3, 4] + [0] * 12)
    assert heard(player, UP) == BLOCKED
    assert heard(player, UP) == BLOCKED
    for cells, sound in ((NEARLY_WON, WON), (NEARLY_OVER, OVER), (WON_AND_OVER, WON)):
        player.put(cells)
        assert heard(player, LEFT) == sound


def test_mashing_under_a_banner_does_not_end_its_tune():
    player = Player()
    player.put(NEARLY_WON)
    player.press(LEFT)
    for action in (LEFT, RIGHT, DOWN, UP):
        player.wait(100)
        player.act(action)
        assert player.session.sound == NONE
    assert heard(player, RIGHT) == CLICK


def test_menus_click_only_where_something_happens():
    player = Player()
    player.press(LEFT, UP)
    assert heard(player, MENU) == CLICK
    assert [heard(player, action) for action in (DOWN, UP, LEFT)] == [CLICK] * 3
    player.press(MENU)
    player.choose("How to play")
    assert [heard(player, action) for action in (UP, DOWN, RIGHT, LEFT)] == [SILENCE, SILENCE, CLICK, CLICK]


@pytest.mark.parametrize("chord", [MENU_CHORD, UNDO_CHORD, HINT_CHORD])
def test_a_chord_that_takes_a_press_back_is_silent(chord):
    player = Player()
    player.press(LEFT, UP, LEFT, UP)
    player.hold(chord)
    assert player.session.sound == SILENCE


@pytest.mark.parametrize("action", [actions.UNDO, actions.HINT])
def test_undo_and_hint_are_silent(action):
    player = Player()
    player.press(LEFT, UP)
    assert heard(player, action) == SILENCE


def test_a_press_that_only_wakes_the_glass_or_ends_a_demo_is_silent():
    player = Player(blank_ms=1000)
    player.press(LEFT, UP)
    player.wait(1500)
    player.act(LEFT)
    assert player.session.sound == SILENCE
    player = Player()
    player.press(LEFT, UP, MENU)
    assert player.choose("Watch a demo") == "demo"
    for _ in range(300):
        player.wait(10)
    assert player.session.shown.moves > 2
    assert player.session.sound == CLICK  # that of the choice: no press came since
    assert heard(player, LEFT) == SILENCE


def sounds(machine):
    """(start, end, [(hertz, share)]) of each sound, in milliseconds since power-on."""
    found, notes, start = [], [], 0
    for tone in machine.tones:
        if tone.hertz:
            start = start if notes else tone.time
            notes.append((round(tone.hertz), tone.share))
        elif notes:
            if any(share for _, share in notes):  # else it only tries the pin
                found.append((start / 1000, tone.time / 1000, notes))
            notes = []
    assert not notes, "the last sound never ends"
    return found


def saved(cells):
    """A flash with a game on these cells."""
    player = Player()
    player.put(cells)
    return player.region


def play(text, cells=None, **settings):
    machine = run_program(text, None if cells is None else saved(cells), **{**PIN, **settings})
    assert "GP22" not in machine.pins_in_use
    return machine


def hertz(machine):
    return [[round(note) for note, _ in notes] for _, _, notes in sounds(machine)]


def test_the_pitch_of_a_merge_grows_with_its_tile_through_four_octaves():
    pitches = []
    for exponent in range(2, 18):
        cells = [exponent - 1, exponent - 1] + [1, 2, 3, 4, 5, 6] * 2 + [0, 0]
        machine = play("L", cells)
        won = exponent == 11
        pitches.append(None if won else hertz(machine)[0][0])
    for number, pitch in enumerate(pitches):
        wanted = SCALE[number % 5] << number // 5
        assert pitch is None or pitch == pytest.approx(wanted, rel=0.01)
    rising = [pitch for pitch in pitches if pitch]
    assert rising == sorted(set(rising))


def test_a_blocked_direction_is_low_and_short():
    (start, end, notes), *more = sounds(play("U", [1, 2, 3, 4] + [0] * 12))
    assert not more
    assert notes == [(pytest.approx(191, rel=0.01), pytest.approx(1 / 8, rel=0.01))]
    assert 30 <= end - start < 45


def test_a_slide_and_a_choice_are_one_pulse():
    ticks = sounds(play("..L...M..DD", [0, 1, 2, 3] + [0] * 12))
    assert [notes[0][0] for _, _, notes in ticks] == [PULSE] * 4
    # Each ends before a second pulse would come, and the softer one is shorter.
    assert all(end - start < 1000 / 7.45 for start, end, _ in ticks)
    slide, _, *clicks = (notes[0][1] / 7.45 for _, _, notes in ticks)
    assert 0 < clicks[0] == clicks[1] < slide < 0.001


@pytest.mark.parametrize("animation", [0, 1])
def test_notes_last_as_long_as_their_table_says(animation):
    won = play("L" + "." * 12, NEARLY_WON, ANIMATION=animation)
    over = play("L" + "." * 12, NEARLY_OVER, ANIMATION=animation)
    for machine, wanted in ((won, (90, 90, 90, 90, 90, 230)), (over, (150, 150, 150, 250))):
        tones = [tone for tone in machine.tones if tone.share or not tone.hertz][-len(wanted) - 1 :]
        lengths = [(after.time - tone.time) / 1000 for tone, after in itertools.pairwise(tones)]
        # The first waits for the picture.
        assert lengths[0] < 200
        for length, least in zip(lengths[1:], wanted[1:], strict=True):
            assert least <= length < least + 15


@pytest.mark.parametrize("text", ["R", "L", "U", "RLUDRLUDRLUD"])
@pytest.mark.parametrize("animation", [0, 1])
def test_a_sound_is_never_later_than_the_first_changed_byte(text, animation):
    machine = Machine(Rp2Flash(saved([0, 1, 1, 2] + [0] * 12)), {**PIN, "SEED": 1, "ANIMATION": animation})
    changes, seen = [], [None]

    def look():
        if machine.ready and machine.chip.ram != seen[0]:
            changes.append(machine.now)
            seen[0] = machine.chip.ram[:]

    machine.listen = look
    presses = [(100 + 400 * number, "URDL".index(key)) for number, key in enumerate(text)]
    timed = [(at + held, key, not held) for at, key in presses for held in (0, 60)]
    machine.play(timed, 400 * len(text) + 500)
    program.run(machine)
    starts = [start * 1000 for start, _, _ in sounds(machine)]
    assert len(starts) == len(text)
    for start in starts:
        drawn = [at for at in changes if start <= at < start + 300_000]
        before = [at for at in changes if start - 150_000 < at < start - 20_000]
        assert not drawn or not before or before[-1] < start


def test_the_next_press_cuts_a_sound_short():
    quick = [(0, LEFT), (120, UP)]
    changes = [(at + held, key, not held) for at, key in quick for held in (0, 40)]
    machine = run_program("", saved(NEARLY_OVER), changes, 1500, **PIN)
    assert len(sounds(machine)[0][2]) == 4  # the banner ignores UP
    quick = [(0, LEFT), (45, UP)]
    changes = [(at + held, key, not held) for at, key in quick for held in (0, 20)]
    machine = run_program("", saved([1, 1] + [0] * 14), changes, 1500, ANIMATION=0, **PIN)
    first, second = sounds(machine)
    assert first[1] - first[0] < 70
    assert second[0] - first[1] < 1


@pytest.mark.parametrize("held", [(LEFT, RIGHT), (UP, DOWN), (UP, RIGHT)])
def test_a_chord_is_heard_only_as_its_first_press(held):
    changes = [(0, held[0], True), (20, held[1], True), (700, held[0], False), (700, held[1], False)]
    machine = run_program("", saved([0, 1, 1, 0, 0, 1, 2, 0] + [0] * 8), changes, 1500, **PIN)
    assert len(sounds(machine)) == 1
    assert sounds(machine)[0][1] - sounds(machine)[0][0] < 200


def test_three_volumes_and_none():
    shares = [[notes[0][1] for _, _, notes in sounds(play("L", [1, 1] + [0] * 14, SOUND=volume))]
              for volume in range(4)]  # fmt: skip
    assert shares[0] == []
    assert [round(share[0], 3) for share in shares[1:]] == [0.031, 0.125, 0.5]


def test_the_volume_chosen_in_the_settings_is_heard_at_once_and_kept():
    flash = saved([1, 1] + [0] * 14)
    machine = run_program("M..DDDDDR..DDDDR..R..R", flash, SOUND=2, **PIN)
    last = [notes[0][1] for _, _, notes in sounds(machine)][-2:]
    assert last[0] > last[1] > 0  # from mid to high, to off (silent), to low
    again = run_program("L", flash, SOUND=2, **PIN)
    assert round(sounds(again)[0][2][0][1], 3) == 0.031


def test_without_a_speaker_nothing_is_offered_loaded_or_heard():
    machine = run_program("M..DDDDDR..U", saved([1, 1] + [0] * 14))
    assert machine.tones == []
    for has_sound in (False, True):
        player = Player()
        player.preferences.has_sound = has_sound
        player.press(LEFT, UP, MENU)
        player.choose("Settings")
        texts = [text.split()[0] for text, _ in player.session.page.items]
        assert ("Sound" in texts) == has_sound


def test_the_pin_is_free_before_the_board_switches_off():
    # Up from "Resume" is "Switch off".
    machine = Machine(Rp2Flash(saved([1, 1] + [0] * 14)), {**PIN, "SEED": 1}, battery=3.7)
    machine.play(*keys.schedule(keys.parse("M..UR......")))
    sleeps = []
    machine.pace = lambda end: sleeps.append((end - machine.now, dict(machine.pins_in_use)))
    program.run(machine)
    assert json.loads(machine.console.text.splitlines()[1])["rest"] == "off"
    longest = max(sleeps, key=lambda entry: entry[0])
    assert longest[0] > 100_000
    assert "GP22" not in longest[1]
    assert len(sounds(machine)) == 3


@pytest.mark.parametrize("error", [ValueError("broken"), KeyboardInterrupt()])
def test_the_pin_is_free_after_a_fault_and_after_ctrl_c(error, monkeypatch):
    machine = Machine(Rp2Flash(saved(NEARLY_WON)), {**PIN, "SEED": 1})
    machine.play([(0, LEFT, True), (60, LEFT, False)], 5000)
    seen = []

    def look(_end):
        if machine.tones and machine.tones[-1].share and not seen:
            seen.append(machine.now)
            raise error

    monkeypatch.setattr("tools.simulator.machine._call", lambda function, *given: function(*given))
    machine.pace = look
    program.run(machine)
    assert seen
    assert len(sounds(machine)) == 1  # and it ended
    assert machine.tones[-1].time - seen[0] < 10_000
    assert "broken" in machine.console.text or isinstance(error, KeyboardInterrupt)
