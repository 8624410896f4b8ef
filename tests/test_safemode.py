# SPDX-License-Identifier: MIT
"""safemode.py: a dip of the power restarts the game, and nothing else ends safe mode."""

import os
import re
import runpy
import sys
from types import SimpleNamespace

import pytest

from tools.emulator import firmware, image
from tools.emulator.pico import Pico
from tools.files import ROOT

# As CircuitPython numbers them (supervisor/shared/safe_mode.h), the same in 9.2.1 and 10.2.1.
BROWNOUT, HARD_FAULT, PROGRAMMATIC, STACK_OVERFLOW = 1, 4, 10, 13
SAVED = re.compile(rb"\xaf([^\0])\0\xad", re.DOTALL)  # the word in RAM that tells the next start

ARMED = """\
import microcontroller, time
time.sleep(1)  # the computer takes a moment to listen
microcontroller.on_next_reset(microcontroller.RunMode.SAFE_MODE)
print("armed")
time.sleep(0.5)
microcontroller.reset()
"""


class Restarted(BaseException):
    pass


def run(monkeypatch, reason, **missing):
    """Run safemode.py with a reason for safe mode; returns the seconds slept, raises Restarted."""

    def restart():
        raise Restarted

    slept = []
    reasons = SimpleNamespace(BROWNOUT=BROWNOUT, HARD_FAULT=HARD_FAULT)
    runtime = SimpleNamespace(safe_mode_reason=reason)
    modules = {
        "supervisor": SimpleNamespace(runtime=runtime, SafeModeReason=reasons),
        "microcontroller": SimpleNamespace(reset=restart),
        "time": SimpleNamespace(sleep=slept.append),
        **missing,
    }
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    runpy.run_path(str(ROOT / "safemode.py"))
    return slept


def test_a_dip_of_the_power_restarts_the_game(monkeypatch):
    with pytest.raises(Restarted):
        run(monkeypatch, BROWNOUT)


@pytest.mark.parametrize("reason", [HARD_FAULT, PROGRAMMATIC, STACK_OVERFLOW])
def test_any_other_reason_is_left_alone(monkeypatch, reason):
    assert run(monkeypatch, reason) == []


def test_an_error_of_its_own_does_not_hide_the_reason(monkeypatch):
    assert run(monkeypatch, BROWNOUT, supervisor=SimpleNamespace()) == []
    assert run(monkeypatch, BROWNOUT, microcontroller=SimpleNamespace()) == [2]


@pytest.mark.firmware
@pytest.mark.timeout(1800)
@pytest.mark.skipif(
    firmware.VARIABLE not in os.environ, reason=f"{firmware.VARIABLE} names no CircuitPython firmware"
)
@pytest.mark.parametrize(
    ("reason", "says"),
    [
        (BROWNOUT, None),
        (HARD_FAULT, "Hard fault: memory access or instruction error."),
        (PROGRAMMATIC, "The `microcontroller` module was used to boot into safe mode."),
    ],
)
def test_the_firmware_runs_it_before_the_drive_and_the_game(reason, says):
    files = [("code.py", ARMED.encode()), ("safemode.py", ROOT / "safemode.py")]
    pico = Pico(firmware.find(), image.build(files))
    pico.wait_for_line("armed", 10_000, "start")
    for found in SAVED.finditer(bytes(pico._mcu.sram)):
        pico._mcu.sram[found.start() + 1] = reason
    if says is None:
        # It starts again, without safe mode.
        pico.wait_for_line("armed", 10_000, "start again")
        assert [text for _, text in pico.lines if "safe mode" in text] == []
    else:
        pico.wait_for_line(re.escape(says), 10_000, "say why")
        pico.run_until(pico.now + 5_000_000)
        assert len([text for _, text in pico.lines if "armed" in text]) == 1
