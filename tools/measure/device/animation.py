# SPDX-License-Identifier: MIT
"""Runs on the device in place of code.py: slides of eight tiles and of two, as the product draws them.

Prints one line of JSON: for each slide, its pictures and the milliseconds from the first to the last.
"""

import json

import supervisor

from engine2048.board import LEFT, RIGHT, UP
from hardware import config, oled
from hardware.handheld import Handheld

_EIGHT = (0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8)
_MERGING = (0, 1, 0, 1, 0, 2, 0, 2, 0, 3, 0, 3, 0, 4, 0, 4)
_SINKING = (0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 5, 6, 7, 8)
_TWO = (0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 3)
_SLIDES = ((_EIGHT, LEFT), (_EIGHT, LEFT), (_MERGING, LEFT), (_MERGING, RIGHT), (_SINKING, UP), (_TWO, LEFT))


class CountedDisplay:
    """A display that notes when each picture was complete."""

    def __init__(self, display):
        self._display = display
        self.wake = display.wake
        self.sleep = display.sleep
        self.i2c = display.i2c
        self.registers = display.registers
        self.times = []

    def refresh(self):
        self._display.refresh()
        self.times.append(supervisor.ticks_ms())

    bus = property(lambda self: self._display.bus)
    rotation = property(
        lambda self: self._display.rotation, lambda self, angle: setattr(self._display, "rotation", angle)
    )
    root_group = property(
        lambda self: self._display.root_group, lambda self, group: setattr(self._display, "root_group", group)
    )
    brightness = property(
        lambda self: self._display.brightness, lambda self, value: setattr(self._display, "brightness", value)
    )


def measure(session, glass, display, cells, direction):
    """Slide once; return the number of pictures, and the milliseconds from the first to the last."""
    game = session.game
    game.restore(cells, 0, game.rng.state, False, 0)
    session.slid = False
    session.revision += 1
    glass.show(session, supervisor.ticks_ms())
    display.times.clear()
    session.handle(direction, supervisor.ticks_ms())
    glass.show(session, supervisor.ticks_ms())
    while glass.moving:
        glass.show(session, supervisor.ticks_ms())
    return len(display.times), display.times[-1] - display.times[0]


settings = config.Config()
display = CountedDisplay(oled.open_display(settings))
settings.read_rest()
played = Handheld(display, settings.preferences, 41, (0, 0, 0), None, False)
played.session.handle(LEFT, 0)  # closes the welcome
slides = [measure(played.session, played.screen, display, *slide) for slide in _SLIDES]
print(json.dumps({"slides": slides}))
