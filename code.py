"""2048 on a handheld: puts the parts together, then answers every press with a picture."""

import gc
import os
import time

import supervisor

_REST_SECONDS = 0.002

TYPE_CHECKING = False  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from adafruit_displayio_ssd1306 import SSD1306
    from microcontroller import Pin


def play(
    display: "SSD1306",
    pins: "list[Pin]",
    defaults: "tuple[int, ...]",
    seed: "int | None",
    idle_ms: "tuple[int, int]",
) -> None:
    """Play until Ctrl-C, which prints the game's state; but for the display, all is as in config.Config."""
    from engine2048 import __version__
    from engine2048.game import Game
    from engine2048.rng import Rng
    from engine2048.save import journal
    from engine2048.save.preferences import Preferences
    from engine2048.screens.actions import NONE
    from engine2048.screens.session import Session
    from hardware import screen, store

    preferences = Preferences(defaults)
    region, appends = store.open_region()
    saved = journal.Journal(region, appends, preferences.chosen)
    outcome, game = saved.load(Game(Rng(int.from_bytes(os.urandom(4), "little") if seed is None else seed)))
    session = Session(game, saved, preferences, *idle_ms)
    glass = screen.Screen(display)
    session.start(supervisor.ticks_ms(), outcome == journal.NEWER)
    glass.show(session, supervisor.ticks_ms())
    from hardware.buttons import Buttons

    buttons = Buttons(pins)
    # The first picture did without these; the first press shall not wait for them.
    session.prepare()
    from hardware import slide  # noqa: F401
    from hardware.console import drain

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
            drain()
            if is_idle and not glass.moving and not session.is_thinking:
                time.sleep(_REST_SECONDS)
    except KeyboardInterrupt:
        print(session.report())


def main() -> None:
    """Start the display and play; whatever goes wrong is said on the glass."""
    display = None
    try:
        from hardware import config, forget, oled

        settings = config.Config()
        try:
            display = oled.open_display(settings)
        except oled.DisplayError as error:
            from hardware import faults

            display = faults.wait_for_display(settings, error)
            del faults
            forget("faults")
        if display:
            settings.read_rest()
            idle_ms = (settings.dim_ms, settings.blank_ms)
            chosen = (settings.buttons, settings.preferences, settings.seed, idle_ms)
            del settings, config  # their memory is free for the game
            forget("config")
            play(display, *chosen)
    except Exception as error:
        tell(error, display)


def tell(error: Exception, display: "SSD1306 | None") -> None:
    """Say what went wrong on the glass, even if what usually does so is missing."""
    try:
        from hardware import faults

        faults.show(error, display)
    except Exception as fault:
        print(repr(fault))
        import fallback

        fallback.show(error, display)


main()
