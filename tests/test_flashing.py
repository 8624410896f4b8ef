# SPDX-License-Identifier: MIT
"""docs/flashing.md explains the messages that deploying gives."""

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools import deploy

DOCUMENT = (Path(ROOT) / "docs" / "flashing.md").read_text(encoding="utf-8")


TOOLS = ("tools/deploy.py", "tools/deployer/*.py")
DEVICE = ("hardware/*.py", "fallback.py", "tools/deployer/install.py")


def sources(patterns):
    """The text of every message, with strings over several lines joined."""
    paths = [path for pattern in patterns for path in Path(ROOT).glob(pattern)]
    return re.sub(r'"\s+f?"', "", "\n".join(path.read_text() for path in paths))


@pytest.mark.parametrize(
    ("heading", "patterns", "fewest"), [("message", TOOLS, 10), ("on the display", DEVICE, 5)], ids=str
)
def test_every_message_explained_exists(heading, patterns, fewest):
    _, table = DOCUMENT.split(f"| {heading} | why, and what to do |")
    messages = re.findall(r"^\| (.+?) \|", table.split("\n## ")[0], re.MULTILINE)[1:]
    assert len(messages) >= fewest
    given = sources(patterns)
    for message in messages:
        for part in re.split(r"\.\.\.|\(\.\.\.\)", message):
            assert part.strip(" ,") in given, message


def test_every_option_is_explained(capsys):
    try:
        deploy.main(["--help"])
    except SystemExit:
        options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    assert options == set(re.findall(r"^\| `(--[a-z-]+)", DOCUMENT, re.MULTILINE))


def test_the_picture_it_shows_is_there():
    assert (Path(ROOT) / "docs" / "wiring.svg").is_file()
    assert "](wiring.svg)" in DOCUMENT
