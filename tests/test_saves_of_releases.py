# SPDX-License-Identifier: MIT
"""Saves written by released versions, and by one from development: each can be read whole and played on."""

import json
from pathlib import Path

import pytest

from engine2048.game import Game
from engine2048.rng import Rng
from engine2048.save.journal import RESUMED, Journal
from engine2048.save.preferences import UNSET, none_chosen
from tests.saves import RandomPlayer

SAVES = {
    f"{file.stem}: {name}": save
    for file in sorted(Path(__file__).with_name("data").glob("saves-*.json"))
    for name, save in json.loads(file.read_text()).items()
}


def region_of(save):
    content = bytes.fromhex(save["bytes"])
    return bytearray(content + b"\xff" * (save["size"] - len(content)))


@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES)
def test_a_save_can_be_read_whole(save):
    chosen = none_chosen()
    found, game = Journal(region_of(save), save["appends"], chosen).load(Game(Rng(1)))
    assert found == RESUMED
    names = ("cells", "score", "best", "best_tile", "moves", "won", "over")
    assert {name: getattr(game, name) for name in names} == {name: save[name] for name in names}
    assert (game.past_games, game.past_wins, game.past_moves) == (
        save["past_games"],
        save["past_wins"],
        save["past_moves"],
    )
    if "past_best" in save:
        assert game.past_best == save["past_best"]
    assert (game.awaiting_choice, game.rng.state) == (save["awaiting"], save["state"])
    assert len(game.history) == save["steps"]
    saved = save["preferences"]
    assert list(chosen) == saved + [UNSET] * (len(chosen) - len(saved))


@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES)
def test_a_save_can_be_played_on_and_saved_again(save):
    region = region_of(save)
    player = RandomPlayer(region, seed=5, appends=save["appends"])
    assert player.found == RESUMED
    for _ in range(400):
        player.act()
        if not save["appends"]:
            player.journal.tidy(player.game)
        again = RandomPlayer(region, appends=save["appends"])
        assert again.found == RESUMED
        assert again.state() == player.state()


def test_every_release_has_its_saves():
    assert any(name.startswith("saves-1.0.0: ") for name in SAVES)
    assert {save["appends"] for save in SAVES.values()} == {True, False}
