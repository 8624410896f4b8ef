"""2048 on a handheld: builds the parts from settings.toml, then runs the loop."""

import os
import time

import busio
import displayio
import supervisor

from engine2048 import __version__
from engine2048.actions import NONE
from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.session import Session
from hardware.buttons import Buttons
from hardware.config import Config
from hardware.screen import Screen, open_display

_REST_SECONDS = 0.002


def main():
    """Play until Ctrl-C."""
    displayio.release_displays()
    config = Config()
    i2c = busio.I2C(config.scl, config.sda, frequency=config.frequency)
    screen = Screen(open_display(i2c, config.address, config.rotation, config.brightness), config.animation)
    seed = config.seed if config.seed is not None else int.from_bytes(os.urandom(4), "little")
    session = Session(Game(Rng(seed)))
    screen.show(session, supervisor.ticks_ms())
    buttons = Buttons(config.buttons, config.rotation)
    print("2048 %s ready" % __version__)
    try:
        run(session, screen, buttons)
    except KeyboardInterrupt:
        print(session.report())


def run(session, screen, buttons):
    """Answer every press with a picture."""
    while True:
        now = supervisor.ticks_ms()
        action = buttons.poll(now)
        if action == NONE:
            screen.show(session, now)
            if not screen.moving:
                time.sleep(_REST_SECONDS)
        else:
            session.handle(action, now)
            screen.show(session, now)


main()
