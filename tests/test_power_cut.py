# SPDX-License-Identifier: MIT
"""The power fails in every single flash operation of whole games.

What the next start finds is compared with the states just before and just after.
"""

import pytest

from engine2048.save.journal import FRESH, RESUMED
from tests.saves import CutEverywhere, RandomPlayer, near_2048, nvm, player_on, resumed, started
from tools.simulator.flash import PagedFlash, PowerCut, Rp2Flash, blank

# The first operations of a rewrite: a cut in either leaves nothing in the sector.
ERASE, FIRST_PAGE = 1, 2


def goes_on(player, flash, **options):
    """Play on from whatever was found and save it; the next start finds that."""
    player.journal.tidy(player.game)
    if not player.move():
        player.game.new_game()
        player.journal.snapshot(player.game)
    assert player.journal.can_save
    again = player_on(flash, **options)
    assert again.found == RESUMED
    assert again.state() == player.state()


def is_clean_new_game(player):
    game = player.game
    return (game.moves, game.score, game.best, game.games) == (0, 0, 0, 0) and sum(map(bool, game.cells)) == 2


def test_every_operation_of_whole_games_on_rp2():
    flash = Rp2Flash()
    region = CutEverywhere(flash)
    player = RandomPlayer(region, seed=7, game=near_2048(7))
    player.journal.tidy(player.game)
    assert all(resumed(image)[0].found == FRESH for _, image in region.take())  # nothing has been saved yet
    operations = 0
    lost = {ERASE: 0, FIRST_PAGE: 0}
    seen = {player.state()}
    while flash.erases < 2:
        before = player.state()
        player.act()
        seen.add(player.state())
        for rewrite, image in region.take():
            operations += 1
            again, its_flash = resumed(image)
            if rewrite == ERASE and again.found == RESUMED:
                assert again.state() in seen  # an older record happened to survive whole
            elif rewrite in (ERASE, FIRST_PAGE):
                lost[rewrite] += 1
                assert again.found == FRESH
                assert is_clean_new_game(again)
            else:
                assert again.found == RESUMED
                assert again.state() in (before, player.state())
            if rewrite or operations % 4 == 0:
                goes_on(again, its_flash)
    assert operations > 1500
    assert lost[ERASE] <= lost[FIRST_PAGE] == 2
    assert player.game.games > 3
    assert player.game.wins > 0


def test_saving_continues_after_damage_without_an_erase():
    """Twenty cuts in one run, each during some operation; damaged bytes are never overwritten."""
    flash = Rp2Flash()
    states = [started(flash, game=near_2048(1)).state()]
    for cut in range(20):
        flash = Rp2Flash(flash.image, cut_after=1 + cut * 7 % 23, seed=cut)
        player = RandomPlayer(nvm(flash), seed=cut)
        assert player.found == RESUMED
        assert player.state() in states
        states = [player.state()]
        with pytest.raises(PowerCut):
            while True:
                player.act()
                states = [states[-1], player.state()]
        states = [states[-1], player.state()]
        assert flash.erases == 0


def test_every_operation_if_each_assignment_erases():
    flash = PagedFlash(blank(8192))
    region = CutEverywhere(flash)
    player = RandomPlayer(region, game=near_2048(3), appends=False)
    player.journal.tidy(player.game)
    region.take()
    saved = player.state()
    for turn in range(120):
        player.act()
        if turn % 4 == 0:
            player.journal.tidy(player.game)
        for _, image in region.take():
            again, its_flash = resumed(image, PagedFlash, appends=False)
            assert again.found == RESUMED
            assert again.state() in (saved, player.state())
            goes_on_quietly(again, its_flash)
        saved = resumed(flash.image, PagedFlash, appends=False)[0].state()
    assert flash.erases > 30


def goes_on_quietly(player, flash):
    player.move()
    player.journal.tidy(player.game)
    assert player_on(flash, appends=False).state() == player.state()


def test_whole_records_that_survive_an_erase_are_used():
    """An erase that is cut off early may leave part of the sector: an older state and its best score."""
    flash = Rp2Flash()
    player = RandomPlayer(nvm(flash), game=near_2048(3))
    states = set()
    while not flash.erases:
        states.add(player.state())
        image = bytes(flash.image)
        player.act()
    found = []
    for seed in range(60):
        torn = Rp2Flash(bytearray(image), cut_after=1, seed=seed)
        with pytest.raises(PowerCut):
            nvm(torn)[0:1] = b"\0"
        again, its_flash = resumed(torn.image)
        found.append(again.found)
        if again.found == RESUMED:
            assert again.state() in states
            assert again.game.best > 0
        else:
            assert is_clean_new_game(again)
        goes_on(again, its_flash)
    assert found.count(RESUMED) >= 15
    assert found.count(FRESH) >= 15
