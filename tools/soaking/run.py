# SPDX-License-Identifier: MIT
"""Play a script (script.py) on the whole program in the simulator; check after each step what must hold."""

import random
import sys
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.decoding import count_moves
from engine2048.save.journal import Journal
from tools.files import ROOT
from tools.simulator import keys, program, report
from tools.simulator.flash import PowerCut, Region, Rp2Flash, blank
from tools.simulator.machine import Machine
from tools.soaking import laws, script
from tools.soaking.laws import Broken, Moment

# Boards on which LEFT makes the 2048, and on which LEFT is the last possible move.
NEARLY_WON = [10, 10, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 1]
NEARLY_OVER = [5, 6, 7, 7, 6, 7, 9, 10, 5, 6, 7, 8, 6, 7, 9, 10]
_ADDRESS = 0x3C
_MASH_US = 15_000
# A program that does not rest for so long (microseconds) is thinking or plays a demo: the next step comes.
_BUSY = 1_500_000
_GLASS_EVERY = 4  # steps between two looks at every pixel
_FULL_CHARGE = 4.0  # volts; on a battery, the handheld may switch itself off


class Failed(NamedTuple):
    """What broke, and after how many letters of the script."""

    what: str
    letters: int


class Played(NamedTuple):
    """What a script met: moves, starts, screens, power cuts that hit a write, and the failure, if any."""

    moves: int
    starts: int
    screens: frozenset[str]
    cuts: int
    failed: Failed | None


class _FailingFlash(Rp2Flash):
    """A flash whose writes can be made to fail."""

    fails = False

    def _assign(self, start: int, data: bytes | bytearray) -> None:
        if self.fails:
            raise OSError("the flash does not answer")
        super()._assign(start, data)


class _Restart(BaseException):
    """The power is taken away now."""


def saved(cells: list[int] | None) -> bytearray:
    """A flash with a game on that board; blank for None."""
    image = blank()
    if cells:
        game = Game(Rng(9))
        score = sum((tile - 1) << tile for tile in cells if tile)
        game.restore(cells, score, game.rng.state, max(cells) > 10, count_moves(cells, score))
        game.best, game.best_tile = score, max(cells)
        Journal(Region(Rp2Flash(image)), True).snapshot(game)
    return image


