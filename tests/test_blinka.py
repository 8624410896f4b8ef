# SPDX-License-Identifier: MIT
"""Blinka's displayio, corrected: it shows what the program composes, and fails as the device does."""

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.displays import driven_display, sheet_of, two_colours
from tools.simulator import modules
from tools.simulator.buses import I2C

TILE = (8, 12)


def pixel(tile, x, y):
    return (tile * 7 + x * 3 + y * 5 + x * y) % (tile + 3) == 0


class Sprite:
    """A TileGrid of one tile or a Label, and where its pixels should be."""

    def __init__(self, sheet, palette):
        from displayio import TileGrid

        self.grid = TileGrid(sheet, pixel_shader=palette, tile_width=TILE[0], tile_height=TILE[1])
        self.is_clear = palette.is_transparent(0)

    def paint(self, picture):
        if self.grid.hidden:
            return
        for x in range(TILE[0]):
            for y in range(TILE[1]):
                place = (self.grid.x + x, self.grid.y + y)
                if pixel(self.grid[0], x, y):
                    picture.add(place)
                elif not self.is_clear:
                    picture.discard(place)


class Text(Sprite):
    def __init__(self):
        import terminalio
        from adafruit_display_text.label import Label

        self.grid = Label(terminalio.FONT, text="2048", color=0xFFFFFF)

    def paint(self, picture):
        import terminalio

        if self.grid.hidden:
            return
        for index, character in enumerate(self.grid.text):
            glyph = terminalio.FONT.get_glyph(ord(character))
            for x in range(glyph.width):
                for y in range(glyph.height):
                    if glyph.bitmap[glyph.tile_index * glyph.width + x, y]:
                        # On the device, a line of text is centred on the label's y.
                        picture.add((self.grid.x + index * 6 + glyph.dx + x, self.grid.y - 6 + y))


steps = st.lists(
    st.one_of(
        st.tuples(st.just("tile"), st.integers(0, 5), st.integers(0, 3)),
        st.tuples(st.just("move"), st.integers(0, 6), st.integers(-9, 130), st.integers(-9, 66)),
        st.tuples(st.just("hide"), st.integers(0, 6), st.booleans()),
        st.tuples(st.just("text"), st.text("0123456789 aMjg", max_size=7)),
        st.tuples(st.just("refresh")),
    ),
    max_size=25,
)


@settings(max_examples=25, deadline=None)
@given(changes=steps, rotation=st.sampled_from((0, 180)))
def test_the_display_shows_exactly_what_was_composed(changes, rotation):
    from displayio import Group

    with driven_display(rotation) as (machine, display):
        sheet = sheet_of(*TILE, 4, pixel)
        palettes = [two_colours(), two_colours(transparent=0)]
        sprites = [Sprite(sheet, palettes[index % 2]) for index in range(6)] + [Text()]
        group = Group()
        for sprite in sprites:
            group.append(sprite.grid)
        display.root_group = group
        for kind, *values in (*changes, ("refresh",)):
            if kind == "tile":
                sprites[values[0]].grid[0] = values[1]
            elif kind == "move":
                sprites[values[0]].grid.x, sprites[values[0]].grid.y = values[1:]
            elif kind == "hide":
                sprites[values[0]].grid.hidden = values[1]
            elif kind == "text":
                sprites[-1].grid.text = values[0]
            else:
                display.refresh()
                assert lit(machine.chip.frame(), rotation) == composed(sprites)
        assert not machine.faults


def lit(frame, rotation):
    shown = {(x, y) for y, row in enumerate(frame) for x, value in enumerate(row) if value}
    return {(127 - x, 63 - y) for x, y in shown} if rotation else shown


def composed(sprites):
    picture = set()
    for sprite in sprites:
        sprite.paint(picture)
    return {(x, y) for x, y in picture if 0 <= x < 128 and 0 <= y < 64}


def test_only_what_changed_goes_over_the_bus():
    from displayio import Group

    with driven_display() as (machine, display):
        sprite = Sprite(sheet_of(*TILE, 4, pixel), two_colours())
        group = Group()
        group.append(sprite.grid)
        display.root_group = group
        display.refresh()
        before = machine.chip.bytes_received
        display.refresh()
        assert machine.chip.bytes_received == before
        sprite.grid[0] = 1
        display.refresh()
        # 8 columns of two pages, plus 16 bytes that set the window.
        assert machine.chip.bytes_received - before == 16 + 8 * 2


def test_composing_takes_device_time():
    from displayio import Group

    with driven_display() as (machine, display):
        display.root_group = Group()
        display.refresh()
        sprite = Sprite(sheet_of(*TILE, 4, pixel), two_colours())
        display.root_group.append(sprite.grid)
        before = machine.now
        display.refresh()
        on_the_bus = (16 + 16) * 9 / 0.4
        assert on_the_bus < machine.now - before < on_the_bus + 8 * 16 * 7


@pytest.mark.parametrize("tile", [-1, 4, 300])
def test_a_tile_that_is_not_on_the_sheet_is_an_error(tile):
    with driven_display():
        sprite = Sprite(sheet_of(*TILE, 4, pixel), two_colours())
        with pytest.raises(ValueError, match=r"tile must be 0-3|Tile value out of bounds"):
            sprite.grid[0] = tile
        assert sprite.grid[0] == 0


def test_a_display_that_does_not_answer_is_an_error_at_once():
    import board
    import i2cdisplaybus

    with driven_display() as (machine, _):
        machine.devices.clear()
        modules.power_off()
        bus = I2C(board.GP5, board.GP4)
        with pytest.raises(ValueError, match="Unable to find I2C Display at 3c"):
            i2cdisplaybus.I2CDisplayBus(bus, device_address=0x3C)
        assert bus.try_lock()


def test_a_display_that_is_unplugged_later_is_not_noticed_and_works_again():
    from displayio import Group

    with driven_display() as (machine, display):
        sprite = Sprite(sheet_of(*TILE, 4, pixel), two_colours())
        display.root_group = group = Group()
        group.append(sprite.grid)
        display.refresh()
        plugged = dict(machine.devices)
        machine.devices.clear()
        sprite.grid[0] = 1
        display.refresh()
        machine.devices.update(plugged)
        sprite.grid[0] = 2
        display.refresh()
        assert lit(machine.chip.frame(), 0) == composed([sprite])


def test_nothing_draws_in_the_background():
    assert [thread.name for thread in threading.enumerate() if "_background" in thread.name] == []


def test_brightness_and_sleep_reach_the_chip():
    with driven_display() as (machine, display):
        display.brightness = 0
        assert machine.chip.contrast == 0
        display.brightness = 1
        assert machine.chip.contrast == 255
        display.sleep()
        assert not machine.chip.on
        display.wake()
        assert machine.chip.on
