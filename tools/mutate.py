# SPDX-License-Identifier: MIT
"""Change the product in one place after the other and see whether its tests notice: python -m tools.mutate

Own operators over `ast`: mutation testers from PyPI import the code by its package, and ours is loaded afresh
for each start, beside a code.py that must not be imported. Each mutant lives in a copy of the project. What
survives is a line that no test needs; docs/figures/survivors.txt lists those that may, each with its reason.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tools import figured
from tools.command import run
from tools.files import ROOT
from tools.output import NotWritten

_SURVIVORS = ROOT / "docs" / "figures" / "survivors.txt"
_COPIED = ("boot.py", "code.py", "safemode.py", "fallback.py", "settings.toml", "pyproject.toml", "Makefile")
_FOLDERS = ("engine2048", "hardware", "lib", "tests", "tools", "docs", "requirements")
_TIMEOUT = 120  # seconds: a mutant that never ends is noticed, too
_SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
# The tests of a module have its name; these look at it as well.
_ALSO = {
    "engine2048/screens/session.py": ("choices", "advisor", "sound"),
    "engine2048/screens/banners.py": ("session", "choices"),
    "engine2048/screens/notices.py": ("choices", "session"),
    "engine2048/save/keeper.py": ("session", "journal_regions"),
    "engine2048/save/finding.py": ("journal", "journal_damage", "journal_regions", "power_cut"),
    "engine2048/save/decoding.py": ("snapshot", "journal_damage"),
    "engine2048/save/journal.py": ("journal_damage", "journal_regions", "power_cut", "wear"),
    "engine2048/screens/choices.py": ("menus", "session"),
    "engine2048/screens/adjusting.py": ("choices", "menus"),
    "engine2048/screens/texts.py": ("menus", "choices", "charge"),
    "engine2048/screens/page.py": ("menus", "pages", "session"),
    "engine2048/solver/demo.py": ("advisor",),
    "engine2048/solver/search.py": ("solver", "solve"),
    "engine2048/solver/evaluation.py": ("solver",),
    "engine2048/board.py": ("tiles", "game"),
    "engine2048/history.py": ("game",),
    "hardware/handheld.py": ("loop", "code", "program", "quiet"),
    "hardware/slide.py": ("tiles",),
    "hardware/translated.py": ("languages", "pages"),
    "hardware/marks.py": ("panel", "art"),
    "hardware/console.py": ("code", "program"),
    "hardware/complaints.py": ("config",),
}


class Mutant(NamedTuple):
    """One change: the module's path, the line, and the text before and after."""

    path: str
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}: {self.before} -> {self.after}"


def mutants(path: str, source: str) -> Iterator[tuple[Mutant, str]]:
    """Every mutant of a module, with its whole source."""
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    data = source.encode()
    for node, after in _changes(tree):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        before = data[start:end].decode()
        changed = (data[:start] + after.encode() + data[end:]).decode()
        try:
            compile(changed, path, "exec")
        except SyntaxError:
            continue
        yield Mutant(path, node.lineno, " ".join(before.split()), " ".join(after.split())), changed


def _changes(tree: ast.AST) -> Iterator[tuple[Any, str]]:
    """(node, text to put in its place) for each place that an operator fits."""
    skipped = {id(child) for node in ast.walk(tree) for child in _unseen(node)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Compare | ast.BoolOp | ast.BinOp):
            yield from _swapped(node)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, f"({ast.unparse(node.operand)})"
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, str(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield node, str(node.value + 1)
        elif isinstance(node, ast.If | ast.While):
            yield node.test, "False"
            if isinstance(node, ast.If):
                yield node.test, "True"
        elif isinstance(node, ast.AugAssign) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        ):
            yield node, "pass"


def _swapped(node: ast.Compare | ast.BoolOp | ast.BinOp) -> Iterator[tuple[ast.expr, str]]:
    """The expression with its operator swapped; nothing if there is no partner."""
    operator = node.ops[0] if isinstance(node, ast.Compare) else node.op
    partner = _SWAPS.get(type(operator))
    if partner:
        copy: Any = ast.parse(ast.unparse(node), mode="eval").body
        if isinstance(copy, ast.Compare):
            copy.ops[0] = partner()
        else:
            copy.op = partner()
        yield node, f"({ast.unparse(copy)})"


