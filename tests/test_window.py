"""Playing in the window: real key presses on a clock that the test turns, and what the window shows."""

import sys
from types import SimpleNamespace

import pygame
import pytest
from PIL import Image

from tools import play
from tools import window as command
from tools.simulator import flash, front, glass, keys, program, report, window
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine
from tools.simulator.ssd1306 import Ssd1306

SEED = 3
# By then the first picture is up, in seconds.
READY = 1.0
LEFT, RIGHT, UP, DOWN = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN
QUIT = pygame.Event(pygame.QUIT)
FOCUS_LOST = pygame.Event(pygame.WINDOWFOCUSLOST)
SWITCH_ON = b"\x80\x8d\x80\x14\x80\xaf\x80\x20\x80\x00"


class Desk:
    """A person at the window: does what is planned at its time, while the front rests."""

    def __init__(self):
        self.now = 0.0
        self._plan = []

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds
        while self._plan and self._plan[0][0] <= self.now:
            pygame.event.post(self._plan.pop(0)[1])

    def plan(self, *plan, leave=None):
        """`plan` is (seconds after READY, event); `leave`, else q, comes half a second after the last."""
        end = max((at for at, _ in plan), default=0) + 0.5
        whole = (*plan, (end, leave or press(pygame.K_q)))
        self._plan = [(self.now + READY + at, event) for at, event in whole]