class Soak:
    """One script on one handheld, through any number of starts; the program is that in `root`."""

    def __init__(self, text: str, settings: Mapping[str, Any] | None = None, root: Path = ROOT) -> None:
        self._text = text
        self._root = root
        self._settings = settings or {}
        self._at = 0  # the letters done
        self._build = 0
        self._image = blank()
        self._may_lose = True  # what the flash held may be gone
        self._last: Moment | None = None
        self._allowed: list[Moment] = []
        self._spoil = random.Random(text)
        self.moves = self.starts = self.cuts = 0
        self.screens: set[str] = set()

    def play(self) -> Played:
        """Play to the end of the script, or to the first thing that breaks."""
        failed = None
        try:
            while self._start():
                pass
        except Broken as broken:
            failed = Failed(str(broken), self._at)
        return Played(self.moves, self.starts, frozenset(self.screens), self.cuts, failed)

    def _start(self) -> bool:
        """Switch on, and play until the power goes or the script ends; False at the end."""
        self.starts += 1
        settings = {"SEED": 1, **script.SETTINGS[self._build % len(script.SETTINGS)], **self._settings}
        self._flash = _FailingFlash(self._image, seed=self._at)
        # With a computer, the handheld never sleeps.
        self._battery = _FULL_CHARGE if self._build % 2 else None
        self._machine = Machine(self._flash, settings, battery=self._battery)
        self._machine.run_on()
        self._machine.pace = self._pace
        self._handheld: Any = None
        self._until = 0
        self._key = ""
        self._before: Moment | None = None
        self._is_done = False
        try:
            program.run(self._machine, self._root)
        except (PowerCut, _Restart) as end:
            self.cuts += isinstance(end, PowerCut)
            self._lose_power(end)
            return True
        except BaseException as error:
            if isinstance(error, Broken | KeyboardInterrupt):
                raise
            raise Broken(f"the program ended with {error!r}") from error
        return self._ended()

    def _ended(self) -> bool:
        said = self._machine.console.text
        if not self._is_done:
            raise Broken(f"the program ended: {said.strip().splitlines()[-1:]}")
        try:
            state = report.parse(said)
        except report.NoReport as error:
            raise Broken(str(error)) from error
        if self._last and tuple(state["cells"]) != self._last.cells:
            raise Broken("the report at Ctrl-C tells of another game")
        return False

    def _lose_power(self, end: BaseException) -> None:
        """Remember which states the next start may find."""
        if self._handheld and self._last and self._last.can_save:
            now = laws.moment(self._handheld)
            self._allowed = [self._last, now]
        self._may_lose |= self._flash.erases > 0 and isinstance(end, PowerCut)
        self._image = self._flash.image

    def _pace(self, end: int) -> None:
        """Called whenever the program looks at the clock or sleeps: take the next step when it is time."""
        machine = self._machine
        if self._is_done or machine.now < self._until:
            return
        handheld, is_resting = _look_up(sys._getframe())
        self._handheld = handheld or self._handheld
        if not handheld:
            self._before = None  # switched off, or starting: a press does no more than wake it
        if not is_resting and machine.now < self._until + _BUSY:
            return
        if machine.faults:
            raise Broken(machine.faults[0])
        said = report.fault(machine.console.text)
        if said and _ADDRESS in machine.devices:
            raise Broken(f"the program stopped: {said}")
        if handheld:
            self.screens.add(handheld.session.screen)
            if is_resting:
                self._check(handheld)
        if self._at == len(self._text):
            self._is_done = True
            machine.interrupt()
            return
        self._step(self._text[self._at], end)

    def _check(self, handheld: Any) -> None:
        """Everything that must hold while the program waits."""
        now = laws.moment(handheld)
        laws.check_game(handheld.game, now)
        if self._before and self._key:
            laws.check_answer(self._key, self._before, now, self._battery is not None)
        if self._last and not self._allowed:
            laws.check_change(self._last, now)
        self._check_found(now)
        laws.check_save(handheld, self._flash.image)
        if self._at % _GLASS_EVERY == 0 or self._at == len(self._text):
            laws.check_glass(handheld, self._machine)
        made = now.moves - self._last.moves if self._last else 0
        self.moves += made if 0 < made <= laws.MOST_MOVES else 0
        self._last = self._before = now

    def _check_found(self, now: Moment) -> None:
        """At the first look after a start: the game that was left, or the one a moment before."""
        if self._allowed and not self._may_lose:
            lines = {line for each in self._allowed for line in each.line[:5]}
            if now.line[0] not in lines:
                raise Broken(f"after the power was back, the board was {now.cells}")
        self._allowed = []
        self._may_lose = False

    def _step(self, letter: str, start: int) -> None:
        """Do what a letter of the script says from the time `start` on, and plan when the next may come."""
        self._at += 1
        self._key = letter if letter in "UDLRMZH" else ""
        machine = self._machine
        lasts = script.SETTLED_MS.get(letter, 0)
        if letter in keys.STEPS:
            step = keys.STEPS[letter]
            # The player turns with the picture.
            turned = 2 if self._last and self._last.rotation else 0
            for button in step.buttons:
                machine.switch(button ^ turned, True, start)
                machine.switch(button ^ turned, False, start + step.down * 1000)
            lasts = step.down + step.pause
        elif letter == "m":
            for number, button in enumerate((keys.LEFT, keys.UP, keys.LEFT, keys.DOWN)):
                down = start + number * _MASH_US
                machine.switch(button, True, down)
                machine.switch(button, False, down + 2 * _MASH_US)
            lasts = 200
        else:
            self._trouble(letter)
        self._until = start + lasts * 1000

    def _trouble(self, letter: str) -> None:
        """Do to flash, display or power what a letter says."""
        machine = self._machine
        if letter == "c":
            self._flash.cut()
        elif letter in "fg":
            self._flash.fails = letter == "f"
        elif letter == "b":
            machine.devices.pop(_ADDRESS, None)
        elif letter == "p" and _ADDRESS not in machine.devices and machine.chip is not None:
            if "SPI" not in script.SETTINGS[self._build % len(script.SETTINGS)].values():
                machine.chip.reset()
                machine.devices[_ADDRESS] = machine.chip
        elif letter in "xksnwe":
            self._cut(letter)

    def _cut(self, letter: str) -> None:
        """Take the power away; what the flash holds meanwhile may change."""
        self._build += letter == "s"
        if letter == "k":
            self._may_lose = True
            for _ in range(self._spoil.randrange(1, 40)):
                self._flash.image[self._spoil.randrange(len(self._flash))] = self._spoil.randrange(256)
        elif letter in "nwe":
            self._may_lose = True
            self._last = None
            self._flash.image[:] = saved({"w": NEARLY_WON, "e": NEARLY_OVER}.get(letter))
        raise _Restart


def _look_up(frame: FrameType | None) -> tuple[Any, bool]:
    """The handheld whose loop is running, if one is, and whether it rests until something happens."""
    is_resting = False
    while frame:
        name = frame.f_code.co_name
        if name in ("nap", "_wait", "sleep_until"):
            is_resting = True
        elif name == "_loop" and "session" in frame.f_locals:
            return frame.f_locals["self"], is_resting
        frame = frame.f_back
    return None, is_resting
