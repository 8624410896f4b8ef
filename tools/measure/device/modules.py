# SPDX-License-Identifier: MIT
"""Runs on the device in place of code.py: the heap that each module takes, in the order of its first use.

Prints one line of JSON: [[name, bytes], ...].
"""

import gc
import json

MODULES = (
    "hardware.config hardware.oled engine2048.board engine2048.rng engine2048.history engine2048.game "
    "engine2048.save.events engine2048.save.snapshot engine2048.save.preferences engine2048.save.journal "
    "engine2048.save.finding engine2048.save.keeper engine2048.screens.actions engine2048.screens.rest "
    "engine2048.screens.session hardware.sizes hardware.glass hardware.tiles hardware.panel hardware.screen "
    "hardware.art hardware.handheld hardware.slide hardware.buttons hardware.pages engine2048.screens.page "
    "engine2048.solver.advisor engine2048.screens.choices engine2048.screens.menus "
    "engine2048.solver.evaluation engine2048.solver.search engine2048.solver.demo hardware.power"
)


def free():
    """Free heap after garbage collection, in bytes."""
    gc.collect()
    return gc.mem_free()


before = free()
found = []
for name in MODULES.split():
    before = free()
    __import__(name)
    found.append((name, before - free()))
before = free()
from engine2048.solver import search  # noqa: E402

solver = search.Solver("/engine2048/solver/weights.bin")
found.append(("the solver's weights", before - free()))
print(json.dumps({"modules": found}))