def _unseen(node: ast.AST) -> Iterator[ast.AST]:
    """What no run on CPython can see: annotations, and the blocks for the type checker."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        yield from ast.walk(node)
    for name in ("annotation", "returns"):
        child = getattr(node, name, None)
        if child:
            yield from ast.walk(child)


def tests_of(path: str) -> list[str]:
    """The test files that look at a module."""
    names = [Path(path).stem, *_ALSO.get(path, ())]
    files = [f"tests/test_{name}.py" for name in names]
    return [file for file in files if (ROOT / file).is_file()]


def reasons(text: str) -> dict[str, str]:
    """Known survivors and why: lines of `mutant  # reason`."""
    pairs = (line.split("  # ", 1) for line in text.splitlines() if "  # " in line)
    return {mutant.strip(): reason.strip() for mutant, reason in pairs}


def is_noticed(copy: Path, mutant: Mutant, source: str) -> bool:
    """Run the tests of a mutant in the copy of the project."""
    file = copy / mutant.path
    original = file.read_text()
    file.write_text(source)
    try:
        done = subprocess.run(
            [sys.executable, str(ROOT / ".venv/bin/pytest"), "-x", "-q", "-p", "no:cacheprovider",
             *tests_of(mutant.path)],
            cwd=copy,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            timeout=_TIMEOUT,
            check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    finally:
        file.write_text(original)
    return done.returncode == 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0, or 1 if a mutant survived that is not listed."""
    command = argparse.ArgumentParser(
        prog="python -m tools.mutate", description=__doc__.split(":", maxsplit=1)[0] + "."
    )
    command.add_argument("modules", nargs="*", metavar="PATH", help="default: engine2048 and hardware")
    command.add_argument("--sample", type=int, metavar="N", help="only N mutants, chosen at random")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="of the choice (default 1)")
    command.add_argument("--seconds", type=float, metavar="S", help="stop after so long")
    command.add_argument("--json", metavar="FILE", help="also write the figures to FILE")
    options = command.parse_args(arguments)
    paths = options.modules or sorted(
        str(path.relative_to(ROOT)) for name in _FOLDERS[:2] for path in (ROOT / name).rglob("*.py")
    )
    missing = [path for path in paths if not (ROOT / path).is_file()]
    if missing:
        command.error(f"there is no file {missing[0]}")
    found = [each for path in paths if tests_of(path) for each in mutants(path, (ROOT / path).read_text())]
    total = len(found)
    random.Random(options.seed).shuffle(found)
    known = reasons(_SURVIVORS.read_text()) if _SURVIVORS.is_file() else {}
    figures = _try(found[: options.sample], options.seconds, known) | {"mutants": total}
    print(
        f"{figures['tried']} of {total} mutants: {figures['killed']} noticed, {len(figures['survived'])} not."
    )
    try:
        if options.json:
            figured.keep(figured.stamped("python -m tools.mutate", figures), options.json)
    except NotWritten as error:
        print(f"mutate: {error}", file=sys.stderr)
        return 1
    return 1 if any(not survivor["reason"] for survivor in figures["survived"]) else 0


def _try(found: list[tuple[Mutant, str]], seconds: float | None, known: dict[str, str]) -> dict[str, Any]:
    """Try mutants, one after the other; returns how many, and the survivors."""
    started = time.monotonic()
    tried = killed = 0
    survived = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder)
        for name in _FOLDERS:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in _COPIED:
            shutil.copy(ROOT / name, copy / name)
        for mutant, source in found:
            if seconds and time.monotonic() - started > seconds:
                break
            tried += 1
            if is_noticed(copy, mutant, source):
                killed += 1
                continue
            reason = known.get(str(mutant), "")
            survived.append({"mutant": str(mutant), "line": mutant.line, "reason": reason})
            print(
                f"survived: line {mutant.line} of {mutant}" + (f" ({reason})" if reason else ""), flush=True
            )
    return {
        "tried": tried,
        "killed": killed,
        "survived": survived,
        "seconds": round(time.monotonic() - started),
    }


if __name__ == "__main__":
    run("mutate", main)
