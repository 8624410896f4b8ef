# SPDX-License-Identifier: MIT
"""The product on the real firmware: the same pictures and states as in the simulator, and its faults."""

import json
import os
import random

import pytest

from engine2048 import board
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.journal import Journal
from tests.faulty import text_of
from tests.handheld import run_program
from tests.saves import near_2048
from tools import files
from tools.emulator import firmware, image
from tools.emulator.pico import NotReached, Pico
from tools.simulator import keys, program

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        firmware.VARIABLE not in os.environ, reason=f"{firmware.VARIABLE} names no CircuitPython firmware"
    ),
]

# What Pico.play leaves between two strings at least: from the last key to the end, and to the first key.
PAUSE = "." * ((keys.SETTLE_MS + keys.AFTER_READY_MS) // 100)
# Each string is played when all has come to rest after the one before.
TOUR = [
    *("LLUR", "Z", "M", "DDDR", "L", "M", "DDDDR", "L", "DDDDDR", "R", "L", "L"),
    *("DDDDDDR", "DR", "DDR", "LL", "UUUUDD", "R", "U"),
]
# Every page, whatever its number of rows.
READING = [
    *("LLUR", "M", "UUUU", "DDDDDDD", "L", "L", "M", "DDDR", "D", "L", "M", "DDDDR", "D", "R", "D", "R"),
    *("DDDDDR", *["R"] * 7, "D", "L"),
    *("LLLLLLLL", "MDDDDDDR", "DDDD", "DD", "R", "D", "L", "UU", "R", "D", "L", "L", "L"),
]


def power_up(nvm=None, settings=None, replaced=None, source=False, **wiring):
    files = image.product_files(settings, replaced, source=source)
    memory = image.build(files, nvm or b"\xff" * image.NVM_BYTES)
    return Pico(firmware.find(), memory, program.read_settings(), **wiring)


def saved(game):
    """The flash sector that holds a game."""
    sector = bytearray(b"\xff" * image.NVM_BYTES)
    journal = Journal(sector, True)
    journal.snapshot(game)
    return bytes(sector)


def before_the_end():
    """A game that its next move, which is given too, ends."""
    source, game = random.Random(2), Game(Rng(2))
    moves = []
    while not game.over:
        legal = [way for way in range(4) if board.slide(list(game.cells), way) >= 0]
        moves.append(source.choice(legal))
        game.play(moves[-1])
    game.undo()
    return game, "URDL"[moves[-1]]


def compare(nvm, strings, source=False, **settings):
    """Play strings on both; returns the names of the screens that were compared."""
    pico = power_up(nvm, settings, source=source)
    pico.wait_until_ready()
    screens = set()
    for number, text in enumerate(strings, start=1):
        pico.play(keys.parse(text))
        machine = run_program(PAUSE.join(strings[:number]), flash=bytearray(nvm), **settings)
        state = json.loads(machine.console.text.splitlines()[-1])
        screens.add(state["screen"])
        assert pico.chip.frame() == machine.chip.frame(), f"after {strings[:number]}, on {state['screen']}"
        assert (pico.chip.on, pico.chip.contrast) == (machine.chip.on, machine.chip.contrast)
    pico.interrupt()
    assert json.loads(pico.lines[-1][1]) == state
    assert pico.display.faults == []
    return screens


@pytest.mark.parametrize("source", [False, True], ids=["compiled", "source"])
def test_the_screens_are_those_of_the_simulator(source):
    screens = compare(b"\xff" * image.NVM_BYTES, TOUR, source, SEED=7)
    assert screens == {"board", "menu", "confirm", "statistics", "help", "settings"}


@pytest.mark.parametrize("code", files.languages()[1:])
def test_every_page_in_every_language_is_as_in_the_simulator(code):
    screens = compare(b"\xff" * image.NVM_BYTES, ["", *READING], SEED=7, LANGUAGE=code)
    assert screens == {"welcome", "board", "menu", "confirm", "statistics", "this game", "help", "settings"}


@pytest.mark.parametrize("code", files.languages())
def test_winning_is_as_in_the_simulator(code):
    strings = ["U", "U", "..D", "..U", "R", "L"]
    assert compare(saved(near_2048(3)), strings, SEED=7, LANGUAGE=code) == {"board", "won"}


@pytest.mark.parametrize("code", files.languages())
def test_the_end_is_as_in_the_simulator(code):
    game, last = before_the_end()
    assert compare(saved(game), [last, "..D", "U", "R"], SEED=7, LANGUAGE=code) == {"over", "board"}


def test_a_language_chosen_on_the_device_is_as_in_the_simulator():
    steps = ["LLUR", "M", "DDDDDDR", "DDDD", *["R"] * len(files.languages()), "R", "L", "L", "LDRU"]
    assert compare(b"\xff" * image.NVM_BYTES, steps, SEED=7) == {"board", "menu", "settings"}


@pytest.mark.parametrize("content", [b"", b"T2048", b"\xff" * 5000])
def test_damaged_texts_are_said_on_the_glass_and_english_takes_their_place(content):
    code = files.languages()[1]
    pico = power_up(settings={"SEED": 7, "LANGUAGE": code}, replaced={f"hardware/texts/{code}.bin": content})
    pico.wait_until_ready()
    pico.play([])
    assert " ".join(text_of(pico.chip.frame())) == (
        "The texts of this language are missing or damaged. Copy the game again. OK"
    )
    pico.play(keys.parse("......R..M"))
    assert text_of(pico.chip.frame())[:2] == ["Resume", "Hint"]


def test_upside_down_is_as_in_the_simulator():
    assert compare(b"\xff" * image.NVM_BYTES, ["UR", "M"], SEED=5, ROTATION=180) == {"board", "menu"}


def test_the_game_outlives_a_power_cut():
    pico = power_up(settings={"SEED": 9})
    pico.wait_until_ready()
    pico.play(keys.parse("LDRULDRU"))
    picture, memory = pico.chip.frame(), pico.memory
    again = Pico(firmware.find(), memory, program.read_settings())
    again.wait_until_ready()
    again.play([])
    assert again.chip.frame() == picture


@pytest.mark.parametrize(
    ("settings", "wiring", "sentence"),
    [
        ({"BRIGHTNESS": 900}, {}, "BRIGHTNESS"),
        ({"BUTTON_UP": "GP11"}, {}, "GP11"),
        ({"I2C_ADDRESS": "0x3D"}, {}, "No display at 0x3D"),
        ({}, {"address": None}, "pull-up"),
        ({"I2C_ADDRESS": "0x3C"}, {"address": 0x3D}, "No display at 0x3C; 0x3D answers"),
    ],
    ids=["brightness", "pin used twice", "wrong address", "no display", "other address"],
)
def test_what_is_wrong_is_said(settings, wiring, sentence):
    pico = power_up(settings=settings, **wiring)
    with pytest.raises(NotReached, match=sentence):
        pico.wait_until_ready()
    pico.run_until(pico.now + 1_500_000)
    if wiring == {"address": None}:
        # The light blinks, because there is nothing to read.
        assert len([time for time, _ in pico.light if time > 1_000_000]) > 3
    elif wiring:
        assert "No display at 0x3C" in " ".join(text_of(pico.chip.frame()))
    else:
        machine = run_program(**settings)
        assert pico.chip.frame() == machine.chip.frame()


def test_a_crash_is_shown():
    broken = b"def open_region():\n    raise OSError(5, 'planted')\n"
    pico = power_up(replaced={"hardware/store.py": broken})
    with pytest.raises(NotReached, match=r"OSError: \[Errno 5\].*the game is saved"):
        pico.wait_until_ready()
    pico.run_until(pico.now + 500_000)
    assert any(map(any, pico.chip.frame()))
    assert 'File "hardware/store.mpy", line 2' in pico.console.text
