"""The texts between the boards: menu, banners, statistics, settings, how to play.

A page is data; what its commands do stands in commands.py. Loaded when the first page is opened.
"""

from engine2048 import preferences

RESUME = 0
UNDO = 1
ASK_NEW_GAME = 2
NEW_GAME = 3
KEEP_GOING = 4
MENU = 5
STATISTICS = 6
SETTINGS = 7
HELP = 8
HINT = 9
DEMO = 10
OVERWRITE = 11
PLAY_UNSAVED = 12
NOTHING = 13
# CHANGE + a preference's index: step that preference.
CHANGE = 16
# HELP_PAGE + a page's number.
HELP_PAGE = 32

_BRIGHTNESSES = (5, 20, 40, 60, 80, 100)

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


class Page:
    """Lines to read and items to choose from.

    `items` are (text, command); right does the chosen one's command, left does `back`. A banner stands
    in the panel beside the board (two lines and two items of up to five letters, and the score between),
    any other page fills the glass. A page that comes up under hands that are still moving `is_guarded`:
    it takes no direction until the buttons have rested (session.py).
    """

    def __init__(self, screen, lines, items=(), back=RESUME):
        self.screen = screen
        self.lines = lines
        self.items = items
        self.back = back
        self.choice = 0
        self.onward = back  # what right does where there is nothing to choose
        self.is_banner = False
        self.is_guarded = False
        self.score = 0
        self.is_best = False


def main_menu(game):
    """The menu; only what can be done is offered."""
    items = [("Resume", RESUME)]
    if len(game.history):
        items.append(("Undo", UNDO))
    if not game.over and not game.awaiting_choice:
        items.append(("Hint", HINT))
    items += [
        ("New game", ASK_NEW_GAME),
        ("Statistics", STATISTICS),
        ("How to play", HELP),
        ("Settings", SETTINGS),
        ("Watch a demo", DEMO),
    ]
    return Page("menu", (), items)


def confirm_new_game(is_over):
    """Ask before a game with moves is given up; one that is over can still be undone."""
    keep = "Back" if is_over else "Keep playing"
    lines = ("Give up this game", "and start a new one?", "")
    return Page("confirm", lines, ((keep, RESUME), ("New game", NEW_GAME)))


def won(score):
    """The banner of the first 2048; going on is chosen already."""
    return _banner("won", ("You", "won!"), (("Go on", KEEP_GOING), ("New", ASK_NEW_GAME)), score, False)


def over(score, is_best):
    """The banner of the end, with the score; `is_best` when it is a new best."""
    return _banner("over", ("Game", "over"), (("Undo", UNDO), ("New", ASK_NEW_GAME)), score, is_best)


def _banner(screen, lines, items, score, is_best):
    page = Page(screen, lines, items, NOTHING)
    page.is_banner = True
    page.is_guarded = True
    page.score = score
    page.is_best = is_best
    return page


def statistics(game):
    """What all games came to."""
    best_tile = 1 << game.best_tile if game.best_tile else 0
    lines = [
        "Games    %d" % game.games,
        "Won      %d" % game.wins,
        "Best     %d" % game.best,
        "Top tile %d" % best_tile,
        "Moves    %d" % game.total_moves,
    ]
    return Page("statistics", lines, (), MENU)


def settings(chosen):
    """The preferences and their values; right steps the chosen one."""
    on_off = ("off", "on")
    items = (
        ("Animation  " + on_off[chosen.get(preferences.ANIMATION)], CHANGE + preferences.ANIMATION),
        ("Brightness %d%%" % chosen.get(preferences.BRIGHTNESS), CHANGE + preferences.BRIGHTNESS),
        ("Flip 180   " + on_off[chosen.get(preferences.FLIP)], CHANGE + preferences.FLIP),
        ("Idle demo  " + on_off[chosen.get(preferences.IDLE_DEMO)], CHANGE + preferences.IDLE_DEMO),
    )
    return Page("settings", (), items, MENU)


def stepped(chosen, which):
    """The value that follows a preference's present one."""
    value = chosen.get(which)
    if which != preferences.BRIGHTNESS:
        return 1 - value
    for step in _BRIGHTNESSES:
        if step > value:
            return step
    return _BRIGHTNESSES[0]


def help_page(number):
    """A page of how to play; right turns it, left turns back."""
    page = Page("help", _HELP[number])
    page.onward = HELP_PAGE + number + 1 if number + 1 < len(_HELP) else MENU
    page.back = HELP_PAGE + number - 1 if number else MENU
    return page


def newer_save():
    """The save is of a newer version of the game; ask before it is given up."""
    lines = ("The saved game comes", "from a newer version.")
    items = (("Play without saving", PLAY_UNSAVED), ("Delete it, save anew", OVERWRITE))
    page = Page("newer", lines, items, PLAY_UNSAVED)
    page.is_guarded = True
    return page


def no_solver():
    """Hint and demo cannot be had."""
    lines = ("Hint and demo are not", "installed: copy file", "weights.bin again.")
    return Page("notice", lines, (("OK", RESUME),))
