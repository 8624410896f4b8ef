# SPDX-License-Identifier: MIT
"""Tools started by a Python that lacks their packages, and faults that the sentence must not hide."""

import subprocess
import sys

import pytest

from tools.command import needs
from tools.files import ROOT

# Every tool that can be started and needs packages.
SOURCES = {path.stem: path.read_text("utf-8") for path in (ROOT / "tools").glob("*.py")}
TOOLS = sorted(
    name for name, text in SOURCES.items() if '__name__ == "__main__"' in text and "with needs(" in text
)


def bare_python(*arguments):
    """Run a Python that has no packages installed, in the project's folder."""
    return subprocess.run(
        [sys.executable, "-S", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_without_its_packages_names_the_make_command(tool):
    done = bare_python("-m", f"tools.{tool}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{tool}: ")
    assert done.stderr.count("\n") == 1
    command = done.stderr.partition("run `make ")[2].partition("`")[0]
    assert f"\n{command}: " in (ROOT / "Makefile").read_text("utf-8")


def test_every_tool_is_tried():
    assert {"deploy", "play", "train", "wear"} < set(TOOLS)


def test_a_missing_module_of_ours_is_not_hidden():
    with pytest.raises(ImportError), needs("play"):
        import tools.no_such_module  # noqa: F401  # type: ignore[import-not-found]


def test_ctrl_c_while_loading_gives_no_traceback():
    with pytest.raises(SystemExit) as ended, needs("play"):
        raise KeyboardInterrupt
    assert ended.value.code == 130
