"""Every ranking by hand: who is in it, what counts, which measure decided, and what is said beside a row."""

from __future__ import annotations

import hashlib
from datetime import date
from itertools import pairwise

import pytest
from django.db import OperationalError
from hypothesis import given
from hypothesis import strategies as st

from scoring.numbers import SeriesNumber
from scoring.rules import Measure
from scoring.speech import say
from tests import factories
from tests.tournaments.rankings.ranking_field import SATURDAY, SUNDAY, One, field
from tournaments.event.selectors.tournaments import tournaments
from tournaments.event.services import setup as service
from tournaments.rankings.selectors.facts import SeatFact, age_on, seats_among
from tournaments.rankings.selectors.members import GROUPS, groups_of, may_be_formed
from tournaments.rankings.selectors.rankings import (
    WHOLE,
    Category,
    Scope,
    categories_of,
    days_of,
    ranking,
    rankings,
)
from tournaments.rankings.selectors.standings import standings

POINTS, AUGEN, LOT = Measure.POINTS_HIGH, Measure.AUGEN_LOW, Measure.LOT

# Eight players, two series; all that the tables below are added up from by hand.
EIGHT = (
    One(1, {1: (30, 400), 2: (20, 500)}, club="Ass", sex="w", pair=1, team="Rote"),
    One(2, {1: (25, 450), 2: (25, 450)}, club="Ass", sex="m", pair=1, team="Rote"),
    One(3, {1: (40, 300), 2: (10, 600)}, club="Zehn", sex="w", pair=2, team="Rote"),
    One(4, {1: (10, 700), 2: (30, 350)}, club="Zehn", sex="w", pair=2, team="Rote"),
    One(5, {1: (20, 500), 2: (20, 500)}, club="Ass", sex="m", pair=3, team="Schwarze"),
    One(6, {1: (35, 350), 2: (15, 550)}, club="Zehn", sex="w", pair=3, team="Schwarze"),
    One(7, {1: (-2, 900), 2: (22, 480)}, club="Ass", team="Schwarze"),
    One(8, {1: (15, 650)}, club="Bube", team="Schwarze"),
)


def table(found):
    """Rank, shared, who, points, Augen, what decided it."""
    return [
        (row.place.rank, row.place.shared, row.place.entry.key, row.points, row.augen, row.place.parted_by)
        for row in found.rows
    ]


def of(what, category=Category.PLAYERS, scope=WHOLE):
    return ranking(what.tournament, category, scope, given=what)


def said(row):
    return [say(remark.sentence) for remark in row.remarks]


def test_everybody_over_all_series():
    assert table(of(field(*EIGHT))) == [
        (1, True, 1, 50, 900, None),
        (1, True, 2, 50, 900, None),
        (1, True, 3, 50, 900, None),
        (1, True, 6, 50, 900, None),
        (5, False, 5, 40, 1000, POINTS),
        (6, False, 4, 40, 1050, AUGEN),
        (7, False, 7, 20, 1380, POINTS),
        (8, False, 8, 15, 650, POINTS),
    ]


def test_one_series_knows_only_who_has_played_in_it():
    second = of(field(*EIGHT), scope=Scope(series=SeriesNumber(2)))
    assert table(second) == [
        (1, False, 4, 30, 350, None),
        (2, False, 2, 25, 450, POINTS),
        (3, False, 7, 22, 480, POINTS),
        (4, True, 1, 20, 500, POINTS),
        (4, True, 5, 20, 500, None),
        (6, False, 6, 15, 550, POINTS),
        (7, False, 3, 10, 600, POINTS),
    ]
    assert second.games == 20
    assert second.series_numbers == (2,)


def test_a_day_is_the_sum_of_its_series():
    what = field(*EIGHT, days={1: SATURDAY, 2: SUNDAY})
    assert days_of(what.tournament, given=what) == (SATURDAY, SUNDAY)
    assert table(of(what, scope=Scope(day=SUNDAY))) == table(of(what, scope=Scope(series=SeriesNumber(2))))
    both = field(*EIGHT)
    assert table(of(both, scope=Scope(day=SATURDAY))) == table(of(both))
    assert of(both, scope=Scope(day=SATURDAY)).games == 40


def test_ladies_have_places_of_their_own():
    assert table(of(field(*EIGHT), Category.LADIES)) == [
        (1, True, 1, 50, 900, None),
        (1, True, 3, 50, 900, None),
        (1, True, 6, 50, 900, None),
        (4, False, 4, 40, 1050, POINTS),
    ]
    assert of(field(*EIGHT), Category.LADIES).unsaid == 2


