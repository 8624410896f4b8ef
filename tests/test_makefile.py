# SPDX-License-Identifier: MIT
"""What the Makefile does, and in which order, with a fake Python that only records its calls."""

import shutil
import subprocess
import sys

import pytest

from tools.files import ROOT

if sys.platform == "win32" or not shutil.which("make"):
    pytest.skip("needs make", allow_module_level=True)

# Takes the place of python3, of .venv/bin/python and of the programs installed there.
FAKE = """#!/bin/sh
echo "begin $*" >>log
sleep 0.02
case "$*" in
    "-m venv"*) rm -rf .venv; mkdir -p .venv/bin; for name in python ruff; do cp "$0" .venv/bin/$name; done ;;
    *"--target lib"*) mkdir -p lib/adafruit_display_text
        touch lib/adafruit_displayio_sh1106.py lib/adafruit_displayio_sh1107.py \\
            lib/adafruit_displayio_ssd1306.py lib/adafruit_display_text/__init__.py \\
            lib/adafruit_display_text/label.py ;;
esac
echo "end $*" >>log
"""
FETCHED = [
    "adafruit_displayio_sh1106.py",
    "adafruit_displayio_sh1107.py",
    "adafruit_displayio_ssd1306.py",
    "adafruit_display_text/__init__.py",
    "adafruit_display_text/label.py",
]


class Clone:
    """A fresh copy, without git, of the files that make looks at."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copy(ROOT / "Makefile", folder)
        shutil.copytree(ROOT / "requirements", folder / "requirements")
        for path in ("lib/requirements.txt", "lib/requirements.in", "tools/emulator/fast.pyx"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, folder / path)
        self.add("python", FAKE)
        self.add("git", "#!/bin/sh\nexit 127\n")

    def add(self, name, script):
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(script)
        path.chmod(0o755)

    def make(self, *arguments):
        """Run make; returns the calls of the fake Python, as [begin or end, arguments]."""
        log = self.folder / "log"
        log.write_text("")
        self.done = subprocess.run(
            ["make", f"PYTHON={self.folder}/bin/python", *arguments],
            cwd=self.folder,
            env={"PATH": f"{self.folder}/bin:/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
        return [line.split(" ", 1) for line in log.read_text().splitlines()]

    def installs(self, *arguments):
        """What make would install now."""
        return [call for step, call in self.make(*arguments) if step == "begin" and "-m pip" in call]


@pytest.fixture
def clone(tmp_path):
    return Clone(tmp_path)


@pytest.mark.parametrize("command", ["lint", "types", "format", "test", "check"])
def test_a_fresh_clone_is_set_up_first(clone, command):
    calls = [call for step, call in clone.make(command) if step == "begin"]
    assert clone.done.returncode == 0
    order = [next(place for place, call in enumerate(calls) if word in call) for word in ("venv", "dev.txt")]
    work = next(
        place for place, call in enumerate(calls) if call.split()[0] in ("format", "check") or "bin/" in call
    )
    assert order == sorted(order)
    assert order[-1] < work


def test_parallel_make_installs_and_checks_one_after_the_other(clone):
    calls = clone.make("-j8", "check", "window", "deploy", "emulate")
    assert clone.done.returncode == 0
    assert len(calls) > 12
    for (begin, what), (end, same) in zip(calls[::2], calls[1::2], strict=True):
        assert (begin, end, what) == ("begin", "end", same)


def test_what_is_set_up_is_not_set_up_again(clone):
    clone.make("check", "emulate")
    assert clone.installs("check", "play", "window", "deploy", "emulate", "lib") == []


@pytest.mark.parametrize("gone", FETCHED)
def test_missing_libraries_are_fetched_again(clone, gone):
    assert len(clone.installs("lib")) == 1
    (clone.folder / "lib" / gone).unlink()
    assert "--target lib" in clone.installs("lib")[0]
    assert (clone.folder / "lib" / gone).exists()


def test_unpinned_libraries_give_a_sentence(clone):
    (clone.folder / "lib" / "requirements.txt").unlink()
    clone.make("lib")
    assert clone.done.returncode == 2
    assert "lib/requirements.txt is missing" in clone.done.stdout


def test_a_venv_whose_python_is_gone_is_made_again(clone):
    clone.make("play")
    (clone.folder / ".venv/bin/python").unlink()
    (clone.folder / ".venv/bin/python").symlink_to("/nonexistent/python3.10")
    assert clone.installs("play") != []
    assert clone.done.returncode == 0


def test_an_emulator_whose_compiled_part_is_gone_is_compiled_again(clone):
    compiled = clone.folder / "tools/emulator/fast.fake.so"
    compiled.touch()
    clone.make("emulate")
    assert clone.installs("emulate") == []
    compiled.unlink()
    assert clone.installs("emulate") != []


def test_saves_are_copied_from_and_to_what_is_named(clone):
    def calls(*arguments):
        return [call for step, call in clone.make(*arguments) if step == "begin" and "tools.save" in call]

    assert calls("backup") == ["-m tools.save backup"]
    assert clone.installs("backup") == []
    assert calls("backup", "FILE=a.json", "FROM=play") == ["-m tools.save backup a.json --from play"]
    assert calls("restore", "FILE=a.json") == ["-m tools.save restore a.json"]
    assert calls("restore", "FILE=board", "TO=play", "ARGS=--yes") == [
        "-m tools.save restore board --to play --yes"
    ]
    assert calls("restore") == []
    assert clone.done.returncode == 2
    assert "Name the backup: make restore FILE=name.json" in clone.done.stdout


def test_clean_needs_no_git_and_keeps_what_was_not_fetched(clone):
    clone.make("check", "emulate")
    (clone.folder / "lib/mine.py").touch()
    (clone.folder / "tools/__pycache__").mkdir()
    clone.make("clean")
    assert clone.done.returncode == 0
    assert not (clone.folder / ".venv").exists()
    assert not (clone.folder / "tools/__pycache__").exists()
    assert sorted(path.name for path in (clone.folder / "lib").iterdir()) == [
        "mine.py",
        "requirements.in",
        "requirements.txt",
    ]
