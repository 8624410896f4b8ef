# SPDX-License-Identifier: MIT
"""What must always hold: between two moments of one handheld, and between game, flash and glass."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine2048.game import Game
from engine2048.history import STEPS
from engine2048.rng import Rng
from engine2048.save.journal import RESUMED, Journal
from engine2048.save.preferences import LANGUAGE, none_chosen
from engine2048.screens.rest import DARK
from tools import oracle
from tools.simulator import modules
from tools.simulator.flash import Region, Rp2Flash
from tools.simulator.machine import Machine, switched_on

MOST_MOVES = 6  # in one step of a script
UNCHOSEN = bytes(none_chosen())


class Broken(BaseException):
    """Something does not hold that must. Not an Exception, so that the program cannot catch it."""


def everything(game: Game, preferences: bytes | bytearray = UNCHOSEN) -> tuple[Any, ...]:
    """Everything that must be the same after a restart, including undo; comparable and hashable."""
    history = game.history
    steps = [
        (
            *history.cells(age),
            history.score(age),
            history.state(age),
            history.won(age),
            history.direction(age),
        )
        for age in range(len(history))
    ]
    has_given_up = bool(steps) and not game.moves
    return (
        *(
            tuple(game.cells),
            game.score,
            game.moves,
            game.won,
            game.awaiting_choice,
            game.over,
            game.rng.state,
        ),
        *(game.best, game.best_tile, game.past_best, game.past_games, game.past_wins, game.past_moves),
        *(bytes(preferences), tuple(steps), (*game.given, game.seed) if has_given_up else None),
    )


class Moment(NamedTuple):
    """What a handheld is like while it waits. `line`: boards and scores, from the present ones back."""

    line: tuple[tuple[tuple[int, ...], int], ...]
    ways: tuple[int, ...]  # the directions that led from each of `line` to the one before it
    moves: int
    screen: str
    light: int
    rotation: int
    is_blind: bool
    can_save: bool

    @property
    def cells(self) -> tuple[int, ...]:
        """The present board."""
        return self.line[0][0]


def moment(handheld: Any) -> Moment:
    """Look at a hardware.handheld.Handheld."""
    game, session = handheld.game, handheld.session
    history = game.history
    ages = range(len(history))
    return Moment(
        ((tuple(game.cells), game.score), *((tuple(history.cells(age)), history.score(age)) for age in ages)),
        tuple(history.direction(age) for age in ages),
        game.moves,
        session.screen,
        session.rest.light,
        session.rotation,
        handheld._is_blind,
        session.can_save,
    )


def check_game(game: Game, now: Moment) -> None:
    """The game follows the rules, move by move, as tools/oracle.py knows them. Raises Broken."""
    rows = oracle.rows_of(now.cells)
    if not oracle.is_consistent(now.cells, game.score, game.moves):
        raise Broken(f"{game.moves} moves cannot lead to {game.score} points on {rows}")
    if game.over != oracle.is_over(rows):
        raise Broken(f"over is {game.over} on {rows}")
    if game.best < game.score or game.best_tile < max(now.cells):
        raise Broken("the best is below the present")
    for age in range(min(len(now.ways), game.moves)):
        (after, score), (before, before_score) = now.line[age : age + 2]
        moved = oracle.move(oracle.rows_of(before), now.ways[age])
        if moved is None or score - before_score != moved[1]:
            raise Broken(f"{score - before_score} points for direction {now.ways[age]} on {before}")
        if not oracle.is_followed(oracle.rows_of(before), now.ways[age], oracle.rows_of(after)):
            raise Broken(f"direction {now.ways[age]} made {after} of {before}")


def check_change(before: Moment, now: Moment) -> None:
    """Nothing but moves, undo and new games changes a game. Raises Broken."""
    is_new = now.moves <= MOST_MOVES
    if not is_new and not set(now.line[: MOST_MOVES + 1]) & set(before.line):
        raise Broken(f"the board became {now.cells}, which no move or undo makes of {before.cells}")


def check_answer(key: str, before: Moment, now: Moment, sleeps: bool) -> None:
    """A press that reached the lit board did what it is for. Raises Broken.

    `sleeps`: in the dark the handheld sleeps, and the press that wakes it is not seen.
    """
    if key == "M":
        # The chord closes the menu, too. Where nobody sees the glass, it may only wake.
        only_wakes = before.is_blind or now.is_blind or (sleeps and before.light >= DARK)
        if before.screen != "menu" and now.screen != "menu" and not only_wakes:
            raise Broken(f"the menu chord led from {before.screen} to {now.screen}")
        if not _is_same(before, now):
            raise Broken("the menu chord changed the game")
        return
    if before.light >= DARK or before.is_blind or before.screen == "demo":
        if key in "UDLRZH" and not _is_same(before, now):
            raise Broken("a press that only wakes changed the game")
        if now.light >= DARK and not now.is_blind:
            raise Broken("a press did not light the glass")
        return
    if before.screen != "board":
        return
    if key in "UDLR":
        direction = "URDL".index(key)
        is_legal = oracle.move(oracle.rows_of(before.cells), direction) is not None
        if is_legal and (now.line[1:2] != before.line[:1] or now.ways[0] != direction):
            raise Broken(f"direction {direction} was pressed and not played")
        if not is_legal and now.line != before.line:
            raise Broken(f"direction {direction} moves nothing but changed the game")
    elif key == "Z" and len(before.line) > 1 and now.line[0] != before.line[1]:
        raise Broken("the undo chord took nothing back")
    elif key == "H" and not _is_same(before, now):
        raise Broken("the hint chord changed the game")


def _is_same(before: Moment, now: Moment) -> bool:
    """Tell whether it is the same game. A chord's first press, though taken back, costs the oldest step."""
    return now.line == before.line or (len(before.ways) == STEPS and now.line == before.line[:-1])


