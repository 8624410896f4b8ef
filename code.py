# SPDX-License-Identifier: MIT
"""2048 on a handheld: read the settings, open the display, play; whatever goes wrong is said on the glass."""

import gc

TYPE_CHECKING = False  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from hardware.oled import Display


def main() -> None:
    """Start the display and play; whatever goes wrong is said on the glass."""
    display = None
    try:
        import engine2048
        from engine2048 import forget

        # Collecting garbage again and again delays the first picture by 20 ms. There is room for the garbage
        # of a start, unless modules have to be compiled.
        if engine2048.__file__.endswith(".mpy") and gc.mem_free() > 120000:  # type: ignore[attr-defined]
            gc.disable()
        from hardware import config, oled

        settings = config.Config()
        try:
            display = oled.open_display(settings)
        except oled.DisplayError as error:
            gc.enable()
            from hardware import faults

            display = faults.wait_for_display(settings, error)
            del faults
            forget("hardware", "faults")
        if display:
            settings.read_rest()
            if settings.is_held():
                gc.enable()
                from hardware import selftest

                if not selftest.show(display, settings):
                    return
                del selftest
                forget("hardware", "selftest")
            buttons = (settings.buttons, settings.chord_times[0], settings.chord_times[1])
            more = (settings.battery, settings.speaker)
            chosen = (settings.preferences, settings.seed, settings.idle_ms)
            del settings, config, oled  # their memory is free for the game
            for name in ("config", "oled", "pins"):
                forget("hardware", name)
            from hardware import store
            from hardware.handheld import Handheld

            region, appends = store.open_region()
            forget("hardware", "store")
            Handheld(display, *chosen, region, appends).play(buttons, *more)
    except Exception as error:
        tell(error, display)


def tell(error: Exception, display: "Display | None") -> None:
    """Say what went wrong on the glass, even if what usually does so is missing."""
    gc.enable()
    try:
        from hardware import faults

        faults.show(error, display)
    except Exception as fault:
        print(repr(fault))
        import fallback

        fallback.show(error, display)


main()
