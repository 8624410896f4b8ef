# SPDX-License-Identifier: MIT
"""The oldest CircuitPython that we support, 9.2.1: stated alike everywhere, and what it asks of our code."""

import ast
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.test_import_rules import CIRCUITPYTHON, sources
from tools.files import OLDEST_FIRMWARE

PARTS = ("code.py", "boot.py", "safemode.py", "hardware", "engine2048")
FILES = [pytest.param(path, id=path.name) for part in PARTS for path in sources(part)]

# The parameters of each function in that release, from its source (shared-bindings). `?` marks an optional
# one; those after `*` are given by name only.
TAKES = {
    "alarm.exit_and_deep_sleep_until_alarms": "alarms * preserve_dios?",
    "alarm.light_sleep_until_alarms": "alarms",
    "alarm.pin.PinAlarm": "pin * value edge? pull?",
    "alarm.time.TimeAlarm": "* monotonic_time? epoch_time?",
    "analogio.AnalogIn": "pin",
    "binascii.crc32": "data crc?",
    "bitmaptools.arrayblit": "bitmap data x1? y1 x2? y2 skip_index?",
    "bitmaptools.blit": "dest_bitmap source_bitmap x y x1? y1? x2? y2? * skip_source_index? skip_dest_index?",
    "bitmaptools.readinto": "bitmap file bits_per_pixel element_size? reverse_pixels_in_element?"
    " swap_bytes_in_element? reverse_rows?",
    "bitmaptools.fill_region": "dest_bitmap x1 y1 x2 y2 value",
    "busio.I2C": "scl sda * frequency? timeout?",
    "busio.SPI": "clock MOSI? MISO? half_duplex?",
    "digitalio.DigitalInOut": "pin",
    "displayio.Bitmap": "width height value_count",
    "displayio.Group": "* scale? x? y?",
    "displayio.Palette": "color_count * dither?",
    "displayio.TileGrid": "bitmap * pixel_shader width? height? tile_width? tile_height? default_tile? x? y?",
    "displayio.release_displays": "",
    "fourwire.FourWire": "spi_bus * command? chip_select? reset? baudrate? polarity? phase?",
    "gc.collect": "",
    "gc.disable": "",
    "gc.enable": "",
    "gc.mem_free": "",
    "i2cdisplaybus.I2CDisplayBus": "i2c_bus * device_address reset?",
    "keypad.Event": "key_number? pressed? timestamp?",
    "keypad.Keys": "pins * value_when_pressed pull? interval? max_events? debounce_threshold?",
    "microcontroller.reset": "",
    "os.getenv": "key default?",
    "os.uname": "",
    "os.urandom": "size",
    "pwmio.PWMOut": "pin * duty_cycle? frequency? variable_frequency?",
    "storage.disable_usb_drive": "",
    "storage.getmount": "mount_path",
    "supervisor.ticks_ms": "",
    "terminalio.FONT.get_glyph": "codepoint",
    "time.monotonic": "",
    "time.sleep": "seconds",
    "traceback.format_exception": "exc value? tb? limit? chain?",
    "traceback.print_exception": "exc value? tb? limit? file? chain?",
}


def firmware_calls(tree):
    """(name, call) of each call to a function of a firmware module."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
    modules = {alias.name for node in imports for alias in node.names} & CIRCUITPYTHON
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[0] in modules:
            yield ast.unparse(node.func), node


def complaint(call, takes):
    """Why a call does not fit a function's parameters, or None."""
    before, _, by_name = takes.partition("*")
    in_order, names = before.split(), {name.rstrip("?") for name in (before + by_name).split()}
    needed = {name for name in (before + by_name).split() if not name.endswith("?")}
    if len(call.args) > len(in_order):
        return "has too many arguments"
    given = {name.rstrip("?") for name in in_order[: len(call.args)]} | {word.arg for word in call.keywords}
    if given - names:
        return f"gives {sorted(given - names)}"
    return f"lacks {sorted(needed - given)}" if needed - given else None


def test_everyone_names_the_same_oldest_firmware():
    texts = [Path(ROOT, name).read_text(encoding="utf-8") for name in ("README.md", "docs/flashing.md")]
    said = [re.findall(r"CircuitPython (\d+(?:\.\d+)*) or newer", text) for text in texts]
    assert said == [[".".join(map(str, OLDEST_FIRMWARE))]] * 2


@pytest.mark.parametrize("path", FILES)
def test_every_call_of_the_firmware_fits_the_oldest(path):
    for name, call in firmware_calls(ast.parse(path.read_text(encoding="utf-8"))):
        where = f"{path.name}, line {call.lineno}: {name}"
        assert name in TAKES, f"{where}: look up in its source what it takes, and add it to TAKES"
        fault = complaint(call, TAKES[name])
        assert fault is None, f"{where} {fault}"


def large_results(tree):
    """The parts of constant expressions that are not small integers of 31 bits, as (line, text).

    Up to firmware 9.2, any result of a large integer stays on the heap, however small it is.
    """
    known = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = constant(node.value, known)
            if value is not None:
                known[node.targets[0].id] = value
    for node in ast.walk(tree):
        value = constant(node, known)
        if value is not None and not -(2**30) <= value < 2**30:
            yield node.lineno, ast.unparse(node)


def constant(node, known):
    """The constant integer value of an expression, or None."""
    if not isinstance(node, ast.BinOp | ast.UnaryOp | ast.Constant):
        return None
    try:
        value = eval(ast.unparse(node), {"__builtins__": {}}, known)
    except (NameError, TypeError):
        return None
    return value if type(value) is int else None


@pytest.mark.parametrize("path", FILES)
def test_no_constant_is_computed_from_a_large_integer(path):
    assert list(large_results(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "text", ["A = (1 << 30) - 1", "B = 1 << 20\nA = B * B >> 20", "a[-(2**30) - 1 >> 2]", "A = 0x40000000"]
)
def test_a_large_integer_is_found_wherever_it_hides(text):
    assert list(large_results(ast.parse(text)))
