# SPDX-License-Identifier: MIT
"""Shared by the tests of the save: what a save must keep, flashes, and a player who does everything."""

import random
from types import SimpleNamespace

from engine2048 import board
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import events, snapshot
from engine2048.save.journal import Journal
from engine2048.save.preferences import UNSET, none_chosen
from tools.simulator.flash import PowerCut, Rp2Flash
from tools.simulator.parts import Nvm
from tools.soaking.laws import UNCHOSEN, everything


def nvm(flash):
    """`flash` as the program sees it: the simulator's microcontroller.nvm."""
    return Nvm(SimpleNamespace(flash=flash, spend=lambda microseconds: None))


def near_2048(seed):
    """A game a few moves before its win, as it could really have been played."""
    game = Game(Rng(seed))
    cells = [10, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 1]
    # As if only 2s had been dealt: a tile 2^k is then worth (k - 1) * 2^k points by the rules.
    game.restore(cells, (9 << 10) + 2 * (8 << 9), seed + 1, False, 1023)
    game.best = game.score
    game.best_tile = 10
    return game


class RandomPlayer:
    """Someone who does everything that the device offers, and tells the journal as the session would.

    Each `act` is one change to the game and one call of the journal.
    """

    def __init__(self, region, seed=1, appends=True, game=None):
        self.choice = random.Random(seed)
        self.preferences = none_chosen()
        self.journal = Journal(region, appends, self.preferences)
        self.found, self.game = self.journal.load(game or Game(Rng(seed)))
        self.played = 0
        self._to_retract = False

    def state(self):
        """Everything that must be the same after a restart."""
        return everything(self.game, self.preferences)

    def act(self):
        """Mostly move; now and then something else."""
        game, dice = self.game, self.choice.random()
        if self._to_retract:
            self._to_retract = False
            game.retract()
            self.journal.add(events.RETRACT, game)
        elif dice < 0.02:
            self.journal.tidy(game)
        elif dice < 0.04:
            self.preferences[self.choice.randrange(4)] = self.choice.choice((UNSET, 0, 1)) or UNSET
            self.journal.snapshot(game)
        elif dice < 0.041 or (game.over and dice < 0.7):
            awaited = game.awaiting_choice
            game.new_game()
            if awaited or self.choice.random() < 0.2:
                self.journal.snapshot(game)
            else:
                self.journal.add(events.KEEP_GOING, game)
        elif dice < 0.08 or game.over or (not game.moves and dice < 0.5):
            if game.undo():
                self.journal.add(events.UNDO, game)
        elif game.awaiting_choice:
            game.keep_going()
            self.journal.add(events.KEEP_GOING, game)
        elif self.move():
            self._to_retract = dice < 0.12 and not game.awaiting_choice

    def move(self):
        """Play a legal direction, mostly towards one corner; False if there is none."""
        directions = [board.LEFT, board.DOWN, board.RIGHT, board.UP]
        if self.choice.random() < 0.3:
            self.choice.shuffle(directions)
        for direction in directions:
            if self.game.play(direction):
                self.journal.add(direction, self.game)
                self.played += 1
                return True
        return False


def player_on(flash, **options):
    """Someone who switches on a device with this flash."""
    return RandomPlayer(nvm(flash), **options)


def started(flash, **options):
    """A player whose new game is already saved, as it is after the first picture."""
    player = player_on(flash, **options)
    player.journal.tidy(player.game)
    return player


def restarted(player, flash, **options):
    """The next start with the same flash, by someone who goes on making the same random choices."""
    again = player_on(flash, seed=1234, **options)
    again.choice = player.choice
    again._to_retract = player._to_retract
    again.played = player.played
    return again


class CutEverywhere:
    """A region that records, at each assignment, what a power cut in each of its operations would leave."""

    def __init__(self, flash):
        self._flash = flash
        self._region = nvm(flash)
        self._seed = 0
        self.torn = []  # (index of the operation in an assignment that erases, else None; image)

    def __len__(self):
        return len(self._region)

    def __getitem__(self, index):
        return self._region[index]

    def __setitem__(self, index, value):
        erases = self._flash.erases
        before = bytearray(self._flash.image)
        self._region[index] = value
        operation = 1
        while True:
            copy = type(self._flash)(bytearray(before), cut_after=operation, seed=self._seed)
            try:
                nvm(copy)[index] = value
            except PowerCut:
                self.torn.append((operation if self._flash.erases > erases else None, copy.image))
            else:
                break
            self._seed += 1
            operation += 1

    def take(self):
        """The torn images recorded since the last call."""
        torn, self.torn = self.torn, []
        return torn


def resumed(image, flash_type=Rp2Flash, appends=True):
    """A player who switches on with `image` in the flash, and that flash."""
    flash = flash_type(bytearray(image))
    return RandomPlayer(nvm(flash), seed=77, appends=appends), flash


def seal(record):
    """Correct the checksums of a changed record, as snapshot.py's docstring defines them."""
    body = bytes(record[:-4])
    running = sum(sum(body[: end + 1]) for end in range(len(body)))
    return body + (0xFFFF - sum(body)).to_bytes(2, "little") + (running % 65536).to_bytes(2, "little")


def snapshot_of(game, preferences=UNCHOSEN, serial=0):
    """The record of a single game."""
    record = bytearray(snapshot.LONGEST)
    return bytes(record[: snapshot.encode(game, preferences, serial, record)])


def begun(seed=1):
    """The flash of a handheld that was switched on before, so that it shows no welcome."""
    region = bytearray(b"\xff" * 4096)
    Journal(region, True).snapshot(Game(Rng(seed)))
    return region
