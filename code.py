"""2048 on a handheld: puts the parts together, then answers every press with a picture."""

import gc
import os
import time

import supervisor

from engine2048 import __version__
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save import journal
from engine2048.save.preferences import Preferences
from engine2048.screens.actions import NONE
from engine2048.screens.session import Session
from hardware import config, screen, store

_REST_SECONDS = 0.002


def play(settings, display):
    """Play until Ctrl-C, which prints the game's state."""
    seed = settings.seed if settings.seed is not None else int.from_bytes(os.urandom(4), "little")
    preferences = Preferences(settings.preferences)
    region, appends = store.open_region()
    saved = journal.Journal(region, appends, preferences.chosen)
    outcome, game = saved.load(Game(Rng(seed)))
    session = Session(game, saved, preferences, settings.dim_ms, settings.blank_ms)
    glass = screen.Screen(display)
    session.start(supervisor.ticks_ms(), outcome == journal.NEWER)
    glass.show(session, supervisor.ticks_ms())
    from hardware.buttons import Buttons

    buttons = Buttons(settings.buttons)
    # The first picture did without these; the first press shall not wait for them.
    session.prepare()
    from hardware import slide  # noqa: F401

    free = gc.mem_free()  # type: ignore[attr-defined]  # CircuitPython's own
    print("2048 %s ready, %d bytes free" % (__version__, free))
    try:
        while True:
            now = supervisor.ticks_ms()
            action = buttons.poll(now, session.rotation, session.page is not None)
            is_idle = action == NONE
            if is_idle:
                session.tick(now)
            # What was pressed while a picture was drawn is all played before the next one.
            while action != NONE:
                session.handle(action, now)
                action = buttons.poll(now, session.rotation, session.page is not None)
            glass.show(session, now)
            session.save()
            if is_idle and not glass.moving and not session.is_thinking:
                time.sleep(_REST_SECONDS)
    except KeyboardInterrupt:
        print(session.report())


def main():
    """Start the display and play; whatever goes wrong is said on the glass."""
    display = None
    try:
        settings = config.Config()
        display = screen.open_display(settings)
        settings.read_rest()
        play(settings, display)
    except Exception as error:
        from hardware import faults

        faults.show(error, display)


main()
