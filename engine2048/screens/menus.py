"""The texts between the boards: menu, banners, statistics, settings, how to play.

Each function makes a Page whose items call what they do: a method of choices.Choices. Loaded when the
first page is opened.
"""

from engine2048.save.preferences import ANIMATION, BRIGHTNESS, FLIP, IDLE_DEMO
from engine2048.screens.choices import Choices
from engine2048.screens.page import Page

TYPE_CHECKING = False  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine2048.screens.page import Chosen, Item

# Lines of at most 21 letters, five a page.
_HELP = (
    (
        "Press a direction and",
        "all tiles slide that",
        "way. Two equal tiles",
        "that meet become one:",
        "their sum.",
    ),
    (
        "Every move brings a",
        "new 2 or, one time in",
        "ten, a 4. Each merge",
        "scores the tile that",
        "it makes.",
    ),
    (
        "Make a 2048 to win,",
        "and go on from there.",
        "A full board without",
        "equal neighbours is",
        "the end.",
    ),
    (
        "Hold two together:",
        "left+right  menu",
        "up+down     undo",
        "up+right    hint",
        "In menus right picks.",
    ),
)

# The settings, in the order of their numbers in save.preferences.
_SETTINGS = ("Animation  %s", "Brightness %d%%", "Flip 180   %s", "Idle demo  %s")


def main_menu(choices: Choices) -> Page:
    """The menu; only what can be done is offered."""
    game = choices.game
    items = (("Resume", choices.resume),)  # type: tuple
    if len(game.history):
        items += (("Undo", choices.undo),)
    if not game.over and not game.awaiting_choice:
        items += (("Hint", choices.hint),)
    items += (
        ("New game", choices.ask_new_game),
        ("Statistics", choices.statistics),
        ("How to play", choices.help),
        ("Settings", choices.settings),
        ("Watch a demo", choices.demo),
    )
    return Page("menu", (), items, choices.resume)


def confirm_new_game(choices: Choices) -> Page:
    """Ask before a game with moves is given up; one that is over can still be undone."""
    keep = "Back" if choices.game.over else "Keep playing"
    lines = ("Give up this game", "and start a new one?", "")
    items = ((keep, choices.resume), ("New game", choices.new_game))
    return Page("confirm", lines, items, choices.resume)


def won(choices: Choices) -> Page:
    """The banner of the first 2048; going on is chosen already."""
    items = (("Go on", choices.keep_going), ("New", choices.ask_new_game_from_banner))
    return _banner("won", ("You", "won!"), items, choices.game.score, False)


def over(choices: Choices) -> Page:
    """The banner of the end, with the score, which may be a new best."""
    items = (("Undo", choices.undo), ("New", choices.ask_new_game_from_banner))
    game = choices.game
    return _banner("over", ("Game", "over"), items, game.score, game.is_new_best)


def _banner(screen: str, lines: "Sequence[str]", items: "Sequence[Item]", score: int, is_best: bool) -> Page:
    page = Page(screen, lines, items)
    page.is_banner = True
    page.is_guarded = True
    page.score = score
    page.is_best = is_best
    return page


def statistics(choices: Choices) -> Page:
    """What all games came to."""
    game = choices.game
    best_tile = 1 << game.best_tile if game.best_tile else 0
    lines = [
        "Games    %d" % game.games,
        "Won      %d" % game.wins,
        "Best     %d" % game.best,
        "Top tile %d" % best_tile,
        "Moves    %d" % game.total_moves,
    ]
    return Page("statistics", lines, (), choices.menu)


def settings(choices: Choices) -> Page:
    """The preferences and their values; right steps the chosen one."""
    items = []
    for which in (ANIMATION, BRIGHTNESS, FLIP, IDLE_DEMO):
        value = choices.preferences.get(which)
        text = _SETTINGS[which] % (value if which == BRIGHTNESS else ("off", "on")[value])
        items.append((text, lambda which=which: choices.step_preference(which)))
    return Page("settings", (), items, choices.menu)


def help_page(choices: Choices, number: int) -> Page:
    """A page of how to play; right turns it, left turns back."""
    return Page("help", _HELP[number], (), _turn(choices, number - 1), _turn(choices, number + 1))


def _turn(choices: Choices, number: int) -> "Chosen":
    """What leads to a page of how to play, or out of them."""
    return (lambda: choices.help(number)) if 0 <= number < len(_HELP) else choices.menu


def newer_save(choices: Choices) -> Page:
    """The save is of a newer version of the game; ask before it is given up."""
    lines = ("The saved game comes", "from a newer version.")
    items = (("Play without saving", choices.play_unsaved), ("Delete it, save anew", choices.overwrite_newer))
    page = Page("newer", lines, items, choices.play_unsaved)
    page.is_guarded = True
    return page


def no_solver(choices: Choices) -> Page:
    """Hint and demo cannot be had."""
    lines = ("Hint and demo are not", "installed: copy file", "weights.bin again.")
    return Page("notice", lines, (("OK", choices.resume),), choices.resume)
