# SPDX-License-Identifier: MIT
"""Films of the display: what the simulated product draws, as a GIF."""

import io
from collections.abc import Iterable

from PIL import Image

from tools.simulator import glass, keys, program
from tools.simulator.machine import Machine

Frames = list[tuple[list[bytes], int]]  # (frame, milliseconds it stays)

_FRAME_MS = 40
_LAST_MS = 2000


def frames(machine: Machine, steps: Iterable[keys.Step]) -> Frames:
    """Play the steps on a machine; returns what its display shows, from the first picture on."""
    shown: list = []

    def look(_end: int | None) -> None:
        at = machine.now // 1000
        if machine.ready:
            frame = machine.chip.frame()
            if not shown or (frame != shown[-1][0] and at - shown[-1][1] >= _FRAME_MS):
                shown.append((frame, at))

    machine.pace = look
    machine.play(*keys.schedule(steps))
    program.run(machine)
    times = [at for _, at in shown] + [shown[-1][1] + _LAST_MS]
    return [(frame, after - at) for (frame, at), after in zip(shown, times[1:], strict=True)]


def gif(shown: Frames) -> bytes:
    """The content of a GIF that repeats for ever."""
    first, *rest = [glass.image(frame).quantize(2, Image.Quantize.FASTOCTREE) for frame, _ in shown]
    film = io.BytesIO()
    first.save(film, "GIF", save_all=True, append_images=rest, duration=[time for _, time in shown], loop=0)
    return film.getvalue()
