# SPDX-License-Identifier: MIT
"""The save on the real firmware: power cuts at any instant of play, and a hard reset in mid-game."""

import os

import pytest

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import events
from engine2048.save.journal import RESUMED, Journal
from tools.emulator import firmware, image
from tools.emulator.pico import Pico
from tools.simulator import keys, program

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        firmware.VARIABLE not in os.environ, reason=f"{firmware.VARIABLE} names no CircuitPython firmware"
    ),
]

SEED = 9
KEYS = "LDRULDRULLDD"
CUTS_MS = 7  # from one look at the flash to the next


def power_up(memory):
    pico = Pico(firmware.find(), memory, program.read_settings())
    pico.wait_until_ready()
    return pico


def new_memory():
    return image.build(image.product_files({"SEED": SEED, "ANIMATION": 0}))


def state_in(memory):
    """What the product's own journal finds in a flash image: (score, moves, cells)."""
    outcome, game = Journal(bytearray(memory[: image.NVM_BYTES]), True).load(Game(Rng(1)))
    assert outcome == RESUMED
    return game.score, game.moves, tuple(game.cells)


def states_by_the_rules():
    """Every state that the keys lead through, from the same seed, played on this computer."""
    game = Game(Rng(SEED))
    states = {(game.score, game.moves, tuple(game.cells)): None}
    for key in KEYS:
        game.play("URDL".index(key))
        states[game.score, game.moves, tuple(game.cells)] = None
    return list(states)


def test_whenever_the_power_fails_the_flash_holds_a_state_of_this_game_and_never_goes_back():
    pico = power_up(new_memory())
    changes, milliseconds = keys.schedule(keys.parse(KEYS))
    start = pico.now + keys.AFTER_READY_MS * 1000  # the new game itself is saved after its first picture
    for at, button, is_down in changes:
        pico.switch(button, is_down, start + at * 1000)
    states = states_by_the_rules()
    seen = []
    for at in range(0, milliseconds + keys.SETTLE_MS, CUTS_MS):
        pico.run_until(start + at * 1000)
        place = states.index(state_in(pico.memory))
        assert not seen or place >= seen[-1]
        seen.append(place)
    assert set(seen) == set(range(len(states)))
    assert pico.erases.count == 0


@pytest.mark.parametrize(("free", "presses", "within_ms"), [(3, KEYS, 60), (300, "M", 520)])
def test_a_full_sector_is_erased_while_the_players_hands_are_on_the_buttons(free, presses, within_ms):
    """The menu's chord counts after 400 ms, with both buttons held."""
    files = image.product_files({"SEED": SEED, "ANIMATION": 0})
    pico = power_up(image.build(files, nearly_full(free)))
    changes, milliseconds = keys.schedule(keys.parse(presses))
    start = pico.now + keys.AFTER_READY_MS * 1000
    downs = []
    for at, button, is_down in changes:
        pico.switch(button, is_down, start + at * 1000)
        downs += [start + at * 1000] if is_down else []
    while not pico.erases.count and pico.now < start + (milliseconds + keys.SETTLE_MS) * 1000:
        pico.run_until(pico.now + 2000)
    assert pico.erases.count == 1
    pressed = max(down for down in downs if down <= pico.now)
    assert pico.now - pressed <= within_ms * 1000


def nearly_full(free):
    """The nvm of a game in progress, with so many bytes left."""
    region = bytearray(b"\xff" * image.NVM_BYTES)
    game = Game(Rng(SEED))
    journal = Journal(region, True)
    journal.snapshot(game)
    undone = True
    while len(region) - len(region.rstrip(b"\xff")) > free:
        undone = not undone
        if undone:
            game.undo()
            journal.add(events.UNDO, game)
        else:
            direction = next(direction for direction in range(4) if game.play(direction))
            journal.add(direction, game)
    return bytes(region)


def test_after_a_hard_reset_the_same_game_is_shown_and_the_same_tiles_come():
    pico = power_up(new_memory())
    pico.play(keys.parse(KEYS[:6]))
    picture = pico.chip.frame()
    again = power_up(pico.memory)
    again.play([])
    assert again.chip.frame() == picture
    again.play(keys.parse(KEYS[6:]))
    again.interrupt()
    assert state_in(again.memory) == states_by_the_rules()[-1]
