# SPDX-License-Identifier: MIT
"""Draw the texts of all languages for the glass: python -m tools.texts"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.command import needs, run
from tools.files import ROOT
from tools.output import write, writing

with needs("texts"):
    from tools.writing import languages, sheet, strips, tables

FOLDER = ROOT / "hardware" / "texts"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0 ok, 1 failed, 2 wrong usage."""
    command = argparse.ArgumentParser(
        prog="python -m tools.texts", description="Draw the texts of all languages for the glass."
    )
    command.add_argument(
        "--sheet", type=Path, metavar="FILE.png", help="draw every text enlarged, to look at"
    )
    command.add_argument("--glyphs", metavar="CODE", help="print the glyphs of a language, to correct them")
    command.add_argument("--tables", type=Path, default=tables.FOLDER, metavar="DIR", help="other tables")
    command.add_argument(
        "--folder", type=Path, default=FOLDER, metavar="DIR", help="another place to write to"
    )
    chosen = command.parse_args(arguments)
    try:
        drawn = languages.drawn(chosen.tables)
        if chosen.glyphs:
            return _print_glyphs(drawn, chosen.glyphs)
        with writing(chosen.folder):
            chosen.folder.mkdir(parents=True, exist_ok=True)
        contents = languages.contents(drawn)
        for name, content in contents.items():
            write(chosen.folder / name, content)
        if chosen.sheet:
            with writing(chosen.sheet):
                sheet.draw(drawn).save(chosen.sheet)
    except (tables.WrongTable, strips.SameKey, OSError) as error:
        print(f"texts: {error}", file=sys.stderr)
        return 1
    print(f"Wrote {', '.join(contents)} to {chosen.folder}.")
    return 0


def _print_glyphs(drawn: list[languages.Language], code: str) -> int:
    glyphs = {one.code: one.glyphs for one in drawn}.get(code)
    if not glyphs:
        print(f"texts: no language {code!r} has glyphs to correct.", file=sys.stderr)
        return 2
    for name, rows in glyphs.items():
        print(f'"{name}" = """', *rows, sep="\n", end='"""\n')
    return 0


if __name__ == "__main__":
    run("texts", main)
