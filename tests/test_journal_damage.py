# SPDX-License-Identifier: MIT
"""Journals with wrong bits and bytes, and flash that was never a journal: only the damaged part is lost."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine2048.save import snapshot
from engine2048.save.journal import FRESH, RESUMED
from tests.saves import RandomPlayer, near_2048, player_on, resumed, seal, snapshot_of, started
from tools.simulator.flash import ERASED, Rp2Flash, blank

SHORT = 12


def short_journal():
    """A journal of two snapshots, each with events after it.

    Returns the image, where its newest snapshot begins, and (bytes used, state) after each save.
    """
    flash = Rp2Flash()
    player = started(flash, game=near_2048(3))
    saved = [(used(flash.image), player.state())]
    for turn in range(SHORT):
        if turn == SHORT // 2:
            player.preferences[0] = 1
            player.journal.snapshot(player.game)
        else:
            assert player.move()
        saved.append((used(flash.image), player.state()))
    return bytes(flash.image), saved[SHORT // 2][0], saved


def used(image):
    return len(bytes(image).rstrip(ERASED))


def test_a_single_wrong_bit_costs_what_came_after_it_and_no_more():
    image, newest, saved = short_journal()
    for at in range(used(image)):
        before = [state for end, state in saved if end <= at or at < newest]
        for bit in range(8):
            damaged = bytearray(image)
            damaged[at] ^= 1 << bit
            player, flash = resumed(damaged)
            assert player.found == RESUMED
            assert player.state() == before[-1]
            goes_on_without_an_erase(player, flash)


def goes_on_without_an_erase(player, flash):
    player.journal.tidy(player.game)
    assert player.move()
    assert player.journal.can_save
    again = player_on(flash)
    assert again.found == RESUMED
    assert again.state() == player.state()
    assert flash.erases == 0


@pytest.mark.parametrize("part", range(4))  # each takes a while
def test_every_single_wrong_byte_leaves_a_state_that_once_existed(part):
    image, _, saved = short_journal()
    states = {state for _, state in saved}
    for at in range(part, used(image), 4):
        believed = 0
        for wrong in set(range(256)) - {image[at]}:
            player = RandomPlayer(image[:at] + bytes((wrong,)) + image[at + 1 : 1024])
            assert player.found == RESUMED
            believed += player.state() not in states
        # Some wrong bytes are other legal events with the right check value: one byte for each such event.
        assert believed <= 6


def test_a_whole_record_of_an_impossible_game_still_gives_its_best_score():
    game = near_2048(3)
    record = bytearray(snapshot_of(game, b"\x01\x02\x01\x00\xff\xff\xff\xff"))
    record[5] = 3
    player, flash = resumed(seal(record) + bytes(blank(4096 - len(record))))
    assert player.found == FRESH
    assert (player.game.best, player.game.best_tile, player.game.score) == (game.best, game.best_tile, 0)
    assert player.preferences == b"\x01\x02\x01\x00\xff\xff\xff\xff"
    assert player.game.past_best == game.best
    player.journal.tidy(player.game)
    assert player_on(flash).game.best == game.best


JOURNAL = short_journal()[0]


@settings(max_examples=60)
@given(
    st.integers(0),
    st.lists(st.tuples(st.integers(0, 4095), st.binary(max_size=64)), max_size=5),
    st.booleans(),
)
def test_a_random_image_never_crashes_and_allows_a_game(seed, changes, real):
    noise = random.Random(seed)
    image = bytearray(JOURNAL) if real else bytearray(noise.randbytes(4096))
    for at, data in changes:
        image[at : at + len(data)] = data
    check_foreign(image[:4096])


@pytest.mark.parametrize("content", [bytes(4096), b"\xff" * 4096, snapshot.MAGIC * 2048, b"CIRC" * 1024])
def test_a_foreign_image_allows_a_game(content):
    check_foreign(content)


def check_foreign(image):
    player, flash = resumed(image)
    assert player.found in (RESUMED, FRESH)
    player.journal.tidy(player.game)
    for _ in range(5):
        assert player.move()
    assert player.journal.can_save
    again = player_on(flash)
    assert again.found == RESUMED
    assert again.state() == player.state()
