"""Parts of the search by hand: the purse to its last move, the bound of the seats, prices of a draft."""

from __future__ import annotations

import random

import pytest

from tests.tournaments.seating.core.fields import field
from tournaments.seating import core as seating
from tournaments.seating.core.anneal import Purse, anneal
from tournaments.seating.core.chair_search import seat_bounds, seat_excess
from tournaments.seating.core.draft import CHAIR, CLASS, prices
from tournaments.seating.core.problem import compile_request
from tournaments.seating.core.search import linked_pairs
from tournaments.seating.core.standing import swiss


def draft_of(n: int, series: int):
    request = seating.Request(players=field(n), series=seating.series_by_lots(series))
    return compile_request(request, request.players, series=series, past=()).draft()


def test_a_purse_is_empty_when_its_last_move_is_spent():
    purse = Purse(2)
    purse.spend(1)
    assert not purse.is_empty()
    purse.spend(1)
    assert purse.is_empty()
    assert not purse.cut, "the moves are used up, not the time"


def test_a_purse_is_empty_when_the_time_is_up_and_stays_so():
    looks = iter([False, True])
    purse = Purse(100, lambda: next(looks))
    assert [purse.is_empty() for _ in range(3)] == [False, True, True]
    assert purse.cut


@pytest.mark.parametrize("moves", [1, 5, 1023, 1024, 1025, 2048])
def test_so_many_moves_cost_so_many(moves):
    """Seven players in four series always meet again: the search does not end before its moves do."""
    draft = draft_of(7, 4)
    for series in range(4):
        draft.seat(series, [[0, 1, 2, 3], [4, 5, 6]])
    purse = Purse(10_000)
    anneal(draft, range(4), rng=random.Random(1), purse=purse, moves=moves, floor=0)
    assert purse.moves == 10_000 - moves


def test_the_search_ends_at_the_bound():
    draft = draft_of(16, 2)
    same = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
    draft.seat(0, same)
    draft.seat(1, same)
    assert draft.cost == 24 * 12
    purse = Purse(10_000)
    anneal(draft, range(2), rng=random.Random(1), purse=purse, moves=5_000, floor=24 * 12)
    assert purse.moves == 10_000
    anneal(draft, range(2), rng=random.Random(1), purse=purse, moves=5_000, floor=0)
    assert draft.cost == 0


def test_pairs_of_equal_seats_that_nobody_avoids():
    new = [(0, 0, 0, 0)] * 3
    assert seat_bounds([[3], [3], [3], [3]], new) == [0, 0, 0, 3]
    assert seat_bounds([[4], [4], [4], [4], [4]], [(0, 0, 0, 0)] * 4) == [0, 0, 0, 0, 4]
    assert seat_bounds([[3]], [(0, 0, 0, 3)] * 3) == [9], "what a seat 4 of before has cost stays"
    assert seat_bounds([[3]], [(1, 0, 0, 2), (0, 1, 0, 2), (0, 0, 1, 2)]) == [3]
    assert seat_bounds([[3]], [(2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0)]) == [3]
    assert seat_bounds([[2, 2]], [(1, 0), (1, 0), (1, 0), (0, 1)]) == [1]


def test_what_lies_above_that_bound():
    assert seat_excess([[[0, 1, 2]], [[0, 1, 2]]], [(0,) * 4] * 3) == [0, 3]
    assert seat_excess([[[0, 1, 2]], [[1, 2, 0]], [[2, 0, 1]]], [(0,) * 4] * 3) == [0, 0, 0]
    assert seat_excess([[[0, 1, 2, 3]], [[1, 0, 3, 2]]], [(0,) * 4] * 4) == [0, 0]
    assert seat_excess([[[0, 1, 2, 3]], [[1, 0, 2, 3]]], [(0,) * 4] * 4) == [0, 2]


def test_the_third_time_is_a_little_worse_than_the_second():
    price = prices(12, 8, [0, 6, *[0] * 14])
    assert [price.more[count] for count in range(5)] == [0, 12, 13, 14, 15]
    assert [price.more[CHAIR << CLASS | count] for count in range(4)] == [0, 8, 9, 10]
    assert [price.more[1 << CLASS | count] for count in range(3)] == [6, 18, 19]
    assert [price.less[count] for count in range(4)] == [0, 0, 12, 13]
    assert price.less[1 << CLASS] == 0
    assert price.less[1 << CLASS | 1] == 6
    assert prices(0, 8, [0] * 16).more[:3] == (0, 0, 0), "egal costs nothing, however often"
    assert [prices(2, 8, [0] * 16).more[count] for count in range(1, 6)] == [2, 3, 4, 4, 4]


def test_what_is_past_counts_twice_at_most():
    draft = draft_of(7, 1)
    for _series in range(5):
        draft.remember([0, 1, 2], small=True)
        draft.remember([3, 4, 5, 6], small=False)
    assert [draft.met[p][7] & 15 for p in range(7)] == [2, 2, 2, 0, 0, 0, 0]
    assert [draft.met[0][q] & 15 for q in range(7)] == [0, 2, 2, 0, 0, 0, 0]
    assert draft.cost == 0


def test_who_met_or_met_the_same_third_player():
    """Counted both ways, oneself among them: four at a table reach four each, whoever sat nowhere one."""
    assert linked_pairs([], 3) == 3
    assert linked_pairs([[[0, 1, 2, 3]]], 5) == 4 * 4 + 1
    assert linked_pairs([[[0, 1, 2]], [[2, 3, 4]]], 5) == 5 * 5


def test_swiss_pays_for_its_moves():
    """Forty moves a player, paid by 1,024 at a time."""
    draft = draft_of(40, 1)
    purse = Purse(10_000)
    swiss(range(40), [4] * 10, draft, 0, rng=random.Random(1), purse=purse)
    assert purse.moves == 10_000 - 1024
