# SPDX-License-Identifier: MIT
"""Playing in the window: key presses become the device's; how the command starts and ends."""

import sys

import pygame
import pytest

from tests.desk import DOWN, LEFT, RIGHT, UP, Desk, hold, press, release
from tools import play
from tools import window as command
from tools.simulator import flash, front, front_window, keys, program, report, settings
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine

SEED = 3
QUIT = pygame.Event(pygame.QUIT)
FOCUS_LOST = pygame.Event(pygame.WINDOWFOCUSLOST)


@pytest.fixture
def desk(monkeypatch):
    return Desk(monkeypatch)


def new_machine():
    return Machine(Rp2Flash(), settings.changed(program.read_settings(), {"SEED": SEED}))


def played(desk, *plan):
    """Play by the plan; returns the program's last report and the last frame."""
    machine = new_machine()
    desk.plan(*plan)
    with front_window.opened() as shown:
        front.play(machine, front_window.Front(shown, machine))
    return report.parse(machine.console.text), machine.chip.frame()


def headless(text):
    """The same for a headless game."""
    machine = new_machine()
    play.run_headless(machine, keys.parse(text))
    return report.parse(machine.console.text), machine.chip.frame()


def test_arrows_wasd_and_hjkl_are_the_buttons(desk):
    pressed = (LEFT, UP, RIGHT, DOWN, *map(ord, "awdshklj"))
    plan = [event for number, key in enumerate(pressed) for event in hold(number * 0.3, key)]
    assert played(desk, *plan) == headless("LURDLURDLURD")


@pytest.mark.parametrize(("first", "second", "text"), [(LEFT, RIGHT, "M"), (UP, pygame.K_s, "Z")])
def test_two_buttons_held_are_a_chord(desk, first, second, text):
    # Undo takes back the move before the chord.
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


@pytest.mark.parametrize(
    ("speed", "buttons", "text"),
    [(0.4, (RIGHT, LEFT), "M"), (1, (UP, DOWN), "Z"), (3, (UP, RIGHT), "H"), (3, (RIGHT, LEFT), "M")],
)
def test_presses_have_the_persons_time_however_fast_the_device_draws(desk, monkeypatch, speed, buttons, text):
    first, second = buttons
    before = "ULDRULDRLDLDRDLDLLULD"  # after these, up and right move many tiles
    hands = {"U": UP, "L": LEFT, "D": DOWN, "R": RIGHT}
    moves = [event for number, key in enumerate(before) for event in hold(number * 0.3, hands[key])]
    start = len(before) * 0.3
    chord = [(start, press(first)), (start + 0.02, press(second))]
    let_go = [(start + 0.6, release(second)), (start + 0.6, release(first))]
    desk.draw_at(speed, monkeypatch)
    assert played(desk, *moves, *chord, *let_go)[0] == headless(before + text)[0]


@pytest.mark.parametrize(
    ("character", "letter"), [("m", "M"), ("u", "Z"), ("z", "Z"), ("?", "H"), ("H", "H")]
)
def test_one_key_for_a_chord(desk, character, letter):
    typed = pygame.Event(pygame.KEYDOWN, key=pygame.K_F1, scancode=999, unicode=character)
    state, frame = played(desk, *hold(0, LEFT), (0.5, typed), (0.6, release(pygame.K_F1)))
    assert (state, frame) == headless("L" + letter)


def test_a_held_key_is_one_press_even_if_it_repeats(desk):
    repeats = [(0.5 + 0.03 * number, press(LEFT)) for number in range(60)]
    assert played(desk, (0, press(LEFT)), *repeats, (2.5, release(LEFT))) == headless("L")


def test_losing_the_focus_releases_all_keys(desk):
    away = [(0, press(LEFT)), (0.1, FOCUS_LOST)]
    # The key was released elsewhere. If the game still took it for down, this would not be a press.
    back = hold(0.5, LEFT)
    assert played(desk, *away, *back) == headless("LL")


def test_a_press_shorter_than_a_scan_is_played(desk):
    # If the first press had no end, the second would not count.
    assert played(desk, *hold(0, LEFT, 0), *hold(0.5, LEFT, 0)) == headless("LL")


@pytest.mark.parametrize("gap", [0, 0.001, 0.012])
def test_presses_faster_than_the_buttons_are_scanned_keep_their_order(desk, gap):
    hands = {"U": UP, "L": LEFT, "D": DOWN, "R": RIGHT}
    text = "LLURDDLUURLDRRUL"
    events = [event for number, key in enumerate(text) for event in hold(number * gap, hands[key], gap / 2)]
    state, frame = played(desk, *events, (1.5, release(LEFT)))
    assert (state, frame) == headless(text + "........")


@pytest.mark.parametrize("leave", [press(pygame.K_q), press(pygame.K_ESCAPE), QUIT])
def test_quitting_is_exit_code_0_and_the_next_start_continues_the_game(desk, tmp_path, capsys, leave):
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


def test_it_plays_the_terminals_game_which_only_one_at_a_time_can(desk, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(flash.platformdirs, "user_data_path", lambda *name, **options: tmp_path)
    with play.opened_flash(play.parser().parse_args([])):
        assert command.main([]) == 1
    assert "flash.bin is in use by another simulator" in capsys.readouterr().err
    desk.plan()
    assert command.main([]) == 0


def test_a_game_with_a_seed_is_not_kept(desk, tmp_path, monkeypatch):
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
def test_without_a_display_it_points_to_the_terminal(desk, monkeypatch, capsys, without):
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
