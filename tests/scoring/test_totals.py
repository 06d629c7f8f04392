"""Sums without games: bounds from the points table, and the same totals as a list with games has."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import Bracket, RuleSet, built_in
from scoring.sheets import PenaltyLine
from scoring.totals import (
    ImpossibleTotals,
    SeatSum,
    check_totals,
    cross_augen,
    doubts_of_totals,
    games_of_seats,
    minus_of,
    tally_of_totals,
)
from tests.scoring.test_reconcile import a_list, totals

CLUB, FEDERATION, BASIC = (built_in(key) for key in ("club_2018", "federation", "basic"))


def unopened(*brackets: tuple[int, int | None, int]) -> RuleSet:
    """The club's rules with other points for hands that were never opened."""
    assert CLUB.points
    rows = tuple(Bracket(first=first, last=last, points=points) for first, last, points in brackets)
    return replace(CLUB, points=replace(CLUB.points, unopened=rows))


UNEVEN = unopened((0, 100, 0), (101, 150, -1), (151, None, -2))
TWO = unopened((0, 170, 0), (171, None, -2))
NEVER = unopened((0, None, 0))


def sums(*columns: tuple[int, int, int]) -> dict[int, SeatSum]:
    return {
        seat: SeatSum(points=points, crosses=crosses, augen=augen)
        for seat, (points, crosses, augen) in enumerate(columns, 1)
    }


@pytest.mark.parametrize(
    ("size", "games", "each"),
    [(4, 20, (15, 15, 15, 15)), (3, 15, (15, 15, 15)), (4, 6, (4, 4, 5, 5)), (3, 4, (4, 4, 4))],
)
def test_who_plays_how_many_games(size, games, each):
    assert tuple(games_of_seats(CLUB, size, games).values()) == each


@given(
    seed=st.integers(0, 10**6), size=st.sampled_from([3, 4]), rules=st.sampled_from([CLUB, FEDERATION, BASIC])
)
def test_what_games_come_to_is_possible_and_adds_up_the_same(seed, size, rules):
    games = random.Random(seed).randint(1, 5 * size)
    real = totals(rules, a_list(rules, size, games, seed), size)
    foot = {
        seat: SeatSum(points=one.net_points, crosses=one.crosses, augen=one.augen)
        for seat, one in real.items()
    }
    check_totals(rules, foot, games=games)
    assert doubts_of_totals(rules, foot, games=games) == ()
    again = tally_of_totals(rules, foot, games=games, seats=range(1, size + 1)).totals
    for seat, one in real.items():
        mine = again[seat]
        assert (mine.plus_points, mine.minus_points, mine.crosses, mine.augen, mine.games_played) == (
            one.plus_points,
            one.minus_points,
            one.crosses,
            one.augen,
            one.games_played,
        )


@pytest.mark.parametrize(
    ("what", "games", "seat", "words"),
    [
        (sums((5, 4, 404), (0, 0, 9), (0, 0, 9), (0, 0, 9)), 4, 1, r"mehr Kreuze \(4\) als"),
        (sums((25, 0, 0), (0, 0, 9), (0, 0, 9), (0, 0, 9)), 4, 1, r"Die Punkte \(25\) gehen nicht"),
        (sums((23, 1, 101), (0, 0, 9), (0, 0, 9), (0, 0, 9)), 4, 1, "-1 bis 15"),
        (sums((-1, 0, 9), (0, 0, 9), (0, 0, 9), (0, 0, 9)), 4, 1, r"Die Punkte \(-1\) gehen nicht"),
        (sums((0, 0, 9), (2, 2, 201), (0, 0, 9), (0, 0, 9)), 4, 2, "mindestens 202 Augen"),
        (sums((24, 0, 0), (24, 0, 0), (24, 0, 0), (0, 0, 9)), 4, 0, "höchstens 56"),
        (sums((0, 0, -1), (0, 0, 9), (0, 0, 9), (0, 0, 9)), 4, 1, "kleiner als 0"),
    ],
)
def test_what_no_games_can_come_to(what, games, seat, words):
    with pytest.raises(ImpossibleTotals, match=words) as refused:
        check_totals(CLUB, what, games=games)
    assert refused.value.sentence.values["seat"] == seat


def test_augen_are_needed_where_they_rank_and_crosses_are_none_by_the_basic_rules():
    with pytest.raises(ImpossibleTotals, match="Es fehlt die Summe der Augen"):
        check_totals(CLUB, {seat: SeatSum(points=0) for seat in (1, 2, 3)}, games=3)
    check_totals(BASIC, {seat: SeatSum(points=900) for seat in (1, 2, 3)}, games=3)
    with pytest.raises(ImpossibleTotals, match="weder Kreuze noch Minuspunkte"):
        check_totals(BASIC, {seat: SeatSum(points=-1) for seat in (1, 2, 3)}, games=3)