def test_tandems_add_two_and_mixed_are_a_lady_and_a_gentleman():
    assert table(of(field(*EIGHT), Category.PAIRS)) == [
        (1, False, 1, 100, 1800, None),
        (2, False, 3, 90, 1900, POINTS),
        (3, False, 2, 90, 1950, AUGEN),
    ]
    assert table(of(field(*EIGHT), Category.MIXED_PAIRS)) == [
        (1, False, 1, 100, 1800, None),
        (2, False, 3, 90, 1900, POINTS),
    ]


def test_a_team_is_the_sum_of_its_four():
    found = of(field(*EIGHT), Category.TEAMS)
    assert table(found) == [(1, False, "Rote", 190, 3750, None), (2, False, "Schwarze", 125, 3930, POINTS)]
    [red, _black] = found.rows
    assert [one.start_number for one in red.registrations] == [1, 2, 3, 4]
    assert {number: part.net_points for number, part in red.series.items()} == {1: 105, 2: 85}


def test_of_a_club_the_best_count():
    found = of(field(*EIGHT, club_counts=2), Category.CLUBS)
    assert table(found) == [
        (1, True, "Ass", 100, 1800, None),
        (1, True, "Zehn", 100, 1800, None),
        (3, False, "Bube", 15, 650, POINTS),
    ]
    assert [said(row) for row in found.rows] == [["die besten 2 von 4"], ["die besten 2 von 3"], ["1 von 2"]]
    everybody = of(field(*EIGHT, club_counts=None), Category.CLUBS)
    assert table(everybody)[0] == (1, False, "Ass", 160, 4180, None)
    assert said(everybody.rows[0]) == []


def test_the_best_of_a_club_are_the_best_of_the_scope():
    found = of(field(*EIGHT, club_counts=1), Category.CLUBS, Scope(series=SeriesNumber(2)))
    assert table(found) == [(1, False, "Zehn", 30, 350, None), (2, False, "Ass", 25, 450, POINTS)]


@pytest.mark.parametrize(
    ("born", "day", "age"),
    [
        (date(1966, 1, 1), date(2026, 1, 1), 60),
        (date(1966, 1, 2), date(2026, 1, 1), 59),
        (date(2008, 2, 29), date(2026, 2, 28), 17),
        (date(2008, 2, 29), date(2026, 3, 1), 18),
    ],
)
def test_ages_are_full_years_on_one_day(born, day, age):
    assert age_on(born, day) == age


def test_ages_by_the_first_of_january_and_by_another_day():
    people = [
        One(n, {1: (n, 0)}, born=born)
        for n, born in enumerate(
            [
                date(1966, 1, 1),
                date(1966, 1, 2),
                date(2005, 1, 2),
                date(2005, 1, 1),
                date(2008, 1, 1),
                date(2008, 1, 2),
                None,
            ],
            1,
        )
    ]

    def numbers(category, **wanted):
        found = of(field(*people, **wanted), category)
        return sorted(row.place.entry.key for row in found.rows), found.unsaid

    assert numbers(Category.SENIORS) == ([1], 1)
    assert numbers(Category.JUNIORS) == ([3, 5], 1)
    assert numbers(Category.YOUTH) == ([6], 1)
    assert numbers(Category.SENIORS, ages_on=date(2026, 1, 2)) == ([1, 2], 1)
    assert numbers(Category.JUNIORS, juniors_from=0, juniors_to=21) == ([3, 4, 5, 6], 1)


def test_which_rankings_there_are():
    what = field(*EIGHT)
    assert categories_of(what.tournament, given=what) == (
        Category.PLAYERS,
        Category.LADIES,
        Category.PAIRS,
        Category.MIXED_PAIRS,
        Category.TEAMS,
        Category.CLUBS,
    )
    nobody_together = field(One(1, {1: (3, 0)}), One(2, {1: (4, 0)}))
    for found in (what, nobody_together):
        for category in GROUPS:
            assert may_be_formed(category, found) or not groups_of(category, found, found.rows)
    assert not may_be_formed(Category.TEAMS, nobody_together)
    come_later = field(
        One(1, {}, team="Rote", pair=1, gone=True), One(2, {1: (4, 0)}, stands_in_for=1), One(3, {1: (5, 0)})
    )
    assert {Category.TEAMS, Category.PAIRS} < set(categories_of(come_later.tournament, given=come_later))
    lonely = field(One(1, {1: (3, 0)}, club="Ass"))
    assert categories_of(lonely.tournament, given=lonely) == (Category.PLAYERS,)


# The lot ------------------------------------------------------------------------------------------------------


def by_hand(seed, numbers):
    return sorted(numbers, key=lambda number: hashlib.sha256(f"{seed}:{number}".encode()).hexdigest())


