# SPDX-License-Identifier: MIT
"""Measure time and memory on the emulated Pico: python -m tools.budgets --help"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tools import bytecode, figured, files
from tools.command import needs, run

with needs("budgets"):
    from tools.emulator import firmware
    from tools.emulator.pico import NotReached
    from tools.measure import awake, firsts, languages, runs, sounds

# The chip takes 0.4 ms to program a page (W25Q16JV data sheet); the emulated one takes no time.
_PAGE_MS = 0.4
# Percent of the time. Lit, the firmware's time.sleep spins through its last millisecond, and longer sleeps
# would make presses late.
_MOST_AWAKE = {"lit, idle": 20, "dim": 6, "dark": 0, "dark with a computer": 5}


class Line(NamedTuple):
    """A figure and its limit, if it has one. `at_least` makes the limit a minimum."""

    what: str
    figure: float
    limit: float | None
    unit: str
    at_least: bool = False

    @property
    def is_met(self) -> bool:
        """Tell whether the figure is within the limit."""
        if self.limit is None:
            return True
        return self.figure >= self.limit if self.at_least else self.figure <= self.limit


def press_lines(figures: list[dict[str, Any]]) -> list[Line]:
    """Presses with animation off and on."""
    still, moving = figures
    return [
        Line("edge to first changed byte, worst, still", still["first_byte_worst_ms"], 25, "ms"),
        Line("edge to first changed byte, worst, animated", moving["first_byte_worst_ms"], 25, "ms"),
        Line("edge to final picture, mean, still", still["picture_mean_ms"], 45, "ms"),
        Line("edge to final picture, worst, still", still["picture_worst_ms"], 85, "ms"),
        Line("cells sent unchanged in 100 moves, still", still["unchanged_cells_sent"], 0, ""),
        Line("bytes of picture per move, mean, still", still["bytes_a_move"], None, "B"),
        Line("bytes on the bus per move, mean, still", still["bus_bytes_a_move"], None, "B"),
        Line("bytes of picture per move, mean, animated", moving["bytes_a_move"], None, "B"),
    ]


def display_lines(figures: dict[str, Any]) -> list[Line]:
    """The other displays and the other bus."""
    lines = []
    for name, found in figures.items():
        still, moving = found["still"], found["animated"]
        # An SH1107's pages lie across the tiles: three of them make a tile, and each is addressed by itself.
        mean, worst = (50, 95) if "SH1107" in name else (45, 85)
        lines += [
            Line(f"{name}: edge to first changed byte, worst, still", still["first_byte_worst_ms"], 25, "ms"),
            Line(f"{name}: the same, animated", moving["first_byte_worst_ms"], 25, "ms"),
            Line(f"{name}: edge to final picture, mean, still", still["picture_mean_ms"], mean, "ms"),
            Line(f"{name}: edge to final picture, worst, still", still["picture_worst_ms"], worst, "ms"),
            Line(f"{name}: cells sent unchanged, still", still["unchanged_cells_sent"], 0, ""),
            Line(f"{name}: bytes on the bus per move, mean, still", still["bus_bytes_a_move"], None, "B"),
        ]
    return lines


def first_lines(figures: list[dict[str, Any]]) -> list[Line]:
    """Presses that are answered for the first time, or once a game."""
    lines = [
        Line(f"{press['what']}, to first changed byte", press["first_byte_ms"], 25, "ms") for press in figures
    ]
    menu = next(press for press in figures if press["what"] == "first menu")
    return [*lines, Line("first menu, to final picture", menu["picture_ms"], 120, "ms")]


def animation_lines(figures: dict[str, Any]) -> list[Line]:
    """Slides of eight tiles."""
    eight = figures["slides"][:-1]
    two = figures["slides"][-1]
    return [
        Line("slide of eight tiles, first to last picture", max(ms for _, ms in eight), 130, "ms"),
        Line("pictures of a slide of eight tiles, fewest", min(count for count, _ in eight), 3, "", True),
        Line("pictures of a slide of two tiles", two[0], 1 + min(count for count, _ in eight), "", True),
    ]


def engine_lines(figures: dict[str, Any]) -> list[Line]:
    """The rules alone."""
    free = figures["long_free"]
    return [
        Line("board.slide, mean", figures["slide_us"] / 1000, 0.3, "ms"),
        Line("board.slide with a trail, mean", figures["trace_us"] / 1000, 0.5, "ms"),
        Line("board.slide, allocated", figures["slide_bytes"], 0, "B"),
        Line("game.play, mean, failed tries included", figures["play_us"] / 1000, 1, "ms"),
        Line("game.play, allocated", figures["play_bytes"], 0, "B"),
        Line(f"heap lost in {figures['long_moves']:,} moves", free[0] - free[-1], 0, "B"),
    ]


def save_lines(figures: dict[str, Any]) -> list[Line]:
    """The journal on nvm."""
    return [
        Line("one save, mean", figures["mean_us"] / 1000 + _PAGE_MS, 3, "ms"),
        Line("one save, longest", figures["longest_us"] / 1000 + _PAGE_MS, 3, "ms"),
        Line(f"erases in {figures['moves']:,} moves", figures["erases"], 0, ""),
    ]


def boot_lines(figures: dict[str, Any]) -> list[Line]:
    """Power to picture."""
    return [Line("first line of code.py to resumed board", figures["picture_ms"] / 1000, 0.7, "s")]


def heap_lines(figures: dict[str, Any]) -> list[Line]:
    """The whole product."""
    rounds = figures["rounds"]
    number = figures["every"] * (len(rounds) - 1)
    return [
        Line("free heap while playing, all used once", figures["free"], 100_000, "B", True),
        Line(f"heap lost in {number} rounds of menu, hint, demo, play", rounds[0] - rounds[-1], 0, "B"),
    ]


def solver_lines(figures: dict[str, Any]) -> list[Line]:
    """The search for a move."""
    levels = figures["levels"]
    return [
        Line("solver at hint level, mean per move", levels["hint"]["mean_ms"], 200, "ms"),
        Line("solver at demo level, longest move", levels["demo"]["longest_ms"], 450, "ms"),
        Line("solver at fast level, mean per move", levels["fast"]["mean_ms"], 5, "ms"),
        Line("heap of the solver and its weights", figures["heap"], 22 * 1024, "B"),
    ]


def awake_lines(figures: list[dict[str, Any]]) -> list[Line]:
    """How much of the time the processor runs."""
    lines = []
    for state in figures:
        what = state["state"]
        lines.append(Line(f"awake, {what}", state["awake"] * 100, _MOST_AWAKE.get(what), "%"))
        if state["wakes"] is not None:
            lines.append(
                Line(f"wake-ups a second, {what}", state["wakes"], 0 if what == "dark" else None, "")
            )
    return lines


def sound_lines(figures: dict[str, Any]) -> list[Line]:
    """Presses with a speaker."""
    return [
        Line("edge to first changed byte with sound, worst", figures["first_byte_worst_ms"], 25, "ms"),
        Line("sound later than the first byte, worst", figures["behind_the_byte_worst_ms"], 20, "ms"),
        Line("a note of 70 ms lasts", figures["lasts_ms"], 150, "ms"),
        Line("free heap while playing, with sound", figures["free"], 100_000, "B", True),
        Line("the note differs from its table by", figures["detuned_percent"], 1, "%"),
    ]


def language_lines(figures: dict[str, Any]) -> list[Line]:
    """The texts in each language."""
    lines = []
    for code, found in figures["languages"].items():
        pages = found["pages"]
        slowest = max(pages, key=lambda name: pages[name][1])
        lines += [
            Line(f"{code}: the menu, to first changed byte", pages["menu"][0], 25, "ms"),
            Line(f"{code}: the press that wins, to first changed byte", found["win"][0], 25, "ms"),
            Line(f"{code}: a page, to final picture, worst ({slowest})", pages[slowest][1], 150, "ms"),
            Line(f"{code}: free heap while playing", found["free"], 100_000, "B", True),
        ]
    first, last = figures["switched"]
    lines.append(Line(f"heap lost in {figures['switches']} switches of the language", first - last, 0, "B"))
    return lines


def module_lines(figures: dict[str, Any]) -> list[Line]:
    """What each module takes of the heap."""
    return [Line(name, taken, None, "B") for name, taken in figures["modules"]]


def step_lines(figures: dict[str, Any]) -> list[Line]:
    """Where the time goes from the first line of code.py to the first picture."""
    return [Line(f"boot: {step}", milliseconds, None, "ms") for step, milliseconds in figures["steps"]]


def measure_presses(given: Path) -> list[dict[str, Any]]:
    """Measure presses with animation off and on."""
    return [runs.presses(given, animated=False), runs.presses(given, animated=True)]


PARTS: dict[str, tuple[Callable[[Path], Any], Callable[[Any], list[Line]]]] = {
    "boot": (runs.boot, boot_lines),
    "presses": (measure_presses, press_lines),
    "displays": (runs.displays, display_lines),
    "firsts": (firsts.measure, first_lines),
    "animation": (runs.animation, animation_lines),
    "engine": (runs.engine, engine_lines),
    "save": (runs.save, save_lines),
    "heap": (runs.heap, heap_lines),
    "solver": (runs.solver, solver_lines),
    "awake": (awake.measure, awake_lines),
    "sound": (sounds.measure, sound_lines),
    "languages": (languages.measure, language_lines),
    "steps": (runs.steps, step_lines),
    "modules": (runs.modules, module_lines),
}
_DETAILS = ("displays", "steps", "modules")  # they take minutes, or have no budgets
_HELP = f"any of {', '.join(PARTS)}; default: all but {', '.join(_DETAILS)}"


def table(lines: list[Line]) -> str:
    """Format the lines as a table."""
    width = max(len(line.what) for line in lines)
    rows = []
    for line in lines:
        sign = ">=" if line.at_least else "<="
        figure = f"{line.figure:,.2f}" if line.unit in ("ms", "s", "%") else f"{line.figure:,.0f}"
        limit, verdict = line.unit, ""
        if line.limit is not None:
            limit = f"{sign} {line.limit:,} {line.unit}".rstrip()
            verdict = "met" if line.is_met else "NOT MET"
        rows.append(f"{line.what:{width}}  {figure:>10}  {limit:<12}  {verdict}".rstrip())
    return "\n".join(rows)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(
        prog="python -m tools.budgets", description=__doc__.split(":", maxsplit=1)[0] + "."
    )
    command.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=_HELP,
    )
    command.add_argument("--firmware", metavar="FILE.uf2", help=f"default: ${firmware.VARIABLE}")
    command.add_argument("--json", type=Path, metavar="FILE.json", help="write all figures to a file")
    return command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit code: 0 all met, 1 some not met or not measured, 2 wrong usage."""
    command = parser()
    options = command.parse_args(arguments)
    unknown = [name for name in options.parts if name not in PARTS]
    if unknown:
        command.error(f"there is no part {unknown[0]}: choose from {', '.join(PARTS)}")
    lines, figures = [], {}
    try:
        given = firmware.find(options.firmware)
        for name in options.parts or [part for part in PARTS if part not in _DETAILS]:
            measure, describe = PARTS[name]
            start = time.monotonic()
            figures[name] = measure(given)
            lines += describe(figures[name])
            print(f"budgets: {name} took {time.monotonic() - start:.0f} s", file=sys.stderr)
        print(table(lines))
        if options.json:
            rows = [line._asdict() | {"is_met": line.is_met} for line in lines]
            kept = {"firmware": given.stem, "lines": rows, "figures": figures}
            figured.keep(figured.stamped("make budgets", kept), str(options.json))
    except (
        bytecode.BadSource,
        bytecode.NoCompiler,
        firmware.NoFirmware,
        files.MissingFiles,
        NotReached,
        OSError,
    ) as error:
        print(f"budgets: {error}", file=sys.stderr)
        return 1
    return 0 if all(line.is_met for line in lines) else 1


if __name__ == "__main__":
    run("budgets", main)
