# SPDX-License-Identifier: MIT
"""A person at the window: key events at planned times, on a clock that advances only when the front rests."""

import pygame

from tools.simulator import front
from tools.simulator.machine import Machine

# In seconds: by then the first picture is up.
READY = 1.0
LEFT, RIGHT, UP, DOWN = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN


class Desk:
    """Posts the planned events, while pygame shows no window."""

    def __init__(self, monkeypatch):
        self.now = 0.0
        self._plan = []
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        monkeypatch.setattr(front.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(front.time, "sleep", self._sleep)

    def plan(self, *plan, leave=None):
        """`plan` lists (seconds after READY, event); half a second later comes `leave`, by default q."""
        end = max((at for at, _ in plan), default=0) + 0.5
        whole = (*plan, (end, leave or press(pygame.K_q)))
        self._plan = [(self.now + READY + at, event) for at, event in whole]

    def draw_at(self, speed, monkeypatch):
        """Let drawing take time here, too: 1 s of the device takes 1 / speed."""
        spend = Machine.spend

        def spend_here_too(machine, microseconds):
            self._sleep(microseconds / speed / 1_000_000)
            spend(machine, microseconds)

        monkeypatch.setattr(Machine, "spend", spend_here_too)

    def _sleep(self, seconds):
        self.now += seconds
        while self._plan and self._plan[0][0] <= self.now:
            pygame.event.post(self._plan.pop(0)[1])


def press(key):
    """The event of a key that goes down."""
    return pygame.Event(pygame.KEYDOWN, key=key, scancode=key & 0xFFF, unicode=character(key))


def character(key):
    """What a key types without Shift."""
    return chr(key) if key < 0x7F else ""


def release(key):
    """The event of a key that goes up."""
    return pygame.Event(pygame.KEYUP, key=key, scancode=key & 0xFFF)


def hold(at, key, seconds=0.08):
    """The plan for one press of a key."""
    return [(at, press(key)), (at + seconds, release(key))]
