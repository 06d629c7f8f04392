"""An evening by the basic rules: totals game by game, the target, the game that decided, and the ranking of evenings."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tournaments.models import Tournament
from tournaments.rankings.selectors.evenings import courses_of
from tournaments.rankings.selectors.rankings import ranking
from tournaments.rankings.selectors.seasons import season_in_force, season_standing, tournaments_of
from tournaments.rankings.services.seasons import SeasonFrame, create_season

pytestmark = pytest.mark.django_db

# Three seats; seat, what the others hold. By hand: 1 → 30, 2 → 50, 1 → 30+45 = 75, 1 → 75+40 = 115.
GAMES = [
    (1, {2: 10, 3: 20}),
    (2, {1: 25, 3: 25}),
    (1, {2: 20, 3: 25}),
    (1, {2: 30, 3: 10}),
]


def evening(name: str = "Abend", *, target: int | None = 100, games=GAMES) -> Tournament:
    made = factories.tournament(
        rules="basic", players=3, table_size=3, rounds=2, series=1, target=target, name=name
    )
    sheet = factories.sheet_of(factories.draw(made))
    for number, (winner, hands) in enumerate(games, 1):
        result = factories.result(winner, {seat: (augen, True) for seat, augen in hands.items()})
        factories.play(sheet, number, result)
    return Tournament.objects.select_related("rule_set", "ranking_setup").get(pk=made.pk)


def test_the_winners_total_grows_by_the_others_augen():
    [course] = courses_of(evening())
    assert [(step.game, step.winner, step.gain, dict(step.totals)) for step in course.steps] == [
        (1, 1, 30, {1: 30, 2: 0, 3: 0}),
        (2, 2, 50, {1: 30, 2: 50, 3: 0}),
        (3, 1, 45, {1: 75, 2: 50, 3: 0}),
        (4, 1, 40, {1: 115, 2: 50, 3: 0}),
    ]
    assert course.leaders == (1,)
    assert course.reached_in == 4
    assert course.decided_in == 3  # in game 2 another one led


def test_before_the_target_nobody_has_reached_it():
    [course] = courses_of(evening(games=GAMES[:2]))
    assert (course.reached_in, course.decided_in, course.leaders) == (None, 2, (2,))


def test_equals_decide_nothing():
    [course] = courses_of(evening(target=None, games=[GAMES[0], (2, {1: 10, 3: 20})]))
    assert (course.leaders, course.decided_in, course.reached_in) == ((1, 2), None, None)


def test_the_course_and_the_ranking_have_the_same_totals():
    made = evening()
    [course] = courses_of(made)
    by_player = {course.seats[seat].start_number: points for seat, points in course.totals.items()}
    assert {row.place.entry.key: row.points for row in ranking(made).rows} == by_player
    assert [(row.place.rank, row.points) for row in ranking(made).rows] == [(1, 115), (2, 50), (3, 0)]


def test_evenings_add_up_to_a_year_without_augen():
    evenings = [evening("Abend 1"), evening("Abend 2", games=GAMES[:2], target=None)]
    frame = SeasonFrame(
        name="Abende",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        unit="evening",
        rule="best",
        figure=9,
    )
    create_season(frame, tournaments=[one.pk for one in evenings], by=factories.director(), now=NOON)
    version = season_in_force("abende")
    found = season_standing(version, tournaments_of(version))
    assert not found.plan.augen
    assert sum(row.place.entry.points for row in found.rows) == 115 + 50 + 30 + 50


def test_the_page_says_who_reached_the_target_and_when(client: Client, django_assert_max_num_queries):
    made = evening()
    link = reverse("evening", args=[made.slug])
    with django_assert_max_num_queries(6):
        page = re.sub(r"\s+", " ", client.get(link).content.decode())
    assert "Das Ziel von 100 Punkten ist in Spiel 4 erreicht. Seit Spiel 3 allein vorn." in page
    assert '<small class="muted">+40</small> <b>115</b> <span class="decided">Ziel</span>' in page
    assert link in client.get(reverse("standings", args=[made.slug])).content.decode()
    before = client.get(reverse("evening", args=[evening("Vorher", games=GAMES[:3]).slug])).content.decode()
    assert "Bis zum Ziel fehlen 25 Punkte." in before
    tag = client.get(link)["ETag"]
    assert client.get(link, headers={"if-none-match": tag}).status_code == 304


def test_what_waits_for_the_director_is_not_told_here_either(client: Client):
    made = evening()
    Tournament.objects.filter(pk=made.pk).update(release="published")
    assert "Noch ist nichts zu sehen." in client.get(reverse("evening", args=[made.slug])).content.decode()
