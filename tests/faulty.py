# SPDX-License-Identifier: MIT
"""Runs a program that cannot play, and collects everything that it says."""

import shutil
import sys
from types import SimpleNamespace

from tests.reader import read_page
from tests.saves import begun
from tools.files import ROOT
from tools.simulator import program
from tools.simulator.boards import PICO
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

# By then, every page of a fault has been shown.
_READ_SECONDS = 14
_LOOK = 250_000


class WatchedMachine(Machine):
    """Records the pages of text that it shows, and gets Ctrl-C once all of them have been up."""

    def __init__(self, settings=None, flash=None, seconds=_READ_SECONDS, **options):
        super().__init__(flash or Rp2Flash(begun()), settings, **options)  # no welcome among the pages
        self.pages = []  # (seconds, rows of text) of each page
        self._looked = 0
        self._frame = None
        self._end = seconds * 1_000_000
        self.run_on()
        self.pace = self._look

    def _look(self, _end):
        if self.now >= self._end and not self.interrupted:
            self.interrupt()
        if self.now - self._looked < _LOOK:
            return
        self._looked = self.now
        frame = self.chip.frame()
        if frame == self._frame:
            return
        self._frame = frame
        rows = text_of(frame)
        if rows:
            self.pages.append((self.now / 1_000_000, rows))

    @property
    def shown(self):
        """All the text that was shown: each page once, in order of appearance."""
        pages = dict.fromkeys(" ".join(rows) for _, rows in self.pages)
        return " ".join(pages)

    @property
    def said(self):
        """The sentences on the console."""
        (line,) = [line for line in self.console.text.splitlines() if line.startswith("2048 stopped: ")]
        return line.removeprefix("2048 stopped: ")


def text_of(frame):
    """The rows of a picture that contain text; empty if it is not a page of text."""
    try:
        return [text for text, _ in read_page(frame) if text]
    except AssertionError:
        return []


def run_faulty(settings=None, root=ROOT, board=PICO, **options):
    """Run the program of a folder on a board; returns the WatchedMachine."""
    machine = WatchedMachine(settings, **options)
    machine.board = board
    program.run(machine, root)
    return machine


def copy_product(folder):
    """Copy the product's own files into a folder; returns the folder."""
    for part in ("engine2048", "hardware"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("boot.py", "code.py", "fallback.py"):
        shutil.copy(ROOT / part, folder / part)
    return folder


def without(monkeypatch, *names):
    """Hide these modules, wherever they are."""

    def find_spec(name, *_):
        if name in names:
            raise ImportError(f"no module named '{name}'")

    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(sys, "meta_path", [SimpleNamespace(find_spec=find_spec), *sys.meta_path])