def check_save(handheld: Any, image: bytes | bytearray) -> None:
    """What the flash holds is the game, to the last undo step. Raises Broken."""
    if not handheld.session.can_save:
        return
    chosen = none_chosen()
    outcome, saved = Journal(Region(Rp2Flash(bytearray(image))), True, chosen).load(Game(Rng(1)))
    expected = everything(handheld.game, handheld.session.preferences.chosen)
    if outcome != RESUMED or everything(saved, chosen) != expected:
        raise Broken("the flash holds another game than the one that is played")


def check_glass(handheld: Any, machine: Machine) -> None:
    """The glass shows what it would if it had only just been switched on. Raises Broken."""
    if handheld.session.rest.light >= DARK:
        if machine.chip.on and not handheld._is_blind:
            raise Broken("the glass is lit in the dark")
    elif not handheld._is_blind and machine.chip.frame() != fresh_frame(machine, handheld.session):
        raise Broken("the glass shows something else than the program means it to")


def fresh_frame(machine: Machine, session: Any) -> list[bytes]:
    """What a display with a machine's settings would show of a session, if it had just been switched on."""
    import displayio

    from hardware import config
    from hardware.oled import open_display
    from hardware.screen import Screen

    # The firmware has a single display; this second one must not release the first.
    blinka: Any = displayio
    lists: Sequence[list[Any]] = (blinka.displays, blinka.display_buses)
    kept = [list(entries) for entries in lists]
    for entries in lists:
        entries.clear()
    other = Machine(Rp2Flash(), machine.settings)
    other.run_on()
    try:
        with switched_on(other), modules.device_time():
            try:
                language = session.preferences.get(LANGUAGE)
                Screen(open_display(config.Config()), language).show(session, other.ticks())
                return other.chip.frame()
            finally:
                modules.power_off()
    finally:
        for entries, content in zip(lists, kept, strict=True):
            entries[:] = content
