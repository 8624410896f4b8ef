# SPDX-License-Identifier: MIT
"""The journal on every kind of region: other sizes, failing, missing, newer, erasing at each write."""

import pytest

from engine2048.save import snapshot
from engine2048.save.journal import FRESH, NEWER, RESUMED
from tests.saves import RandomPlayer, near_2048, player_on, restarted, resumed, seal, snapshot_of, started
from tools.simulator.flash import ERASED, PagedFlash, Rp2Flash, blank


def test_regions_of_other_sizes_work_with_both_strategies():
    for size in (8192, 4096, 1500, 1024):
        for appends in (True, False):
            region = bytearray(ERASED) * size
            player = RandomPlayer(region, appends=appends)
            for act in range(500):
                player.act()
                if act in (9, 499):
                    player.journal.tidy(player.game)
                    assert player.journal.can_save
                    assert RandomPlayer(region, appends=appends).state() == player.state()


class Failing:
    """A region that fails in one way and otherwise works."""

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
    play_without_saving(RandomPlayer(region, appends=appends))
    assert region.writes <= 1


@pytest.mark.parametrize("appends", [True, False])
@pytest.mark.parametrize(
    "region", [None, bytearray(256), bytearray(0), 7], ids=["none", "small", "empty", "no region"]
)
def test_no_region_leaves_a_game_that_says_it_cannot_save(region, appends):
    player = RandomPlayer(region, appends=appends)
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
    newer = seal(bytes(record[:2]) + bytes([snapshot.VERSION + 1]) + record[3:])
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


def test_overwriting_newer_saves_leaves_none_in_the_other_slot():
    flash = PagedFlash(bytearray(newer_image() * 2))
    player = player_on(flash, appends=False)
    assert player.found == NEWER
    player.journal.overwrite_newer(player.game)
    again = player_on(flash, appends=False)
    assert again.found == RESUMED
    assert again.state() == player.state()


def test_an_older_save_beside_a_newer_one_is_not_resumed():
    newer = newer_image()
    record = snapshot_of(near_2048(4))
    assert resumed(newer[: len(record)] + record + newer[2 * len(record) :])[0].found == NEWER


def test_slots_are_written_only_at_quiet_moments_and_if_something_changed():
    flash = PagedFlash(blank(8192))
    player = started(flash, appends=False)
    assert flash.erases == 1
    for _ in range(50):
        player.move()
    assert flash.erases == 1
    for _ in range(3):
        player.journal.tidy(player.game)
    assert flash.erases == 2


def test_slots_alternate_and_the_newer_counts():
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
        if turn % 7 == 0 and not player._to_retract:  # a chord ends before any restart
            player = restarted(player, flash, appends=False)
            assert player.found == RESUMED
        assert player_on(flash, appends=False).state() == player.state()
