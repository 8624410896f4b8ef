# SPDX-License-Identifier: MIT
"""What the window shows and says, for a chip that no program drives."""

from types import SimpleNamespace

import pygame
import pytest
from PIL import Image

from tests.desk import LEFT, Desk, press, release
from tools.simulator import front_window, glass, keys
from tools.simulator.ssd1306 import Ssd1306

SWITCH_ON = b"\x80\x8d\x80\x14\x80\xaf\x80\x20\x80\x00"


@pytest.fixture
def shown(monkeypatch):
    Desk(monkeypatch)
    with front_window.opened() as opened:
        chip = Ssd1306()
        chip.transfer(SWITCH_ON + b"\x40" + bytes(range(256)) * 4)
        device = SimpleNamespace(chip=chip, now=0, switched=[])
        device.switch = lambda *change: device.switched.append(change)
        yield SimpleNamespace(
            front=front_window.Front(opened, device), window=opened, chip=chip, device=device
        )


def colours(scale, left, top):
    """The colour of each display pixel, at two of its corners; fails if they differ."""
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


def test_the_display_is_shown_enlarged_and_centred_at_any_size(shown):
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


def test_it_is_drawn_only_if_it_changed_or_was_covered(shown, monkeypatch):
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


def test_the_title_names_the_keys(shown):
    for words in ("arrows move", "left+right held menu", "up+down held undo", "q quit"):
        assert words in title()


def test_p_and_f12_save_a_picture_and_never_overwrite_one(shown, tmp_path, monkeypatch):
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


def test_a_button_is_down_while_any_of_its_keys_is_down(shown):
    for at, event in enumerate((press(LEFT), press(pygame.K_a), release(LEFT), release(pygame.K_a))):
        shown.device.now = at * 100_000
        shown.front.serve(0.1)
        pygame.event.post(event)
        shown.front.serve(0.1)
    assert shown.device.switched == [(keys.LEFT, True, 0), (keys.LEFT, False, 300_000)]


def test_a_press_may_be_as_old_as_the_last_look_at_the_keys(shown):
    shown.device.now = 100_000
    shown.front.listen()
    shown.device.now = 140_000
    pygame.event.post(press(LEFT))
    shown.front.listen()
    assert shown.device.switched == [(keys.LEFT, True, 100_000)]


def test_other_keys_do_nothing(shown):
    for key in (pygame.K_x, pygame.K_TAB, pygame.K_LSHIFT):
        pygame.event.post(press(key))
        pygame.event.post(release(key))
    shown.front.serve(0.1)
    assert shown.device.switched == []
    assert not shown.front.wants_to_quit
