# SPDX-License-Identifier: MIT
"""The table of budgets; what is measured is in tools/measure."""

from hardware.config import Config
from tests.handheld import powered_on
from tools import budgets
from tools.measure import firsts


def test_a_budget_may_be_a_floor():
    assert budgets.Line("free", 100, 100, "B", at_least=True).is_met
    assert not budgets.Line("free", 99, 100, "B", at_least=True).is_met
    assert not budgets.Line("time", 1.6, 1.5, "s").is_met
    assert budgets.Line("bytes", 400, None, "B").is_met
    assert "met" not in budgets.table([budgets.Line("bytes", 400, None, "B")])
    assert "NOT MET" in budgets.table([budgets.Line("time", 1.6, 1.5, "s")])


def test_a_chord_is_measured_from_when_it_counts():
    with powered_on():
        config = Config()
        config.read_rest()
    assert config.chord_times[1] == firsts.HOLD_MS
