# SPDX-License-Identifier: MIT
"""One byte per event: recorded events happen again, and a byte that was cut off is not an event."""

import random

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import decoding, events, snapshot
from tests.saves import everything, near_2048

ALL = range(256)


def cut_off(byte):
    """What a power cut may leave of a byte that is being programmed."""
    return {byte | undone for undone in ALL}


def is_event(byte):
    return decoding.count_events(bytes((byte,))) == 1


def test_the_events_are_the_bytes_with_four_zero_bits():
    assert [byte for byte in ALL if is_event(byte)] == [byte for byte in ALL if byte.bit_count() == 4]
    codes = {events.encode(event, game) for event in range(7) for game in map(new_game, range(200))}
    assert len(codes) == 70


def new_game(seed):
    return Game(Rng(seed))


def test_nothing_that_was_cut_off_looks_like_an_event():
    for byte in filter(is_event, ALL):
        assert [left for left in cut_off(byte) if is_event(left)] == [byte]
    assert not any(map(is_event, cut_off(snapshot.MAGIC[0])))


def test_one_wrong_bit_is_never_an_event():
    first_of_snapshot = snapshot.MAGIC[0]
    for byte in (first_of_snapshot, *filter(is_event, ALL)):
        assert not any(is_event(byte ^ 1 << bit) for bit in range(8))


def test_events_happen_again():
    choice = random.Random(1)
    game, again = near_2048(4), near_2048(4)
    written = bytearray()
    while len(written) < 400:
        dice = choice.randrange(20)
        event = -1
        if dice == 0 and game.undo():
            event = events.UNDO
        elif game.awaiting_choice:
            game.keep_going()
            event = events.KEEP_GOING
        elif game.play(dice & 3):
            event = dice & 3
        if event >= 0:
            written.append(events.encode(event, game))
        if dice == 1 and 0 <= event < events.UNDO:
            game.retract()
            written.append(events.encode(events.RETRACT, game))
        if game.over:
            break
    assert len(written) > 50
    assert game.won
    assert decoding.count_events(written + b"\xff") == len(written)
    assert decoding.replay(bytes(written), len(written), again) == len(written)
    assert everything(again) == everything(game)


def test_the_check_covers_cells_score_and_generator():
    game = near_2048(4)
    byte = events.encode(0, game)
    for change in ("cells", "score", "generator"):
        differing = 0
        for step in range(1, 9):
            other = near_2048(4)
            if change == "cells":
                other.cells[step] += 1
            elif change == "score":
                other.score += 4 * step
            else:
                other.rng.state += step
            differing += events.encode(0, other) != byte
        assert differing >= 5


def test_an_impossible_event_stops_the_replay():
    game = Game(Rng(1))
    impossible = [events.UNDO, events.KEEP_GOING, events.RETRACT]
    for event in impossible:
        assert decoding.replay(bytes((events.encode(event, game),)), 1, Game(Rng(1))) == 0
    right = Game(Rng(1))
    direction = next(direction for direction in range(4) if right.play(direction))
    byte = events.encode(direction, right)
    others = [other for other in filter(is_event, ALL) if other != byte]
    led_elsewhere = sum(decoding.replay(bytes((other,)), 1, Game(Rng(1))) for other in others)
    assert decoding.replay(bytes((byte,)), 1, Game(Rng(1))) == 1
    assert led_elsewhere <= 4  # one byte per other direction, and one for a new game


def test_counting_stops_at_the_first_byte_that_is_not_an_event():
    assert decoding.count_events(b"\x0f\x17\x0f") == 3
    assert decoding.count_events(b"\x0f\xff\x0f") == 1
    assert decoding.count_events(b"") == 0
