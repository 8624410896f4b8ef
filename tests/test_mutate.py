# SPDX-License-Identifier: MIT
"""Mutants: each is another program, what tells it apart kills it, and survivors are named."""

import json

import pytest

from tools import mutate
from tools.files import ROOT

SOURCE = '''\
"""Says nothing."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    wide = 1 + 2


def clamp(x: "int | None", most: int = 3) -> int:
    if x > most and not x == 7:
        x -= 1
        print(x)
    return x | 1
'''


def changes(source):
    return {f"{mutant.before} -> {mutant.after}" for mutant, _ in mutate.mutants("engine2048/x.py", source)}


def test_each_kind_of_change_is_made_and_nothing_else():
    assert changes(SOURCE) == {
        "False -> True",
        "3 -> 4",
        "x > most and not x == 7 -> False",
        "x > most and not x == 7 -> True",
        "x > most and not x == 7 -> (x > most or not x == 7)",
        "x > most -> (x >= most)",
        "not x == 7 -> (x == 7)",
        "x == 7 -> (x != 7)",
        "7 -> 8",
        "x -= 1 -> pass",
        "1 -> 2",
        "print(x) -> pass",
        "x | 1 -> (x & 1)",
    }


def test_every_mutant_of_the_product_compiles_and_differs():
    path = "engine2048/save/journal.py"
    source = (ROOT / path).read_text()
    found = [text for _, text in mutate.mutants(path, source)]
    assert len(found) > 80
    assert source not in found
    assert len(set(found)) > 0.95 * len(found)


def test_letters_outside_of_ascii_do_not_shift_what_is_changed():
    ((mutant, text),) = mutate.mutants("x.py", 'name = "é ü" + 1 * a\n'.replace("1 * ", ""))
    assert (mutant.before, text) == ('"é ü" + a', "name = ('é ü' - a)\n")


def test_every_module_has_tests():
    modules = [
        str(path.relative_to(ROOT))
        for name in ("engine2048", "hardware")
        for path in (ROOT / name).rglob("*.py")
    ]
    untested = [path for path in modules if not mutate.tests_of(path) and not path.endswith("__init__.py")]
    assert untested == [
        "engine2048/screens/actions.py",
        "hardware/sizes.py",
    ]


def test_survivors_are_named_and_those_with_a_reason_do_not_fail(monkeypatch, capsys, tmp_path):
    kept = tmp_path / "mutation.json"
    known = tmp_path / "survivors.txt"
    monkeypatch.setattr(mutate, "_SURVIVORS", known)
    monkeypatch.setattr(mutate, "is_noticed", lambda copy, mutant, source: mutant.before != "2 << a")
    command = ["engine2048/board.py", "--sample", "40", "--json", str(kept)]
    monkeypatch.setattr(
        mutate, "mutants", lambda path, source: [(mutate.Mutant(path, 7, "2 << a", "2 >> a"), "")] * 2
    )
    assert mutate.main(command) == 1
    assert "survived: line 7 of engine2048/board.py: 2 << a -> 2 >> a" in capsys.readouterr().out
    known.write_text("engine2048/board.py: 2 << a -> 2 >> a  # nobody sees it\n")
    assert mutate.main(command) == 0
    figures = json.loads(kept.read_text())
    assert figures["survived"][0]["reason"] == "nobody sees it"
    assert (figures["tried"], figures["killed"]) == (2, 0)


def test_a_file_that_is_not_there(capsys):
    with pytest.raises(SystemExit) as ended:
        mutate.main(["engine2048/nothing.py"])
    assert ended.value.code == 2
