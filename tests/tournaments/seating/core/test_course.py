"""The course of a table: with nobody leaving it is the plain rotation; after somebody left the others go round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.event.core.course import Course
from tournaments.event.core.dealing import dealer, games_of_series, players_of_game, round_of

FOUR = frozenset({4})


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_a_table_that_stays_together_deals_as_ever(size):
    course = Course(seats=dict.fromkeys(range(1, size + 1)), rests_at=FOUR)
    for number in range(1, 41):
        deal = course.deal(number)
        assert deal.dealer == dealer(number, size)
        assert deal.playing == players_of_game(number, size, dealer_sits_out=True)
        assert deal.round_number == round_of(number, size)
        assert deal.last_of_round == (number % size == 0)
        assert deal.dealer_plays == (size != 4)
    assert course.games(5) == games_of_series(size, 5)
    assert course.first_of(3) == 2 * size + 1


# Seat, last Runde → the dealers of the first eleven games at a table of four.
GOES = [
    (3, 1, [1, 2, 3, 4, 1, 2, 4, 1, 2, 4, 1]),
    (1, 1, [1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2]),
    (4, 2, [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3]),
]


@pytest.mark.parametrize(("seat", "last", "dealers"), GOES)
def test_the_deal_goes_on_among_those_who_stay(seat, last, dealers):
    course = Course(seats=dict.fromkeys((1, 2, 3, 4)), rests_at=FOUR).without(seat, after=last)
    assert [course.deal(number).dealer for number in range(1, 12)] == dealers
    first = course.deal(course.first_of(last + 1))
    assert first.dealer_plays
    assert seat not in first.playing
    assert course.games(5) == 4 * last + 3 * (5 - last)


@given(st.dictionaries(st.integers(1, 6), st.none() | st.integers(1, 8), min_size=4), st.integers(1, 60))
def test_every_runde_gives_each_seat_that_sits_there_one_deal(seats, number):
    stay = {seat: None if place < 2 else last for place, (seat, last) in enumerate(sorted(seats.items()))}
    course = Course(seats=stay, rests_at=FOUR)
    deal = course.deal(number)
    first = course.first_of(deal.round_number)
    sitting = course.sitting(deal.round_number)
    runde = [course.deal(first + step) for step in range(len(sitting))]
    assert tuple(one.dealer for one in runde) == sitting
    assert [one.last_of_round for one in runde] == [False] * (len(sitting) - 1) + [True]
    assert deal in runde
    assert set(deal.playing) | {deal.dealer} == set(sitting)
