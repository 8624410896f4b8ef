# SPDX-License-Identifier: MIT
"""Choices without a screen: what menus and banners are made from."""

from engine2048.save.journal import Journal
from engine2048.save.keeper import Keeper
from engine2048.save.preferences import Preferences
from engine2048.screens.choices import Choices
from engine2048.screens.rest import Rest
from engine2048.solver.advisor import Advisor


def choices_of(game, animation=1, brightness=80, flip=0, demo=0, *, sound=None):
    """The choices in a game that is not saved, with these default preferences; no `sound`, no speaker."""
    preferences = Preferences((animation, brightness, flip, demo, sound or 0, 0))
    preferences.has_sound = sound is not None
    return Choices(game, Keeper(game, Journal(None, True)), preferences, Advisor(), Rest(0, 0, 0))
