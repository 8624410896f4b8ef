# SPDX-License-Identifier: MIT
"""The display and the buttons in a window; a key is down for as long as the person holds it."""

import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tools.simulator.device import Device

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

from tools.simulator import front, glass, keys
from tools.simulator.controller import HEIGHT, WIDTH
from tools.simulator.typed import Typed, chord

_BUTTONS = {
    **dict.fromkeys((pygame.K_UP, pygame.K_w, pygame.K_k), keys.UP),
    **dict.fromkeys((pygame.K_RIGHT, pygame.K_d, pygame.K_l), keys.RIGHT),
    **dict.fromkeys((pygame.K_DOWN, pygame.K_s, pygame.K_j), keys.DOWN),
    **dict.fromkeys((pygame.K_LEFT, pygame.K_a, pygame.K_h), keys.LEFT),
}
_QUESTION_MARK = (pygame.K_QUESTION, pygame.K_SLASH)
_QUIT = (pygame.K_q, pygame.K_ESCAPE)
_PICTURE = (pygame.K_p, pygame.K_F12)
_HELP = (
    "arrows move, m or left+right held menu, u or up+down held undo, H or up+right held hint, "
    "p picture, q quit"
)
_CASE = (38, 40, 46)  # the colour around the display
_MARGIN = 24  # its width when the window opens
_SCALE = 6  # window pixels per display pixel when the window opens
# In microseconds. The device would take a shorter press for a bounce.
_SHORTEST_PRESS = 20_000
# In microseconds. The device cannot tell the order of two changes between two scans of its buttons.
_SCAN = 6_000
# The drivers that SDL falls back to if no other works. They show nothing.
_BLIND = ("dummy", "offscreen")


class NoDisplay(Exception):
    """There is no display that can show a window."""


@contextmanager
def opened() -> Iterator[pygame.Surface]:
    """Open a window, and close it however the program ends. Raises NoDisplay.

    Gives pygame's display surface, which follows the window's size.
    """
    try:
        yield _open()
    finally:
        pygame.display.quit()


def _open() -> pygame.Surface:
    named = os.environ.get("SDL_VIDEODRIVER")
    if sys.platform == "linux" and not (
        named or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        raise NoDisplay("there is no display for a window (DISPLAY is not set)")
    try:
        pygame.display.init()
        if not named and pygame.display.get_driver() in _BLIND:
            raise NoDisplay("the display for a window does not answer")
        if pygame.display.get_driver() == "x11":
            # Use shared memory: with textures, a picture takes 8 ms, in which no key is seen.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        size = (WIDTH * _SCALE + 2 * _MARGIN, HEIGHT * _SCALE + 2 * _MARGIN)
        window = pygame.display.set_mode(size, pygame.RESIZABLE)
    except pygame.error as error:
        raise NoDisplay(f"no window can be opened ({error})") from None
    # An input method would swallow the letters.
    pygame.key.stop_text_input()
    return window


class Front:
    """Shows a device's display in a window and presses its buttons; q sets `wants_to_quit`.

    A key for a button holds that button down; a key for a chord is typed.
    """

    def __init__(
        self, window: pygame.Surface, device: Device, hear: Callable[[], object] | None = None
    ) -> None:
        """`hear` is called again and again, to play what sounds now."""
        self.wants_to_quit = False
        self.typed: Typed = Typed(device, self._do, _PICTURE)
        self._window = window
        self._hear = hear
        self._device = device
        self._held: dict[int, int] = {}  # scan code of a key -> the button that it holds down
        self._free_at = [0] * 4  # when each button may change again
        self._last = -_SCAN  # when any of them last changed
        self._looked = 0  # the device's time at the last look for keys
        self._last_time = -math.inf
        self._seen: int | None = None  # how many bytes the chip had received at the last drawing
        _say(_HELP)

    def listen(self) -> None:
        """Take the keys."""
        now = self.typed.clock()
        for event in pygame.event.get():
            self._take(event)
        self._looked = now
        if self._hear:
            self._hear()

    def serve(self, seconds: float) -> None:
        """Take the keys, update the picture and rest for at most `seconds`."""
        self.listen()
        self.typed.go_on()
        self._show()
        time.sleep(min(seconds, front.SECONDS_A_LOOK))

    def _take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN:
            self._key_down(event)
        elif event.type == pygame.KEYUP:
            self._let_go(event.scancode)
        elif event.type == pygame.WINDOWFOCUSLOST:
            # Without the focus, the window does not learn when a key is released.
            for place in list(self._held):
                self._let_go(place)
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED):
            self._seen = None
        elif event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            self.wants_to_quit = True

    def _key_down(self, event: pygame.event.Event) -> None:
        if event.key in _QUIT:
            self.wants_to_quit = True
        elif event.key in _PICTURE:
            self.typed.add([event.key])
        elif chord(_character(event)):
            self.typed.add([chord(_character(event))])
        elif event.key in _BUTTONS and event.scancode not in self._held:
            _say(_HELP)
            button = _BUTTONS[event.key]
            if button not in self._held.values():
                self._switch(button, True)
            self._held[event.scancode] = button

    def _do(self, key: Any) -> None:
        if key in _PICTURE:
            _say(front.save_picture(self._device.chip))
        else:
            _say(_HELP)
            self.typed.press(key)

    def _let_go(self, place: int) -> None:
        button = self._held.pop(place, None)
        if button is not None and button not in self._held.values():
            self._switch(button, False)

    def _switch(self, button: int, is_down: bool) -> None:
        # Date the press back to the last look at the keys. Dated now, the second press of a chord would come
        # too late if the first made the program draw for a long time.
        at = max(self._looked, self._free_at[button], self.typed.free_at, self._last + _SCAN)
        self._device.switch(button, is_down, at)
        self._last = at
        self._free_at[button] = at + _SHORTEST_PRESS

    def _show(self) -> None:
        now = time.monotonic()
        chip = self._device.chip
        if chip.bytes_received == self._seen or now - self._last_time < front.SECONDS_A_PICTURE:
            return
        self._last_time = now
        self._seen = chip.bytes_received
        scale = max(1, min(self._window.width // WIDTH, self._window.height // HEIGHT))
        picture = glass.image(chip.frame(), chip.contrast, 1)
        small = pygame.image.frombuffer(picture.tobytes(), picture.size, "RGB")
        shown = pygame.transform.scale(small, (WIDTH * scale, HEIGHT * scale))
        self._window.fill(_CASE)
        self._window.blit(shown, shown.get_rect(center=self._window.get_rect().center))
        pygame.display.flip()


def _character(event: pygame.event.Event) -> str:
    """The character of a key that goes down. Without an input method, Shift affects only letters."""
    return "?" if event.key in _QUESTION_MARK else event.unicode


def _say(note: str) -> None:
    pygame.display.set_caption(f"2048 - {note}")
