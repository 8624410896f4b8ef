# SPDX-License-Identifier: MIT
"""A record holds the whole game, and nothing comes out of one but a game that can have been played."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import decoding, snapshot
from engine2048.save.preferences import COUNT, UNSET, none_chosen
from tests.saves import everything, near_2048, seal, snapshot_of

PREFERENCES = b"\x01\x50\x00\xff\xff\xff\xff\xff"
DIRECTIONS = 46
AWAITING = 64


def played(seed, turns):
    """A game after some random turns, with undos, wins and new games."""
    game, choice = near_2048(seed) if seed % 2 else Game(Rng(seed)), random.Random(seed)
    for _ in range(turns):
        dice = choice.randrange(32)
        if dice == 0:
            game.undo()
        elif dice == 1 and choice.randrange(10) == 0:
            game.new_game()
        elif dice == 2:
            game.keep_going()
        else:
            game.play(dice & 3)
    return game


def decoded(record):
    game, preferences = decoding.decode(record), none_chosen()
    decoding.decode_preferences(record, preferences)
    return everything(game, preferences)


def is_refused(record):
    """Tell whether a whole record is refused."""
    assert decoding.whole(record) == record
    return decoding.decode(record) is None


def changed(record, at, *values):
    """The record with other bytes from `at` on, and correct checksums."""
    return seal(record[:at] + bytes(values) + record[at + len(values) :])


@given(st.integers(1, 2**29), st.integers(0, 400))
def test_a_game_comes_back_whole(seed, turns):
    game = played(seed, turns)
    record = snapshot_of(game, PREFERENCES, 7)
    assert decoding.whole(record) == record
    assert len(record) <= snapshot.LONGEST
    assert not decoding.is_newer(record)
    assert decoding.serial(record) == 7
    assert decoded(record) == everything(game, PREFERENCES)


@pytest.mark.parametrize("which", range(COUNT))
def test_an_impossible_preference_counts_as_never_chosen(which):
    game = played(3, 60)
    assert len(game.history) > 28
    every = PREFERENCES[:3] + bytes(COUNT - 3)
    at = DIRECTIONS + 8 + which
    for value in range(256):
        wrong = changed(snapshot_of(game, every[:-1] + bytes(1)), at, value)
        again, preferences = decoding.decode(wrong), none_chosen()
        decoding.decode_preferences(wrong, preferences)
        assert everything(again)[:-2] == everything(game)[:-2]
        allowed = ((0, 1), range(1, 101), (0, 1), (0, 1), range(4), range(100), (), ())[which]
        assert preferences[which] == (value if value in allowed else UNSET)
        expected = [1, 80, 0, 0, 0, 0] + [UNSET] * (COUNT - 6)
        expected[which] = preferences[which]
        assert list(preferences) == expected


def test_a_win_comes_back_with_its_question_until_that_is_answered():
    game = near_2048(1)
    while not game.awaiting_choice:
        assert any(game.play(direction) for direction in (3, 2, 1, 0))
    assert decoded(snapshot_of(game)) == everything(game)
    game.keep_going()
    assert decoded(snapshot_of(game)) == everything(game)
    assert any(game.play(direction) for direction in (3, 2, 1, 0))
    assert decoded(snapshot_of(game)) == everything(game)


def test_a_lost_game_comes_back_lost():
    game, choice = Game(Rng(2)), random.Random(2)
    while not game.over:
        game.play(choice.randrange(4))
    assert decoded(snapshot_of(game)) == everything(game)


def test_bytes_after_a_record_do_not_matter():
    record = snapshot_of(played(4, 60))
    assert decoding.whole(record + b"\xff" * 10) == decoding.whole(record + record) == record
    assert decoding.whole(b"\x00" + record) is None


def test_every_wrong_byte_is_noticed():
    record = snapshot_of(played(2, 200), PREFERENCES)
    for at, right in enumerate(record):
        for wrong in range(256):
            image = record[:at] + bytes((wrong,)) + record[at + 1 :] + b"\xff" * 40
            assert decoding.whole(image) == (record if wrong == right else None), (at, wrong)


@given(st.integers(1, 2**29), st.data())
def test_a_record_that_was_cut_off_is_not_whole(seed, data):
    record = snapshot_of(played(seed, seed % 100), PREFERENCES)
    undone = data.draw(st.binary(min_size=len(record), max_size=len(record)))
    left = bytes(a | b for a, b in zip(record, undone, strict=True))
    assert decoding.whole(left + b"\xff" * 300) == (record if left == record else None)


@pytest.mark.parametrize("shorter", range(1, snapshot.LONGEST))
def test_a_record_that_breaks_off_is_not_whole(shorter):
    game = played(2, 200)
    game.new_game()
    record = snapshot_of(game, bytes(COUNT))
    assert len(record) == snapshot.LONGEST
    assert decoding.whole(record[:-shorter]) is None


# What is wrong, where it is in the record (see the table in snapshot.py), and the wrong bytes.
NEVER_PLAYED = [
    ("an unknown version", 2, [0]),
    ("fewer bytes than its steps take", 28, [32]),
    ("more steps than undo has", 28, [33]),
    ("a tile of 262,144", 5, [18]),
    ("no tile at all", 5, [0] * 16),
    ("one tile, where two are dealt", 5, [1] + [0] * 15 + [0, 0, 0]),
    ("a score of a third tile", 21, [4, 0, 0]),
    ("a score that is odd", 21, [1, 0, 0]),
    ("a score beyond the highest", 21, [0xFF, 0xFF, 0xFF]),
    ("a generator at 0", 24, [0, 0, 0, 0]),
    ("a generator beyond its range", 24, [0, 0, 0, 64]),
    ("a win without a 2048", 28, [128]),
    ("a best score beyond the highest", 29, [0xFF, 0xFF, 0xFF]),
    ("a best score that is odd", 29, [1, 0, 0]),
    ("a best tile beyond the highest", 32, [18]),
    ("more wins than games", 36, [1, 0, 0]),
    ("moves beyond all bounds", 39, [0, 0, 0, 64]),
    ("an earlier best score above the best", 43, [4, 0, 0]),
    ("an earlier best score that is odd", 29, [8, 0, 0] + [0] * 11 + [2, 0, 0]),
]


@pytest.mark.parametrize(
    ("at", "values"), [case[1:] for case in NEVER_PLAYED], ids=[case[0] for case in NEVER_PLAYED]
)
def test_a_game_that_was_never_played_is_refused(at, values):
    record = snapshot_of(Game(Rng(2)))
    assert is_refused(changed(record, at, *values))


@pytest.mark.parametrize(
    ("at", "values"),
    [(28, []), (29, [0, 0, 0] + [0] * 11 + [0, 0, 0]), (32, [1])],
    ids=["question", "best score", "best tile"],
)
def test_a_game_to_which_its_moves_do_not_lead_is_refused(at, values):
    record = snapshot_of(played(2, 100))
    values = [record[28] | AWAITING] if at == 28 else values
    assert is_refused(changed(record, at, *values))


def test_a_game_given_up_comes_back_only_from_a_possible_record():
    game = played(2, 60)
    game.new_game()
    game.new_game()  # another deal
    record = snapshot_of(game, PREFERENCES)
    assert record[2] == 3
    assert decoded(record) == everything(game, PREFERENCES)
    for seed in (0, 1 << 30, 0xFFFFFFFF):
        assert is_refused(changed(record, DIRECTIONS, *seed.to_bytes(4, "little")))
    fresh = snapshot_of(Game(Rng(2)))
    assert fresh[2] == 2
    never_begun = (
        fresh[:2] + b"\3" + bytes((fresh[3] + 4,)) + fresh[4:DIRECTIONS] + b"\1\0\0\0" + fresh[DIRECTIONS:]
    )
    assert is_refused(seal(never_begun))


def test_an_illegal_move_is_refused():
    record = snapshot_of(played(2, 60))
    others = [changed(record, DIRECTIONS, record[DIRECTIONS] & 0xFC | first) for first in range(4)]
    assert 0 < sum(map(is_refused, others)) < 4


@given(st.integers(1, 2**29), st.lists(st.tuples(st.integers(2, 61), st.integers(0, 255)), max_size=6))
def test_whatever_a_whole_record_says_its_game_is_consistent(seed, changes):
    record = bytearray(snapshot_of(played(seed, seed % 300), PREFERENCES))
    for at, value in changes:
        if at != 3 and at < len(record) - 4:
            record[at] = value
    game = decoding.decode(seal(record))
    if not game:
        return
    # By the rules, tiles and score tell how many 2s and 4s must have been spawned.
    tiles = sum(2**tile for tile in game.cells if tile)
    fours = (sum((tile - 1) * 2**tile for tile in game.cells if tile) - game.score) / 4
    twos = (tiles - 4 * fours) / 2
    assert fours >= 0 and fours == int(fours)
    assert twos >= 0 and twos == int(twos)
    assert game.moves == twos + fours - 2
    assert game.best >= game.score
    assert game.best_tile >= max(game.cells)


def test_a_newer_record_is_distinguished_from_damage():
    record = snapshot_of(Game(Rng(2)))
    newer = seal(
        bytes(record[:2])
        + bytes((snapshot.VERSION + 1, len(record) + 30))
        + record[4:-4]
        + b"\x55" * 30
        + bytes(4)
    )
    assert decoding.whole(newer) == newer
    assert decoding.is_newer(newer)
    assert is_refused(newer)
    assert decoding.whole(newer[:60] + b"\x00" + newer[61:]) is None


def test_best_score_and_statistics_are_kept_even_if_the_game_is_not():
    game = played(2, 60)
    game.new_game()
    assert any(game.play(direction) for direction in range(4))
    never_played = changed(snapshot_of(game, PREFERENCES), 21, 4)
    again, preferences = Game(Rng(5)), none_chosen()
    dealt = list(again.cells)
    assert decoding.decode_lifetime(never_played, again)
    decoding.decode_preferences(never_played, preferences)
    assert (again.best, again.best_tile, again.games, again.total_moves) == (
        game.best,
        game.best_tile,
        game.past_games,
        game.past_moves,
    )
    assert preferences == PREFERENCES
    assert again.cells == dealt and again.moves == again.score == 0
    for at, values in ((29, [1]), (32, [18]), (36, [9]), (2, [9]), (43, [0xFC] * 3)):
        assert not decoding.decode_lifetime(changed(never_played, at, *values), again)
    assert again.best == game.best


def test_moves_are_counted_from_tiles_and_score():
    game, choice = Game(Rng(8)), random.Random(8)
    while not game.over:
        game.play(choice.randrange(4))
        assert decoding.count_moves(game.cells, game.score) == game.moves
        assert decoding.count_moves(game.cells, game.score + 2) == -1


def test_reader_and_writer_know_the_same_layout():
    shared = vars(snapshot).keys() & vars(decoding).keys()
    numbers = {name for name in shared if name.isupper()}
    assert {"_CELLS", "_STEPS", "_BEST", "_PAST_BEST", "_DIRECTIONS", "_SUMS", "_AWAITING", "_WON"} <= numbers
    assert {"_SEED", "_DIRECTIONS_3"} <= numbers
    assert all(getattr(snapshot, name) == getattr(decoding, name) for name in numbers)
