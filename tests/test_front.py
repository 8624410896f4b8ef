# SPDX-License-Identifier: MIT
"""Real time for a simulated machine, on a clock that the test advances; and saving pictures."""

from types import SimpleNamespace

import pytest
from PIL import Image

from tools.simulator import front
from tools.simulator.machine import Machine
from tools.simulator.ssd1306 import Ssd1306


class Front:
    """Counts how often it is served; `rest` tells how long a rest of so many seconds really takes."""

    def __init__(self, clock, rest):
        self.wants_to_quit = False
        self.typed = SimpleNamespace(hurry_until=0)
        self.rests = []
        self.looks = 0
        self._clock = clock
        self._rest = rest

    def serve(self, seconds):
        self.rests.append(seconds)
        self._clock.now += self._rest(seconds)

    def listen(self):
        self.looks += 1


@pytest.fixture
def clock(monkeypatch):
    clock = SimpleNamespace(now=50.0)
    monkeypatch.setattr(front.time, "monotonic", lambda: clock.now)
    return clock


def paced(clock, rest=lambda seconds: seconds):
    machine = Machine(None)
    machine.run_on()
    shown = Front(clock, rest)
    machine.pace = front.RealTime(machine, shown)
    machine.listen = machine.pace.listen
    return machine, shown


def test_a_wait_takes_its_time_even_if_the_front_returns_early(clock):
    machine, shown = paced(clock, rest=lambda seconds: min(seconds, 0.004))
    machine.wait(10_000)
    assert machine.now == 10_000
    assert clock.now == pytest.approx(50.01)
    assert shown.rests == pytest.approx([0.01, 0.006, 0.002])


def test_the_machines_clock_does_not_wait_for_a_slow_program(clock):
    machine, shown = paced(clock)
    clock.now += 2
    machine.wait(1_000)
    # The front gets its turn but no rest, because time was lost already.
    assert shown.rests == [0]
    assert machine.now == 2_000_000


def test_a_fast_program_that_never_waits_long_does_not_starve_the_front(clock):
    machine, shown = paced(clock)
    for _ in range(100):
        clock.now += 0.001
        machine.wait(20)
    assert 5 <= len(shown.rests) <= 7


def test_keys_are_looked_for_while_the_program_draws(clock):
    machine, shown = paced(clock)
    for _ in range(100):
        clock.now += 0.001
        machine.spend(50)
    # Drawing took 100 ms here but 5 ms of the device's time: the front does not draw or wait in it.
    assert 20 <= shown.looks <= 25
    assert shown.rests == []
    assert machine.now == 5_000
    assert shown.typed.clock() == pytest.approx(100_000)


def test_the_persons_clock_runs_on_while_the_device_draws(clock):
    machine, shown = paced(clock)
    clock.now += 0.02
    machine.spend(90_000)
    assert shown.typed.clock() == 20_000
    machine.wait(1_000)
    assert machine.now == shown.typed.clock() == 91_000


def test_nobody_waits_for_typed_keys(clock):
    machine, shown = paced(clock)
    shown.typed.hurry_until = 400_000
    for _ in range(250):
        machine.wait(2_000)
    assert machine.now == shown.typed.clock() == 500_000
    # After that, time passes normally again.
    assert clock.now == pytest.approx(50.1)


def test_no_time_passes_while_the_computer_is_stopped(clock):
    machine, _ = paced(clock)
    machine.wait(1_000)
    clock.now += 3600
    machine.wait(1_000)
    assert machine.now == 2_000


def test_wanting_to_quit_is_ctrl_c_for_the_program(clock):
    machine, shown = paced(clock)
    machine.wait(1_000)
    shown.wants_to_quit = True
    with pytest.raises(KeyboardInterrupt):
        machine.wait(1_000)


def test_pictures_get_the_next_free_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "2048-2.png").write_text("mine")
    assert [front.save_picture(Ssd1306()) for _ in range(2)] == ["saved as 2048-1.png", "saved as 2048-3.png"]
    assert (tmp_path / "2048-2.png").read_text() == "mine"
    with Image.open(tmp_path / "2048-3.png") as picture:
        assert picture.size == (512, 256)


def test_a_picture_that_cannot_be_saved_is_reported(tmp_path, monkeypatch):
    def fail(*arguments):
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(front.glass, "save_png", fail)
    assert front.save_picture(Ssd1306()) == "cannot save 2048-1.png: Permission denied"
