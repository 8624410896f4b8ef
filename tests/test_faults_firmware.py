# SPDX-License-Identifier: MIT
"""Faults of settings, files, display and console, on the real firmware."""

import os

import pytest

from tests.faulty import WatchedMachine, text_of
from tools.emulator import firmware, image
from tools.emulator.pico import NotReached, Pico
from tools.simulator import keys, program, settings
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

pytestmark = [
    pytest.mark.firmware,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        firmware.VARIABLE not in os.environ, reason=f"{firmware.VARIABLE} names no CircuitPython firmware"
    ),
]

_PAGE_SECONDS = 4


def power_up(content=None, without=(), change=None, source=False, **wiring):
    """A Pico with the product, but another settings.toml, and some files missing or changed.

    `without` are paths of sources, even if their modules are compiled; `change` maps one to a function from
    the content on the drive to another.
    """
    replaced = {"settings.toml": content} if content else None
    files = []
    for path, data in image.product_files(replaced=replaced, source=source):
        original = path.replace(".mpy", ".py")
        if original not in without:
            files.append((path, change[original](data) if change and original in change else data))
    return Pico(firmware.find(), image.build(files), program.read_settings(), **wiring)


def read(pico):
    """The sentence on the console, and all pages of text on the display."""
    with pytest.raises(NotReached) as stopped:
        pico.wait_until_ready()
    pico.run_until(pico.now + 500_000)
    pages = []
    while (page := " ".join(text_of(pico.chip.frame()))) not in pages:
        pages.append(page)
        pico.run_until(pico.now + _PAGE_SECONDS * 1_000_000)
    return str(stopped.value), " ".join(pages)


def without_spaces(text):
    """For comparing: a word that is too long for a row goes on in the next."""
    return text.replace(" ", "")


@pytest.mark.parametrize(
    "content",
    [
        b'BUTTON_UP = "GP20\n',
        b"# dark\nBRIGHTNESS =\n",
        b"[board]\nBRIGHTNESS = 5\n",
        b"BRIGHTNES = 5\r\n",
        b"BRIGHTNESS = 5\nBRIGHTNESS = 50\n",
        b"BUTTON_UP = 'GP20'\n",
        b"ANIMATION = true\n",
        b'SDA = "GP4"\nSCL = "GP7"\n',
        "BRIGHTNESS = 5\n".encode("utf-16"),
    ],
    ids=repr,
)
def test_wrong_settings_are_reported_as_in_the_simulator(content):
    pico = power_up(content)
    said, shown = read(pico)
    machine = WatchedMachine(content)
    machine.circuitpython = _release(pico)
    program.run(machine)
    assert (said, shown) == (machine.said, machine.shown)
    assert without_spaces(shown) == without_spaces(said)


def _release(pico):
    """The release that the firmware's title names, in the simulator's terms."""
    is_old = any(f"| {version}." in pico.console.text for version in ("9.2", "10.0", "10.1"))
    return settings.OLDEST if is_old else settings.NEWEST


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbfSEED = 5\r\n", b"SEED=0x5# five", b"SEED = 5\nSDA = GP4\n"], ids=repr
)
def test_odd_settings_are_read_as_in_the_simulator(content):
    pico = power_up(content)
    pico.wait_until_ready()
    machine = Machine(Rp2Flash(), content)
    machine.play(*keys.schedule([]))
    program.run(machine)
    assert pico.chip.frame() == machine.chip.frame()


@pytest.mark.parametrize(
    "path",
    [
        "lib/adafruit_display_text/label.py",
        "lib/adafruit_displayio_ssd1306.py",
        "engine2048/board.py",
        "hardware/faults.py",
        "hardware/config.py",
        "hardware/slide.py",
    ],
)
def test_the_display_reports_a_missing_file(path):
    is_spare = path.endswith(("label.py", "faults.py"))
    pico = power_up(b"BRIGHTNESS = 0\n" if is_spare else None, without=[path])
    said, shown = read(pico)
    if path.endswith("label.py"):
        assert said == shown
        assert said.startswith("BRIGHTNESS = 0 in settings.toml: use ")
    else:
        assert "A file is missing or old: copy the game again" in shown
        assert is_spare or path.rsplit("/", 1)[-1].removesuffix(".py") in without_spaces(shown)


DAMAGES = {
    "source": (True, lambda data: b"def (\n"),
    "another format": (False, lambda data: data[:1] + b"\x05" + data[2:]),
    "another compiler": (False, lambda data: b"M" + data[1:]),
    "empty": (False, lambda data: b""),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("path", ["hardware/faults.py", "hardware/store.py", "engine2048/game.py"])
def test_the_display_reports_a_damaged_file(path, damage):
    source, change = DAMAGES[damage]
    content = b"BRIGHTNESS = 0\n" if "faults" in path else None
    said, shown = read(power_up(content, change={path: change}, source=source))
    assert "A file is missing or old: copy the game again" in shown
    assert "make deploy" in said


def test_the_game_waits_for_a_display_that_comes_late():
    pico = power_up(b"SEED = 5\n")
    pico.display.address = None
    with pytest.raises(NotReached, match="No display at 0x3C"):
        pico.wait_until_ready()
    pico.run_until(pico.now + 1_000_000)
    assert len(pico.light) > 3
    pico.display.address = 0x3C
    pico.wait_for_line(r"2048 \S+ ready", 10_000, "start")
    assert pico.chip.frame() == power_up_and_play(b"SEED = 5\n")


def test_a_display_that_comes_50_ms_late_is_not_a_fault():
    pico = power_up(b"SEED = 5\n")
    pico.display.address = None
    times = []

    def count(address, begin=pico.display.begin):
        # The first attempt to reach it fails.
        times.append(pico.now)
        if pico.now - times[0] > 50_000:
            pico.display.address = 0x3C
        return begin(address)

    pico.display.begin = count
    pico.wait_until_ready()
    assert times[0] != times[-1]
    assert pico.chip.frame() == power_up_and_play(b"SEED = 5\n")


def test_a_display_that_lost_its_power_is_whole_again_and_nothing_was_played_blind():
    pico = power_up(b"SEED = 5\n")
    pico.wait_until_ready()
    pico.display.address = None
    pico.play(keys.parse("LU"))
    pico.chip.reset()
    pico.display.address = 0x3C
    pico.run_until(pico.now + 1_000_000)
    assert pico.chip.frame() == power_up_and_play(b"SEED = 5\n")
    pico.play(keys.parse("RDM"))
    assert pico.chip.frame() == power_up_and_play(b"SEED = 5\n", "RDM")
    pico.play(keys.parse("M"))
    assert pico.chip.frame() == power_up_and_play(b"SEED = 5\n", "RD")


def power_up_and_play(content, text=""):
    """What the simulator shows after some keys."""
    machine = Machine(Rp2Flash(), content)
    machine.play(*keys.schedule(keys.parse(text)))
    program.run(machine)
    return machine.chip.frame()


@pytest.mark.parametrize("content", [b"SEED = 5\n", b"SEED =\n"], ids=["game", "fault"])
def test_300_typed_characters_do_not_make_it_deaf_to_ctrl_c(content):
    pico = power_up(content)
    pico.wait_for_line("2048 .*(ready|stopped)", 20_000, "start")
    for _ in range(3):
        pico.console.send(b"AT+CGMI\r\n" * 12)
        pico.run_until(pico.now + 600_000)
    pico.console.send(b"\x03")
    pico.wait_for_line("Press any key to enter the REPL", 5_000, "stop")
