# SPDX-License-Identifier: MIT
"""Take over the whole terminal, and give it back as it was: at the end, at a signal, and for Ctrl-Z."""

import os
import signal
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from tools.command import Ended

if TYPE_CHECKING:
    from blessed import Terminal

_HAS_JOBS = hasattr(signal, "SIGTSTP")  # Windows has none, nor the signals of a terminal
_MOMENT = 0.1  # seconds


class Takeover:
    """A blessed terminal, taken over. The signal handler only notes Ctrl-Z; `pause_if_asked` acts on it."""

    def __init__(self, terminal: "Terminal") -> None:
        self._terminal = terminal
        self._parts = ExitStack()
        self._is_asked = False
        self._is_continued = False
        self.handlers: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: end}
        if _HAS_JOBS:
            self.handlers |= dict.fromkeys((signal.SIGHUP, signal.SIGQUIT), end)  # the latter is Ctrl-\
            self.handlers |= {signal.SIGTSTP: self._ask, signal.SIGCONT: self._note_continued}

    def take(self) -> None:
        """Switch to a separate screen, without echo or cursor."""
        with _postponed(self.handlers):
            for part in (self._terminal.fullscreen, self._terminal.cbreak, self._terminal.hidden_cursor):
                self._parts.enter_context(part())

    def give_back(self) -> None:
        """Leave the terminal as it was found."""
        terminal = self._terminal
        with _postponed(self.handlers):
            self._parts.close()
            if not terminal.enter_fullscreen:
                # The terminal has only one screen: whatever is printed next goes below the picture.
                print(terminal.move_xy(0, terminal.height - 1), file=terminal.stream, flush=True)

    def pause_if_asked(self) -> bool:
        """Stop for Ctrl-Z until the shell says `fg`; returns whether the terminal was taken over again."""
        if not (self._is_asked or self._is_continued):
            return False
        is_taken = True
        if self._is_asked and self._is_in_foreground():
            self.give_back()
            is_taken = False
        if self._is_asked:
            _stop(os.getpid(), signal.SIGTSTP)
        # After `bg`, the terminal belongs to the shell.
        while not self._is_in_foreground():
            _stop(0, signal.SIGTTOU)
            time.sleep(_MOMENT)
        if is_taken:
            self.give_back()
        self._is_asked = self._is_continued = False
        self.take()
        return True

    def _is_in_foreground(self) -> bool:
        return os.tcgetpgrp(self._terminal.stream.fileno()) == os.getpgrp()

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self._is_asked = True

    def _note_continued(self, _number: int, _frame: FrameType | None) -> None:
        self._is_continued = True


@contextmanager
def taken_over(terminal: "Terminal") -> Iterator[Takeover]:
    """Take over the terminal, and give it back however the program ends. Gives a Takeover."""
    takeover = Takeover(terminal)
    before = {number: signal.getsignal(number) for number in takeover.handlers}
    _set_handlers(takeover.handlers)
    try:
        takeover.take()
        yield takeover
    finally:
        try:
            takeover.give_back()
        finally:
            _set_handlers(before)


def end(number: int, _frame: FrameType | None) -> NoReturn:
    """End the program; serves as a signal handler."""
    raise Ended(number)


def _stop(process: int, number: int) -> None:
    """Stop a process, or for 0 our whole group, as the terminal would."""
    handler = signal.signal(number, signal.SIG_DFL)
    os.kill(process, number)
    signal.signal(number, handler)


@contextmanager
def _postponed(numbers: Iterable[int]) -> Iterator[None]:
    """Hold signals back, so that none leaves the terminal half taken over or half given back."""
    before = {number: signal.getsignal(number) for number in numbers}
    came: list[int] = []
    _set_handlers(dict.fromkeys(numbers, lambda number, _frame: came.append(number)))
    try:
        yield
    finally:
        _set_handlers(before)
        for number in came:
            signal.raise_signal(number)


def _set_handlers(handlers: Mapping[int, Any]) -> None:
    for number, handler in handlers.items():
        signal.signal(number, handler)