def test_more_augen_than_cards_are_a_doubt_and_no_refusal():
    """Three games: 153 is the most an opened hand leaves, 197 the most of all."""
    for augen, doubts in ((459, []), (460, ["totals_too_many_augen"])):
        what = sums((3, 0, augen), (0, 0, 9), (0, 0, 9), (0, 0, 9))
        check_totals(CLUB, what, games=4)
        assert [one.code for one in doubts_of_totals(CLUB, what, games=4)] == doubts
    together = sums(*[(3, 0, 459)] * 4)
    assert [one.code for one in doubts_of_totals(CLUB, together, games=4)] == ["totals_together"]


def test_penalties_stand_beside_the_sums():
    tally = tally_of_totals(
        CLUB,
        sums((10, 1, 150), (8, 0, 90), (5, 0, 80), (5, 0, 70)),
        games=4,
        seats=(1, 2, 3, 4),
        penalties=[PenaltyLine(seat=1, points=-1, augen=6)],
    )
    assert tally.rows == ()
    first = tally.totals[1]
    assert (first.plus_points, first.minus_points, first.net_points, first.augen) == (11, 1, 9, 156)
    assert tally.ranks[1].rank == 1


def test_what_crosses_take_is_known_where_all_take_the_same():
    assert (minus_of(CLUB, 3), minus_of(BASIC, 0)) == (3, 0)
    assert (minus_of(TWO, 3), minus_of(UNEVEN, 0), minus_of(UNEVEN, 2)) == (6, 0, None)
    assert (minus_of(NEVER, 0), minus_of(NEVER, 2)) == (0, 0)
    assert NEVER.points
    assert TWO.points
    assert (cross_augen(NEVER.points), cross_augen(TWO.points)) == (0, 171)


NOTHING = (0, 0, 9)


def test_what_is_possible_to_the_last_point():
    """Every game can be crossed; four games of three players bring 4 × (8 + 2 × 3) points at most."""
    check_totals(CLUB, sums((-3, 3, 303), NOTHING, NOTHING, NOTHING), games=4)
    check_totals(CLUB, sums((24, 0, 0), (24, 0, 0), (8, 0, 0), NOTHING), games=4)
    with pytest.raises(ImpossibleTotals, match="höchstens 56"):
        check_totals(CLUB, sums((24, 0, 0), (24, 0, 0), (9, 0, 0), NOTHING), games=4)


@pytest.mark.parametrize(("rules", "words"), [(TWO, "-2 bis 14"), (UNEVEN, "-2 bis 15"), (CLUB, "-1 bis 15")])
def test_a_cross_costs_what_the_table_says(rules, words):
    for points in (-3, 16):
        with pytest.raises(ImpossibleTotals, match=words):
            check_totals(rules, sums((points, 1, 171), NOTHING, NOTHING, NOTHING), games=4)
    check_totals(rules, sums((-1, 1, 171), NOTHING, NOTHING, NOTHING), games=4)


@pytest.mark.parametrize("one", [(-1, 0, 9), (0, 1, 180)])
def test_where_no_hand_costs_points_there_is_no_cross_and_no_minus(one):
    check_totals(NEVER, sums(NOTHING, NOTHING, NOTHING, NOTHING), games=4)
    with pytest.raises(ImpossibleTotals, match="weder Kreuze noch Minuspunkte"):
        check_totals(NEVER, sums(one, NOTHING, NOTHING, NOTHING), games=4)


@pytest.mark.parametrize(
    ("rules", "crosses", "most"),
    [(CLUB, 1, 197 + 2 * 153), (CLUB, 2, 2 * 197 + 153), (TWO, 0, 3 * 170), (NEVER, 0, 3 * 197)],
)
def test_how_many_augen_are_a_doubt(rules, crosses, most):
    """An unopened hand without a cross holds what its bracket ends with, and the last bracket ends with the cards."""
    for augen, codes in ((most, []), (most + 1, ["totals_too_many_augen"])):
        found = doubts_of_totals(rules, sums((0, crosses, augen), NOTHING, NOTHING, NOTHING), games=4)
        assert [one.code for one in found] == codes
        assert not found or found[0].sentence.values["most"] == most


def test_all_together_to_the_last_auge():
    """Four games, 458 in three hands at most: 1,832."""
    assert doubts_of_totals(CLUB, sums(*[(3, 0, 458)] * 4), games=4) == ()
    [found] = doubts_of_totals(CLUB, sums((3, 0, 459), *[(3, 0, 458)] * 3), games=4)
    assert found.sentence.values == {"augen": 1833, "games": 4, "most": 1832}


def test_augen_that_nobody_wrote_are_no_doubt_and_count_nothing():
    nobody = {seat: SeatSum(points=3) for seat in (1, 2, 3)}
    assert doubts_of_totals(CLUB, nobody, games=3) == ()
    tally = tally_of_totals(BASIC, nobody, games=3, seats=(1, 2, 3))
    assert [one.augen for one in tally.totals.values()] == [0, 0, 0]
