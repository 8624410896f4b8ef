# SPDX-License-Identifier: MIT
"""The device's modules, as a program sees them."""

import importlib
import os
import sys
import sysconfig
import time

import pytest

from tests.programs import run, said
from tools.simulator import modules, settings
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine


def test_sleeping_costs_no_real_time(tmp_path):
    begun = time.monotonic()
    source = "import time\nbefore = time.monotonic()\ntime.sleep(30)\nprint(time.monotonic() - before)"
    assert said(tmp_path, source) == ["30.0"]
    assert time.monotonic() - begun < 5


def test_a_busy_wait_ends(tmp_path):
    source = (
        "import supervisor\nstart = supervisor.ticks_ms()\n"
        "while supervisor.ticks_ms() - start < 50:\n    pass\nprint('over')"
    )
    assert said(tmp_path, source) == ["over"]


def test_settings_are_read_as_by_the_firmware(tmp_path):
    source = "import os\nprint([os.getenv(n) for n in ('SDA', 'SEED', 'NONE')], os.getenv('NONE', 5))"
    machine = Machine(Rp2Flash(), {"SDA": "GP4", "SEED": 7})
    assert said(tmp_path, source, machine) == ["['GP4', '7', None] 5"]
    older = Machine(Rp2Flash(), {"SDA": "GP4", "SEED": 7})
    older.circuitpython = settings.OLDEST
    assert said(tmp_path, source, older) == ["['GP4', 7, None] 5"]


def test_a_program_can_read_the_settings_itself(tmp_path):
    source = (
        "print(open('/settings.toml').read())\nwith open('/settings.toml', 'rb') as file:\n"
        "    print(list(file))\nprint(open(__file__).readline())"
    )
    lines = said(tmp_path, source, Machine(Rp2Flash(), "A = 1\r\nB"))
    assert lines == ["A = 1", "B", "[b'A = 1\\r\\n', b'B']", "print(open('/settings.toml').read())", ""]


def test_without_settings_there_is_no_file(tmp_path):
    source = "import os\nprint(os.getenv('A', 3))\nopen('/settings.toml')"
    lines = said(tmp_path, source)
    assert lines[0] == "3"
    assert lines[-1].startswith("OSError: [Errno 2]") or lines[-1].startswith("FileNotFoundError: [Errno 2]")


def test_entropy_is_real_unless_fixed(tmp_path):
    source = "import os\nprint(os.urandom(5).hex())"
    assert said(tmp_path, source) != said(tmp_path, source)
    assert said(tmp_path, source, Machine(Rp2Flash(), entropy=b"\x01\x02")) == ["0102010201"]


def test_modules_that_only_the_device_has_exist(tmp_path):
    source = (
        "import gc, microcontroller, micropython, os, supervisor\n"
        "gc.collect()\nprint(gc.mem_free() > 100000, micropython.const(3), len(microcontroller.nvm))\n"
        "supervisor.runtime.autoreload = False\nprint(os.uname().sysname)"
    )
    assert said(tmp_path, source) == ["True 3 4096", "rp2040"]


def test_a_board_without_nvm(tmp_path):
    assert said(tmp_path, "import microcontroller\nprint(microcontroller.nvm)", Machine(None)) == ["None"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import supervisor\nsupervisor.status_bar", "the simulator has no supervisor.status_bar"),
        ("from storage import erase_filesystem", "cannot import name 'erase_filesystem' from 'storage'"),
        ("import supervisor\nsupervisor.runtime.next_stack_limit = 1", "'_Runtime' object has no attribute"),
        ("import microcontroller\nmicrocontroller.watchdog", "the simulator has no microcontroller.watchdog"),
        ("import wifi", "No module named 'wifi'"),
        ("import board\nboard.GP29", "module 'board' has no attribute 'GP29'"),
        ("import board\nboard.SDA", "module 'board' has no attribute 'SDA'"),
        ("import time\ntime.sleep(-1)", "sleep length must be non-negative"),
    ],
)
def test_what_is_missing_fails_loudly(tmp_path, source, message):
    assert message in said(tmp_path, source)[-1]


def test_the_lamp_is_a_pin(tmp_path):
    source = (
        "import board, digitalio\ndigitalio.DigitalInOut(board.LED).switch_to_output(True)\nprint(board.LED)"
    )
    machine = Machine(Rp2Flash())
    assert said(tmp_path, source, machine) == ["board.GP25"]
    assert [value for _, value in machine.led] == [True]


def test_only_boot_may_hide_the_drive(tmp_path):
    hide = "import storage\nstorage.disable_usb_drive()\n"
    assert said(tmp_path, hide)[-1] == "RuntimeError: Cannot change USB devices now"
    remount = "import storage\nstorage.remount('/', readonly=False)\nprint('writable')"
    assert said(tmp_path, remount)[-1] == "RuntimeError: Cannot remount path when visible via USB."
    assert said(tmp_path, remount, boot=hide) == ["writable"]


def test_a_reset_starts_the_program_again(tmp_path):
    source = (
        "import board, microcontroller, busio\n"
        "busio.I2C(board.GP5, board.GP4)\n"
        "microcontroller.nvm[0] -= 1\n"
        "print(microcontroller.nvm[0])\n"
        "if microcontroller.nvm[0] > 253:\n    microcontroller.reset()"
    )
    assert said(tmp_path, source) == ["254", "253"]


def test_afterwards_python_is_as_it_was_before(tmp_path):
    path = list(sys.path)
    run(tmp_path, "import time, os, gc\nimport engine2048.board")
    assert (sys.modules["time"], sys.modules["os"]) == (time, os)
    assert sys.path == path
    assert time.sleep(0) is None
    assert os.getenv("PATH") == os.environ["PATH"]


def test_the_standard_modules_stay_usable_behind_the_devices(tmp_path):
    lines = said(tmp_path, "import os, time, gc\nprint(os.sep, time.time() > 0, gc.isenabled())")
    assert lines == [f"{os.sep} True True"]


def test_code_py_never_replaces_the_standard_module(tmp_path):
    run(tmp_path, "import code\nprint(code.__file__)")
    assert run(tmp_path, "import code\nprint(code.__file__)").console.text.startswith(
        sysconfig.get_path("stdlib")
    )
    assert importlib.import_module("code").InteractiveConsole


def test_installing_twice_changes_nothing():
    modules.install()
    before = sys.modules["board"]
    modules.install()
    assert sys.modules["board"] is before


def test_a_program_can_throw_away_what_was_typed(tmp_path):
    machine = Machine(Rp2Flash())
    machine.type(b"x" * 300)
    run(tmp_path, "import usb_cdc\nusb_cdc.console.reset_input_buffer()", machine)
    assert not machine.typed


def test_a_program_can_tell_whether_the_computer_has_the_drive(tmp_path):
    source = "import storage\nprint(storage.getmount('/').readonly)"
    assert said(tmp_path, source) == ["True"]
    assert said(tmp_path, source, boot="import storage\nstorage.disable_usb_drive()") == ["False"]
