"""What the items of the menus do. Loaded, like the menus, when the first page is used."""

from engine2048 import actions, events, menus


def carry_out(session, command, now):
    """Carry out a command of menus.py on a Session at `now` milliseconds."""
    game = session.game
    if command == menus.RESUME:
        session.settle()
    elif command == menus.UNDO:
        session.happened(events.UNDO if game.undo() else actions.NONE)
    elif command == menus.HINT:
        session.ask_hint(now)
    elif command == menus.DEMO:
        session.start_demo(now)
    elif command == menus.KEEP_GOING:
        game.keep_going()
        session.happened(events.KEEP_GOING)
    elif command == menus.ASK_NEW_GAME and game.moves:
        _ask_new_game(session)
    elif command in (menus.ASK_NEW_GAME, menus.NEW_GAME):
        _start_new_game(session)
    elif command in (menus.OVERWRITE, menus.PLAY_UNSAVED):
        _answer_newer(session, command)
    elif menus.CHANGE <= command < menus.HELP_PAGE:
        _step_preference(session, command - menus.CHANGE)
    elif command != menus.NOTHING:
        session.open(_page(session, command))


def carry_out_request(session, action, now):
    """Carry out one of MENU, UNDO and HINT of actions.py."""
    if action == actions.UNDO:
        carry_out(session, menus.UNDO, now)
    elif action == actions.HINT:
        carry_out(session, menus.HINT, now)
    elif session.screen == "menu":
        carry_out(session, menus.RESUME, now)
    else:
        carry_out(session, menus.MENU, now)


def _ask_new_game(session):
    page = menus.confirm_new_game(session.game.over)
    # Whoever got through a banner by mashing gets no further.
    page.is_guarded = session.page.is_banner
    session.open(page)


def _start_new_game(session):
    session.game.new_game()
    session.journal.snapshot(session.game)
    session.happened(actions.NONE)


def _answer_newer(session, command):
    session.asks_newer = False
    if command == menus.OVERWRITE:
        session.journal.overwrite_newer(session.game)
    session.settle()


def _step_preference(session, which):
    session.preferences.choose(which, menus.stepped(session.preferences, which))
    session.journal.snapshot(session.game)
    page = menus.settings(session.preferences)
    page.choice = which
    session.open(page)


def _page(session, command):
    if command == menus.MENU:
        return menus.main_menu(session.game)
    if command == menus.STATISTICS:
        return menus.statistics(session.game)
    if command == menus.SETTINGS:
        return menus.settings(session.preferences)
    if command == menus.HELP:
        return menus.help_page(0)
    return menus.help_page(command - menus.HELP_PAGE)
