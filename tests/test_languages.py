# SPDX-License-Identifier: MIT
"""Languages: chosen in settings.toml or on the device, and English where their texts cannot be used."""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.journal import Journal
from engine2048.save.preferences import LANGUAGE
from engine2048.screens.actions import MENU
from hardware import config
from tests.handheld import DOWN, LEFT, RIGHT, UP, Handheld, powered_on
from tests.player import NEARLY_OVER, NEARLY_WON, Player
from tools import files
from tools.writing.pages import choices_of

CODES = files.languages()
OTHERS = range(1, len(CODES))


def begun(machine, region=None):
    """A handheld that knows all languages."""
    handheld = Handheld(machine, region)
    handheld.session.preferences.languages = len(CODES)
    return handheld


def open_settings(handheld):
    handheld.do(MENU)
    choose(handheld, "Settings")
    handheld.do(RIGHT)
    choose(handheld, "Language")


def choose(handheld, text):
    while not handheld.session.page.items[handheld.session.page.choice][0].startswith(text):
        handheld.do(DOWN)


def tour(handheld):
    """The glass on the pages of a game, and on both banners."""
    handheld.do(MENU)
    glasses = [handheld.glass]
    for text in ("New game", "Statistics", "How to play", "Settings"):
        choose(handheld, text)
        handheld.do(RIGHT)
        glasses.append(handheld.glass)
        handheld.do(LEFT)
        if not handheld.session.page:
            handheld.do(MENU)
    handheld.do(LEFT)
    for cells in (NEARLY_WON, NEARLY_OVER):
        handheld.set_board(cells, 20_000)
        handheld.do(LEFT)
        glasses.append(handheld.glass)
    return glasses


@pytest.mark.parametrize("number", range(len(CODES)))
def test_a_language_is_named_in_settings_toml(number):
    with powered_on(LANGUAGE=CODES[number].upper()):
        settings = config.Config()
        settings.read_rest()
        assert settings.preferences[LANGUAGE] == number


@pytest.mark.parametrize("code", ["klingon", "EN-GB", "1"])
def test_a_language_that_is_not_there_is_a_sentence(code):
    with powered_on(LANGUAGE=code):
        settings = config.Config()
        with pytest.raises(config.ConfigError) as error:
            settings.read_rest()
    known = '" or "'.join(CODES)
    assert str(error.value) == f'LANGUAGE = {code} in settings.toml: use "{known}".'


@pytest.mark.parametrize("number", OTHERS)
def test_every_screen_differs_from_english_and_from_the_other_languages(number):
    seen = []
    for one in (0, number):
        with powered_on(ANIMATION=0, SEED=3, LANGUAGE=CODES[one]) as machine:
            handheld = begun(machine)
            seen.append([handheld.glass, *tour(handheld)])
    assert all(english != other for english, other in zip(*seen, strict=True))


@pytest.mark.parametrize("number", OTHERS)
def test_every_screen_is_drawn_as_on_a_display_that_was_only_just_switched_on(number):
    with powered_on(ANIMATION=0, SEED=3, LANGUAGE=CODES[number]) as machine:
        handheld = begun(machine)
        handheld.do(LEFT)
        for _ in range(12):
            handheld.do(MENU if not handheld.session.page else DOWN)
            assert handheld.glass == handheld.fresh_glass()


def test_a_step_in_the_settings_changes_the_language_at_once_and_for_good():
    region = bytearray(b"\xff" * 4096)
    Journal(region, True).snapshot(Game(Rng(3)))
    with powered_on(ANIMATION=0, SEED=3) as machine:
        handheld = begun(machine, region)
        before = handheld.glass
        open_settings(handheld)
        english = handheld.glass
        pages = []
        for _ in CODES:
            handheld.do(RIGHT)
            pages.append(handheld.glass)
            assert handheld.glass == handheld.fresh_glass()
        # Only the star tells that English is now a choice.
        assert len(set(map(str, pages))) == len(CODES)
        assert (
            sum(a != b for rows in zip(english, pages[-1], strict=True) for a, b in zip(*rows, strict=True))
            < 12
        )
        step_to_language(handheld, 1)
        handheld.do(LEFT)
        handheld.do(LEFT)
        assert handheld.glass != before
        handheld.session.save()
    with powered_on(ANIMATION=0, SEED=3) as machine:
        again = begun(machine, region)
        assert again.session.preferences.get(LANGUAGE) == 1
        assert again.glass == again.fresh_glass()


def step_to_language(handheld, number):
    while handheld.session.preferences.get(LANGUAGE) != number:
        handheld.do(RIGHT)


def test_resetting_the_settings_brings_back_the_language_of_settings_toml():
    choices = choices_of(Player().game)
    choices.preferences.languages = len(CODES)
    choices.preferences.choose(LANGUAGE, 1)
    choices.preferences.reset()
    assert choices.preferences.get(LANGUAGE) == 0


def test_without_other_languages_there_is_nothing_to_choose():
    choices = choices_of(Player().game)
    assert not any("Language" in text for text, _ in choices.settings().items)


def test_a_language_of_a_later_version_is_kept():
    region = bytearray(b"\xff" * 4096)
    player = Player(region)
    player.preferences.choose(LANGUAGE, 77)
    Journal(region, True, player.preferences.chosen).snapshot(player.game)
    assert Player(region).preferences.get(LANGUAGE) == 77


