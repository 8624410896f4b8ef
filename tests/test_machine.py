# SPDX-License-Identifier: MIT
"""The machine: virtual time, switches, and how a run ends."""

import pytest

from tools.simulator import keys, machine
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine, MachineStopped
from tools.simulator.parts import Pin


def powered(**options):
    return Machine(Rp2Flash(), **options)


def wait_until_interrupted(simulated, step=10_000):
    with pytest.raises(KeyboardInterrupt):
        for _ in range(10_000_000 // step * 20):
            simulated.wait(step)
    return simulated.now


def test_ticks_wrap_65_s_after_power_on():
    simulated = powered()
    simulated.spend(65_535_999)
    assert simulated.ticks() == 2**29 - 1
    simulated.spend(1)
    assert simulated.ticks() == 0


def test_keys_start_100_ms_after_the_ready_line_and_ctrl_c_follows_after_400_ms():
    simulated = powered()
    simulated.play(*keys.schedule(keys.parse("U.")))
    simulated.wait(250_000)
    print("2048 1.0.0 ready", file=simulated.console)
    assert simulated.is_down("GP10", 349_999) is False
    assert simulated.is_down("GP10", 350_000) is True
    assert simulated.is_down("GP10", 389_999) is True
    assert simulated.is_down("GP10", 390_000) is False
    assert wait_until_interrupted(simulated) == 250_000 + 100_000 + 200_000 + 400_000


def test_buttons_are_on_the_pins_in_the_settings():
    simulated = powered(settings={"BUTTON_LEFT": "GP20"})
    simulated.switch(keys.LEFT, True)
    simulated.switch(keys.RIGHT, True)
    assert simulated.is_down("GP20", 0)
    assert simulated.is_down("GP13", 0)
    assert not simulated.is_down("GP12", 0)


def test_a_long_sleep_is_cut_short_by_ctrl_c():
    simulated = powered()
    print("2048 1.0.0 ready", file=simulated.console)
    with pytest.raises(KeyboardInterrupt):
        simulated.wait(3_600_000_000)
    assert simulated.now == 500_000


def test_only_a_complete_ready_line_counts():
    simulated = powered()
    simulated.console.write("2048 1.0.0 rea")
    assert not simulated.ready
    simulated.console.write("dy\nmore")
    assert simulated.ready
    assert simulated.console.text == "2048 1.0.0 ready\nmore"


def test_a_program_that_is_never_ready_is_still_interrupted():
    assert wait_until_interrupted(powered()) == 60_000_000


def test_a_program_that_ignores_ctrl_c_is_stopped():
    simulated = powered()
    wait_until_interrupted(simulated)
    with pytest.raises(MachineStopped, match="did not stop"):
        simulated.wait(60_000_000)


def test_without_an_end_it_runs_until_interrupted():
    simulated = powered()
    simulated.run_on()
    print("2048 1.0.0 ready", file=simulated.console)
    simulated.wait(3_600_000_000)
    simulated.interrupt()
    with pytest.raises(KeyboardInterrupt):
        simulated.wait(1)


def test_a_pin_has_one_user_at_a_time():
    simulated = powered()
    pin = Pin("GP4", "4")
    simulated.claim(pin)
    with pytest.raises(ValueError, match=r"^GP4 in use$"):
        simulated.claim(pin)
    simulated.release(pin)
    simulated.claim(pin)


def test_without_a_machine_nothing_works():
    assert not machine.is_on()
    with pytest.raises(RuntimeError, match="no simulated machine is switched on"):
        machine.current()


def test_the_pace_is_called_before_time_passes():
    simulated = powered()
    asked = []
    simulated.pace = asked.append
    simulated.wait(70)
    simulated.wait(30)
    assert asked == [70, 100]


def test_a_failing_front_end_is_not_a_fault_of_the_program():
    simulated = powered()
    simulated.pace = {}.pop
    with pytest.raises(machine.PaceFailed) as caught:
        simulated.wait(70)
    assert not isinstance(caught.value, Exception)
    assert isinstance(caught.value.__cause__, KeyError)


def test_unread_typed_characters_make_the_machine_deaf_to_ctrl_c():
    for count, is_heard in ((192, True), (193, False)):
        simulated = powered()
        simulated.type(b"x" * count)
        simulated.type(b"\x03")
        if is_heard:
            with pytest.raises(KeyboardInterrupt):
                simulated.wait(10)
            assert not simulated.typed
        else:
            simulated.wait(10)
            assert len(simulated.typed) == 193
