"""Switching off and on again: what the player finds is what was left, on every kind of flash."""

import pytest

from engine2048 import codec, events, journal
from engine2048.game import Game
from engine2048.journal import FRESH, NEWER, RESUMED, Journal
from engine2048.rng import Rng
from tests.saves import Player, everything, near_2048, nvm, player_on, resumed, seal, snapshot_of, started
from tools.simulator.flash import ERASED, PagedFlash, Rp2Flash, blank


def restarted(player, flash, **options):
    """The next start with the same flash, by someone who goes on making the same choices."""
    again = player_on(flash, seed=1234, **options)
    again.choice = player.choice
    again._to_retract = player._to_retract
    again.played = player.played
    return again


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
        assert flash.programs == programs  # nothing is written again
        if retracting:  # the chord's second press comes at once, not after a restart
            player.act()
            alone.act()
    assert player.game.wins > 0
    assert flash.erases == one_flash.erases


def test_the_next_tile_after_a_restart_is_the_one_it_would_have_been():
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
def test_undo_goes_on_across_a_restart(moves, undone):
    flash = Rp2Flash()
    player = started(flash, seed=3)
    seen = [everything(player.game)[:2]]
    for _ in range(moves):
        assert player.move()
        seen.append(everything(player.game)[:2])
    for _ in range(min(undone, moves)):
        assert player.game.undo()
        player.journal.record(events.UNDO, player.game)
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
        assert bytes(flash.image).count(codec.MAGIC) == 2
        best_changed += player.game.best > best
        player.game.retract()
        player.journal.record(events.RETRACT, player.game)
        assert player.game.best == best
        assert restarted(player, flash).state() == player.state()
    assert best_changed


def test_playing_2000_moves_erases_nothing():
    flash = Rp2Flash()
    player = started(flash, game=near_2048(5))
    player.journal.overwrite_newer(player.game)  # a sector that was just compacted
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
        free = len(bytes(flash.image)) - len(bytes(flash.image).rstrip(ERASED))
        if not player.move():
            player.game.new_game()
            player.journal.snapshot(player.game)
        if not flash.erases:
            player.journal.tidy(player.game)
    assert 300 < free <= 4096 // 10 + 59
    assert restarted(player, flash).state() == player.state()


def test_boot_plays_no_more_than_128_moves_again():
    """128 moves of 2 ms are under 0.3 s on a Pico."""
    flash = Rp2Flash()
    player = started(flash, game=near_2048(1))
    most = 0
    for _ in range(300):
        player.act()
        game = CountingGame(Rng(3))
        Journal(nvm(flash), True).load(game, bytearray(4))
        most = max(most, game.plays)
    assert 100 < most <= 32 + journal.EVENTS == 128


class CountingGame(Game):
    plays = 0

    def play(self, direction):
        self.plays += 1
        return super().play(direction)


def test_a_region_of_another_size_works_with_both_strategies():
    for size in (8192, 4096, 1500, 1024):
        for appends in (True, False):
            region = bytearray(ERASED) * size
            player = Player(region, appends=appends)
            for _ in range(700):
                player.act()
            player.journal.tidy(player.game)
            assert player.journal.can_save
            assert Player(region, appends=appends).state() == player.state()


class Failing:
    """A region that fails in some way; all else works."""

    def __init__(self, fault, error=OSError):
        self.bytes = bytearray(ERASED) * 4096
        self.fault = fault
        self.error = error
        self.writes = 0

    def _fail(self, operation):
        if self.fault == operation:
            raise self.error(30, "Read-only filesystem")

    def __len__(self):
        self._fail("length")
        return len(self.bytes)

    def __getitem__(self, index):
        self._fail("read")
        return bytearray(self.bytes[index])

    def __setitem__(self, index, value):
        self.writes += 1
        self._fail("write")
        self.bytes[index] = bytes(len(value)) if self.fault == "content" else value


FAULTS = [("length", OSError), ("read", RuntimeError), ("content", None)] + [
    ("write", error) for error in (OSError, RuntimeError, ValueError, NotImplementedError, MemoryError)
]


@pytest.mark.parametrize("appends", [True, False])
@pytest.mark.parametrize(("fault", "error"), FAULTS)
def test_a_failing_region_leaves_a_game_that_says_it_cannot_save(fault, error, appends):
    region = Failing(fault, error)
    play_without_saving(Player(region, appends=appends))
    assert region.writes <= 1


@pytest.mark.parametrize("appends", [True, False])
@pytest.mark.parametrize(
    "region", [None, bytearray(256), bytearray(0), 7], ids=["none", "small", "empty", "no region"]
)
def test_no_region_leaves_a_game_that_says_it_cannot_save(region, appends):
    player = Player(region, appends=appends)
    assert not player.journal.can_save
    play_without_saving(player)


def play_without_saving(player):
    assert player.found == FRESH
    player.journal.tidy(player.game)
    for _ in range(300):
        player.act()
    player.journal.tidy(player.game)
    assert player.played > 200
    assert not player.journal.can_save


def newer_image(size=4096):
    record = snapshot_of(near_2048(4))
    newer = seal(bytes(record[:2]) + b"\x02" + record[3:])
    return newer + bytes(blank(size - len(newer)))


@pytest.mark.parametrize(("kind", "appends"), [(Rp2Flash, True), (PagedFlash, False)])
def test_a_newer_save_is_not_touched_until_the_player_agrees(kind, appends):
    image = newer_image(8192)
    flash = kind(bytearray(image))
    player = player_on(flash, appends=appends)
    assert player.found == NEWER
    assert not player.journal.can_save
    for _ in range(300):
        player.act()
    player.journal.tidy(player.game)
    assert flash.image == image
    player.journal.overwrite_newer(player.game)
    assert player.journal.can_save
    again = player_on(flash, appends=appends)
    assert again.found == RESUMED
    assert again.state() == player.state()


def test_an_older_save_beside_a_newer_one_is_not_resumed():
    newer = newer_image()
    record = snapshot_of(near_2048(4))
    assert resumed(newer[: len(record)] + record + newer[2 * len(record) :])[0].found == NEWER


def test_slots_are_written_only_when_it_is_quiet_and_something_changed():
    flash = PagedFlash(blank(8192))
    player = started(flash, appends=False)
    assert flash.erases == 1
    for _ in range(50):
        player.move()
    assert flash.erases == 1
    for _ in range(3):
        player.journal.tidy(player.game)
    assert flash.erases == 2


def test_slots_alternate_and_the_newer_one_counts():
    flash = PagedFlash(blank(8192))
    player = started(flash, appends=False)
    newest = 0
    for turn in range(600):  # the serial number wraps at 256
        before = bytes(flash.image)
        player.act()
        player.journal.tidy(player.game)
        after = bytes(flash.image)
        changed = [half for half in (0, 1) if before[4096 * half :][:4096] != after[4096 * half :][:4096]]
        assert changed in ([], [1 - newest]), "the newest save must stay while the next is written"
        newest = changed[0] if changed else newest
        if turn % 7 == 0:
            player = restarted(player, flash, appends=False)
            assert player.found == RESUMED
        assert player_on(flash, appends=False).state() == player.state()
