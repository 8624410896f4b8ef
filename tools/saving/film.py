# SPDX-License-Identifier: MIT
"""A film of the last moves of a save: the product plays them again and draws."""

from itertools import pairwise

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.journal import Journal
from tools import filming
from tools.saving.looking import Line, line_of
from tools.saving.save import Save, SaveError
from tools.simulator import flash, keys, report
from tools.simulator.machine import Machine

_PAUSE_MS = 160
# A banner takes a choice after half a second without a press; going on is its first item.
_GO_ON = "......R."


def film_of(save: Save, moves: int) -> filming.Frames:
    """What the display shows while the last `moves` moves are made again. Raises SaveError."""
    line = line_of(save)[-moves - 1 :]
    if len(line) < 2:
        raise SaveError("The save holds no moves to make a film of.")
    machine = Machine(flash.Rp2Flash(_start(save, line)), {})
    frames = filming.frames(machine, _steps(line))
    shown = report.parse(machine.console.text)
    if tuple(shown["cells"]) != line[-1].cells or shown["score"] != line[-1].score:
        raise SaveError(
            "The moves do not lead to the saved board: this is a fault of the film, not of the save."
        )
    return frames


def _start(save: Save, line: Line) -> bytearray:
    """A flash with the game as it was before the first of these moves."""
    first, present = line[0], save.game
    game = Game(Rng(0))
    game.restore(bytes(first.cells), first.score, first.state, first.won, present.moves - len(line) + 1)
    game.past_best = present.past_best
    game.best = max(first.score, present.past_best)
    game.best_tile = present.best_tile
    game.past_games, game.past_wins = present.past_games, present.past_wins
    game.past_moves = present.past_moves
    image = flash.blank()
    Journal(image, True).snapshot(game)
    return image


def _steps(line: Line) -> list[keys.Step]:
    steps = []
    for before, after in pairwise(line):
        assert after.direction is not None  # only the first has none
        steps.append(keys.tap(after.direction)._replace(pause=_PAUSE_MS))
        if after.won and not before.won and after is not line[-1]:
            steps += keys.parse(_GO_ON)
    return steps
