# SPDX-License-Identifier: MIT
"""Runs on the device in place of code.py: the steps from its first line to the first picture.

Prints one line of JSON: [[step, milliseconds], ...].
"""

import json
import time

_times = [("", time.monotonic_ns())]


def done(step):
    """Note the end of a step."""
    _times.append((step, time.monotonic_ns()))


from engine2048 import forget  # noqa: E402
from hardware import config, oled  # noqa: E402

settings = config.Config()
settings.read_rest()
done("settings: modules and file")
display = oled.open_display(settings)
chosen = settings.preferences
done("display: bus, memory cleared, the driver's pauses")
from engine2048.game import Game  # noqa: E402
from engine2048.rng import Rng  # noqa: E402
from engine2048.save.journal import Journal  # noqa: E402
from engine2048.save.preferences import Preferences  # noqa: E402
from engine2048.screens.session import Session  # noqa: E402
from hardware import store  # noqa: E402

done("rules, save and session: modules")
from hardware.screen import Screen  # noqa: E402

done("screen: modules")
region, appends = store.open_region()
preferences = Preferences(chosen)
journal = Journal(region, appends, preferences.chosen)
_, game = journal.load(Game(Rng(1)))
done("the save: modules, found and replayed")
screen = Screen(display)
done("drawings and grids")
session = Session(game, journal, preferences, (0, 0, 0))
session.start(0)
screen.show(session, 0)
done("first picture")
forget("hardware", "art")
steps = [
    (step, (end - start) // 1000 / 1000)
    for (_, start), (step, end) in zip(_times, _times[1:])  # noqa: B905, RUF007 (for the device)
]
print(json.dumps({"steps": steps}))
