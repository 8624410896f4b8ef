# SPDX-License-Identifier: MIT
"""Hint and demo: they answer in time, end at a press, and leave no trace in the player's game."""

import sys

import pytest

from engine2048 import board
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.journal import Journal
from engine2048.save.preferences import IDLE_DEMO, Preferences
from engine2048.screens import actions, rest
from engine2048.screens.session import Session
from engine2048.solver import advisor, search

LOOP_MS = 5
CROWDED = [1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6, 4, 5, 6, 6]


class LoopingPlayer:
    """A session on a flash of its own, whose clock turns step by step as in the loop of code.py."""

    def __init__(self, idle_ms=(30_000, 120_000, 600_000), **preferences):
        self.now = 2**29 - 1000  # the ticks wrap during every test
        self.region = bytearray(b"\xff" * 4096)
        chosen = Preferences((1, 80, 0, preferences.get("idle_demo", 0)))
        self.journal = Journal(self.region, True, chosen.chosen)
        _, self.game = self.journal.load(Game(Rng(3)))
        self.session = Session(self.game, self.journal, chosen, idle_ms)
        self.session.start(self.now)
        for direction in (0, 1, 2, 3, 0, 1):
            self.do(direction)

    def do(self, action):
        self.session.handle(action, self.now)
        self.session.save()

    def watch_a_demo(self):
        self.do(actions.MENU)
        items = self.session.page.items
        for text, _ in items:
            if text == "Watch a demo":
                break
            self.do(board.DOWN)
        self.do(board.RIGHT)

    def wait(self, milliseconds):
        for _ in range(0, milliseconds, LOOP_MS):
            self.now = (self.now + LOOP_MS) % 2**29
            self.session.tick(self.now)
            self.session.save()

    def everything(self):
        """All of the player's that a hint or a demo must not touch."""
        game = self.game
        records = game.best, game.best_tile, game.games, game.wins, game.total_moves
        return list(game.cells), game.score, game.rng.state, len(game.history), records, bytes(self.region)


@pytest.fixture
def player():
    return LoopingPlayer()


def test_a_hint_points_somewhere_legal_and_changes_nothing(player):
    before = player.everything()
    player.do(actions.HINT)
    player.wait(500)
    hint = player.session.hint
    assert board.slide(list(player.game.cells), hint) >= 0
    assert player.session.screen == "board"
    assert player.everything() == before


def test_a_hint_comes_in_time_however_long_the_search(player):
    player.game.cells[:] = CROWDED
    player.game.cells[0] = 0
    player.do(actions.HINT)
    slow = 0
    while player.session.hint == actions.NONE:
        player.now = (player.now + 50) % 2**29  # a board on which a slice takes 50 ms
        player.session.tick(player.now)
        slow += 50
    assert slow <= 450
    assert board.slide(list(player.game.cells), player.session.hint) >= 0


@pytest.mark.parametrize("action", [0, 1, 2, 3, actions.UNDO])
def test_what_changes_the_board_takes_the_arrow_away(player, action):
    player.do(actions.HINT)
    player.wait(500)
    moves = player.game.moves
    player.do(action)
    assert (player.session.hint == actions.NONE) == (player.game.moves != moves)


def test_a_demo_plays_its_own_game_and_any_press_ends_it(player):
    before = player.everything()
    player.watch_a_demo()
    player.wait(20_000)
    assert player.session.screen == "demo"
    assert player.session.shown is not player.game
    assert player.session.shown.moves > 20
    player.do(board.LEFT)
    assert player.session.screen == "board" and player.session.shown is player.game
    assert player.everything() == before


def test_the_demo_goes_on_for_thousands_of_moves_with_presses_in_between():
    player = LoopingPlayer((0, 0, 0))
    moves = presses = 0
    source = Rng(5)
    before = player.everything()
    while moves < 5000:
        player.watch_a_demo()
        demo = player.session.demo
        for _ in range(250):
            seen = demo.game.moves
            while demo.game.moves == seen and not demo.game.over:
                player.now = (player.now + 500) % 2**29
                player.session.tick(player.now)
            moves += 1
        player.session.save()
        player.do(source.below(4))
        presses += 1
        assert player.session.screen == "board"
        assert player.everything() == before
    assert presses == 20


def test_left_alone_it_plays_a_demo_when_that_is_wished():
    player = LoopingPlayer(idle_demo=1)
    assert player.session.preferences.get(IDLE_DEMO) == 1
    player.wait(121_000)
    assert player.session.screen == "demo"
    assert player.session.rest.light == rest.DIM


