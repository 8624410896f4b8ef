# SPDX-License-Identifier: MIT
"""Play at random through every trouble, and check what must always hold: python -m tools.soak

The whole program runs in the simulator: presses, menus, hint and demo, the dark, sleep, changes of settings,
power cuts, faults of flash and display. A failure prints the seed and the shortest script that still fails.
"""

import argparse
import gc
import itertools
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools import figured
from tools.command import needs, run
from tools.output import NotWritten
from tools.simulator.keys import BadKeys

with needs("soak", "setup"):
    from tools.simulator import composing
    from tools.soaking import run as running
    from tools.soaking import script
    from tools.soaking.laws import Broken
    from tools.soaking.shrink import shrink

_SECONDS = 1800
_LETTERS = 500  # of a script, which takes about ten seconds
# Blocks of memory that a script may leave behind, once the interpreter's caches are full.
_MOST_GROWTH = 60
_WARM = 6  # scripts until they are
# The real firmware plays in slices of so many moves, each with a start.
_MOVES = 10_000


def soak(seconds: float, seed: int, letters: int = _LETTERS) -> dict[str, Any]:
    """Play scripts for at least so long; returns figures, with `failed` for the first failure or None."""

    started = time.monotonic()
    total = {"scripts": 0, "letters": 0, "moves": 0, "starts": 0, "cuts": 0}
    screens: set[str] = set()
    blocks: list[int] = []
    failed: dict[str, Any] | None = None
    for number in itertools.count(seed):
        text = script.write(number, letters)
        played = running.Soak(text).play()
        total["scripts"] += 1
        total["letters"] += played.failed.letters if played.failed else len(text)
        for name in ("moves", "starts", "cuts"):
            total[name] += getattr(played, name)
        screens |= played.screens
        if played.failed:
            failed = {"seed": number, "what": played.failed.what, "script": text[: played.failed.letters]}
            break
        composing.forget()
        gc.collect()
        blocks.append(sys.getallocatedblocks())
        if time.monotonic() - started >= seconds:
            break
    growth = _growth(blocks)
    if growth is not None and growth > _MOST_GROWTH:
        what = f"each script leaves {growth:.0f} blocks of memory behind"
        failed = failed or {"seed": seed, "what": what, "script": ""}
    return {
        "seed": seed,
        "seconds": round(time.monotonic() - started),
        **total,
        "screens": sorted(screens),
        "blocks_a_script": growth,
        "failed": failed,
    }


def _growth(blocks: list[int]) -> float | None:
    """Blocks of memory by which a script grows the program; None while that cannot be told yet."""
    late = blocks[_WARM:]
    return (late[-1] - late[0]) / (len(late) - 1) if len(late) > _WARM else None


def say(figures: dict[str, Any]) -> str:
    """The figures as a sentence."""
    return (
        f"{figures['moves']:,} moves and {figures['letters']:,} steps in {figures['seconds']} s, "
        f"{figures['starts']} starts, {figures['cuts']} writes cut by a power failure; "
        f"screens seen: {', '.join(figures['screens'])}."
    )


def tell(failed: dict[str, Any]) -> None:
    """Shrink the script of a failure and print how to repeat it."""
    print(f"FAILED with seed {failed['seed']}: {failed['what']}")
    if not failed["script"]:
        return
    kind = failed["what"].split(" ", 3)[:3]

    def fails(text: str) -> bool:
        again = running.Soak(text).play().failed
        return again is not None and again.what.split(" ", 3)[:3] == kind

    print(f"Shrinking {len(failed['script'])} steps ...")
    failed["shrunk"] = shrink(failed["script"], fails)
    print(f"Repeat it with: python -m tools.soak --keys '{failed['shrunk']}'")


def replay(text: str) -> int:
    """Play one script; returns the exit code."""
    script.check(text)
    failed = running.Soak(text).play().failed
    if failed:
        print(f"FAILED after {failed.letters} steps, at {text[failed.letters - 1 :][:1]!r}: {failed.what}")
    else:
        print("Nothing failed.")
    return 1 if failed else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0, or 1 if anything failed."""
    command = argparse.ArgumentParser(
        prog="python -m tools.soak", description=__doc__.split(":", maxsplit=1)[0] + "."
    )
    command.add_argument("--seconds", type=float, default=_SECONDS, metavar="S", help="default %(default)s")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="of the first script (default 1)")
    command.add_argument("--keys", metavar="SCRIPT", help="play this script only (tools/soaking/script.py)")
    command.add_argument("--firmware", metavar="FILE.uf2", help="play on this firmware in the emulated Pico")
    command.add_argument(
        "--moves", type=int, default=_MOVES, metavar="N", help="with --firmware (default %(default)s)"
    )
    command.add_argument("--json", metavar="FILE", help="also write the figures to FILE")
    options = command.parse_args(arguments)
    if not options.seconds > 0 or options.seed < 0 or options.moves < 1:
        command.error("--seconds and --moves must be above 0, --seed 0 or more")
    try:
        if options.firmware:
            return _on_firmware(options)
        if options.keys is not None:
            return replay(options.keys)
        figures = soak(options.seconds, options.seed)
        print(say(figures))
        if figures["failed"]:
            tell(figures["failed"])
        if options.json:
            figured.keep(figured.stamped("make soak", figures), options.json)
    except BadKeys as error:
        command.error(f"--keys: letter {error.position}, {error.character!r}, means nothing")
    except NotWritten as error:
        print(f"soak: {error}", file=sys.stderr)
        return 1
    return 1 if figures["failed"] else 0


def _on_firmware(options: argparse.Namespace) -> int:
    with needs("soak", "emulate"):
        from tools.emulator.firmware import NoFirmware, find  # noqa: PLC0415  # only where it is wanted
        from tools.emulator.pico import NotReached  # noqa: PLC0415
        from tools.soaking import on_firmware  # noqa: PLC0415
    try:
        figures = on_firmware.soak(find(Path(options.firmware)), options.moves, options.seed)
    except (NoFirmware, NotReached, Broken) as error:
        print(f"FAILED: {error}")
        return 1
    print(on_firmware.say(figures))
    if options.json:
        figured.keep(figured.stamped("make soak ARGS='--firmware FILE.uf2'", figures), options.json)
    return 0


if __name__ == "__main__":
    run("soak", main)
