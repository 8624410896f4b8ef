# SPDX-License-Identifier: MIT
"""The firmware's own reader of settings.toml agrees with the table and the model."""

import ast
import os
import re

import pytest

from tests.readings import MISSING, READINGS, REFUSED
from tools.emulator import firmware, image
from tools.emulator.pico import Pico

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.skipif(
        firmware.VARIABLE not in os.environ, reason=f"{firmware.VARIABLE} names no CircuitPython firmware"
    ),
]

# The program writes each content to the drive before it reads it, so it needs the drive to itself.
_BOOT = b"import storage\nstorage.disable_usb_drive()\n"
_READER = """\
import os, sys, time
time.sleep(0.5)  # the console is not listened to at once
print("version", sys.implementation.version[:2])
for content in {contents}:
    with open("/settings.toml", "wb") as file:
        file.write(content)
    try:
        value = os.getenv("KEY", {missing!r})
    except ValueError:
        value = ValueError
    print("reading", (content, value if value is not ValueError else None))
print("over")
"""


def test_the_firmware_reads_what_the_table_says():
    program = _READER.format(contents=tuple(READINGS), missing=MISSING).encode()
    pico = Pico(firmware.find(), image.build([("boot.py", _BOOT), ("code.py", program)]))
    pico.wait_for_line("^over$", 120_000, "read every file")
    said = "\n".join(text for _, text in pico.lines)
    version = ast.literal_eval(re.search(r"version (.*)", said)[1])
    column = 0 if version < (10, 2) else 1
    read = dict(ast.literal_eval(reading) for reading in re.findall(r"^reading (.*)", said, re.MULTILINE))
    expected = {content: values[column] for content, values in READINGS.items()}
    assert {content: REFUSED if value is None else value for content, value in read.items()} == expected