def test_an_idle_demo_that_nobody_watches_ends_in_the_dark():
    player = LoopingPlayer(idle_demo=1)
    player.wait(239_000)
    assert (player.session.screen, player.session.rest.light) == ("demo", rest.DIM)
    player.wait(2_000)
    assert (player.session.screen, player.session.rest.light) == ("board", rest.DARK)
    player.wait(300_000)
    assert (player.session.screen, player.session.rest.light) == ("board", rest.DARK)
    player.wait(60_000)
    assert player.session.rest.light == rest.OFF


def test_a_demo_that_was_asked_for_dims_and_ends_in_the_dark(player):
    player.watch_a_demo()
    player.wait(31_000)
    assert (player.session.screen, player.session.rest.light) == ("demo", rest.DIM)
    player.wait(90_000)
    assert (player.session.screen, player.session.rest.light) == ("board", rest.DARK)


@pytest.mark.parametrize("weights", ["/nowhere/weights.bin", __file__])
def test_without_usable_weights_the_game_says_so_and_goes_on(player, monkeypatch, weights):
    monkeypatch.setattr(advisor, "_weights", lambda: weights)
    with pytest.raises(search.SolverUnavailable):
        search.Solver(weights)
    player.do(actions.HINT)
    player.wait(500)
    assert player.session.screen == "notice"
    assert not player.session.is_searching
    assert "engine2048.solver.search" not in sys.modules  # without its weights, it only takes memory
    assert "weights.bin" in " ".join(player.session.page.lines)
    player.do(board.RIGHT)
    assert player.session.screen == "board"
    assert any(player.game.play(direction) for direction in range(4))


def test_the_solver_stays_while_hints_are_asked_for_and_is_forgotten_some_moves_later(player):
    def is_loaded():
        return "engine2048.solver.search" in sys.modules

    def move():
        moves = player.game.moves
        for direction in range(4):
            if player.game.moves == moves:
                player.do(direction)
        player.session.page = None

    for _ in range(3):
        player.do(actions.HINT)
        player.wait(500)
        assert player.session.hint != actions.NONE
        for _ in range(advisor._KEPT_MOVES):
            move()
            assert is_loaded()
    move()
    assert not is_loaded()
    player.do(actions.HINT)
    assert player.session.is_searching
    player.wait(500)
    assert board.slide(list(player.game.cells), player.session.hint) >= 0


def test_a_demo_keeps_its_solver_however_long_it_plays(player):
    player.watch_a_demo()
    player.wait(20_000)
    assert player.session.demo.game.moves > 2 * advisor._KEPT_MOVES
    player.do(board.LEFT)
    player.watch_a_demo()
    assert player.session.screen == "demo"


def test_that_a_hint_is_looked_for_is_shown_at_once(player):
    player.do(actions.HINT)
    assert (player.session.is_searching, player.session.hint) == (True, actions.NONE)
    player.wait(500)
    assert not player.session.is_searching


@pytest.mark.parametrize("steps", [(0,), (1,), (4, board.RIGHT), (6, board.RIGHT)])
def test_a_page_opened_while_a_hint_is_looked_for_stays_until_a_press_closes_it(player, steps):
    player.do(actions.HINT)
    player.wait(LOOP_MS)
    player.do(actions.MENU)
    down, *right = steps
    for action in [board.DOWN] * down + right:
        player.do(action)
    page, choice = player.session.page, player.session.page.choice
    assert player.session.is_searching
    player.wait(1_000)
    assert not player.session.is_searching
    assert (player.session.page, player.session.page.choice) == (page, choice)
    while player.session.page:
        player.do(board.LEFT)
    assert board.slide(list(player.game.cells), player.session.hint) >= 0


def test_a_demo_that_wins_plays_on(player):
    player.watch_a_demo()
    game = player.session.demo.game
    game.restore([10, 10, 1, 0, *[0] * 12], 0, game.rng.state, False, 20)
    player.session.demo._solver.begin(game.cells, search.DEMO)
    while not game.won:
        player.wait(500)
    moves = game.moves
    player.wait(10_000)
    assert game.moves > moves + 5


def test_a_demo_ends_the_search_for_a_hint(player):
    player.do(actions.HINT)
    player.watch_a_demo()
    assert player.session.demo
    player.do(board.LEFT)
    player.wait(5000)
    assert player.session.hint == actions.NONE
    assert not player.session.is_searching
