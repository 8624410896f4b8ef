# SPDX-License-Identifier: MIT
"""A view turned into pixels: the one place that remembers what the glass shows."""

import displayio
from micropython import const

import hardware
from engine2048 import forget
from engine2048.save import preferences
from engine2048.screens.rest import BRIGHT, DARK
from hardware import glass
from hardware.panel import Panel, forget_text
from hardware.tiles import Tiles

TYPE_CHECKING = const(False)  # the device has no typing module; mypy knows this name
if TYPE_CHECKING:
    from engine2048.screens.page import Page
    from engine2048.screens.session import Session
    from hardware.oled import Display
    from hardware.pages import TextPage
    from hardware.slide import Slide
    from hardware.translated import Strips

_DIM_PERCENT = const(1)


def _brightness(percent: int) -> float:
    """The display's brightness, up to 1, that gives a contrast of percent * 255 // 100.

    The firmware multiplies by 255 and drops the fraction, in floats that lose other bits from release to
    release; what lies well between two contrasts is the same on all.
    """
    return (percent * 255 // 100 + 0.5) / 255.5


class Screen:
    """Draws a session's view, one refresh a picture, only what changed."""

    def __init__(self, display: "Display", language: int = 0) -> None:
        """Take over the display, to show words in a language; 0 is English."""
        self._display = display
        self._palette = displayio.Palette(2)
        self._palette[1] = 0xFFFFFF
        self._tiles = Tiles(self._palette)
        self.lacks_texts = False  # those of the language cannot be used: English takes their place
        self._language = language
        self._path = ""  # where its texts are
        self._is_checked = False  # they are whole
        self._panel = Panel(self._palette, self._words(), self._strips)
        forget_text()
        forget("hardware", "art")
        self._board = displayio.Group()
        self._board.append(self._tiles.group)
        self._board.append(self._panel.group)
        self._slide: "Slide | None" = None
        self._text: "TextPage | None" = None
        self._revision = -1
        self._page: "Page | None" = None
        self._light = BRIGHT
        self._percent = -1

    @property
    def moving(self) -> bool:
        """Tell whether an animation is under way."""
        return self._slide is not None and self._slide.moving

    def probe(self) -> bool:
        """Tell whether the display answers; if not, the next picture is drawn in full, for it may be lost."""
        display = self._display
        if glass.probe(display) or glass.probe(display):  # a single failure may be a disturbance
            return True
        self._light = -1
        return False

    def show(self, view: "Session", now: int) -> None:
        """Bring the glass up to date with `view` at `now` milliseconds, or draw the next frame."""
        if view.revision != self._revision:
            self._show_change(view, now)
            return
        slide = self._slide
        if slide and slide.moving and slide.step(now):
            if slide.moving:
                self._display.refresh()
            else:
                self._panel.show(view)
                self._refresh(self._board, view)

    def _show_change(self, view: "Session", now: int) -> None:
        slide = self._slide
        if slide and slide.moving:
            slide.finish()
        follows = view.revision == self._revision + 1 and self._display.root_group is self._board
        self._revision = view.revision
        page = view.page
        if page and not page.is_banner:
            if self._display.root_group is self._board:
                # A page takes 50 ms to compose. Whoever pressed must see sooner that something happens.
                self._panel.cover(True)
                self._display.refresh()
            language = view.preferences.get(preferences.LANGUAGE)
            is_new = language != self._language
            if is_new:
                self._language = language
                self._path = ""
                self._is_checked = self.lacks_texts = False
                self._text = None
            text = self._open_text()
            text.show(page)
            self._refresh(text.group, view)
            if is_new:
                self._panel.speak(self._words())
            return
        if self._text:
            self._text = None  # its memory is free for the game
            forget_text()
        self._panel.cover(False)
        game = view.shown
        if view.slid and follows and view.preferences.get(preferences.ANIMATION):
            self._open_slide().begin(game, now)
            self._display.refresh()
            self._light_up(view)
            return
        self._tiles.place(game.cells)
        if page:
            self._display.refresh()  # before what banners need is loaded
        self._panel.show(view)
        self._refresh(self._board, view)

    def _refresh(self, group: displayio.Group, view: "Session") -> None:
        """Draw what has changed, and all of the glass for another page or in another light.

        Some of what was sent may have been lost on the way, or the display's power, and with it all. The rows
        of another page would take longer one by one: each lies across pages of the display.
        """
        display = self._display
        page = None if group is self._board else view.page  # a banner is on the board
        if display.root_group is group and page is self._page:
            display.refresh()
            if view.rest.light == self._light:
                self._light_up(view)
                return
        self._page = page
        self._light = view.rest.light
        self._percent = -1
        glass.restore(display)
        # Or what has not changed would not be drawn.
        display.root_group = None  # type: ignore[assignment]  # the stub forgets it
        rotation = view.rotation + display.rotation % 180  # a chip's own picture may lie on its side
        if display.rotation != rotation:  # setting even the same takes 5 ms
            display.rotation = rotation
        display.root_group = group
        display.refresh()
        self._light_up(view)
        # What is hidden in the first picture is sent with the second: now, and not at the next press.
        display.refresh()

    def _light_up(self, view: "Session") -> None:
        """Give the glass its brightness, or switch it off; after the picture, so that none but it is seen."""
        percent = view.preferences.get(preferences.BRIGHTNESS) if view.rest.light == BRIGHT else _DIM_PERCENT
        if percent != self._percent:
            self._percent = percent
            self._display.brightness = _brightness(percent)
            if view.rest.light >= DARK:
                self._display.sleep()
            else:
                glass.light(self._display)

    def _open_slide(self) -> "Slide":
        if not self._slide:
            from hardware.slide import Slide

            self._slide = Slide(self._tiles)
        return self._slide

    def _open_text(self) -> "TextPage":
        if not self._text:
            strips = self._strips()
            if strips:
                from hardware import translated

                self._text = translated.TextPage(self._palette, strips)
            else:
                from hardware.pages import TextPage

                self._text = TextPage(self._palette)
        return self._text

    def check_texts(self) -> None:
        """Check the texts of the language as a whole, which takes too long before the first picture."""
        if self._strips():
            forget_text()

    def _words(self) -> "list[displayio.Bitmap] | None":
        """The panel's words in the language in use; None for English."""
        hardware.language = self._language
        strips = self._open_strips()
        return strips.words() if strips else None

    def _strips(self) -> "Strips | None":
        """The texts of the language in use; None for English, also from the first time that they fail on."""
        if self.lacks_texts:
            return None
        strips = self._open_strips()
        if strips:
            try:
                strips.open(self._is_checked)
                self._is_checked = True
                return strips
            except ValueError:
                self.lacks_texts = True
        if self.lacks_texts:
            self._panel.speak(None)
        return None

    def _open_strips(self) -> "Strips | None":
        if not self._language or self.lacks_texts:
            return None
        try:
            if not self._path:
                from hardware import languages

                self._path = languages.texts(self._language)
                forget("hardware", "languages")
            from hardware import translated

            return translated.Strips(self._path)
        except hardware.UNUSABLE:
            self.lacks_texts = True
            return None
