"""Who deals, who plays, how many games: counted by hand for every size of table."""

from __future__ import annotations

import pytest

from tournaments.event.core.dealing import games_of_series, played_games, players_of_game, round_of


@pytest.mark.parametrize(
    ("game", "size", "sits_out", "players"),
    [
        (1, 4, True, (2, 3, 4)),
        (2, 4, True, (3, 4, 1)),
        (4, 4, True, (1, 2, 3)),
        (5, 4, True, (2, 3, 4)),
        (1, 4, False, (2, 3, 4, 1)),
        (1, 3, True, (2, 3, 1)),
        (3, 3, False, (1, 2, 3)),
        (2, 5, True, (3, 4, 5, 1, 2)),
        (2, 2, False, (1, 2)),
    ],
)
def test_from_the_left_of_the_dealer_round_the_table(game, size, sits_out, players):
    assert players_of_game(game, size, dealer_sits_out=sits_out) == players


def test_games_and_runden():
    assert (games_of_series(4, 5), games_of_series(3, 5), games_of_series(5, 7, one_deal=True)) == (20, 15, 7)
    assert [round_of(game, 4) for game in (1, 4, 5, 8, 9)] == [1, 1, 2, 2, 3]
    assert [round_of(game, 4, one_deal=True) for game in (1, 4, 5)] == [1, 4, 5]
    assert played_games(4, 5, dealer_sits_out=True) == played_games(3, 5, dealer_sits_out=True) == 15
    assert played_games(4, 5, dealer_sits_out=False) == 20
