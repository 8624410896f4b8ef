# SPDX-License-Identifier: MIT
"""The engines of other people, each behind the interface of engines.py.

Each adapter calls its engine the way that engine's own program does, and does nothing besides. They are
installed into a folder of their own (`make bench`); what they import comes from there, too.
"""

import importlib
import importlib.metadata
import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tools import oracle
from tools.benching.engines import Engine
from tools.files import ROOT

FOLDER = ROOT / ".venv" / "bench"


class _OnRows:
    """What adapters share that keep a board of four rows and the score themselves."""

    _board: oracle.Rows
    _score = 0

    def score(self) -> int:
        return self._score

    def cells(self) -> list[int]:
        return oracle.cells_of(self._board)

    def put(self, cells: Sequence[int]) -> None:
        self._board = oracle.rows_of(cells)


class Ladue:
    """2048-py: one module with global variables."""

    def __init__(self) -> None:
        module: Any = importlib.import_module("main")
        self._module = module
        self._merges = (module.merge_up, module.merge_right, module.merge_down, module.merge_left)

    def deal(self) -> None:
        self._module.score = 0
        self._module.prepare_board()

    def press(self, direction: int) -> None:
        before = [row.copy() for row in self._module.board]
        self._merges[direction]()
        if before != self._module.board:
            self._module.spawn_random()

    def is_over(self) -> bool:
        return bool(self._module.check_lost())

    def score(self) -> int:
        return int(self._module.score)

    def cells(self) -> list[int]:
        return oracle.cells_of(self._module.board)

    def put(self, cells: Sequence[int]) -> None:
        self._module.board = oracle.rows_of(cells)


class Terminal(_OnRows):
    """terminal2048: functions that return a new board."""

    def __init__(self) -> None:
        module = importlib.import_module("terminal2048.term_2048")
        self._deal, self._move, self._spawn = module.initialize_board, module.move, module.add_new_tile
        self._is_over = module.is_game_over
        action = module.GameAction
        self._actions = (action.UP, action.RIGHT, action.DOWN, action.LEFT)
        self.deal()

    def deal(self) -> None:
        self._board = self._deal()
        self._score = 0

    def press(self, direction: int) -> None:
        board, gained = self._move(self._board, self._actions[direction])
        if board != self._board:
            self._board = board
            self._score += gained
            self._spawn(board)

    def is_over(self) -> bool:
        return bool(self._is_over(self._board))


class Tui:
    """tui-2048: a class that knows when the game is over."""

    def __init__(self) -> None:
        module = importlib.import_module("game2048.game")
        self._game = module.Game2048()
        way = module.Direction
        self._ways = (way.UP, way.RIGHT, way.DOWN, way.LEFT)

    def deal(self) -> None:
        self._game.reset()

    def press(self, direction: int) -> None:
        self._game.move(self._ways[direction])

    def is_over(self) -> bool:
        return bool(self._game.game_over)

    def score(self) -> int:
        return int(self._game.score)

    def cells(self) -> list[int]:
        return oracle.cells_of(self._game.board)

    def put(self, cells: Sequence[int]) -> None:
        self._game.board = oracle.rows_of(cells)
        self._game.game_over = False


class River(_OnRows):
    """2048-river: functions in a program for a window, loaded without the menu around it."""

    def __init__(self) -> None:
        os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        # Its name begins with a digit, and its package opens a window.
        (path,) = (FOLDER / "main_launcher").glob("2048*.py")
        spec = importlib.util.spec_from_file_location("river2048", path)
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self._deal, self._move, self._spawn = module.new_board, module.move, module.spawn_tile
        self._any_moves = module.any_moves
        self.deal()

    def deal(self) -> None:
        self._board = self._deal()
        self._score = 0

    def press(self, direction: int) -> None:
        board, moved, gained = self._move(self._board, ("up", "right", "down", "left")[direction])
        if moved:
            self._board = board
            self._score += gained
            self._spawn(board)

    def is_over(self) -> bool:
        return not self._any_moves(self._board)


class Term:
    """term2048: a class for the board."""

    def __init__(self) -> None:
        self._class = importlib.import_module("term2048.board").Board
        self._ways = (self._class.UP, self._class.RIGHT, self._class.DOWN, self._class.LEFT)
        self.deal()

    def deal(self) -> None:
        self._board = self._class()
        self._score = 0

    def press(self, direction: int) -> None:
        self._score += self._board.move(self._ways[direction])

    def is_over(self) -> bool:
        return not self._board.canMove()

    def score(self) -> int:
        return self._score

    def cells(self) -> list[int]:
        return oracle.cells_of(self._board.cells)

    def put(self, cells: Sequence[int]) -> None:
        self._board.cells = oracle.rows_of(cells)


class Twenty:
    """twenty48: a class on an array of numpy."""

    def __init__(self) -> None:
        self._class = importlib.import_module("twenty48.Board").Board
        move = self._class.Move
        self._ways = (move.UP, move.RIGHT, move.DOWN, move.LEFT)
        self.deal()

    def deal(self) -> None:
        self._board = self._class()

    def press(self, direction: int) -> None:
        way = self._ways[direction]
        if self._board.check_legal_move(way):
            self._board.move(way).set_random_square()

    def is_over(self) -> bool:
        return not self._board.get_legal_moves()

    def score(self) -> int:
        return int(self._board.get_score())

    def cells(self) -> list[int]:
        tiles = [int(tile) for tile in self._board.get_tiles()]
        return oracle.cells_of([tiles])

    def put(self, cells: Sequence[int]) -> None:
        tiles = [value for row in oracle.rows_of(cells) for value in row]
        self._board.set_tile_value(range(16), tiles)


class Gymnasium:
    """gymnasium-2048: an environment for learning, on numpy; each step also builds what a learner sees."""

    def __init__(self) -> None:
        module = importlib.import_module("gymnasium_2048.envs.twenty_forty_eight")
        self._array = importlib.import_module("numpy").array
        self._env = module.TwentyFortyEightEnv()
        self.deal()

    def deal(self) -> None:
        self._env.reset()
        self._is_over = False

    def press(self, direction: int) -> None:
        self._is_over = self._env.step(direction)[2]

    def is_over(self) -> bool:
        return self._is_over

    def score(self) -> int:
        return int(self._env.total_score)

    def cells(self) -> list[int]:
        return [int(tile) for row in self._env.board for tile in row]

    def put(self, cells: Sequence[int]) -> None:
        self._env.board = self._array(cells, dtype="uint8").reshape(4, 4)
        self._is_over = False


# By the name of the package.
PEERS: dict[str, Callable[[], Engine]] = {
    "2048-py": Ladue,
    "terminal2048": Terminal,
    "tui-2048": Tui,
    "2048-river": River,
    "term2048": Term,
    "twenty48": Twenty,
    "gymnasium-2048": Gymnasium,
}


def use_folder(folder: Path = FOLDER) -> None:
    """Import the other engines from their folder from now on, and what they need, too."""
    sys.path.insert(0, str(folder))


def version(name: str, folder: Path = FOLDER) -> str:
    """The version of an engine. Raises PackageNotFoundError if it is not in the folder."""
    found = next(iter(importlib.metadata.distributions(name=name, path=[str(folder)])), None)
    if not found:
        raise importlib.metadata.PackageNotFoundError(name)
    return found.version
