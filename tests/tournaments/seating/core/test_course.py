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


# A Runde is one game: who leaves after which game → the dealers of the first nine.
ONE_GAME = [
    ({}, [1, 2, 3, 4, 1, 2, 3, 4, 1]),
    ({2: 3}, [1, 2, 3, 4, 1, 3, 4, 1, 3]),
    ({4: 3}, [1, 2, 3, 1, 2, 3, 1, 2, 3]),
    ({1: 2, 3: 4}, [1, 2, 3, 4, 2, 4, 2, 4, 2]),
]


@pytest.mark.parametrize(("leave", "dealers"), ONE_GAME)
def test_where_a_runde_is_one_game_the_deal_goes_round_those_who_are_there(leave, dealers):
    course = Course(seats=dict.fromkeys((1, 2, 3, 4)) | leave, one_deal=True)
    assert [course.deal(number).dealer for number in range(1, 10)] == dealers
    assert [course.round_of(number) for number in range(1, 10)] == list(range(1, 10))
    assert course.place(5) == (5, 0)
    assert (course.games(7), course.first_of(7)) == (7, 7)
    assert [course.deal(number).last_of_round for number in (1, 2)] == [False, False]
    assert course.deal(5).playing[-1] == dealers[4], "by the basic rules the dealer plays, and last"


def test_which_runde_a_game_belongs_to():
    course = Course(seats={1: None, 2: None, 3: 1, 4: 3})
    assert [course.round_of(number) for number in range(1, 15)] == [1] * 4 + [2] * 3 + [3] * 3 + [4] * 2 + [
        5
    ] * 2
