# SPDX-License-Identifier: MIT
"""The state of a run as JSON."""

import json

import pytest

from tools.simulator import report
from tools.simulator.ssd1306 import Ssd1306

STATE = {"cells": [0, 1, 2, 11, *[0] * 11, 17], "score": 20480, "best": 20480, "moves": 7, "screen": "board"}


def test_exponents_become_tile_values_and_the_display_is_added():
    chip = Ssd1306()
    chip.transfer(b"\x80\xaf\x80\x81\x80\x10")
    built = report.build("2048 1.0.0 ready\n" + json.dumps(STATE) + "\n", chip)
    assert built["cells"] == [0, 2, 4, 2048, *[0] * 11, 131072]
    assert built["fault"] is None
    assert built["display"] == {"on": True, "contrast": 0x10, "bytes": 7}
    assert {key: built[key] for key in ("score", "best", "moves", "screen")} == {
        key: STATE[key] for key in ("score", "best", "moves", "screen")
    }


def test_the_last_state_counts():
    console = json.dumps(STATE) + "\n" + json.dumps({**STATE, "moves": 8}) + "\n{not json\n"
    assert report.parse(console)["moves"] == 8


@pytest.mark.parametrize(
    ("console", "sentence"),
    [
        (json.dumps(STATE), None),
        ("2048 stopped: No display.\n", "No display."),
        ("noise\x1b]0;code.py\x1b\\2048 stopped: No display. \r\n", "No display."),
        (f"2048 stopped: No display.\n2048 1.0.0 ready\n{json.dumps(STATE)}\n", None),
        (f"{json.dumps(STATE)}\n2048 stopped: Worn out.\n", "Worn out."),
        (
            'Traceback (most recent call last):\n  File "code.py"\nValueError: planted\n\nDone.\n',
            "ValueError: planted",
        ),
        ('Traceback (most recent call last):\n  File "code.py"\nKeyboardInterrupt: \n', None),
    ],
)
def test_the_fault_is_the_last_thing_that_stopped_the_program(console, sentence):
    assert report.fault(console) == sentence


def test_after_a_fault_nothing_else_is_known():
    built = report.build("2048 1.0.0 ready\n2048 stopped: Worn out.\n", Ssd1306())
    assert built == {
        **dict.fromkeys(("cells", "score", "best", "moves", "screen", "rest")),
        "fault": "Worn out.",
        "display": {"on": False, "contrast": 0x7F, "bytes": 0},
    }
    with pytest.raises(report.NoReport, match=r"2048 stopped: Worn out\."):
        report.parse("2048 1.0.0 ready\n2048 stopped: Worn out.\n")


@pytest.mark.parametrize("console", ["", "2048 1.0.0 ready\n", '{"other": 1}\n', "{broken"])
def test_a_run_without_a_state_is_an_error_with_the_last_words(console):
    with pytest.raises(report.NoReport) as caught:
        report.parse(console)
    assert str(caught.value).endswith(console.strip() or "(nothing)")


def test_the_file_is_json(tmp_path):
    report.write({"cells": [2]}, tmp_path / "state.json")
    assert json.loads((tmp_path / "state.json").read_text()) == {"cells": [2]}
