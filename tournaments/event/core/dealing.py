"""Who deals, who plays and how many games there are: all of it follows from the seats."""

from __future__ import annotations

from scoring.sheets import clockwise
from scoring.sheets import dealer_of_game as dealer
from tournaments.event.core.sizes import FOUR

__all__ = ["dealer", "games_of_series", "played_games", "players_of_game", "round_of"]


def players_of_game(game_number: int, size: int, dealer_sits_out: bool) -> tuple[int, ...]:
    """The seats that play, starting left of the dealer: at a table of four the dealer sits out.

    A table of three always plays with everybody.

    >>> players_of_game(1, 4, dealer_sits_out=True)
    (2, 3, 4)
    >>> players_of_game(1, 3, dealer_sits_out=True)
    (2, 3, 1)
    """
    order = clockwise(size, dealer(game_number, size))
    return order[:-1] if dealer_sits_out and size == FOUR else order


def games_of_series(size: int, rounds: int, *, one_deal: bool = False) -> int:
    """The games of a table in a series of so many Runden: each seat deals once in a Runde, or a Runde is one deal.

    >>> games_of_series(5, 7), games_of_series(5, 7, one_deal=True)
    (35, 7)
    """
    return rounds if one_deal else size * rounds


def round_of(game_number: int, size: int, *, one_deal: bool = False) -> int:
    """The Runde to which a game belongs, counted from 1."""
    return game_number if one_deal else (game_number - 1) // size + 1


def played_games(size: int, rounds: int, dealer_sits_out: bool) -> int:
    """The games that each player of a table plays: equal at tables of four and of three.

    >>> played_games(4, 5, dealer_sits_out=True), played_games(3, 5, dealer_sits_out=True)
    (15, 15)
    """
    return len(players_of_game(1, size, dealer_sits_out)) * rounds
