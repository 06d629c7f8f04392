"""Year rankings by hand: average with a minimum, the best so many, the sum without the worst; ties by stated measures."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seasons import (
    Rule,
    SeasonMeasure,
    SeasonPlan,
    SeasonResult,
    measure_value,
    rank_season,
    rank_season_clubs,
    season_measures,
    season_tally,
    worst,
)

AVERAGE, BEST, DROPPED = Rule.AVERAGE, Rule.BEST, Rule.DROPPED


def made(*points: int, augen: int = 500) -> list[SeasonResult]:
    """One result after the other; None is an evening missed."""
    return [SeasonResult(when=n, points=one, augen=augen) for n, one in enumerate(points) if one is not None]


@pytest.mark.parametrize(
    ("plan", "points", "held", "comes_to", "counted", "dropped"),
    [
        ((BEST, 3), (12, 30, 18, 25), 4, 73, [30, 18, 25], [12]),
        ((BEST, 3), (12, 30), 4, 42, [12, 30], []),
        ((DROPPED, 1), (12, 30, 18, 25), 4, 73, [30, 18, 25], [12]),
        ((DROPPED, 1), (12, 30, 18), 4, 60, [12, 30, 18], []),  # the evening he missed is the one that goes
        ((DROPPED, 2), (12, 30, 18), 4, 48, [30, 18], [12]),
        ((DROPPED, 1), (12, -3, 18), 4, 30, [12, 18], [-3]),  # a minus is worse than an evening missed
        ((DROPPED, 9), (12, 30), 2, 0, [], [12, 30]),
        ((AVERAGE, 3), (12, 30, 18, 25), 4, Fraction(85, 4), [12, 30, 18, 25], []),
    ],
)
def test_what_counts_and_what_is_dropped(plan, points, held, comes_to, counted, dropped):
    entry = season_tally("A", made(*points), SeasonPlan(rule=plan[0], number=plan[1]), held=held)
    assert entry.points == comes_to
    assert [one.points for one in entry.counted] == counted
    assert [one.points for one in entry.dropped] == dropped


def test_of_equal_results_the_one_with_fewer_augen_counts():
    two = [SeasonResult(when=0, points=20, augen=700), SeasonResult(when=1, points=20, augen=600)]
    entry = season_tally("A", two, SeasonPlan(rule=BEST, number=1), held=2)
    assert [one.augen for one in entry.counted] == [600]


def test_a_result_says_of_no_games_until_they_are_counted():
    assert SeasonResult(when=1, points=2, augen=3).games == 0


def places(found):
    return [(one.entry.key, one.rank, one.shared, one.parted_by) for one in found]


def test_the_minimum_of_an_average_parts_who_is_ranked_from_who_is_not_yet():
    plan = SeasonPlan(rule=AVERAGE, number=3)
    entries = [
        season_tally("A", made(10, 20, 30), plan, held=4),
        season_tally("B", made(40, 40), plan, held=4),
        season_tally("C", made(21, 20, 20), plan, held=4),
        season_tally("D", made(50), plan, held=4),
    ]
    assert places(rank_season(entries, plan)) == [
        ("C", 1, False, None),
        ("A", 2, False, SeasonMeasure.POINTS),
        ("B", None, False, None),
        ("D", None, False, None),
    ]
    assert [one.missing for one in entries] == [0, 1, 0, 2]


def test_ties_are_parted_by_augen_then_the_best_result_then_the_number_of_results():
    plan = SeasonPlan(rule=BEST, number=3)
    entries = [
        season_tally("A", made(20, 20, augen=500), plan, held=3),
        season_tally("B", made(25, 15, augen=500), plan, held=3),
        season_tally("C", made(20, 20, augen=400), plan, held=3),
        season_tally("D", made(20, 20, augen=500), plan, held=3),
        season_tally("E", [*made(20, 20, augen=500), SeasonResult(when=2, points=0, augen=0)], plan, held=3),
    ]
    assert places(rank_season(entries, plan)) == [
        ("C", 1, False, None),
        ("B", 2, False, SeasonMeasure.AUGEN),
        ("E", 3, False, SeasonMeasure.BEST_RESULT),
        ("A", 4, True, SeasonMeasure.RESULTS),
        ("D", 4, True, None),
    ]
    basic = SeasonPlan(rule=BEST, number=3, augen=False)
    assert SeasonMeasure.AUGEN not in season_measures(basic)
    assert places(rank_season(entries, basic))[0][0] == "B"


def test_who_plays_outside_the_ranking_takes_nobodys_place():
    plan = SeasonPlan(rule=BEST, number=1)
    entries = [
        season_tally(key, made(points), plan, held=1) for key, points in (("A", 5), ("Gast", 9), ("B", 4))
    ]
    assert places(rank_season(entries, plan, outside=frozenset({"Gast"}))) == [
        ("A", 1, False, None),
        ("B", 2, False, SeasonMeasure.POINTS),
        ("Gast", None, False, None),
    ]


@pytest.mark.parametrize(
    ("results", "held", "number", "points"),
    [
        ((9, 4, 0), 3, 1, 13),  # a 0 that was played is the worst there is
        ((9, 4, 0), 4, 1, 13),  # the evening that was missed is one too, and goes first
        ((9, 4, 0), 4, 2, 13),
        ((9, 4), 4, 1, 13),
        ((9, 4), 2, 1, 9),
        ((9, 4, -2), 4, 1, 13),  # below 0 goes before an evening that was missed
        ((9, 0, 0), 3, 2, 9),
        ((9, 4, 1), 3, 0, 14),
    ],
)
def test_a_nought_is_dropped_before_anything_that_was_won(results, held, number, points):
    entry = season_tally("A", made(*results), SeasonPlan(rule=Rule.DROPPED, number=number), held=held)
    assert entry.points == points
    assert len(entry.dropped) <= number


def test_dropped_results_are_results_too():
    """Where points, Augen and the best are equal, whoever was there more often leads: also with what was dropped."""
    plan = SeasonPlan(rule=BEST, number=1)
    entries = [
        season_tally("A", made(20, 10, 10), plan, held=3),
        season_tally("B", made(20, 10), plan, held=3),
    ]
    assert [one.results for one in entries] == [3, 2]
    assert places(rank_season(entries, plan)) == [
        ("A", 1, False, None),
        ("B", 2, False, SeasonMeasure.RESULTS),
    ]
    nobody = season_tally("C", [], plan, held=3)
    assert (nobody.best, nobody.results, nobody.points, nobody.missing) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("points", "number", "dropped"),
    [((9, 4, -2, -5), 1, [-5]), ((9, 4, -2, -5), 2, [-5, -2]), ((9, 4, 1), 1, [1]), ((9, 4, 1), 2, [1, 4])],
)
def test_the_worst_go_first(points, number, dropped):
    in_order = sorted(made(*points), key=lambda one: -one.points)
    assert [one.points for one in worst(in_order, absent=0, number=number)] == dropped


def test_an_evening_that_was_missed_goes_before_a_nought_that_was_played():
    in_order = made(9, 4, 0)
    assert worst(in_order, absent=1, number=1) == []
    assert [one.points for one in worst(in_order, absent=1, number=2)] == [0]


plans = st.builds(SeasonPlan, rule=st.sampled_from(Rule), number=st.integers(1, 4), augen=st.booleans())
years = st.lists(st.lists(st.tuples(st.integers(-3, 5), st.integers(0, 3)), max_size=5), max_size=6)


@given(plan=plans, year=years, data=st.data())
def test_every_result_counts_or_is_dropped_and_ranks_follow_the_measures(plan, year, data):
    entries = []
    for key, results in enumerate(year):
        own = [SeasonResult(when=n, points=points, augen=augen) for n, (points, augen) in enumerate(results)]
        shuffled = data.draw(st.permutations(own))
        entry = season_tally(key, shuffled, plan, held=5)
        assert sorted((*entry.counted, *entry.dropped), key=lambda one: one.when) == own
        assert all(low.points <= high.points for low in entry.dropped for high in entry.counted)
        entries.append(entry)
    found = rank_season(data.draw(st.permutations(entries)), plan)
    assert found == rank_season(entries, plan)
    ranked = [one for one in found if one.rank is not None]
    assert {one.entry.key for one in found if one.rank is None} == {one.key for one in entries if one.missing}
    for above, below in pairwise(ranked):
        keys = [
            tuple(measure_value(one.entry, measure) for measure in season_measures(plan))
            for one in (above, below)
        ]
        assert keys[0] <= keys[1]
        assert (above.rank == below.rank) == (keys[0] == keys[1]) == (below.parted_by is None)
    for one in ranked:
        assert one.shared == (sum(other.rank == one.rank for other in ranked) > 1)


def test_who_does_not_count_games_says_none():
    assert SeasonResult(when=1, points=5, augen=7).games == 0


def test_clubs_by_the_sum_of_their_best():
    """Worked by hand: A has 30 and 12, B 40 and 1, C 42 alone; two count. 42 twice shares the first rank, 41 is third."""
    plan = SeasonPlan(rule=Rule.BEST, number=1)
    made = {"a1": 30, "a2": 12, "a3": 5, "b1": 40, "b2": 1, "c1": 42, "x": 99, "gast": 500}
    entries = [
        season_tally(key, [SeasonResult(when=1, points=points, augen=0)], plan, held=1)
        for key, points in made.items()
    ]
    places = rank_season(entries, plan, outside=frozenset({"gast"}))
    club_of = {key: key[0].upper() for key in made if key not in {"x", "gast"}} | {"gast": "A"}
    ranked = rank_season_clubs(places, club_of, best=2)
    assert [(one.key, one.points, one.rank, one.shared) for one in ranked] == [
        ("A", 42, 1, True),
        ("C", 42, 1, True),
        ("B", 41, 3, False),
    ]
    assert (ranked[0].counted, ranked[0].members) == (("a1", "a2"), 3)
    assert rank_season_clubs((), club_of, best=2) == ()
