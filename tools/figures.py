# SPDX-License-Identifier: MIT
"""Write docs/figures.md and its plots from what the commands measured: python -m tools.figures

Each command keeps its figures as JSON in docs/figures/. Nothing is measured here, and nothing on that page is
written by hand.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tools.command import run
from tools.files import ROOT
from tools.output import NotWritten, write
from tools.plots import bars, line

FOLDER = ROOT / "docs" / "figures"
PAGE = ROOT / "docs" / "figures.md"

_HEAD = """# Figures

A command wrote every figure on this page and can measure it again. `make figures` writes the page from what
the commands kept in `docs/figures/`.
"""

Lines = Iterator[str]


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _head(*cells: str) -> Lines:
    yield _row(*cells)
    yield _row(*["---"] * len(cells))


def _source(figures: dict[str, Any], command: str) -> str:
    """The line under a heading: when, with what, and how to repeat it."""
    on = figures.get("firmware") or f"{figures['python']} on {figures['system']}"
    return f"Measured on {figures['date']}, version {figures['version']}, {on}. Repeat it with `{command}`."


def budgets(figures: dict[str, Any], name: str) -> tuple[Lines, dict[str, str]]:
    """Time and memory on an emulated Pico."""

    def lines() -> Lines:
        yield f"## Time and memory on the emulated Pico, {figures['firmware']}\n"
        yield (
            _source(figures, f'make budgets ARGS="--firmware FILE.uf2 --json docs/figures/{name}.json"')
            + "\n"
        )
        yield from _head("what", "measured", "budget", "")
        for each in figures["lines"]:
            limit, sign = each["limit"], "at least" if each["at_least"] else "at most"
            budget = "" if limit is None else f"{sign} {limit:,} {each['unit']}".rstrip()
            digits = 2 if each["unit"] in ("ms", "s", "%") else 0
            verdict = "" if each["is_met"] else "missed"
            yield _row(each["what"], f"{each['figure']:,.{digits}f} {each['unit']}".rstrip(), budget, verdict)

    return lines(), {}


def bench(figures: dict[str, Any], name: str) -> tuple[Lines, dict[str, str]]:
    """The rules beside other engines."""
    plot = "time-a-move.svg"

    def lines() -> Lines:
        yield "## The rules beside other engines\n"
        yield _source(figures, f'make bench ARGS="--json docs/figures/{name}.json"')
        yield f"Whole random games, medians of {figures['rounds']} rounds that take turns, processor time.\n"
        yield from _head("engine on CPython", "moves a second", "of ours", "breaks these rules")
        for each in figures["engines"]:
            wrong = ", ".join(each["wrong"]) or "-"
            engine = f"{each['engine']} {each['version']}"
            yield _row(engine, f"{each['moves_per_second']:,}", f"{each['ratio']:.3f}", wrong)
        if figures["micropython"]:
            yield f"\nOn MicroPython, ours makes {figures['micropython']:,} moves a second."
        yield f"\n![time of a move](figures/{plot})"
        yield f"\nAfter 20,000 moves, {figures['blocks_kept']} more blocks of memory are in use."

    points = [(each["move"], each["microseconds"]) for each in figures["flat"]]
    return lines(), {plot: line("Time of a move on CPython", "moves played", "microseconds", points)}


def wear(figures: dict[str, Any], name: str) -> tuple[Lines, dict[str, str]]:
    """How long the flash lasts."""
    plot = "flash-life.svg"
    kinds = {kind: each for kind, each in figures.items() if isinstance(each, dict)}

    def lines() -> Lines:
        yield "## How long the flash lasts\n"
        yield _source(figures, f"python -m tools.wear --json docs/figures/{name}.json") + "\n"
        yield from _head("", "moves per erase", "years at 2,000 moves a day", "a save lost, chance a year")
        for kind, each in kinds.items():
            yield _row(kind, f"{each['moves_per_erase']:,}", each["years"], f"{each['loss_a_year']:.2%}")
        yield f"\n![life of the flash](figures/{plot})"

    people = kinds["games as people play"]["moves_per_erase"]
    rated = 100_000
    points = [(year, 100 * year * 365 * 2000 / people / rated) for year in range(0, 101, 5)]
    title = "Erases used, as people play, 2,000 moves a day"
    return lines(), {plot: line(title, "years", "percent of those rated", points)}


def soak(figures: dict[str, Any], name: str) -> tuple[Lines, dict[str, str]]:
    """The soak in the simulator."""

    def lines() -> Lines:
        yield "## The soak in the simulator\n"
        yield _source(
            figures, f'make soak ARGS="--seconds {figures["seconds"]} --json docs/figures/{name}.json"'
        )
        yield (
            f"\n{figures['letters']:,} steps, {figures['moves']:,} moves, {figures['starts']:,} starts and "
            f"{figures['cuts']} writes cut by a power failure: "
            + (f"**{figures['failed']['what']}**." if figures["failed"] else "everything held.")
        )

    return lines(), {}


def soak_firmware(figures: dict[str, Any], name: str) -> tuple[Lines, dict[str, str]]:
    """The soak on the firmware."""
    first, sent = figures["first_byte_ms"], figures["bus_bytes_a_move"]

    def lines() -> Lines:
        yield "## The soak on the emulated Pico\n"
        yield _source(figures, f'make soak ARGS="--firmware FILE.uf2 --json docs/figures/{name}.json"')
        yield (
            f"\n{figures['moves']:,} moves in {figures['starts']} slices: game and save were those of "
            f"the same presses on a desktop. From the press to the first changed byte: {first['mean']} ms, "
            f"at worst {first['worst']} ms. Free heap after a slice: {figures['free_heap_least']:,} B "
            f"with the solver loaded, else at most {figures['free_heap_most']:,} B."
        )
        yield "\n![latency](figures/latency.svg)\n\n![bytes on the bus](figures/bus-bytes.svg)"

    presses = "Presses by the time to the first changed byte"
    moves = "Moves by their bytes on the bus, animation off"
    return lines(), {
        "latency.svg": bars(presses, "milliseconds", "presses", first["histogram"], 1),
        "bus-bytes.svg": bars(moves, "bytes", "moves", sent["histogram"], 50),
    }


def mutation(figures: dict[str, Any], name: str) -> tuple[Lines, dict[str, str]]:
    """Mutation testing."""

    def lines() -> Lines:
        yield "## Mutants\n"
        yield _source(figures, f"python -m tools.mutate --json docs/figures/{name}.json")
        yield (
            f"\nOf {figures['mutants']:,} mutants of these modules, {figures['tried']:,} were tried, chosen "
            f"at random; the tests noticed {figures['killed']:,}. These were not noticed:\n"
        )
        yield from _head("mutant", "why it may live")
        for each in figures["survived"]:
            mutant = each["mutant"].replace("|", "\\|")
            yield _row(f"`{mutant}`", each["reason"] or "not looked into yet")

    return lines(), {}


# By the beginning of the file's name; in the order of the page.
PARTS: dict[str, Callable[[dict[str, Any], str], tuple[Lines, dict[str, str]]]] = {
    "budgets": budgets,
    "bench": bench,
    "wear": wear,
    "soak-firmware": soak_firmware,
    "soak": soak,
    "mutation": mutation,
}


def files(folder: Path = FOLDER) -> dict[str, str]:
    """The page, as "figures.md", and the plots, by name."""
    blocks, plots = [_HEAD], {}
    for part, describe in PARTS.items():
        for path in sorted(folder.glob(f"{part}*.json")):
            if part == "soak" and path.stem.startswith("soak-firmware"):
                continue
            lines, drawn = describe(json.loads(path.read_text(encoding="utf-8")), path.stem)
            blocks.append("\n".join(lines) + "\n")
            plots.update(drawn)
    return {"figures.md": "\n".join(blocks), **plots}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page and the plots; returns the exit code."""
    argparse.ArgumentParser(
        prog="python -m tools.figures", description=__doc__.split(":", maxsplit=1)[0] + "."
    ).parse_args(arguments)
    try:
        for name, text in files().items():
            write(PAGE if name == PAGE.name else FOLDER / name, text)
    except NotWritten as error:
        print(f"figures: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    run("figures", main)
