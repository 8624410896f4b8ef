"""docs/flashing.md explains the messages that deploying really gives."""

import re
from pathlib import Path

from tests.conftest import ROOT
from tools import deploy

DOCUMENT = (Path(ROOT) / "docs" / "flashing.md").read_text(encoding="utf-8")


def sources():
    """The text of every message, strings over several lines joined."""
    paths = [Path(ROOT) / "tools" / "deploy.py", *(Path(ROOT) / "tools" / "deployer").glob("*.py")]
    return re.sub(r'"\s+f?"', "", "\n".join(path.read_text() for path in paths))


def test_every_message_explained_is_given():
    _, table = DOCUMENT.split("| message | why, and what to do |")
    messages = re.findall(r"^\| (.+?) \|", table, re.MULTILINE)[1:]
    assert len(messages) > 10
    given = sources()
    for message in messages:
        for part in message.split("..."):
            assert part.strip() in given, message


def test_every_option_is_explained(capsys):
    try:
        deploy.main(["--help"])
    except SystemExit:
        options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    assert options == set(re.findall(r"^\| `(--[a-z-]+)", DOCUMENT, re.MULTILINE))


def test_the_picture_it_shows_is_there():
    assert (Path(ROOT) / "docs" / "wiring.svg").is_file()
    assert "](wiring.svg)" in DOCUMENT
