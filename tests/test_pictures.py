# SPDX-License-Identifier: MIT
"""The pictures in docs/ show what the program draws now, and show all its screens."""

import pytest
from PIL import Image, ImageSequence

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.screens import adjusting, banners, menus, texts
from tools import pictures
from tools.simulator import glass
from tools.writing.pages import choices_of

ADVICE = "is not what the program draws now: if the new picture is good, run `make pictures` and commit it"


def lit(picture):
    """The display's pixels in a picture of it."""
    small = picture.convert("L").resize((128, 64), Image.Resampling.NEAREST)
    data = small.point(lambda value: value > 128).tobytes()
    return [bytes(map(bool, data[at : at + 128])) for at in range(0, len(data), 128)]


@pytest.mark.parametrize("scene", pictures.SCENES, ids=lambda scene: scene.name)
def test_a_picture_shows_what_the_program_draws(scene):
    with Image.open(pictures.FOLDER / f"{scene.name}.png") as picture:
        assert picture.size == (512, 256)
        shown = lit(picture)
    assert lit(glass.image(shown)) == shown
    assert pictures.frame_of(scene) == shown, f"docs/pictures/{scene.name}.png {ADVICE}"


def test_the_short_game_shows_what_the_program_plays():
    with Image.open(pictures.FOLDER / pictures.GAME) as film:
        shown = [lit(frame) for frame in ImageSequence.Iterator(film)]
    drawn = [frame for frame, _ in pictures.frames_of_game()]
    assert len(shown) > 50
    assert drawn == shown, f"docs/pictures/{pictures.GAME} {ADVICE}"


def test_there_is_a_picture_of_every_screen_and_no_other_file():
    names = {f"{scene.name}.png" for scene in pictures.SCENES} | {pictures.GAME}
    found = [path for path in pictures.FOLDER.rglob("*") if path.is_file()]
    assert {path.relative_to(pictures.FOLDER).as_posix() for path in found} == names
    choices = choices_of(Game(Rng(1)))
    makers = (
        menus.main_menu,
        menus.confirm_new_game,
        texts.statistics,
        adjusting.settings,
        banners.won,
        banners.over,
    )
    screens = {make(choices).screen for make in makers} | {"board", texts.help_page(choices, 0).screen}
    assert screens <= {scene.screen for scene in pictures.SCENES}


def test_keys_that_lead_elsewhere_are_noticed():
    with pytest.raises(pictures.WrongScreen, match="'somewhere' lead to 'board', not 'menu'"):
        pictures.frame_of(pictures.Scene("somewhere", "menu", "LRM.L"))