def damages():
    """What can happen to a file of texts: name and what it does to the bytes."""
    yield "missing", None
    yield "empty", lambda data: b""
    yield "text", lambda data: b"not a file of texts at all" * 40
    yield "an older version", lambda data: data[:5] + b"\x00" + data[6:]
    yield "longer", lambda data: data + b"\0"
    for at in (3, 6, 7, 8, 11, 15, 20, 100, 177, 178, 180, 300, -1):
        yield f"a bit at {at}", lambda data, at=at: flipped(data, at)
    for length in (1, 17, 100, 178, 500, 5000):
        yield f"cut to {length}", lambda data, length=length: data[:length]


def flipped(data, at):
    changed = bytearray(data)
    changed[at] ^= 4
    return bytes(changed)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the texts, which the product reads."""
    for path in files.TEXTS.iterdir():
        shutil.copy(path, tmp_path)
    really_open = open

    def opened(path, *arguments, **more):
        is_text = Path(str(path)).parent == files.TEXTS
        return really_open(tmp_path / Path(path).name if is_text else path, *arguments, **more)

    monkeypatch.setattr("builtins.open", opened)
    return tmp_path


@pytest.mark.parametrize("damage", [pytest.param(damage, id=name) for name, damage in damages()])
def test_texts_that_cannot_be_used_leave_everything_in_english(folder, damage):
    path = folder / f"{CODES[1]}.bin"
    data = path.read_bytes()
    path.unlink()
    if damage:
        path.write_bytes(damage(data))
    seen = []
    for code in ("en", CODES[1]):
        with powered_on(ANIMATION=0, SEED=3, LANGUAGE=code) as machine:
            handheld = Handheld(machine)
            seen.append(tour(handheld))
    assert handheld.screen.lacks_texts
    assert seen[0] == seen[1]


def test_without_the_list_of_languages_everything_is_in_english(folder):
    (folder / "languages.txt").unlink()
    with powered_on(ANIMATION=0, SEED=3, LANGUAGE=CODES[1]) as machine:
        handheld = Handheld(machine)
        assert handheld.screen.lacks_texts
    with powered_on(ANIMATION=0, SEED=3) as machine:
        assert Handheld(machine).glass == handheld.glass


def test_english_loads_nothing_of_other_languages():
    with powered_on(ANIMATION=0, SEED=3) as machine:
        for name in ("languages", "translated"):
            sys.modules.pop(f"hardware.{name}", None)
        tour(begun(machine))
        assert not {"hardware.languages", "hardware.translated"} & set(sys.modules)


@pytest.mark.parametrize("number", OTHERS)
def test_a_damaged_file_is_said_once_and_the_game_goes_on(tmp_path, number):
    """The whole program, in a copy of the project."""
    for folder in ("engine2048", "hardware", "tools", "lib"):
        shutil.copytree(files.ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path, local in files.device_files():
        shutil.copy(local, tmp_path / path)
    (tmp_path / "hardware" / "texts" / f"{CODES[number]}.bin").write_bytes(b"T2048")

    def played(keys):
        command = [sys.executable, "-m", "tools.play", "--headless", "--seed", "1", "--keys", keys]
        command += ["--set", f"LANGUAGE={CODES[number]}", "--screenshot", "glass.png", "--flash", "flash"]
        subprocess.run([*command, "--state", "state.json"], cwd=tmp_path, check=True)
        return json.loads((tmp_path / "state.json").read_text()), (tmp_path / "glass.png").read_bytes()

    assert played("")[0]["screen"] == "notice"
    state, _ = played(".......RULDL")
    assert (state["screen"], state["moves"] > 0) == ("board", True)
    # It is said at every start, until the file is there again.
    assert played("")[0]["screen"] == "notice"
    assert played(".......RM")[0]["screen"] == "menu"


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_pressed_the_glass_is_that_of_a_display_only_just_switched_on(seed):
    source = random.Random(seed)
    with powered_on(ANIMATION=seed % 2, SEED=seed, LANGUAGE=CODES[seed % len(CODES)]) as machine:
        handheld = begun(machine)
        seen = set()
        for step in range(60):
            chance = source.random()
            if chance < 0.15:
                handheld.set_board(
                    source.choice((NEARLY_WON, NEARLY_OVER)), source.randrange(0, 3_000_000, 4)
                )
                handheld.do(LEFT)
            elif chance < 0.3:
                leave_pages(handheld)
                open_settings(handheld)
                handheld.do(RIGHT)
            elif chance < 0.45:
                handheld.do(MENU, settled=source.random() < 0.5)
            else:
                handheld.do(source.choice((UP, RIGHT, DOWN, LEFT)), settled=source.random() < 0.5)
            handheld.wait(source.choice((0, 20, 600)))
            handheld.settle()
            if not handheld.session.demo:
                seen.add((handheld.session.screen, handheld.session.preferences.get(LANGUAGE)))
                assert handheld.glass == handheld.fresh_glass(), (step, handheld.session.screen)
        assert {language for _, language in seen} == set(range(len(CODES)))


def leave_pages(handheld):
    """Go back to the board or to a banner."""
    handheld.wait(600)
    while handheld.session.page and not handheld.session.page.is_banner:
        handheld.do(LEFT)
