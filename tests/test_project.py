"""What pyproject.toml tells the tools that read it."""

import re

from engine2048 import __version__
from tools.files import ROOT


def test_the_version_is_that_of_the_game():
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert re.findall(r'^version = "(.+)"$', project, re.MULTILINE) == [__version__]


def test_the_changelog_tells_of_this_version():
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^## {re.escape(__version__)}\b", changes, re.MULTILINE)
