# SPDX-License-Identifier: MIT
"""Every page that the product can show, with the shortest and longest values."""

import itertools
from collections.abc import Iterator

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.journal import Journal
from engine2048.save.keeper import Keeper
from engine2048.save.preferences import Preferences
from engine2048.screens import adjusting, banners, menus, notices, texts
from engine2048.screens.charge import Charge
from engine2048.screens.choices import Choices
from engine2048.screens.page import Page
from engine2048.screens.rest import Rest
from engine2048.solver.advisor import Advisor

_LANGUAGES = 3
_LARGEST_SCORE = 3_932_100


def choices_of(  # noqa: PLR0913  # as many as there are preferences
    game: Game,
    animation: int = 1,
    brightness: int = 80,
    flip: int = 0,
    demo: int = 0,
    *,
    sound: int | None = None,
    languages: int = 1,
) -> Choices:
    """The choices in a game that is not saved, with these default preferences; no `sound`, no speaker."""
    preferences = Preferences((animation, brightness, flip, demo, sound or 0, 0))
    preferences.has_sound = sound is not None
    preferences.languages = languages
    return Choices(game, Keeper(game, Journal(None, True)), preferences, Advisor(), Rest(0, 0, 0))


def full_pages(game: Game | None = None) -> list[Page]:
    """All pages that fill the glass."""
    game = game or Game(Rng(1))
    choices = choices_of(game)
    undoable = choices_of(Game(Rng(1)))
    any(undoable.game.play(direction) for direction in range(4))
    ended = choices_of(Game(Rng(1)))
    ended.game.over = True
    record = choices_of(_record_game())
    return [
        menus.main_menu(choices),
        menus.main_menu(undoable),
        menus.confirm_new_game(choices),
        menus.confirm_new_game(ended),
        *_resets(choices),
        texts.statistics(choices),
        texts.statistics(record),
        texts.this_game(record),
        notices.welcome(choices),
        *[texts.battery(choices, charge) for charge in _charges()],
        *[notices.empty(charge, can_save) for charge in _charges() for can_save in (False, True)],
        *_settings(game),
        *help_pages(choices),
        notices.newer_save(choices),
        notices.no_solver(choices),
        notices.no_texts(choices),
    ]


def banner_pages(score: int = _LARGEST_SCORE) -> list[Page]:
    """The pages beside the board."""
    game = Game(Rng(1))
    game.score = game.best = score
    return [banners.won(choices_of(game)), banners.over(choices_of(game))]


def help_pages(choices: Choices) -> Iterator[Page]:
    """How to play, page by page."""
    page: Page | None = texts.help_page(choices, 0)
    while page and page.screen == "help":
        yield page
        onward = page.select()
        page = onward and onward()


def _settings(game: Game) -> Iterator[Page]:
    """The settings with every value, chosen on the handheld or not."""
    for chosen in itertools.product((0, 1), (5, 100), (0, 1), (0, 1)):
        yield adjusting.settings(choices_of(game, *chosen))
    for volume in range(4):
        yield adjusting.settings(choices_of(game, sound=volume, languages=_LANGUAGES))
    choices = choices_of(game, sound=0, languages=_LANGUAGES)
    for which in range(len(adjusting.settings(choices).items) - 2):
        yield adjusting.step(choices, which)


def _resets(choices: Choices) -> Iterator[Page]:
    """The questions before something is reset."""
    for item in (-2, -1):
        page = adjusting.settings(choices).items[item][1]()
        if page:
            yield page


def _record_game() -> Game:
    """A game with the longest numbers that it can have."""
    game = Game(Rng(1))
    game.best = _LARGEST_SCORE
    game.best_tile = 17
    game.past_games = game.past_wins = 0xFFFFFE
    game.past_moves = (1 << 30) - 1
    return game


def _charges() -> Iterator[Charge]:
    """Batteries in every state."""
    for millivolts, is_external in ((4700, True), (20, False), (3000, False), (4200, False), (3500, False)):
        charge = Charge(0)
        charge.note(millivolts, is_external)
        yield charge
