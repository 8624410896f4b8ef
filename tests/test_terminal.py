"""Playing in the terminal: what is seen, which keys do what, and that the terminal is given back."""

import signal
import sys
import time
from types import SimpleNamespace

import pytest

from tools import play
from tools.simulator import glass, keys, settings, terminal
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine
from tools.simulator.program import read_settings
from tools.simulator.ssd1306 import Ssd1306

if sys.platform == "win32":
    pytest.skip("pseudo-terminals need a Unix", allow_module_level=True)

from tests.terminals import TerminalSession

HALF_BLOCKS, BRAILLE = (140, 40), (80, 24)
SEED = "3"


@pytest.fixture
def start():
    """Start the game in a terminal; `code` runs another program as the product's code.py."""
    sessions = []

    def start_in(size, *options, code=None, **environment):
        command = ["-m", "tools.play", *options] if code is None else ["-c", code]
        session = TerminalSession(*size, sys.executable, *command, **environment)
        sessions.append(session)
        return session

    yield start_in
    for session in sessions:
        session.close()


def picture_after(text, style=glass.half_blocks):
    """The lines that show the glass after a headless game."""
    machine = Machine(Rp2Flash(), settings.changed(read_settings(), {"SEED": int(SEED)}))
    play.run_headless(machine, keys.parse(text))
    return style(machine.chip.frame())


def shows(session, text, style=glass.half_blocks):
    lines = picture_after(text, style)
    return lambda: all(
        f"│{line}│" in shown for line, shown in zip(lines, framed(session, len(lines)), strict=True)
    )


def framed(session, count):
    """The `count` lines below the frame's upper edge."""
    lines = session.screen.display
    top = next((row for row, line in enumerate(lines) if "╭" in line), -count - 1)
    return [*lines[top + 1 : top + 1 + count], *[""] * count][:count]


def test_a_game_in_half_blocks_is_the_headless_game(start):
    session = start(HALF_BLOCKS, "--seed", SEED)
    session.wait_for(shows(session, ""))
    assert "arrows move" in session.text()
    for key, played in (("\x1b[D", "L"), ("w", "LU"), ("l", "LUR"), ("J", "LURD")):
        session.type(key)
        session.wait_for(shows(session, played))
    session.type("q")
    assert session.end() == 0
    assert session.is_restored()


def test_braille_on_a_small_terminal_and_resizing(start):
    session = start(BRAILLE, "--seed", SEED)
    session.wait_for(shows(session, "", glass.braille))
    session.resize(*HALF_BLOCKS)
    session.wait_for(shows(session, ""))
    session.resize(60, 15)
    session.wait_for(lambda: "2048 needs 66x18" in session.text())
    assert "This terminal is 60x15 characters" in session.text()
    session.resize(66, 18)
    session.wait_for(shows(session, "", glass.braille))
    session.type("\x03")
    assert session.end() == 0
    assert session.is_restored()


def test_menu_and_undo_chords(start):
    session = start(BRAILLE, "--seed", SEED)
    session.wait_for(shows(session, "", glass.braille))
    session.type("u")
    time.sleep(1)
    session.wait_for(shows(session, "Z", glass.braille))
    session.type("m")
    session.wait_for(shows(session, "ZM", glass.braille))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_it_and_the_terminal_is_given_back(start, number, code):
    session = start(BRAILLE, "--seed", SEED)
    session.wait_for(shows(session, "", glass.braille))
    session.signal(number)
    assert session.end() == code
    assert session.is_restored()


def test_a_crash_of_the_program_is_told_when_the_terminal_is_given_back(start, tmp_path):
    (tmp_path / "code.py").write_text("import time\ntime.sleep(0.3)\nraise ValueError('planted')\n")
    run_it = f"""
import pathlib, sys
from tools import play
from tools.simulator import program
run = program.run
program.run = lambda machine: run(machine, pathlib.Path({str(tmp_path)!r}))
sys.exit(play.main(['--seed', '1']))
"""
    session = start(BRAILLE, code=run_it)
    assert session.end() == 1
    assert session.is_restored()
    assert "ValueError: planted" in session.text()


