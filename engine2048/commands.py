"""What the items of the menus do. Loaded, like the menus, when the first page is used."""

from engine2048 import actions, events, menus


def carry_out(session, command, now):
    """Carry out a command of menus.py on a Session at `now` milliseconds."""
    game = session.game
    if command == menus.RESUME:
        session.settle(now)
    elif command == menus.UNDO:
        session.happened(events.UNDO if game.undo() else actions.NONE, now)
    elif command == menus.HINT:
        session.ask_hint(now)
    elif command == menus.DEMO:
        session.start_demo(now)
    elif command == menus.KEEP_GOING:
        game.keep_going()
        session.happened(events.KEEP_GOING, now)
    elif command == menus.ASK_NEW_GAME and game.moves and not game.over:
        session.open(menus.confirm_new_game(), now)
    elif command in (menus.ASK_NEW_GAME, menus.NEW_GAME):
        _start_new_game(session, now)
    elif command == menus.OVERWRITE:
        session.journal.overwrite_newer(game)
        session.settle(now)
    elif menus.CHANGE <= command < menus.HELP_PAGE:
        _step_preference(session, command - menus.CHANGE, now)
    elif command != menus.NOTHING:
        session.open(_page(session, command), now)


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


def _start_new_game(session, now):
    session.best_to_beat = session.game.best
    session.game.new_game()
    session.journal.snapshot(session.game)
    session.happened(actions.NONE, now)


def _step_preference(session, which, now):
    session.preferences.choose(which, menus.stepped(session.preferences, which))
    session.journal.snapshot(session.game)
    page = menus.settings(session.preferences)
    page.choice = which
    session.open(page, now)


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
