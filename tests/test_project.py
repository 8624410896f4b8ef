# SPDX-License-Identifier: MIT
"""What pyproject.toml and the files around it state about the project."""

import re
import subprocess

from engine2048 import __version__
from tools.files import ROOT


def test_the_version_is_the_games():
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert re.findall(r'^version = "(.+)"$', project, re.MULTILINE) == [__version__]


def test_the_changelog_mentions_this_version():
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^## {re.escape(__version__)}\b", changes, re.MULTILINE)


def test_every_source_file_names_its_licence():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [ROOT / name for name in listed.stdout.splitlines() if name.endswith((".py", ".pyx", ".pyi"))]
    contents = {path: path.read_text("utf-8") for path in [*paths, ROOT / "Makefile", ROOT / ".ci" / "run"]}
    assert len(contents) > 200
    lacking = [path for path, text in contents.items() if text and "SPDX-License-Identifier: MIT" not in text]
    assert not lacking
