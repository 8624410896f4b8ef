# SPDX-License-Identifier: MIT
"""Switching off and on again on a flash that appends: the player finds everything as it was."""

import pytest

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import events, journal, snapshot
from engine2048.save.journal import RESUMED, Journal
from tests.saves import everything, near_2048, nvm, restarted, started
from tools.simulator.flash import ERASED, Rp2Flash


def test_a_thousand_restarts_change_nothing():
    flash, one_flash = Rp2Flash(), Rp2Flash()
    player = started(flash, game=near_2048(7))
    alone = started(one_flash, game=near_2048(7))
    for _ in range(1000):
        player.act()
        alone.act()
        retracting = player._to_retract
        player = restarted(player, flash)
        assert player.found == RESUMED
        assert player.state() == alone.state()
        programs = flash.programs
        player.journal.tidy(player.game)
        assert flash.programs == programs  # nothing is rewritten
        if retracting:  # a chord's second press comes at once, never after a restart
            player.act()
            alone.act()
    assert player.game.wins > 0
    assert flash.erases == one_flash.erases


def test_the_next_tile_after_a_restart_is_the_same_as_without_one():
    for seed in range(40):
        flash = Rp2Flash()
        player = started(flash, seed=seed)
        for _ in range(3 * seed):
            player.move()
        again = restarted(player, flash)
        for direction in (3, 2, 1, 0):
            assert again.game.play(direction) == player.game.play(direction)
        assert everything(again.game) == everything(player.game)


@pytest.mark.parametrize("moves", [3, 16, 31, 32, 33, 100, 140])
@pytest.mark.parametrize("undone", [0, 1, 5, 15])
def test_undo_works_across_a_restart(moves, undone):
    flash = Rp2Flash()
    player = started(flash, seed=3)
    seen = [everything(player.game)[:2]]
    for _ in range(moves):
        assert player.move()
        seen.append(everything(player.game)[:2])
    for _ in range(min(undone, moves)):
        assert player.game.undo()
        player.journal.add(events.UNDO, player.game)
        seen.pop()
    again = restarted(player, flash)
    assert everything(again.game)[:2] == seen.pop()
    steps = 0
    while again.game.undo():
        assert everything(again.game)[:2] == seen.pop()
        steps += 1
    assert steps + min(undone, moves) >= min(moves, 16)


def test_a_move_that_became_a_snapshot_can_be_taken_back():
    best_changed = 0
    for seed in range(20):
        flash = Rp2Flash()
        player = started(flash, seed=seed)
        best = 0
        while player.played <= journal.EVENTS and not player.game.over:
            best = player.game.best
            assert player.move()
        if player.played <= journal.EVENTS:
            continue
        assert bytes(flash.image).count(snapshot.MAGIC) == 2
        best_changed += player.game.best > best
        player.game.retract()
        player.journal.add(events.RETRACT, player.game)
        assert player.game.best == best
        assert restarted(player, flash).state() == player.state()
    assert best_changed


def test_playing_2000_moves_erases_nothing():
    flash = Rp2Flash()
    player = started(flash, game=near_2048(5))
    player.journal.overwrite_newer(player.game)  # a freshly compacted sector
    flash.erases = flash.programs = 0
    while player.played < 2000:
        if not player.move():
            player.game.new_game()
            player.journal.snapshot(player.game)
    assert flash.erases == 0
    assert 2000 < flash.programs < 2150


def test_a_full_sector_is_compacted_and_holds_the_same_game():
    flash = Rp2Flash()
    player = started(flash, game=near_2048(2))
    while flash.erases < 2:
        erases = flash.erases
        player.act()
        if flash.erases > erases:
            assert restarted(player, flash).state() == player.state()


def test_tidying_makes_room_only_in_the_last_tenth():
    flash = Rp2Flash()
    player = started(flash)
    while not flash.erases:
        free = len(flash) - len(bytes(flash.image).rstrip(ERASED))
        if not player.move():
            assert player.game.undo()
            player.journal.add(events.UNDO, player.game)
        assert flash.erases == 0
        player.journal.tidy(player.game)
    assert 4096 // 10 - 60 < free <= 4096 // 10 + 60
    assert restarted(player, flash).state() == player.state()


def test_boot_replays_at_most_128_moves(monkeypatch):
    """On a Pico, 128 moves of 2 ms take less than 0.3 s."""
    flash = Rp2Flash()
    player = started(flash, game=near_2048(1))
    most = 0
    play, plays = Game.play, []
    monkeypatch.setattr(Game, "play", lambda *arguments: plays.append(1) or play(*arguments))
    for _ in range(600):
        player.act()
        plays.clear()
        Journal(nvm(flash), True).load(Game(Rng(3)))
        most = max(most, len(plays))
    assert 100 < most <= 32 + journal.EVENTS == 128