def test_ctrl_c_before_the_first_picture_is_no_fault(start):
    session = start(BRAILLE, "--seed", SEED)
    session.wait_for(lambda: b"\x1b[?25l" in session.output)
    session.type("\x03")
    assert session.end() in (0, 130)
    assert session.is_restored()
    assert "Traceback" not in session.text()


def test_a_crash_of_the_tool_itself_gives_the_terminal_back(start):
    code = "from tools import play; play.terminal._framed = None; exit(play.main(['--seed', '1']))"
    session = start(BRAILLE, code=code)
    assert session.end() == 1
    assert session.is_restored()
    assert "'NoneType' object is not callable" in session.text()


def test_closing_the_terminal_ends_the_program(start):
    session = start(BRAILLE, "--seed", SEED)
    session.wait_for(shows(session, "", glass.braille))
    session.hang_up()
    session.end()


@pytest.mark.parametrize(
    ("environment", "words"), [({"TERM": "dumb"}, "TERM is dumb"), ({"PYTHONIOENCODING": "ascii"}, "ascii")]
)
def test_a_terminal_that_cannot_show_it_is_told(start, environment, words):
    session = start(BRAILLE, **environment)
    assert session.end() == 2
    assert words in session.text().replace("\n", "")
    assert "--headless" in session.text().replace("\n", "")


class FakeTerminal:
    """Keys to come, and all that was printed."""

    width, height = 80, 24
    normal = clear = ""

    def __init__(self):
        self.stream = self
        self.keys = []
        self.written = ""

    def write(self, text):
        self.written += text

    def flush(self):
        pass

    def move_xy(self, x, y):
        return f"<{x},{y}>"

    def color_rgb(self, *colour):
        return ""

    def inkey(self, timeout):
        return self.keys.pop(0) if self.keys else ""


class Key(str):
    name = None


@pytest.fixture
def front(monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr(terminal.time, "monotonic", lambda: next(clock))
    device = SimpleNamespace(chip=Ssd1306(), now=0, switched=[])
    device.switch = lambda *change: device.switched.append(change)
    made = terminal.Front(FakeTerminal(), device)
    made.device, made.screen = device, made._terminal
    return made


def test_the_screen_is_written_only_when_something_changed(front):
    front.serve(0)
    assert front.screen.written.count("<") == 18
    front.screen.written = ""
    front.serve(0)
    assert front.screen.written == ""
    front.device.chip.transfer(b"\x80\x8d\x80\x14\x80\xaf\x80\x20\x80\x00\x40" + bytes(1024))
    front.serve(0)
    front.screen.written = ""
    front.device.chip.transfer(b"\x40\xff")
    front.serve(0)
    assert front.screen.written.count("<") == 2


def test_taps_typed_at_once_are_played_one_after_the_other_until_too_far_behind(front):
    front.screen.keys = [Key("l")] * 9
    for _ in range(9):
        front.serve(0)
    switched = front.device.switched
    assert switched[:4] == [(1, True, 0), (1, False, 40_000), (1, True, 60_000), (1, False, 100_000)]
    # 250 ms are five taps of 60 ms, and no more wait than that.
    assert len(switched) == 2 * 5
    front.device.now = 400_000
    front.screen.keys = [Key("l")]
    front.serve(0)
    assert switched[10:] == [(1, True, 400_000), (1, False, 440_000)]


def test_unknown_keys_do_nothing(front):
    front.screen.keys = [Key("x"), Key("\t"), Key("é")]
    for _ in range(3):
        front.serve(0)
    assert front.device.switched == []
    assert not front.wants_to_quit


def test_p_saves_a_picture_and_never_over_another(front, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    front.screen.keys = [Key("p"), Key("p"), Key("l")]
    front.serve(0)
    front.serve(0)
    assert "saved as 2048-1.png" in front.screen.written
    front.serve(0)
    assert "saved as 2048-2.png" in front.screen.written
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2048-1.png", "2048-2.png"]
    front.screen.written = ""
    front.serve(0)
    assert "arrows move" in front.screen.written
