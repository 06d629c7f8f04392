"""What counting alone says nobody can avoid: each bound by hand, and the evenest filling against trying."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.seating.core.counting import (
    chairs_at_small,
    even_pairs,
    fill_up,
    pairs_at,
    rematch_bound,
    same_seat_pairs,
    three_bound,
    unavoidable,
)


@pytest.mark.parametrize(
    ("players", "sizes", "series", "again"),
    [(24, (4,) * 6, 8, 12), (24, (4,) * 6, 7, 0), (6, (3, 3), 3, 3), (3, (3,), 1, 0), (3, (3,), 2, 3)],
)
def test_meetings_that_must_come_again(players, sizes, series, again):
    assert rematch_bound(players, sizes, series) == again


def test_the_parts_of_a_bound():
    assert pairs_at((4, 3, 2)) == 6 + 3 + 1
    assert [unavoidable(events, 5) for events in (4, 5, 6)] == [0, 0, 1]
    assert chairs_at_small((4, 4, 3, 3, 2), 4) == 8
    assert [three_bound(30, (4,) * 6 + (3,) * 2, series) for series in (5, 6, 10)] == [0, 6, 30]
    assert same_seat_pairs((3, 2, 1, 0)) == 3 + 1


@pytest.mark.parametrize(("members", "tables"), [(7, 5), (9, 4), (3, 5), (8, 4), (1, 1), (5, 2)])
def test_a_club_at_its_evenest(members, tables):
    """Against every way to spread it."""
    ways = (counts for counts in product(range(members + 1), repeat=tables) if sum(counts) == members)
    fewest = min(sum(len(list(combinations(range(count), 2))) for count in counts) for counts in ways)
    assert even_pairs(members, tables) == fewest


@given(st.lists(st.integers(0, 5), max_size=6), st.integers(0, 12))
def test_whoever_has_fewest_gets_the_next(counts, events):
    one_by_one = list(counts)
    for _event in range(events if counts else 0):
        one_by_one[one_by_one.index(min(one_by_one))] += 1
    filled = fill_up(counts, events)
    assert sorted(filled) == sorted(one_by_one)
    assert all(after >= before for after, before in zip(filled, counts, strict=True))