@pytest.fixture
def desk(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    desk = Desk()
    monkeypatch.setattr(front.time, "monotonic", desk.monotonic)
    monkeypatch.setattr(front.time, "sleep", desk.sleep)
    return desk


def press(key):
    return pygame.Event(pygame.KEYDOWN, key=key, scancode=key & 0xFFF)


def release(key):
    return pygame.Event(pygame.KEYUP, key=key, scancode=key & 0xFFF)


def hold(at, key, seconds=0.08):
    return [(at, press(key)), (at + seconds, release(key))]


def new_machine():
    return Machine(Rp2Flash(), {**program.read_settings(), "SEED": SEED})


def played(desk, *plan):
    """Plays by the plan; returns what the program says at the end, and the last frame."""
    machine = new_machine()
    desk.plan(*plan)
    with window.opened() as shown:
        front.play(machine, window.Front(shown, machine))
    return report.parse(machine.console.text), machine.chip.frame()


def headless(text):
    """The same of a headless game."""
    machine = new_machine()
    play.run_headless(machine, keys.parse(text))
    return report.parse(machine.console.text), machine.chip.frame()


def test_arrows_wasd_and_hjkl_are_the_buttons(desk):
    pressed = (LEFT, UP, RIGHT, DOWN, *map(ord, "awdshklj"))
    plan = [event for number, key in enumerate(pressed) for event in hold(number * 0.3, key)]
    assert played(desk, *plan) == headless("LURDLURDLURD")


@pytest.mark.parametrize(("first", "second", "text"), [(LEFT, RIGHT, "M"), (UP, pygame.K_s, "Z")])
def test_two_buttons_held_are_a_chord(desk, first, second, text):
    # The move before is what undo takes back.
    before = hold(0, LEFT)
    chord = [
        (1, press(first)),
        (1.03, press(second)),
        (1.6, release(second)),
        (1.6, release(first)),
    ]
    state, frame = played(desk, *before, *chord)
    assert (state, frame) == headless("L" + text)
    assert state["screen"] == ("menu" if text == "M" else "board")
    assert state["moves"] == (1 if text == "M" else 0)


def test_a_key_held_is_one_press_even_if_it_repeats(desk):
    repeats = [(0.5 + 0.03 * number, press(LEFT)) for number in range(60)]
    assert played(desk, (0, press(LEFT)), *repeats, (2.5, release(LEFT))) == headless("L")


def test_losing_the_focus_releases_all_keys(desk):
    away = [(0, press(LEFT)), (0.1, FOCUS_LOST)]
    # The key came up elsewhere. Were it still down for the game, this would not be a press.
    back = hold(0.5, LEFT)
    assert played(desk, *away, *back) == headless("LL")


def test_a_press_shorter_than_a_scan_is_played(desk):
    # Taken for a button that stays down, the second would not count.
    assert played(desk, *hold(0, LEFT, 0), *hold(0.5, LEFT, 0)) == headless("LL")


@pytest.mark.parametrize("leave", [press(pygame.K_q), press(pygame.K_ESCAPE), QUIT])
def test_leaving_is_exit_code_0_and_the_game_goes_on_the_next_time(desk, tmp_path, capsys, leave):
    arguments = ["--flash", str(tmp_path / "flash.bin")]
    desk.plan(*hold(0, LEFT), *hold(0.5, UP), leave=leave)
    assert command.main([*arguments, "--seed", "3"]) == 0
    state = state_on(tmp_path / "flash.bin")
    desk.plan()
    assert command.main(arguments) == 0
    assert state["moves"] == 2
    assert state_on(tmp_path / "flash.bin") == state
    assert capsys.readouterr() == ("", "")


def state_on(path):
    with flash.flash_file(path) as memory:
        machine = Machine(memory)
        play.run_headless(machine, [])
    return report.parse(machine.console.text)


def test_it_is_the_game_of_the_terminal_which_only_one_can_play(desk, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(flash.platformdirs, "user_data_path", lambda *name, **options: tmp_path)
    with play.opened_flash(play.parser().parse_args([])):
        assert command.main([]) == 1
    assert "flash.bin is in use by another simulator" in capsys.readouterr().err
    desk.plan()
    assert command.main([]) == 0


def test_a_seed_is_a_game_that_is_not_kept(desk, tmp_path, monkeypatch):
    monkeypatch.setattr(flash.platformdirs, "user_data_path", lambda *name, **options: tmp_path)
    desk.plan()
    assert command.main(["--seed", "3"]) == 0
    assert list(tmp_path.iterdir()) == []


def no_driver(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "none such")


def blind_driver(monkeypatch):
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setenv("DISPLAY", ":1")
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")


def no_display(monkeypatch):
    if sys.platform != "linux":
        pytest.skip("only on Linux does the environment tell whether there is a display")
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("without", [no_driver, blind_driver, no_display])
def test_without_a_display_it_names_the_game_in_the_terminal(desk, monkeypatch, capsys, without):
    without(monkeypatch)
    assert command.main(["--seed", "3"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("window: ")
    assert error.endswith("play in the terminal instead: make play\n")
    assert error.count("\n") == 1


def test_a_program_that_crashes_is_exit_code_1_and_says_why(desk, tmp_path, monkeypatch, capsys):
    (tmp_path / "code.py").write_text("raise ValueError('planted')")
    real = program.run
    monkeypatch.setattr(program, "run", lambda machine: real(machine, tmp_path))
    assert command.main(["--seed", "3"]) == 1
    assert "ValueError: planted" in capsys.readouterr().err


@pytest.fixture
def shown(desk):
    """A front in a window on a chip that no program drives."""
    with window.opened() as opened:
        chip = Ssd1306()
        chip.transfer(SWITCH_ON + b"\x40" + bytes(range(256)) * 4)
        device = SimpleNamespace(chip=chip, now=0, switched=[])
        device.switch = lambda *change: device.switched.append(change)
        yield SimpleNamespace(front=window.Front(opened, device), window=opened, chip=chip, device=device)


def colours(scale, left, top):
    """The colour of each pixel of the glass, at two corners; fails where they differ."""
    surface = pygame.display.get_surface()
    found = [[surface.get_at((left + x * scale, top + y * scale))[:3] for x in range(128)] for y in range(64)]
    last = scale - 1
    assert found == [
        [surface.get_at((left + x * scale + last, top + y * scale + last))[:3] for x in range(128)]
        for y in range(64)
    ]
    return found


def title():
    return pygame.display.get_caption()[0]


def expected(chip):
    dark = glass.image([bytes(1)]).getpixel((0, 0))
    lit = glass.lit_colour(chip.contrast)
    return [[lit if pixel else dark for pixel in row] for row in chip.frame()]


def test_the_glass_is_shown_enlarged_in_the_middle_whatever_the_size(shown):
    shown.front.serve(0.1)
    assert colours(6, 24, 24) == expected(shown.chip)
    for size, *place in (((1300, 700), 10, 10, 30), ((400, 150), 2, 72, 11), ((128, 64), 1, 0, 0)):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        for _ in range(10):
            shown.front.serve(0.1)
        assert colours(*place) == expected(shown.chip)
    pygame.display.set_mode((150, 90), pygame.RESIZABLE)
    for _ in range(10):
        shown.front.serve(0.1)
    corners = {shown.window.get_at(place)[:3] for place in ((0, 0), (149, 0), (0, 89), (149, 89))}
    assert len(corners) == 1
    assert not corners & {(0, 0, 0), *expected(shown.chip)[0]}


def test_it_dims_with_the_contrast_and_is_dark_when_the_display_sleeps(shown):
    shown.front.serve(0.1)
    bright = colours(6, 24, 24)
    for commands in (b"\x80\x81\x80\x10", b"\x80\xae"):
        shown.chip.transfer(commands)
        for _ in range(10):
            shown.front.serve(0.1)
        assert colours(6, 24, 24) == expected(shown.chip) != bright
    assert len({colour for row in colours(6, 24, 24) for colour in row}) == 1


def test_it_is_drawn_only_when_something_changed_or_covered_it(shown, monkeypatch):
    drawn = []
    monkeypatch.setattr(pygame.display, "flip", lambda: drawn.append(colours(6, 24, 24)))
    for change in (
        lambda: None,
        lambda: pygame.event.post(pygame.Event(pygame.WINDOWEXPOSED)),
        lambda: shown.chip.transfer(b"\x40\xff"),
    ):
        drawn.clear()
        change()
        for _ in range(10):
            shown.front.serve(0.1)
        assert drawn == [expected(shown.chip)]


def test_the_title_tells_the_keys(shown):
    for words in ("arrows move", "left+right held menu", "up+down held undo", "q quit"):
        assert words in title()


def test_p_and_f12_save_what_is_on_the_glass_and_never_over_another(shown, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number, key in enumerate((pygame.K_p, pygame.K_F12), start=1):
        pygame.event.post(press(key))
        shown.front.serve(0.1)
        assert f"saved as 2048-{number}.png" in title()
        with Image.open(f"2048-{number}.png") as picture:
            small = picture.resize((128, 64), Image.Resampling.NEAREST)
            pixels = [[small.getpixel((x, y)) for x in range(128)] for y in range(64)]
        assert pixels == expected(shown.chip)
    pygame.event.post(press(LEFT))
    shown.front.serve(0.1)
    assert "arrows move" in title()


def test_a_button_is_down_while_any_of_its_keys_is(shown):
    for at, event in enumerate((press(LEFT), press(pygame.K_a), release(LEFT), release(pygame.K_a))):
        shown.device.now = at * 100_000
        pygame.event.post(event)
        shown.front.serve(0.1)
    assert shown.device.switched == [(keys.LEFT, True, 0), (keys.LEFT, False, 300_000)]


def test_other_keys_do_nothing(shown):
    for key in (pygame.K_x, pygame.K_TAB, pygame.K_LSHIFT):
        pygame.event.post(press(key))
        pygame.event.post(release(key))
    shown.front.serve(0.1)
    assert shown.device.switched == []
    assert not shown.front.wants_to_quit