def test_the_lot_parts_whoever_is_equal_in_players_ladies_and_groups_alike():
    what = field(*EIGHT, club_counts=2, seeds={WHOLE: "Pik 7"})
    assert [row.place.entry.key for row in of(what).rows[:4]] == by_hand("Pik 7", [1, 2, 3, 6])
    assert [row.place.parted_by for row in of(what).rows[1:4]] == [LOT] * 3
    assert [row.place.entry.key for row in of(what, Category.LADIES).rows[:3]] == by_hand("Pik 7", [1, 3, 6])
    clubs = of(what, Category.CLUBS)
    first = {1: "Ass", 3: "Zehn"}  # a group draws the lot of its lowest start number
    assert [row.place.entry.key for row in clubs.rows[:2]] == [first[n] for n in by_hand("Pik 7", first)]
    assert clubs.rows[1].place.parted_by is LOT
    assert not of(what).tied


def test_a_series_has_a_lot_of_its_own():
    what = field(*EIGHT, seeds={WHOLE: "Pik 7"})
    assert of(what, scope=Scope(series=SeriesNumber(2))).tied
    drawn = field(*EIGHT, seeds={Scope(series=SeriesNumber(2)): "Herz 3"})
    second = of(drawn, scope=Scope(series=SeriesNumber(2)))
    assert [row.place.entry.key for row in second.rows[3:5]] == by_hand("Herz 3", [1, 5])
    assert second.rows[4].place.parted_by is LOT
    assert second.seed == "Herz 3"
    assert of(drawn).tied


# What is said beside a row ------------------------------------------------------------------------------------


def test_who_has_left_keeps_his_place_and_it_is_said():
    what = field(One(1, {1: (5, 0)}, gone=True, guest=True), One(2, {1: (4, 0)}))
    assert [said(row) for row in of(what).rows] == [["ausgeschieden", "Gast"], []]


def test_a_substitute_keeps_his_own_and_counts_for_the_team_he_came_to():
    what = field(
        One(1, {1: (20, 100)}, team="Rote", pair=1, gone=True),
        One(2, {1: (30, 100), 2: (30, 100)}, team="Rote", pair=1),
        One(3, {2: (25, 150)}, stands_in_for=1),
        One(4, {1: (1, 0), 2: (1, 0)}, team="Schwarze"),
    )
    assert table(of(what))[1:3] == [(2, False, 3, 25, 150, POINTS), (3, False, 1, 20, 100, POINTS)]
    assert said(of(what).rows[1]) == ["Ersatz für Probe1 Spieler"]
    [red, black] = of(what, Category.TEAMS).rows
    assert (red.points, red.augen) == (105, 450)
    assert said(red) == ["3 von 4", "ausgeschieden: Probe1 Spieler", "Ersatz: Probe3 Spieler"]
    assert said(black) == ["1 von 4"]
    [pair] = of(what, Category.PAIRS).rows
    assert pair.points == 105
    [second] = of(what, Category.PAIRS, Scope(series=SeriesNumber(2))).rows
    assert (second.points, second.augen) == (55, 250)


def test_tables_of_three_changes_of_seat_wrong_seats_and_sums_only():
    three = SeatFact(series=1, size=3, came_later=False, left_early=False)
    later = SeatFact(series=2, size=4, came_later=True, left_early=False)
    early = SeatFact(series=1, size=4, came_later=False, left_early=True)
    what = field(
        One(1, {1: (9, 0), 2: (9, 0)}, seats=(three, later)),
        One(2, {1: (8, 0), 2: (0, 0)}, seats=(early,), voided=frozenset({2})),
        One(3, {1: (7, 0), 2: (0, 0)}, sums_only=frozenset({1, 2})),
    )
    assert [said(row) for row in of(what).rows] == [
        ["erst später am Tisch: S2", "Dreiertisch: S1"],
        ["nicht bis zum Ende: S1", "0 Punkte nach Entscheid: S2"],
        ["nur Summen: S1, S2"],
    ]
    assert [said(row) for row in of(what, scope=Scope(series=SeriesNumber(2))).rows][1:] == [
        ["0 Punkte nach Entscheid: S2"],
        ["nur Summen: S2"],
    ]


def test_points_per_game_make_fields_comparable():
    [one] = of(field(One(1, {1: (30, 0)}, games=15))).rows
    assert one.points_per_game == 2.0
    [none] = of(field(One(1, {}))).rows
    assert none.points_per_game is None


# For any field ------------------------------------------------------------------------------------------------


