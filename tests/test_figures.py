# SPDX-License-Identifier: MIT
"""docs/figures.md: it is what the commands kept, and its plots show it."""

import json
import re

from tools import figures, plots
from tools.files import ROOT


def test_the_page_is_what_the_commands_kept():
    """Run `make figures` after a command has measured anew."""
    for name, text in figures.files().items():
        path = figures.PAGE if name == figures.PAGE.name else figures.FOLDER / name
        assert path.read_text(encoding="utf-8") == text, f"{name} is not what `make figures` writes"


def test_every_picture_of_the_page_exists():
    page = figures.PAGE.read_text(encoding="utf-8")
    shown = re.findall(r"\]\((figures/[^)]*)\)", page)
    assert shown
    assert all((ROOT / "docs" / path).is_file() for path in shown)


def test_what_missed_its_budget_is_said_so(tmp_path):
    line = {"what": "a save", "figure": 4.0, "limit": 3, "unit": "ms", "at_least": False, "is_met": False}
    kept = {"date": "2026-12-01", "version": "1", "firmware": "circuitpython-9", "lines": [line]}
    (tmp_path / "budgets-9.json").write_text(json.dumps(kept))
    page = figures.files(tmp_path)["figures.md"]
    assert "| a save | 4.00 ms | at most 3 ms | missed |" in page
    assert 'make budgets ARGS="--firmware FILE.uf2 --json docs/figures/budgets-9.json"' in page


def test_bars_are_as_high_as_their_counts():
    picture = plots.bars("Presses", "ms", "presses", [(10, 2), (11, 4)], 1)
    heights = [float(each) for each in re.findall(r'<rect[^>]*height="([\d.]+)"[^>]*fill="#1565c0"', picture)]
    assert len(heights) == 2
    assert heights[1] == 2 * heights[0]


def test_a_line_rises_with_its_numbers():
    picture = plots.line("Time", "moves", "us", [(0, 0), (10, 5), (20, 10)])
    (path,) = re.findall(r'<path d="([^"]*)"[^>]*stroke="#1565c0"', picture)
    numbers = [float(each) for each in re.findall(r"[\d.]+", path)]
    assert numbers[1] > numbers[3] > numbers[5]
    assert numbers[0] < numbers[2] < numbers[4]
