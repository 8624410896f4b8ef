# SPDX-License-Identifier: MIT
"""A film of a save ends with the picture that the product shows of that save."""

import pytest
from PIL import Image

from tests.saves import near_2048, started
from tools import save
from tools.saving.film import film_of
from tools.saving.save import Save
from tools.simulator import program
from tools.simulator.flash import Rp2Flash
from tools.simulator.machine import Machine


def picture_of(content):
    """What the display shows a while after switching on with that flash."""
    machine = Machine(Rp2Flash(bytearray(content)), {})
    machine.play([], 2000)
    program.run(machine)
    return machine.chip.frame()


def won_and_played_on(moves):
    flash = Rp2Flash()
    for seed in range(50):
        flash = Rp2Flash()
        player = started(flash, game=near_2048(seed))
        left = moves
        while left and player.move():
            left -= 1 if player.game.won else 0
            if left and player.game.awaiting_choice:
                player.game.keep_going()
                player.journal.add(5, player.game)
        if not left:
            return Save(bytes(flash.image), True, "")
    raise AssertionError("nobody won")


@pytest.mark.parametrize("moves", [1, 5])
def test_a_film_leads_across_a_win_to_the_picture_of_the_save(moves):
    held = won_and_played_on(moves)
    assert held.game.awaiting_choice == (moves == 1)
    frames = film_of(held, 200)
    assert frames[-1][0] == picture_of(held.content)
    assert len(frames) > 10
    assert all(time > 0 for _, time in frames)


def test_only_the_last_moves_are_filmed():
    flash = Rp2Flash()
    player = started(flash)
    for _ in range(20):
        player.move()
    held = Save(bytes(flash.image), True, "")
    assert len(film_of(held, 2)) < len(film_of(held, 20)) / 2


def test_the_command_writes_a_gif(tmp_path, capsys):
    flash = Rp2Flash()
    player = started(flash)
    file, film = tmp_path / "flash.bin", tmp_path / "film.gif"
    file.write_bytes(flash.image)
    assert save.main(["film", str(file), str(film)]) == 1
    assert "holds no moves" in capsys.readouterr().err
    assert not film.exists()
    for _ in range(6):
        player.move()
    file.write_bytes(flash.image)
    assert save.main(["film", str(file), str(film), "--moves", "5"]) == 0
    with Image.open(film) as picture:
        assert picture.size == (512, 256)
        assert picture.n_frames > 5
    assert f"Wrote {film}: {picture.n_frames} pictures" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stopped:
        save.main(["film", str(file), str(film), "--moves", "0"])
    assert stopped.value.code == 2
