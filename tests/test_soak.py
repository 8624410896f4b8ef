# SPDX-License-Identifier: MIT
"""The soak: scripts that play through every trouble hold, and each kind of fault in the product is found."""

import json
import shutil

import pytest

from engine2048.board import UP
from engine2048.screens.rest import DARK
from tests.test_battery import Discharging
from tools import soak
from tools.files import ROOT
from tools.simulator import program
from tools.soaking import laws, script
from tools.soaking.laws import Broken
from tools.soaking.run import Soak
from tools.soaking.shrink import shrink


@pytest.mark.parametrize("seed", range(5))
def test_a_minute_of_random_play_through_every_trouble(seed):
    """About twelve seconds each; `make soak` goes on for as long as one likes."""
    text = script.write(seed, 450)
    assert Soak(text).play().failed is None, text


def test_the_scripts_of_the_minute_meet_every_screen_and_every_trouble():
    text = "".join(script.write(seed, 450) for seed in range(5))
    assert set(script.MEANINGS) <= set(text)


def test_every_way_of_building_it_plays():
    """Each of the settings, from the first picture on."""
    played = Soak("LURDs" * len(script.SETTINGS)).play()
    assert played.failed is None
    assert played.starts == len(script.SETTINGS) + 1
    assert played.moves > len(script.SETTINGS)


def test_the_screens_that_only_a_choice_leads_to():
    choices = ["M" + "D" * down + "R.," + "LL," for down in range(9)]
    played = Soak("nLURDLURD" + "".join(choices) + "w,L,DRDR" + "e,L,").play()
    assert played.failed is None
    assert played.screens >= {"board", "menu", "confirm", "won", "over", "demo"}
    assert played.screens >= {"statistics", "settings", "help"}


def test_a_power_cut_hits_a_write():
    assert Soak("LRLRcLULR").play().cuts == 1


@pytest.fixture
def broken(tmp_path):
    """What the soak says of a script when one line of the product is another."""

    def play(path, before, after, text):
        for name in ("engine2048", "hardware"):
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("code.py", "boot.py", "fallback.py"):
            shutil.copy(ROOT / name, tmp_path / name)
        source = tmp_path / path
        lines = source.read_text()
        assert lines.count(before) == 1
        source.write_text(lines.replace(before, after))
        assert Soak(text).play().failed is None
        failed = Soak(text, root=tmp_path).play().failed
        assert failed, "nothing was found"
        return failed.what

    return play


FAULTS = {
    "wrong points": ("engine2048/board.py", "gained += 2 << b\n                        b += 1\n"
                     "                        c = d", "b += 1\n                        c = d",
                     "LURD" * 40, "moves cannot lead to"),
    "wrong tile": ("engine2048/game.py", "2 if self.rng.below(_CHANCE_OF_FOUR) == 0 else 1", "3",
                   "LURD", "moves cannot lead to"),
    "no end": ("engine2048/game.py", "0 not in cells and not board.can_move(cells)", "False",
               "e,L,", "over is False"),
    "not saved": ("engine2048/screens/session.py", "        self._keeper.write()\n        if", "        if",
                  "LURDLURD", "the flash holds another game"),
    "an event lost": ("engine2048/save/journal.py", "self._append(self._event)", "self._end += 1",
                      "LURDLURD", "the flash holds another game"),
    "not loaded": ("hardware/handheld.py", "self.journal.load(Game(Rng(seed)))", "0, Game(Rng(seed + 1))",
                   "LURDLx.", "after the power was back"),
    "no mark": ("engine2048/screens/session.py", "        if self.can_save != can_save:", "        if False:",
                "fffLfffUfffRfffD", "the glass shows something else"),
    "old picture": ("hardware/screen.py", "display.root_group = None ", "display.root_group = group ",
                    "LURDLbvpLLUU....", "the glass shows something else"),
    "no chord": ("hardware/buttons.py", "return actions.UNDO", "return actions.NONE",
                 "LURDLZ", "took nothing back"),
    "crash": ("code.py", "settings.read_rest()", "settings.read()", "LURD", "the program"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_the_product_is_found(broken, name):
    *changed, what = FAULTS[name]
    assert what in broken(*changed)


def test_a_failing_script_is_shrunk_to_what_it_takes():
    tried = []

    def fails(text):
        tried.append(text)
        return "x" in text and "L" in text.partition("x")[2]

    assert shrink("UUDDLRxRRDDULLUUDD", fails) == "xL"
    assert len(tried) < 100


def test_the_command_tells_the_seed_and_the_shortest_script(monkeypatch, capsys):
    """A product that never follows the rules again once it was in the dark."""

    def check(game, now):
        if now.light >= DARK:
            raise Broken("the board knows no rules")

    monkeypatch.setattr(laws, "check_game", check)
    monkeypatch.setattr(script, "write", lambda seed, length: "LURDv.LU")
    assert soak.main(["--seconds", "1", "--seed", "7"]) == 1
    said = capsys.readouterr().out
    assert "FAILED with seed 7: the board knows no rules" in said
    assert "python -m tools.soak --keys 'v'" in said
    assert soak.main(["--keys", "LURv"]) == 1
    assert "FAILED after 4 steps" in capsys.readouterr().out


def test_the_command_plays_for_its_time(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(script, "write", lambda seed, length: "LURDM")
    kept = tmp_path / "soak.json"
    assert soak.main(["--seconds", "0.01", "--json", str(kept)]) == 0
    assert "4 moves and 5 steps" in capsys.readouterr().out
    figures = json.loads(kept.read_text())
    assert figures["failed"] is None
    assert figures["screens"] == ["board", "menu", "welcome"]


def test_memory_that_is_not_given_back_fails():
    assert soak._growth([100] * 6 + [200 + 100 * step for step in range(7)]) == 100
    assert soak._growth([100] * 12) is None


@pytest.mark.parametrize("wrong", [["--seconds", "0"], ["--seed", "-1"], ["--keys", "LQ"], ["--moves", "0"]])
def test_wrong_usage(wrong, capsys):
    with pytest.raises(SystemExit) as ended:
        soak.main(wrong)
    assert ended.value.code == 2


@pytest.mark.parametrize("minutes", [0, 10])
def test_a_night_of_eight_hours_on_a_battery(minutes):
    night(8, 4.0, minutes)


def test_a_night_with_a_computer():
    """One hour will do: with a computer, the handheld looks for presses all the time."""
    night(1, None, 10)


def night(hours, volts, minutes):
    """Whatever powers it, the glass stays dark, and in the morning one press brings the same game."""
    morning = hours * 3600
    presses = [(3 + number, number % 4) for number in range(8)]
    evening = Discharging(lambda _: volts, presses, 20, OFF_MINUTES=minutes)
    program.run(evening)
    machine = Discharging(lambda _: volts, [*presses, (morning, UP)], morning + 10, OFF_MINUTES=minutes)
    program.run(machine)
    assert not machine.faults
    assert machine.state == evening.state
    lit = [at for at, (is_lit, _) in machine.looks.items() if is_lit]
    assert all(at <= 131 or at >= morning for at in lit)
    assert lit[-1] >= morning + 5
    if volts:
        assert machine.slept > 0.995 * machine.now
