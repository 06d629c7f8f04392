"""A request as the search needs it: numbers, prices and the bound of what a plan must cost, each by hand."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from tests.tournaments.seating.core.fields import field
from tournaments.seating import core as seating
from tournaments.seating.core.draft import COUNT
from tournaments.seating.core.problem import REASON, _climb, compile_request, group_sizes

SAME = ((1, 2, 3, 4), (5, 6, 7, 8))


def problem_of(players, series, past=(), **more):
    request = seating.Request(players=players, series=seating.series_by_lots(series), **more)
    return compile_request(request, players, series=series, past=past)


def floor_of(players, series, past=(), **more):
    return problem_of(players, series, past, **more).floor()


def test_each_reason_has_a_bit_of_its_own():
    assert REASON == {
        seating.Wish.PARTNERS: 1, seating.Wish.TEAM_MATES: 2, seating.Wish.CLUB_MATES: 4, seating.Wish.SEEDED: 8,
    }  # fmt: skip


def test_four_series_of_seven():
    """21 pairs and 36 meetings: 15 rematches of 12; seven players and twelve seats at a three: five second ones of 8."""
    assert floor_of(field(7), 4) == 15 * 12 + 5 * 8


def test_series_after_series_the_price_rises_by_one():
    """Four players meet all six every time: 12, then 13, then 14 …"""
    assert [floor_of(field(4), series) for series in range(1, 6)] == [0, 72, 150, 234, 324]


def test_so_many_series_that_nobody_counts_further():
    """A byte counts to fifteen: whatever comes after that is not in the bound."""
    steps = [0, *[12 + min(count - 1, 12) for count in range(1, 15)]]
    assert floor_of(field(4), 12) == 6 * sum(steps[:12])
    past = (((1, 2, 3, 4),),) * 5
    assert floor_of(field(4), 3, past) == 6 * (13 + 14 + 15), "what is past counts twice at most"


def test_events_climb_the_levels_to_the_last_that_is_counted():
    steps = list(range(100, 130))
    assert _climb(Counter({0: 5}), 0, steps) == 0
    assert _climb(Counter({0: 5}), 1, steps) == 100
    assert _climb(Counter({0: 2, 1: 1}), 4, steps) == 2 * 100 + 2 * 101
    assert _climb(Counter({0: 1}), 25, steps) == sum(steps[:COUNT])


def test_who_is_alone_in_a_club_is_no_group():
    clubs = {1: "A", 2: "A", 3: "B", 4: "C", 5: "C", 6: "C"}
    assert sorted(group_sizes(field(7, club=clubs.get), seating.Wish.CLUB_MATES)) == [2, 3]


def test_what_has_been_leaves_fewer_new_pairs():
    assert floor_of(field(8), 2, (SAME, SAME)) == 8 * 12, "16 pairs are new, and 24 meetings come"
    assert floor_of(field(8), 1, (SAME,)) == 0
    gone = (((1, 2, 9, 10), (3, 4, 11, 12)),)
    assert floor_of(field(4), 1, gone) == 2 * 12, (
        "1 and 2, 3 and 4 have met; whoever has left has met nobody here"
    )


def test_who_sits_at_one_fixed_table_meets_every_time():
    """Eight players, 1 and 2 at table 1 in three series: 12 and 13 for them, 33 other meetings of 27 pairs."""
    fixed = field(8, table=lambda i: 1 if i < 3 else None)
    assert floor_of(fixed, 3) == 12 + 13 + 6 * 12
    apart = field(8, table=lambda i: i if i < 3 else None)
    assert floor_of(apart, 3) == 8 * 12
    met = floor_of(fixed, 1, (SAME,))
    assert met == 12, "they met already; 11 other meetings find 16 new pairs"


def test_a_club_that_is_larger_than_the_hall_has_tables():
    """Five of eight at two tables: four pairs together, at 6 in the first series and 1 in each later one."""
    club = field(8, club=lambda i: "A" if i < 6 else None)
    assert floor_of(club, 2) == 4 * 6 + 4 * 1
    assert floor_of(club, 1, (SAME,)) == 4 * 1


def test_nothing_costs_nothing():
    assert floor_of(field(8), 0) == 0


def test_numbers_of_places():
    players = field(7, table={2: 3, 5: 4}.get, seat={5: 1, 6: 4}.get)
    found = problem_of(players, 1, closed_tables=frozenset({1, 2}))
    assert (found.slot, found.seat) == ({1: 0, 4: 1}, {4: 0, 5: 3})
    assert (found.sizes, found.width, found.n) == ((4, 3), 4, 7)
    assert problem_of(field(11), 1, size=6).width == 6
    seen = problem_of(field(7), 1, (((1, 2, 3, 9), (4, 5, 6)),))
    assert seen.past == ((((0, 1, 2), False), ((3, 4, 5), True)),)
    assert seen.seat_counts == (
        (1, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0), (0, 0, 1, 0, 0, 0), (1, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0),
        (0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 0, 0),
    )  # fmt: skip


def test_prices_by_reason():
    pairs = {"pair": lambda i: "P" if i < 3 else None, "team": lambda i: "T" if i < 4 else None}
    found = problem_of(field(8, **pairs, club=lambda i: "C" if 2 < i < 5 else None), 2)
    assert found.classes is not None
    assert found.classes[0][1] == 1 << 4, "partners need no other reason"
    assert (found.classes[0][2], found.classes[2][3], found.classes[4][5]) == (2 << 4, 4 << 4, 0)
    first, later = found.price_lists
    assert [first.more[reason << 4] for reason in (1, 2, 4, 8, 6)] == [1200, 1200, 6, 4, 1206]
    assert [later.more[reason << 4] for reason in (1, 2, 4, 8)] == [1200, 1200, 1, 1]
    assert found.families[0][1:] == found.families[1][1:]
    assert found.families[0][0] != found.families[1][0]


# --- what is refused --------------------------------------------------------------------------------------


def test_four_may_be_fixed_at_a_table_and_no_more():
    at_one = field(8, table=lambda i: 1 if i < 5 else None)
    assert seating.plan(seating.Request(players=at_one, series=seating.series_by_lots(1))).tables()
    with pytest.raises(seating.CannotPlan, match="zu viele Plätze fest"):
        problem_of(field(8, table=lambda i: 1 if i < 6 else None), 1)
    five = dataclasses.replace(field(1)[0], table=1)
    assert problem_of((five, *field(4, start=2, table=lambda _: 1)), 1, size=5).slot
    with pytest.raises(seating.CannotPlan, match="zu viele Plätze fest"):
        problem_of(field(8, table=lambda i: 1 if i < 3 else None, seat=lambda i: 2 if i < 3 else None), 1)


def test_whoever_stands_twice_on_the_list_is_named():
    with pytest.raises(seating.CannotPlan, match="^3 steht zweimal"):
        problem_of((*field(7), *field(1, start=3)), 1)


@pytest.mark.parametrize(("seat", "size"), [(0, None), (5, None), (7, 6), (3, 2)])
def test_a_seat_that_is_none(seat, size):
    with pytest.raises(seating.CannotPlan, match=f"Platz {seat} für 1 gibt es nicht"):
        problem_of(field(6, seat=lambda i: seat if i == 1 else None), 1, size=size)


def test_seats_at_both_ends():
    assert problem_of(field(8, seat={1: 1, 2: 4}.get), 1).seat == {0: 0, 1: 3}
    assert problem_of(field(6, seat={1: 6}.get), 1, size=6).seat == {0: 5}
