# SPDX-License-Identifier: MIT
"""The parts of the handheld put together, and the loop that answers every press with a picture."""

import gc
import os

import supervisor
from micropython import const

from engine2048 import __version__, forget
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.journal import FRESH, NEWER, Journal
from engine2048.save.preferences import LANGUAGE, SOUND, Preferences
from engine2048.screens.actions import NONE
from engine2048.screens.rest import BRIGHT, DARK, OFF
from engine2048.screens.session import Session
from hardware.screen import Screen

# How often to look at the battery while the board sleeps, if it never switches off.
_LOOK_MS = const(600_000)

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Callable

    from microcontroller import Pin

    from hardware.battery import Battery
    from hardware.buttons import Buttons
    from hardware.oled import Display


class Handheld:
    """`game`, `journal`, `session` and `screen` of one player."""

    def __init__(  # noqa: PLR0917
        self,
        display: "Display",
        defaults: "tuple[int, ...]",
        seed: "int | None",
        idle_ms: "tuple[int, int, int]",
        region: "object",
        appends: bool,
    ) -> None:
        """Load the saved game, or deal a new one from `seed` (None: from the board's noise), and show it.

        `defaults` are those of the preferences, `idle_ms` the times until the glass dims, goes
        dark and the board switches off, `region` and `appends` what save.journal.Journal takes.
        """
        if seed is None:
            seed = int.from_bytes(os.urandom(4), "little")
        preferences = Preferences(defaults)
        self.journal = Journal(region, appends, preferences.chosen)
        outcome, self.game = self.journal.load(Game(Rng(seed)))
        self.session = Session(self.game, self.journal, preferences, idle_ms)
        self.screen = Screen(display, preferences.get(LANGUAGE))
        self._is_blind = False  # the display does not answer
        self._is_told = False  # that the texts of the language cannot be used
        now = supervisor.ticks_ms()
        self.session.start(now, outcome == NEWER, outcome == FRESH and not self.game.best)
        self.screen.show(self.session, now)

    def play(
        self,
        buttons: "tuple[list[Pin | None], int, int]",
        battery: "tuple[Pin, int, int, Pin | None] | None" = None,
        pin: "Pin | None" = None,
    ) -> None:
        """Play until Ctrl-C, which prints the game's state.

        `buttons` is what buttons.Buttons takes, and `battery` what battery.Battery takes; None if no
        battery is measured. `pin` is the speaker's; None if there is none.
        """
        # The first picture did without all this; the first press must not wait for it.
        from hardware import languages, slide  # noqa: F401
        from hardware.buttons import Buttons

        session = self.session
        keys = Buttons(*buttons)
        session.prepare()
        session.preferences.languages = len(languages.codes())
        del languages
        forget("hardware", "languages")
        self.screen.check_texts()
        meter = None
        if battery:
            from hardware.battery import Battery

            meter = Battery(*battery)
            session.rest.charge = meter.charge
        play: "Callable[..., bool] | None" = None
        if pin:
            from hardware.sound import play

            session.preferences.has_sound = True
        self._loop(keys, meter, play, pin)

    def _loop(
        self, keys: "Buttons", meter: "Battery | None", play: "Callable[..., bool] | None", pin: "Pin | None"
    ) -> None:
        from hardware.console import drain

        session = self.session
        is_idle = False
        sounds = False
        try:
            gc.enable()  # code.py may have disabled it
            gc.collect()  # or one of the first presses would wait for it
            print("2048 %s ready, %d bytes free" % (__version__, gc.mem_free()))  # type: ignore[attr-defined]
            while True:
                now = supervisor.ticks_ms()
                action = keys.poll(now, session.rotation, session.page is not None)
                was_blind = self._is_blind
                self._probe()
                is_idle = action == NONE
                if is_idle:
                    # Before the rest, which may take long.
                    sounds = play is not None and play(pin, NONE, 0, now)
                    if meter and meter.tick(now):
                        session.recharge(now)
                    session.tick(now)
                # What was pressed while a picture was drawn is all played before the next one.
                while action != NONE:
                    self._handle(action, now, self._is_blind or was_blind)
                    if play:
                        play(pin, session.sound, session.preferences.get(SOUND), now)
                    action = keys.poll(now, session.rotation, session.page is not None)
                if was_blind and not self._is_blind:
                    session.wake(now)
                self.screen.show(session, now)
                if self.screen.lacks_texts != self._is_told:
                    self._is_told = not self._is_told
                    if self._is_told:
                        session.lack_texts()
                session.save()
                drain()
                if not is_idle or self.screen.moving or session.is_thinking:
                    continue
                if session.rest.light < DARK or (self._is_blind and session.rest.light < OFF):
                    keys.nap(sounds, session.rest.light != BRIGHT)
                elif not sounds:
                    self._wait(keys)
        except KeyboardInterrupt:
            if is_idle:  # else it may have come in the middle of a move
                self.journal.tidy(self.game, False)
            self.report()
        finally:
            if play:
                play(pin, 0, 0, 0)

    def report(self) -> None:
        """Print the state of game and screen as one line of JSON, for tools."""
        game = self.game
        said = '{"cells": %s, "score": %d, "best": %d, "moves": %d, "screen": "%s", "rest": "%s"}'
        light = 4 * self.session.rest.light
        rest = "lit dim darkoff "[light : light + 4].strip()
        print(said % (game.cells, game.score, game.best, game.moves, self.session.screen, rest))

    def _probe(self) -> None:
        """Look whether the display still answers; while it does not, the glass counts as dark."""
        rest = self.session.rest
        if rest.light < DARK or self._is_blind:
            self._is_blind = not self.screen.probe()
            if self._is_blind and rest.light < DARK:
                rest.light = DARK

    def _handle(self, action: int, now: int, is_blind: bool) -> None:
        """Carry out an action; while nobody can see the glass it does no more than in the dark: it wakes."""
        session = self.session
        if is_blind and session.rest.light < DARK:
            session.rest.light = DARK
        session.handle(action, now)

    def _wait(self, buttons: "Buttons") -> None:
        """Wait in the dark, or switch off."""
        from hardware import power

        session = self.session
        if session.rest.light == OFF and power.may_sleep():
            self.report()  # nothing can ask for it later
            power.switch_off(buttons)
        pause = session.rest.until_off(supervisor.ticks_ms())
        if session.rest.charge:
            pause = pause or _LOOK_MS
        if power.sleep(buttons, pause):
            session.wake(supervisor.ticks_ms())
            forget("hardware", "power")