people = st.lists(
    st.builds(
        One,
        number=st.integers(1, 60),
        made=st.dictionaries(st.integers(1, 3), st.tuples(st.integers(-2, 3), st.integers(0, 2)), max_size=3),
        club=st.sampled_from(["", "Ass", "Zehn", "Bube"]),
        sex=st.sampled_from(["", "w", "m"]),
        pair=st.none() | st.integers(1, 3),
        team=st.sampled_from([None, "Rote", "Schwarze"]),
        born=st.none() | st.dates(date(1940, 1, 1), date(2015, 1, 1)),
        gone=st.booleans(),
        stands_in_for=st.none() | st.integers(1, 60),
    ),
    unique_by=lambda one: one.number,
    max_size=9,
)
scopes = st.sampled_from([WHOLE, Scope(series=SeriesNumber(2)), Scope(day=SUNDAY)])
DAYS = {1: SATURDAY, 2: SUNDAY, 3: SUNDAY}


@given(
    people=people,
    category=st.sampled_from(Category),
    scope=scopes,
    counts=st.none() | st.integers(1, 3),
    seed=st.sampled_from([None, "Pik 7"]),
    data=st.data(),
)
def test_ranks_are_the_sums_of_the_lists_in_their_order(people, category, scope, counts, seed, data):
    wanted = {"days": DAYS, "club_counts": counts, "seeds": {scope: seed} if seed else {}}
    what = field(*people, **wanted)
    found = of(what, category, scope)
    shuffled = field(*data.draw(st.permutations(people)), **wanted)
    assert told(of(shuffled, category, scope)) == told(found)
    numbers = what.facts.series_in(scope) or {1, 2, 3}
    made = {one.number: [made for n, made in one.made.items() if n in numbers] for one in people}
    for row in found.rows:
        parts = [part for one in row.registrations for part in made[one.start_number]]
        assert (row.points, row.augen) == (sum(p for p, _a in parts), sum(a for _p, a in parts))
        assert row.points == sum(part.net_points for part in row.series.values())
    if category is Category.PLAYERS:
        assert sum(row.points for row in found.rows) == sum(p for parts in made.values() for p, _a in parts)
    values = [(-row.points, row.augen) for row in found.rows]
    assert values == sorted(values)
    for row, own in zip(found.rows, values, strict=True):
        equal = values.count(own)
        assert row.place.rank == sum(other < own for other in values) + 1 or seed
        assert row.place.shared == (equal > 1 and not seed)
    for (above, one), (below, other) in pairwise(zip(found.rows, values, strict=True)):
        by = below.place.parted_by
        assert above.place.rank < below.place.rank or by is None
        expected = POINTS if one[0] != other[0] else AUGEN if one != other else LOT if seed else None
        assert by is expected


def told(found):
    return [
        (row.place, row.name, [one.start_number for one in row.registrations], said(row))
        for row in found.rows
    ]


# From the database --------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("players", [7, 16])
def test_all_rankings_at_once_ask_as_often_for_sixteen_as_for_seven(players, django_assert_max_num_queries):
    made = factories.tournament(players=players, rounds=1)
    drawn = factories.draw(made)
    factories.play(factories.sheet_of(drawn), 1)
    service.form_pair(tournament_id=made.pk, first=1, second=2, by=factories.director(), now=factories.NOON)
    wanted = [(category, scope) for category in Category for scope in (WHOLE, Scope(series=1))]
    fresh = tournaments().get(pk=made.pk)
    with django_assert_max_num_queries(7):
        found = rankings(fresh, wanted)
    assert [(one.category, one.scope) for one in found] == wanted
    assert sum(row.points for row in found[0].rows) == 5 + 2 * 2


@pytest.mark.django_db
def test_who_left_without_a_game_is_not_ranked():
    made = factories.tournament(players=5, rounds=1)
    service.withdraw_player(
        tournament_id=made.pk, start_number=5, reason="krank", by=factories.director(), now=factories.NOON
    )
    factories.play(
        factories.sheet_of(factories.draw(made)), 1, factories.result(2, {3: (120, False), 4: (20, True)})
    )
    found = ranking(made)
    assert len(found.rows) == 4
    assert [row.points for row in found.rows] == [5, 2, 0, -1]


@pytest.mark.django_db
@pytest.mark.parametrize("family", ["club_2018", "basic"])
def test_a_seat_that_came_after_the_seats_were_read_is_looked_for_once_more(family, monkeypatch):
    """Lines are asked for later than seats: a substitute and his first game may come in between."""
    sheet = factories.table_of(4, rules=family)
    factories.play(sheet, 1)
    made = tournaments().get(pk=sheet.table.series.tournament_id)
    right = standings(made)
    read = list(seats_among([made.pk]))
    monkeypatch.setattr("tournaments.rankings.selectors.standings.seats_among", lambda _among: read[:-1])
    assert standings(made) == right
    monkeypatch.setattr("tournaments.rankings.selectors.lines.seats_among", lambda _among: [])
    with pytest.raises(OperationalError):  # a restore put other rows there: the page says to come again
        standings(made)
