"""Closing ranks by hand: who rises, who fills which gap, which table is broken up, and whom nobody moves."""

from __future__ import annotations

import pytest

from tournaments.seating import core as seating
from tournaments.seating.core.closing import _leavers, free_number, honour_fixed, same_seats
from tournaments.seating.core.colouring import Matching, colour_edges


def series(*rows, numbers=None):
    numbers = numbers or range(1, len(rows) + 1)
    return seating.PlannedSeries(
        draw=seating.Draw.LOTS,
        tables=tuple(
            seating.PlannedTable(number=n, players=row) for n, row in zip(numbers, rows, strict=True)
        ),
    )


def rows(after):
    return {table.number: table.players for table in after.tables}


def test_a_posted_series_may_keep_its_tables_of_three():
    posted = series((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    gone = {4, 8, 12, 16}
    kept = {1: (1, 2, 3), 2: (5, 6, 7), 3: (9, 10, 11), 4: (13, 14, 15)}
    assert rows(seating.close_ranks(posted, leaving=gone)) == kept
    closed = seating.close_ranks(posted, leaving=gone, posted=False)
    assert rows(closed) == {1: (1, 2, 3, 15), 2: (5, 6, 7, 14), 3: (9, 10, 11, 13)}


def test_the_table_of_somebody_with_a_fixed_table_is_not_broken_up():
    posted = series((1, 2, 3), (4, 5, 6), (7, 8, 9))
    closed = seating.close_ranks(posted, leaving={3, 6, 9}, fixed={7})
    assert rows(closed) == {1: (1, 2, 5), 3: (7, 8, 4)}
    assert rows(seating.close_ranks(posted, leaving={3, 6, 9})) == {1: (1, 2, 8), 2: (4, 5, 7)}


def test_tables_of_five():
    posted = series((1, 2, 3, 4, 5), (6, 7, 8, 9))
    assert rows(seating.close_ranks(posted, arriving=[10], size=5)) == {
        1: (1, 2, 3, 4, 5),
        2: (6, 7, 8, 9, 10),
    }
    assert rows(seating.close_ranks(posted, leaving={1, 2, 3, 4}, size=5)) == {2: (6, 7, 8, 9, 5)}


def test_who_comes_too_many_gets_a_new_table_with_the_first_free_number():
    posted = series((1, 2, 3, 4), (5, 6, 7, 8), numbers=(2, 4))
    after = seating.close_ranks(posted, arriving=[9], taken={1})
    assert sorted(rows(after)) == [2, 3, 4]
    assert sorted(map(len, rows(after).values())) == [3, 3, 3]
    assert sorted(rows(seating.close_ranks(posted, arriving=[9]))) == [1, 2, 4]


def test_so_many_have_to_leave():
    assert _leavers((4, 4, 2), (4, 4)) == 2
    assert _leavers((4, 3), (3, 3)) == 1
    assert _leavers((2, 2), (4,)) == 2
    assert _leavers((3,), (4, 3)) == 0


@pytest.mark.parametrize(("taken", "free"), [((), 1), ((2,), 1), ((1, 2), 3), ((1, 3), 2), ((1, 2, 3), 4)])
def test_the_first_number_that_is_free(taken, free):
    assert free_number(taken) == free


def test_who_stays_keeps_the_seat_where_there_is_one():
    printed = series((1, 2, 3, 4))
    assert same_seats(printed, 1, (4, 9, 2)) == (4, 2, 9), "seat 4 is none at a table of three"
    assert same_seats(printed, 1, (9, 4, 2, 1)) == (1, 2, 9, 4)
    assert same_seats(printed, 7, (9, 4, 2)) == (9, 4, 2)


def player(name, **fixed):
    return seating.AskedPlayer(id=name, **fixed)


@pytest.mark.parametrize(
    ("fixed", "after"),
    [
        (player(1), ((1, 2, 3, 4), (5, 6, 7))),
        (player(1, table=1), ((1, 2, 3, 4), (5, 6, 7))),
        (player(1, table=2), ((5, 2, 3, 4), (1, 6, 7))),
        (player(6, table=1), ((6, 2, 3, 4), (5, 1, 7))),
        (player(1, seat=3), ((3, 2, 1, 4), (5, 6, 7))),
        (player(5, seat=4), ((1, 2, 3, 4), (5, 6, 7))),  # there is no seat 4 at this table
        (player(1, table=2, seat=3), ((7, 2, 3, 4), (5, 6, 1))),
        (player(1, table=2, seat=4), ((5, 2, 3, 4), (1, 6, 7))),
        (player(1, table=9), ((1, 2, 3, 4), (5, 6, 7))),  # this table is not in use
        (player(9, table=1), ((1, 2, 3, 4), (5, 6, 7))),  # he does not sit here
    ],
)
def test_a_fixed_place_is_given_and_whoever_sat_there_takes_the_other(fixed, after):
    done = honour_fixed(series((1, 2, 3, 4), (5, 6, 7)), [fixed])
    assert tuple(table.players for table in done.tables) == after


def test_nobody_with_a_fixed_table_is_sent_away_for_another():
    done = honour_fixed(series((1, 2, 3, 4), (5, 6, 7)), [player(5, table=2), player(1, table=2)])
    assert tuple(table.players for table in done.tables) == ((6, 2, 3, 4), (5, 1, 7))


# --- two classics -----------------------------------------------------------------------------------------


def test_a_matching_moves_others_if_need_be():
    matching = Matching({1: (7, 8), 2: (7,), 3: (8,)})
    assert matching.cover_table(1)
    assert matching.player_of == {1: 7}
    assert matching.cover_table(2)
    assert matching.player_of == {1: 8, 2: 7}
    assert matching.cover_table(2), "it is covered already"
    assert not matching.cover_table(3), "nobody is left"
    assert matching.player_of == {1: 8, 2: 7}


def test_a_player_is_covered_and_stays_so():
    matching = Matching({1: (7, 8), 2: (7,)})
    assert matching.cover_player(7)
    assert matching.table_of == {7: 1}
    assert matching.cover_player(8)
    assert matching.table_of == {7: 2, 8: 1}
    assert matching.cover_player(8)
    assert not matching.cover_player(9)


def test_no_colour_twice_at_a_node():
    edges = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 0), (0, 2), (1, 0), (2, 1)]
    colours = colour_edges(edges, 3, 3, 3)
    assert set(colours) == {0, 1, 2}
    for side in (0, 1):
        for node in range(3):
            met = [colour for edge, colour in zip(edges, colours, strict=True) if edge[side] == node]
            assert sorted(met) == [0, 1, 2]
