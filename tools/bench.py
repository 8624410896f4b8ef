# SPDX-License-Identifier: MIT
"""Measure the rules beside the engines of others, on CPython and on MicroPython: python -m tools.bench

Whole random games, new tiles, score and end included, in rounds that take turns. Each engine is first checked
against the rules.
"""

import argparse
import statistics
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError
from typing import Any

from engine2048 import __version__
from tools import figured
from tools.benching import checks, engines, peers, timing
from tools.command import run
from tools.output import NotWritten

_FEWEST_ROUNDS = 5
_OURS = "engine2048"
_PRESSES = 40_000  # of a round on MicroPython
_MOVES = 20_000
_CHECKS = ", ".join(checks.CHECKS)


def measure(rounds: int, seconds: float, names: Sequence[str]) -> dict[str, Any]:
    """Check and time our engine and the peers of these names; returns figures in plain values for JSON.

    Raises PackageNotFoundError if a peer is not installed.
    """
    versions = {_OURS: __version__, **{name: peers.version(name) for name in names}}
    peers.use_folder()
    players: dict[str, engines.Engine] = {
        _OURS: engines.Ours(),
        **{name: peers.PEERS[name]() for name in names},
    }
    wrong = {name: checks.wrong(player) for name, player in players.items()}
    speeds = timing.speeds(players, rounds, seconds)
    found = [
        {
            "engine": name,
            "version": versions[name],
            "wrong": wrong[name],
            "moves_per_second": round(speed.median),
            "lowest": round(min(speed.moves)),
            "highest": round(max(speed.moves)),
            "ratio": round(speed.ratio, 3),
        }
        for name, speed in speeds.items()
    ]
    vm = timing.on_micropython(_PRESSES, rounds)
    flat = timing.flatness(_MOVES)
    return {
        "rounds": rounds,
        "seconds": seconds,
        "engines": sorted(found, key=lambda row: -row["moves_per_second"]),
        "micropython": round(statistics.median(vm)) if vm else None,
        "flat": [sample._asdict() for sample in flat],
        "longer_at_the_end": round(timing.slope(flat), 4),
        "blocks_kept": flat[-1].blocks,
    }


def table(figures: dict[str, Any]) -> str:
    """The figures as a person reads them."""
    rows = [("engine", "version", "moves/s", "of ours", "breaks these rules")]
    for row in figures["engines"]:
        broken = ", ".join(row["wrong"]) or "-"
        rows.append(
            (row["engine"], row["version"], f"{row['moves_per_second']:,}", f"{row['ratio']:.3f}", broken)
        )
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        f"{a:{widths[0]}}  {b:{widths[1]}}  {c:>{widths[2]}}  {d:>{widths[3]}}  {e}" for a, b, c, d, e in rows
    ]
    vm = figures["micropython"]
    lines.append(f"engine2048 on MicroPython: {vm:,} moves/s" if vm else "There is no MicroPython here.")
    lines.append(
        f"A move after {_MOVES:,} takes {figures['longer_at_the_end']:+.1%} of time, "
        f"{figures['blocks_kept']} blocks of memory more than at first."
    )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0, or 1 if the engines are not installed or ours is wrong."""
    command = argparse.ArgumentParser(
        prog="python -m tools.bench",
        description=__doc__.split(":", maxsplit=1)[0] + ".",
        epilog=f"The rules that are checked: {_CHECKS}.",
    )
    command.add_argument("peers", nargs="*", metavar="PEER", help=f"default: all of {', '.join(peers.PEERS)}")
    command.add_argument("--rounds", type=int, default=7, metavar="N", help="default %(default)s, at least 5")
    command.add_argument(
        "--seconds",
        type=float,
        default=0.5,
        metavar="S",
        help="of an engine in a round (default %(default)g)",
    )
    command.add_argument(
        "--json", metavar="FILE", help="also write the figures to FILE; - prints only the JSON"
    )
    options = command.parse_args(arguments)
    unknown = [name for name in options.peers if name not in peers.PEERS]
    if unknown:
        command.error(f"there is no peer {unknown[0]}: choose from {', '.join(peers.PEERS)}")
    if options.rounds < _FEWEST_ROUNDS or not 0 < options.seconds < float("inf"):
        command.error(f"--rounds must be {_FEWEST_ROUNDS} or more, and --seconds above 0")
    try:
        found = measure(options.rounds, options.seconds, options.peers or list(peers.PEERS))
    except PackageNotFoundError as error:
        print(f"bench: {error.name} is not installed: run `make bench`, which fetches it.", file=sys.stderr)
        return 1
    figures = figured.stamped("make bench", found)
    if options.json != "-":
        print(table(figures))
    try:
        if options.json:
            figured.keep(figures, options.json)
    except NotWritten as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    ours = next(row for row in figures["engines"] if row["engine"] == _OURS)
    return 1 if ours["wrong"] else 0


if __name__ == "__main__":
    run("bench", main)
