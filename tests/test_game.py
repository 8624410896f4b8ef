# SPDX-License-Identifier: MIT
"""The game against the official rules, and whole random games against the oracle."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine2048 import board
from engine2048.game import Game
from engine2048.history import STEPS
from engine2048.rng import Rng
from tests.saves import everything, near_2048
from tools import oracle

CHECKERBOARD = [1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1]


def game_with(cells, seed=1):
    """A game whose board is `cells`, with no history."""
    game = Game(Rng(seed))
    game.cells[:] = cells
    return game


def snapshot(game):
    """Everything that a move may change."""
    names = ("score", "best", "moves", "won", "over", "awaiting_choice", "best_tile", "wins", "total_moves")
    return (list(game.cells), game.rng.state, *(getattr(game, name) for name in names))


def play_random(game, seed, moves=10**6):
    """Play random legal moves, even after a win; yields after each."""
    choice = Rng(seed)
    while moves and not game.over:
        if game.play(choice.below(4)):
            moves -= 1
            yield
        game.keep_going()


def test_a_game_starts_with_two_tiles_in_two_cells():
    fours = 0
    for seed in range(2000):
        game = Game(Rng(seed))
        tiles = [tile for tile in game.cells if tile]
        assert len(tiles) == 2 and set(tiles) <= {1, 2}
        assert (game.score, game.best, game.moves, game.over, game.won) == (0, 0, 0, False, False)
        fours += tiles.count(2)
    assert 300 < fours < 500  # about a tenth of 4,000 tiles


def test_first_tiles_come_in_every_pair_of_cells():
    pairs = {tuple(cell for cell, tile in enumerate(Game(Rng(seed)).cells) if tile) for seed in range(3000)}
    assert len(pairs) == 120


def test_spawns_are_uniform_and_one_in_ten_is_a_four():
    game = game_with([0] * 16)
    cells, fours = [0] * 16, 0
    for _ in range(8000):
        game.cells[:] = [1, 0, 0, 1] + [0] * 12
        game.play(board.LEFT)
        assert game.cells[0] == 2 and game.cells[game.spawned] in (1, 2)
        cells[game.spawned] += 1
        fours += game.cells[game.spawned] == 2
    assert cells[0] == 0
    assert all(abs(count - 8000 / 15) < 100 for count in cells[1:])
    assert 700 < fours < 900


def test_an_illegal_direction_does_nothing_at_all():
    game = game_with([1, 2] + [0] * 14)
    before = snapshot(game)
    steps = len(game.history)
    assert game.play(board.LEFT) is False
    assert game.play(board.UP) is False
    assert snapshot(game) == before and len(game.history) == steps


@given(st.integers(0, 2**30), st.integers(0, 2**30))
@settings(max_examples=60, deadline=None)
def test_whole_games_follow_the_oracle(seed, choices):
    game = Game(Rng(seed))
    choice = Rng(choices)
    score = 0
    while not game.over:
        rows = oracle.rows_of(game.cells)
        direction = choice.below(4)
        expected = oracle.move(rows, direction)
        played = game.play(direction)
        assert played == (expected is not None)
        if expected is None:
            assert oracle.rows_of(game.cells) == rows
            continue
        score += expected[1]
        after = list(game.cells)
        spawned = after[game.spawned]
        assert spawned in (1, 2)
        after[game.spawned] = 0
        assert oracle.rows_of(after) == expected[0]
        assert game.score == score and game.best == score
        assert game.best_tile == max(game.cells)
        assert oracle.is_consistent(game.cells, game.score, game.moves)
        assert game.over == (not any(oracle.move(oracle.rows_of(game.cells), d) for d in range(4)))
        game.keep_going()


def test_the_score_of_thousands_of_games_stays_consistent_with_the_board():
    for seed in range(2000):
        game = Game(Rng(seed))
        for _ in play_random(game, seed + 1):
            assert oracle.is_consistent(game.cells, game.score, game.moves)
        assert game.over and all(game.cells)


def test_equal_seeds_give_equal_games():
    def record(seed):
        game = Game(Rng(seed))
        return [list(game.cells) for _ in play_random(game, 5)]

    assert record(3) == record(3)
    assert record(3) != record(4)


def test_2048_wins_once_and_waits_for_a_choice():
    game = game_with([10, 10, 11 - 1, 0] + [0] * 12)
    assert game.play(board.LEFT)
    assert game.won and game.awaiting_choice and not game.over
    assert game.score == 2048
    before = snapshot(game)
    assert game.play(board.RIGHT) is False and snapshot(game) == before
    game.keep_going()
    assert game.won and not game.awaiting_choice
    game.cells[:] = [11, 11] + [0] * 14
    assert game.play(board.LEFT)
    assert game.cells[0] == 12 and not game.awaiting_choice
    game.new_game()
    assert not game.won


def test_a_win_by_the_last_possible_move_is_a_win_and_then_the_end():
    game = game_with([10, 10, 3, 4, 5, 6, 7, 8, 3, 4, 5, 6, 6, 7, 8, 9])
    for seed in range(50):
        game = game_with([10, 10, 3, 4, 5, 6, 7, 8, 3, 4, 5, 6, 6, 7, 8, 9], seed)
        game.play(board.LEFT)
        assert game.won and game.awaiting_choice and game.over
        game.keep_going()
        assert game.over and not game.awaiting_choice


def test_a_full_board_with_a_pair_goes_on():
    cells = list(CHECKERBOARD)
    cells[14] = 1
    game = game_with(cells)
    game.over = not board.can_move(game.cells)
    assert not game.over
    assert game.play(board.RIGHT)


@pytest.mark.parametrize("gap", range(16))
def test_the_end_is_noticed_at_the_last_spawn(gap):
    cells = list(range(3, 19))
    cells[gap] = 0
    game = game_with(cells)
    assert game.play(next(d for d in range(4) if board.slide(list(cells), d) >= 0))
    assert game.over
    assert not any(game.play(direction) for direction in range(4))


def test_undo_takes_back_every_step_and_replaying_gives_the_same_tiles():
    game = Game(Rng(11))
    states, moves = [snapshot(game)], []
    for _ in play_random(game, 12, moves=STEPS):
        states.append(snapshot(game))
        moves.append(game.history.direction(0))
    for state in reversed(states[:-1]):
        best = game.best
        assert game.undo()
        assert snapshot(game)[:3] == state[:3] and game.moves == state[4]
        assert game.best == best
    assert game.undo() is False
    for move, state in zip(moves, states[1:], strict=True):
        assert game.play(move)
        assert game.cells == state[0] and game.score == state[2]


def test_history_is_bounded_and_holds_at_least_16_steps():
    game = Game(Rng(2))
    for _ in play_random(game, 3, moves=100):
        pass
    undone = 0
    while game.undo():
        undone += 1
    assert undone == STEPS >= 16


def test_undoing_the_2048_allows_the_win_again():
    game = game_with([10, 10] + [0] * 14)
    game.play(board.LEFT)
    assert (game.wins, game.awaiting_choice) == (1, True)
    game.undo()
    assert (game.wins, game.won, game.awaiting_choice) == (0, False, False)
    game.play(board.LEFT)
    game.keep_going()
    game.play(board.RIGHT)
    game.undo()
    assert game.won and not game.awaiting_choice
    game.undo()
    assert not game.won
    game.play(board.LEFT)
    assert game.awaiting_choice and game.wins == 1


def test_undo_works_after_the_end():
    game = Game(Rng(4))
    for _ in play_random(game, 5):
        pass
    moves = game.moves
    assert game.over and game.undo()
    assert not game.over and game.moves == moves - 1
    assert any(game.play(direction) for direction in range(4))


def test_best_never_goes_down():
    game = Game(Rng(6))
    for _ in play_random(game, 7, moves=60):
        pass
    best, tile = game.best, game.best_tile
    game.undo()
    assert (game.best, game.best_tile) == (best, tile)
    game.new_game()
    assert (game.best, game.best_tile, game.score) == (best, tile, 0)


def test_retract_leaves_no_trace():
    game = game_with([5, 5] + [0] * 14)
    game.best_tile = 5
    before = snapshot(game)
    game.play(board.LEFT)
    assert game.best == 64
    game.retract()
    assert snapshot(game) == before


def test_records_continue_from_game_to_game():
    game = Game(Rng(8))
    moves = 0
    for number in range(1, 6):
        assert game.games == number - 1
        for _ in play_random(game, number, moves=30):
            moves += 1
        assert (game.total_moves, game.games) == (moves, number)
        for _ in range(3):
            game.new_game()
            assert game.games == number
        assert len(game.history) == 30 + 1  # its moves and, as one step, the new games


def test_a_new_game_is_a_different_game():
    game = Game(Rng(9))
    starts = set()
    for _ in range(20):
        starts.add(tuple(game.cells))
        game.new_game()
    assert len(starts) > 15


@pytest.mark.parametrize("ends", ["running", "won", "over"])
def test_until_its_first_move_undo_brings_back_the_game_given_up(ends):
    game = game_with([10, 10] + [0] * 14) if ends == "won" else Game(Rng(4))
    if ends == "won":
        game.moves = 1023
        game.play(board.LEFT)
        assert game.awaiting_choice
    else:
        for _ in play_random(game, 5, moves=2000 if ends == "over" else 40):
            pass
        assert game.over == (ends == "over")
    before = everything(game)[:-2]
    steps = len(game.history)
    dealt = []
    for _ in range(3):
        game.new_game()
        assert (game.moves, game.score, game.won, game.over, game.awaiting_choice) == (0, 0, 0, 0, 0)
        dealt.append(list(game.cells))
    assert dealt[0] != dealt[1] != dealt[2]
    assert game.undo()
    assert everything(game)[:-2] == before
    assert len(game.history) == min(steps, STEPS - 1)
    game.new_game()
    assert game.cells == dealt[0]


def test_the_first_move_of_a_new_game_ends_the_one_given_up_but_a_retracted_one_does_not():
    game = Game(Rng(4))
    for _ in play_random(game, 5, moves=40):
        pass
    before = everything(game)[:-2]
    game.new_game()
    for direction in range(4):
        if game.play(direction):
            assert len(game.history) == 1
            game.retract()
    assert game.undo()
    assert everything(game)[:-2] == before
    game.new_game()
    assert any(game.play(direction) for direction in range(4))
    assert game.undo()
    assert not game.undo()
    assert (game.moves, game.games) == (0, 1)


def test_resetting_the_records_forgets_the_game_given_up():
    game = Game(Rng(4))
    for _ in play_random(game, 5, moves=40):
        pass
    game.new_game()
    game.reset_records()
    assert not game.undo()
    assert (game.games, game.total_moves, game.best) == (0, 0, 0)
    assert any(game.play(direction) for direction in range(4))
    game.retract()
    assert not game.undo()
    assert (game.games, game.total_moves) == (0, 0)


@given(st.integers(0, 2**29), st.booleans(), st.lists(st.sampled_from("0123chordNNU"), max_size=120))
@settings(max_examples=100, deadline=None)
def test_undo_follows_a_list_of_all_states_even_across_new_games(seed, nearly_won, acts):
    """A chord's letter is a move that is retracted at once."""

    def state():
        return snapshot(game)[:1] + everything(game)[1:7] + everything(game)[9:13]

    game = near_2048(seed) if nearly_won else Game(Rng(seed))
    line = []
    for act in acts:
        now, is_fresh, bests = state(), not game.moves, (game.best, game.best_tile)
        if act == "N":
            line += [] if is_fresh else [now]
            game.new_game()
        elif act == "U":
            assert game.undo() == bool(line)
            if line:
                assert state() == line.pop()
        elif game.play("0123chor".index(act) % 4 if act != "d" else 0):
            if act.isdecimal():
                line = [now] if is_fresh else [*line, now]
            else:
                game.retract()
                assert state() == now
                assert (game.best, game.best_tile) == bests
                line = line if is_fresh else line[1 - STEPS :]
        line = line[-STEPS:]
        assert len(game.history) == len(line)
