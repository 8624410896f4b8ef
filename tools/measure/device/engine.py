# SPDX-License-Identifier: MIT
"""Runs on the device in place of code.py: the engine alone, without a display.

Prints one line of JSON. Times are microseconds, sizes bytes.
"""

import gc
import json
import time

from engine2048 import board
from engine2048.game import Game
from engine2048.rng import Rng

_BOARDS = 64
_MOVES = 300
_LONG = 10000
_SAMPLES = 10
_LARGE_SEED = 0xFFFFFFFF  # the largest seed that four bytes of os.urandom can give


def move(game, choices):
    """Make one move of an endless random game; return how many directions it tried."""
    if game.over:
        game.new_game()
    game.keep_going()
    tried = 1
    while not game.play(choices.below(4)):
        tried += 1
    return tried


def slides():
    """Mean times of board.slide on boards of a random game, without a trail and with one, and the bytes that
    all calls allocate.
    """
    game, choices = Game(Rng(11)), Rng(12)
    boards = []
    for _ in range(_BOARDS):
        boards.append(list(game.cells))
        move(game, choices)
    trail = bytearray(16)
    gc.collect()
    gc.disable()
    free = gc.mem_free()
    for index in range(_BOARDS):
        board.slide(boards[index], index & 3)
        board.slide(boards[index], index & 3, trail)
    allocated = free - gc.mem_free()
    took = []
    for given in (None, trail):
        for index in range(_BOARDS):
            move(game, choices)
            for cell in range(16):
                boards[index][cell] = game.cells[cell]
        start = time.monotonic_ns()
        for index in range(_BOARDS):
            board.slide(boards[index], index & 3, given)
        took.append((time.monotonic_ns() - start) // 1000 / _BOARDS)
    gc.enable()
    return took, allocated


def plays():
    """Mean time of an effective move, failed tries included, and the bytes that all moves allocate."""
    game, choices = Game(Rng(_LARGE_SEED)), Rng(14)
    for _ in range(40):
        move(game, choices)
    gc.collect()
    gc.disable()
    free = gc.mem_free()
    for _ in range(_MOVES):
        move(game, choices)
    allocated = free - gc.mem_free()
    start = time.monotonic_ns()
    for _ in range(_MOVES):
        move(game, choices)
    elapsed = time.monotonic_ns() - start
    gc.enable()
    return elapsed // 1000 / _MOVES, allocated


def long_run():
    """Free heap after a collection, at regular intervals over many moves."""
    game, choices = Game(Rng(_LARGE_SEED)), Rng(16)
    free = [0] * _SAMPLES
    for sample in range(_SAMPLES):
        for _ in range(_LONG // _SAMPLES):
            move(game, choices)
        gc.collect()
        free[sample] = gc.mem_free()
    return free


(slide_us, trace_us), slide_bytes = slides()
play_us, play_bytes = plays()
print(
    json.dumps(
        {
            "slide_us": slide_us,
            "trace_us": trace_us,
            "slide_bytes": slide_bytes,
            "play_us": play_us,
            "play_bytes": play_bytes,
            "long_moves": _LONG,
            "long_free": long_run(),
        }
    )
)
