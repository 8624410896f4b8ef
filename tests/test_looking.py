# SPDX-License-Identifier: MIT
"""What the journal still holds: the line of moves behind the present board, and a save as text."""

from itertools import pairwise

import pytest

from tests.saves import near_2048, started
from tools import oracle
from tools.saving.looking import as_text, line_of
from tools.saving.save import Save
from tools.simulator.flash import SECTOR, PagedFlash, Rp2Flash, blank


def saved(flash, appends=True):
    return Save(bytes(flash.image), appends, "")


@pytest.mark.parametrize("turns", [0, 1, 30, 97, 150, 700])
def test_the_line_is_what_was_played_and_not_undone(turns):
    flash = Rp2Flash()
    player = started(flash, seed=11)
    boards = {0: tuple(player.game.cells)}
    for _ in range(turns):
        player.act()
        if player.game.over or player._to_retract:
            player.game.undo()
            player._to_retract = False
            player.journal.add(4, player.game)
        if not player.game.past_games:  # else it is a new game, which is soon undone
            boards[player.game.moves] = tuple(player.game.cells)
    line = line_of(saved(flash))
    end = player.game.moves
    assert len(line) - 1 == end
    assert [position.cells for position in line] == [boards[end - age] for age in reversed(range(len(line)))]
    assert line[0].direction is None
    for before, after in pairwise(line):
        rows, score = oracle.move(oracle.rows_of(before.cells), after.direction)
        slid = oracle.cells_of(rows)
        assert sum(a != b for a, b in zip(slid, after.cells, strict=True)) == 1  # the new tile
        assert after.score == before.score + score


def test_slots_hold_what_undo_leads_through():
    flash = PagedFlash(blank(2 * SECTOR))
    player = started(flash, appends=False)
    for turn in range(80):
        player.move()
        if turn % 20 == 0:
            player.journal.tidy(player.game)
    player.journal.tidy(player.game)
    line = line_of(saved(flash, appends=False))
    assert len(line) - 1 == 32 + 19  # the older slot is 19 moves older
    assert line[-1].cells == tuple(player.game.cells)


def test_damage_cuts_the_line_short():
    flash = Rp2Flash()
    player = started(flash, seed=5)
    while player.played < 250:
        if not player.move():
            player.game.undo()
            player.journal.add(4, player.game)
    whole, whole_byte = line_of(saved(flash)), flash.image[60]
    flash.image[60] = 0  # one event; what follows it is lost, up to the undo steps of the next snapshot
    cut = line_of(saved(flash))
    assert 70 < len(cut) < len(whole)
    assert cut[1:] == whole[1 - len(cut) :]
    flash.image[60] = whole_byte
    flash.image[130] = 0  # what follows this one is among those steps
    assert line_of(saved(flash)) == whole


def test_a_new_game_without_moves_shows_no_move_of_the_game_given_up():
    flash = Rp2Flash()
    player = started(flash)
    for _ in range(9):
        player.move()
    player.game.new_game()
    player.journal.snapshot(player.game)
    assert [position.cells for position in line_of(saved(flash))] == [tuple(player.game.cells)]
    assert as_text(saved(flash)).endswith("The save holds no moves.")


def test_the_text_tells_board_figures_and_moves():
    flash = Rp2Flash()
    player = started(flash, game=near_2048(2))
    while player.move() and not player.game.awaiting_choice:
        pass
    text = as_text(saved(flash))
    game = player.game
    for exponent in game.cells:
        assert not exponent or f" {1 << exponent} " in text
    assert f"Score       {game.score:>10,}" in text
    assert f"All moves   {game.total_moves:>10,}" in text
    letters = "".join(
        line.strip() for line in text.splitlines() if set(line.strip()) and set(line.strip()) <= set("URDL")
    )
    replayed = near_2048(2)
    for letter in letters:
        assert replayed.play("URDL".index(letter))
    assert replayed.cells == game.cells
    assert ("The game was just won" in text) == game.awaiting_choice
    assert all(len(line) <= 80 for line in text.splitlines())
