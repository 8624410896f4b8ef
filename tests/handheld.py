# SPDX-License-Identifier: MIT
"""The product on a simulated machine, one level below the whole program: press, wait, look."""

from contextlib import contextmanager

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.journal import Journal
from hardware import config, handheld
from hardware.oled import open_display
from tests.saves import nvm
from tools.simulator import keys, modules, program
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine, switched_on
from tools.simulator.ssd1306 import Ssd1306
from tools.soaking import laws

UP, RIGHT, DOWN, LEFT = range(4)
PANEL = 16


class WatchedChip(Ssd1306):
    """A display chip that records where data goes: `written` is a set of (column, page)."""

    def __init__(self):
        super().__init__()
        self.written = set()

    def _store(self, byte):
        self.written.add((self._column, self._page))
        super()._store(byte)

    def take_parts(self):
        """The cells of the board (0 to 15), and PANEL, that got data since the last call."""
        parts = {PANEL if x >= 96 else page // 2 * 4 + x // 24 for x, page in self.written}
        self.written.clear()
        return parts


@contextmanager
def powered_on(chip=None, content=None, **settings):
    """Yield a machine that is on and stays on, for tests of single modules.

    Its settings are given by name, or as the `content` of a settings.toml.
    """
    machine = Machine(Rp2Flash(), content or settings)
    machine.run_on()
    if chip:
        machine.chip = machine.devices[0x3C] = chip
    with switched_on(machine), modules.device_time():
        try:
            yield machine
        finally:
            modules.power_off()


def run_program(text="", flash=None, changes=None, milliseconds=0, **settings):
    """Run the whole program, from power-on to Ctrl-C, with keys or timed switches; returns the machine.

    `flash` is a bytearray of 4,096 bytes, to which the program saves.
    """
    settings.setdefault("SEED", 1)
    machine = Machine(Rp2Flash(flash), settings)
    machine.play(*((changes, milliseconds) if changes else keys.schedule(keys.parse(text))))
    program.run(machine)
    assert not machine.faults
    return machine


class Handheld:
    """The product's own handheld, stepped by hand."""

    def __init__(self, machine, region=None):
        """Power up on `machine`; `region` (a bytearray) is the flash, by default with a new game."""
        self.machine = machine
        settings = config.Config()
        display = open_display(settings)
        settings.read_rest()
        if region is None:
            region = nvm(Rp2Flash())
            # As at a second start: the first shows a welcome.
            Journal(region, True).snapshot(Game(Rng(settings.seed or 0)))
        parts = handheld.Handheld(
            display, settings.preferences, settings.seed or 0, settings.idle_ms, region, True
        )
        self.game, self.journal = parts.game, parts.journal
        self.session, self.screen = parts.session, parts.screen

    @property
    def now(self):
        """The device's time in milliseconds."""
        return self.machine.ticks()

    @property
    def glass(self):
        """What the display shows."""
        return self.machine.chip.frame()

    def set_board(self, cells, score=None):
        """Put tiles on the board, as if they had been played, and show them."""
        built = sum((tile - 1) << tile for tile in cells if tile)
        self.game.restore(cells, built if score is None else score, self.game.rng.state, max(cells) >= 11, 0)
        self.game.best = max(self.game.best, self.game.score)
        self.session.page = None
        self.session.slid = False
        self.session.revision += 1
        self._show()

    def do(self, action, settled=True):
        """Carry out an action and draw; if `settled`, wait for the end of the animation."""
        self.session.handle(action, self.now)
        self._show()
        self.session.save()
        if settled:
            self.settle()

    def wait(self, milliseconds):
        """Let time pass as the program's loop does, in larger steps while nothing moves."""
        end = self.machine.now + milliseconds * 1000
        while self.machine.now < end:
            self.machine.spend(1000 if self.screen.moving else min(50_000, end - self.machine.now))
            self.session.tick(self.now)
            self._show()

    def settle(self):
        """Wait for the end of an animation."""
        while self.screen.moving:
            self.wait(1)

    def count_bytes(self, do, *arguments):
        """How many bytes `do` sends over the bus."""
        before = self.machine.chip.bytes_received
        do(*arguments)
        return self.machine.chip.bytes_received - before

    def fresh_glass(self):
        """What a display would show in this state if it had only just been switched on."""
        return laws.fresh_frame(self.machine, self.session)

    def _show(self):
        self.screen.show(self.session, self.now)
