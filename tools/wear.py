# SPDX-License-Identifier: MIT
"""Estimate how long the flash and the save last: python -m tools.wear

Plays whole games on a model of the RP2's flash, saves them as the device does, and counts the erases. In one
of them, a power cut can lose the save.
"""

import argparse
import random
from collections.abc import Callable
from typing import Any

from engine2048 import board
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import events
from engine2048.save.journal import Journal
from tools import figured
from tools.command import needs, run

with needs("wear", "setup"):
    from tools.simulator.flash import ERASE_MICROSECONDS, PROGRAM_MICROSECONDS, Region, Rp2Flash, blank

RATED_ERASES = 100_000  # for the Pico's flash chip, a W25Q16JV
_ERASES = 40
_A_DAY = 2000
# Seconds, from the beginning of an erase until its first page is written again: a save is never longer.
_EXPOSED = (ERASE_MICROSECONDS + PROGRAM_MICROSECONDS) / 1_000_000
# Seconds after the press that it follows. Measured on the emulated Pico: an erase begins 52 ms after a move's
# press that finds the sector full, and 105 ms after the menu's chord counts.
_ERASE_ENDS = 0.105 + _EXPOSED
_HANDS_BUSY = 0.2
# The player rests, opens the menu or switches the device on this often: the save is tidied then.
_MOVES_BETWEEN_PAUSES = 40


def in_a_corner(game: Game, _choice: random.Random) -> int:
    """Move as many people do: left or down if possible, else right, else up."""
    for direction in (board.LEFT, board.DOWN, board.RIGHT, board.UP):
        if game.play(direction):
            return direction
    raise AssertionError("a game that is not over has a legal move")


def anywhere(game: Game, choice: random.Random) -> int:
    """Move at random: this gives the shortest games and therefore the most snapshots."""
    while True:
        direction = choice.randrange(4)
        if game.play(direction):
            return direction


def moves_per_erase(player: Callable[[Game, random.Random], int], erases: int) -> float:
    """Play games with `player` (in_a_corner or anywhere) until the flash has seen that many erases."""
    flash = Rp2Flash(blank())
    choice = random.Random(1)
    game = Game(Rng(1))
    journal = Journal(Region(flash), True)
    moves = 0
    while flash.erases < erases:
        if moves % _MOVES_BETWEEN_PAUSES == 0:
            journal.tidy(game)
        journal.add(player(game, choice), game)
        moves += 1
        if game.awaiting_choice:
            game.keep_going()
            journal.add(events.KEEP_GOING, game)
        if game.over:
            game.new_game()
            journal.add(events.KEEP_GOING, game)
    return moves / erases


def chance_of_loss(moves: float, seconds: float, pulls: float, after: float = 0.0) -> float:
    """The chance to lose the save within a year by pulling the battery at random instants of play.

    moves: between two erases; seconds: per move; pulls: a day; after: no pull comes sooner after a press,
    in seconds. The save is lost from the beginning of an erase until the first page is written again.
    """
    exposed = max(0.0, _ERASE_ENDS - max(after, _ERASE_ENDS - _EXPOSED))
    each = min(1.0, exposed / (moves * seconds))
    return 1 - (1 - each) ** (pulls * 365)


def main() -> None:
    """Print the figures."""
    command = argparse.ArgumentParser(
        prog="python -m tools.wear", description="Estimate how long the flash and the save last."
    )
    command.add_argument(
        "--erases", type=int, default=_ERASES, metavar="N", help="erases to count (default %(default)s)"
    )
    command.add_argument(
        "--pulls", type=_positive, default=1.0, metavar="N", help="battery pulls a day (default %(default)g)"
    )
    command.add_argument(
        "--seconds",
        type=_positive,
        default=1.0,
        metavar="S",
        help="seconds a move takes (default %(default)g)",
    )
    command.add_argument("--json", metavar="FILE", help="also write the figures to FILE")
    options = command.parse_args()
    if options.erases < 1:
        command.error("--erases must be 1 or more")
    figures: dict[str, Any] = {}
    for name, player in (("games as people play", in_a_corner), ("random games", anywhere)):
        moves = moves_per_erase(player, options.erases)
        lifetime = moves * RATED_ERASES
        years = lifetime / _A_DAY / 365
        print(
            f"{name}: {options.erases} erases, one per {moves:,.0f} moves; {RATED_ERASES:,} erases last for "
            f"{lifetime / 1e6:.0f} million moves, or {years:.0f} years at {_A_DAY:,} moves a day."
        )
        anytime = chance_of_loss(moves, options.seconds, options.pulls)
        later = chance_of_loss(moves, options.seconds, options.pulls, _HANDS_BUSY)
        print(
            f"  The battery pulled {options.pulls:g} times a day, at {options.seconds:g} s a move: a chance "
            f"of {anytime:.2%} a year to lose the save if any instant is as likely, and of {later:.2%} "
            f"if no pull comes within {_HANDS_BUSY:g} s of a press."
        )
        figures[name] = {
            "moves_per_erase": round(moves),
            "years": round(years),
            "loss_a_year": anytime,
            "loss_a_year_hands_busy": later,
        }
    if options.json:
        figured.keep(figured.stamped("python -m tools.wear", figures), options.json)


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number above 0")
    return number


if __name__ == "__main__":
    run("wear", main)
