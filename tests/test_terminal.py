# SPDX-License-Identifier: MIT
"""Playing in the terminal: what it shows, what the keys do, and that it is given back."""

import shutil
import signal
import sys
import time
from types import SimpleNamespace

import pytest

from tools import play
from tools.simulator import glass, keys, settings, terminal
from tools.simulator.flash import Rp2Flash, flash_file
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
    """Start the game in a terminal, or instead of it Python `code` or a `shell`."""
    sessions = []

    def start_in(size, *options, code=None, shell=False, **environment):
        command = [sys.executable, *(["-m", "tools.play", *options] if code is None else ["-c", code])]
        if shell:
            command = [shutil.which("bash"), "--norc", "-i"]
        session = TerminalSession(*size, *command, **environment)
        sessions.append(session)
        return session

    yield start_in
    for session in sessions:
        session.close()


def picture_after(text, style=glass.half_blocks):
    """The lines that show the display after a headless game."""
    machine = Machine(Rp2Flash(), settings.changed(read_settings(), {"SEED": int(SEED)}))
    play.run_headless(machine, keys.parse(text))
    return style(machine.chip.frame())


def shows(session, text, style=glass.half_blocks):
    lines = picture_after(text, style)
    return lambda: all(
        f"│{line}│" in shown for line, shown in zip(lines, framed(session, len(lines)), strict=True)
    )


def framed(session, count):
    """The `count` lines below the border's upper edge."""
    lines = session.screen.display
    top = next((row for row, line in enumerate(lines) if "╭" in line), -count - 1)
    return [*lines[top + 1 : top + 1 + count], *[""] * count][:count]


def test_a_game_in_half_blocks_equals_the_headless_game(start):
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


def state_in(path):
    """The game that a flash file contains."""
    with flash_file(path) as memory:
        machine = Machine(memory)
        return play.run_headless(machine, [])


@pytest.mark.parametrize("gap", [0, 0.03])
def test_all_keys_are_played_in_order_even_after_chords(start, tmp_path, gap):
    typed = "jlkjuulawjduhljllkHjkzls"
    session = start(BRAILLE, "--seed", SEED, "--flash", str(tmp_path / "flash"))
    session.wait_for(shows(session, "", glass.braille))
    for key in typed if gap else [typed]:
        session.type(key)
        time.sleep(gap)
    session.type("q")
    assert session.end() == 0
    with flash_file(tmp_path / "flash") as memory:
        state = play.run_headless(Machine(memory), [])
    letters = typed.translate(str.maketrans("hajsklwduz", "LLDDURURZZ"))
    machine = Machine(Rp2Flash(), settings.changed(read_settings(), {"SEED": int(SEED)}))
    expected = play.run_headless(machine, keys.parse(letters))
    for name in ("cells", "score", "moves"):
        assert state[name] == expected[name]


def test_h_and_the_question_mark_ask_for_a_hint(start):
    session = start(BRAILLE, "--seed", SEED)
    session.wait_for(shows(session, "", glass.braille))
    session.type("H")
    session.wait_for(shows(session, "H......", glass.braille))
    session.type("l?")
    session.wait_for(shows(session, "H......RH......", glass.braille))


def test_it_can_be_played_without_colours(start):
    session = start(BRAILLE, "--seed", SEED, NO_COLOR="1")
    session.wait_for(shows(session, "", glass.braille))
    session.type("l")
    session.wait_for(shows(session, "R", glass.braille))
    assert b"\x1b[38" not in session.output
    session.type("q")
    assert session.end() == 0
    assert session.is_restored()


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash, for fg")
def test_ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_back(start):
    session = start(BRAILLE, shell=True)
    session.type(f"{sys.executable} -m tools.play --seed {SEED}\n")
    session.wait_for(shows(session, "", glass.braille))
    for number, (key, played) in enumerate((("l", "R"), ("h", "RL")), start=1):
        session.type("\x1a")
        session.wait_for(lambda: "Stopped" in session.since())
        assert session.is_on_main_screen()
        session.type(f"echo $((2047 + {number}))\n")
        session.wait_for(lambda: str(2047 + number) in session.since())  # noqa: B023
        # In the background, it waits again.
        session.type("bg; sleep 0.3; jobs\n")
        session.wait_for(lambda: "Stopped" in session.since())
        assert session.is_on_main_screen()
        session.type("fg\n")
        session.wait_for(lambda: "arrows move" in session.since())
        session.type(key)
        session.wait_for(shows(session, played, glass.braille))
    session.type("q")
    session.wait_for(session.is_on_main_screen)
    session.type("exit\n")
    session.end()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_it_and_the_terminal_is_given_back(start, number, code):
    session = start(BRAILLE, "--seed", SEED)
    session.wait_for(shows(session, "", glass.braille))
    session.signal(number)
    assert session.end() == code
    assert session.is_restored()


def test_bytes_that_are_no_text_are_no_key_and_those_after_them_are(start):
    session = start(BRAILLE, "--seed", SEED)
    session.wait_for(shows(session, "", glass.braille))
    session.type_bytes(b"\xffl\xe1d\xc3\xfe")
    session.wait_for(shows(session, "RR", glass.braille))
    session.type("q")
    assert session.end() == 0
    assert session.is_restored()


def test_control_backslash_ends_it_and_the_terminal_is_given_back(start):
    session = start(BRAILLE, "--seed", SEED)
    session.wait_for(shows(session, "", glass.braille))
    session.type("\x1c")
    assert session.end() == 131
    assert session.is_restored()
    assert session.output.endswith(b"play: stopped by SIGQUIT.\r\n")


def test_a_crash_of_the_program_is_reported_once_the_terminal_is_given_back(start, tmp_path):
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


def test_ctrl_c_before_the_first_picture_is_not_a_fault(start):
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
def test_a_terminal_that_cannot_show_the_game_is_refused(start, environment, words):
    session = start(BRAILLE, **environment)
    assert session.end() == 2
    assert words in session.text().replace("\n", "")
    assert "--headless" in session.text().replace("\n", "")


class FakeTerminal:
    """The keys that will come, and everything that was printed."""

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


def test_unknown_keys_do_nothing(front):
    front.screen.keys = [Key("x"), Key("\t"), Key("é")]
    for _ in range(3):
        front.serve(0)
    assert front.device.switched == []
    assert not front.wants_to_quit


def test_late_answers_from_the_terminal_are_not_keys(front):
    answers = ("\x1b[|?|6|2|;|c", "\x1b]|1|1|;|r|d|u|m|\x1b\\", "\x1bP|l|h|\x07", "\x1b[|2|0|0|~")
    front.screen.keys = [Key(text) for text in "|".join((*answers, "l", "\x1b[", "I")).split("|")]
    front.serve(0)
    assert [change[:2] for change in front.device.switched] == [(1, True), (1, False)]


def test_p_saves_a_picture_and_never_overwrites_one(front, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        front.screen.keys = [Key("p")]
        front.serve(0)
        front.serve(0)
        assert f"saved as 2048-{number}.png" in front.screen.written
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2048-1.png", "2048-2.png"]
    front.screen.keys = [Key("l")]
    front.screen.written = ""
    front.serve(0)
    front.serve(0)
    assert "arrows move" in front.screen.written
