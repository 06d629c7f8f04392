"""The year ranking of a club: over events, evenings or series, guests marked, every version kept; page, CSV and wall."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import factories
from tests.factories import NOON
from tournaments.access.readers import leads
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.services.details import change_frame
from tournaments.event.services.setup import Frame
from tournaments.models import (
    AccessToken,
    Club,
    Player,
    Publication,
    Season,
    SeasonEvent,
    SeasonVersion,
    Tournament,
)
from tournaments.rankings.selectors.seasons import (
    by_holder,
    season_in_force,
    season_standing,
    seasons,
    tournaments_of,
)
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.selectors.standings import standings
from tournaments.rankings.services.publications import publish
from tournaments.rankings.services.seasons import (
    SeasonFrame,
    SeasonRefused,
    StaleSeason,
    change_season,
    create_season,
)
from tournaments.rankings.views import seasons as pages

pytestmark = pytest.mark.django_db
YEAR = SeasonFrame(
    name="Vereinsjahr 2026",
    holder="Probeverein",
    starts_on=date(2026, 1, 1),
    ends_on=date(2026, 12, 31),
    unit="event",
    rule="best",
    figure=1,
)


@pytest.fixture(scope="module")
def staged(stage: None) -> list[Tournament]:
    """Two evenings of the same four people, the second with two series; all of them of one club but one."""
    evenings = [factories.tournament(players=4, rounds=1, series=2, name=f"Abend {n}") for n in (1, 2)]
    for made, series in zip(evenings, (1, 2), strict=True):
        for number in range(1, series + 1):
            sheet = factories.sheet_of(factories.draw(made, number, seed=f"{made.name}/{number}"))
            factories.play_all(sheet)
    club = Club.objects.create(name="Probeverein")
    Player.objects.exclude(family_name="Spieler004").update(club=club)
    return evenings


def season(evenings: list[Tournament], **changed: Any) -> SeasonVersion:
    frame = replace(YEAR, **changed)
    return create_season(frame, tournaments=[one.pk for one in evenings], by=factories.director(), now=NOON)


def now(version: SeasonVersion):
    newest = season_in_force(version.season.slug)
    assert newest is not None
    return season_standing(newest, tournaments_of(newest))


def per_event(evenings: list[Tournament]) -> dict[str, list[int]]:
    """Everybody's points of each event, from the standings of the events themselves."""
    found: dict[str, list[int]] = {}
    for made in evenings:
        for row in standings(Tournament.objects.get(pk=made.pk)).rows:
            found.setdefault(row.registration.name, []).append(row.total.net_points)
    return found


@pytest.mark.parametrize(
    ("rule", "number", "comes_to"),
    [
        ("best", 1, max),
        ("best", 5, sum),
        ("dropped", 1, max),
        ("average", 1, lambda points: Fraction(sum(points), 2)),
    ],
)
def test_results_are_those_of_the_events(rule, number, comes_to, staged):
    found = now(season(staged, rule=rule, figure=number))
    expected = {name: comes_to(points) for name, points in per_event(staged).items()}
    assert {row.player.name: row.place.entry.points for row in found.rows} == expected
    assert [row.place.entry.points for row in found.rows] == sorted(expected.values(), reverse=True)


@pytest.mark.parametrize(("unit", "results"), [("event", 2), ("evening", 2), ("series", 3)])
def test_a_result_is_an_event_an_evening_or_a_series(unit, results, staged):
    found = now(season(staged, unit=unit, figure=9))
    assert len(found.held) == results
    assert {row.place.entry.results for row in found.rows} == {results}
    assert {row.player.name: row.place.entry.points for row in found.rows} == {
        name: sum(points) for name, points in per_event(staged).items()
    }


def test_guests_are_marked_and_may_play_outside_the_ranking(staged):
    club = Club.objects.get(name="Probeverein")
    found = now(season(staged, club=club))
    assert [row.player.name for row in found.rows if row.guest] == ["Probe4 Spieler004"]
    assert all(row.place.rank for row in found.rows)
    outside = now(season(staged, club=club, guests_ranked=False))
    assert [row.player.name for row in outside.rows if row.place.rank is None] == ["Probe4 Spieler004"]


def test_only_what_is_published_counts_where_the_standings_wait_for_the_director(staged):
    first = Tournament.objects.get(pk=staged[0].pk)
    frame = Frame(**{name: getattr(first, name) for name in Frame.__slots__})
    change_frame(first.pk, replace(frame, release="published"), by=factories.director(), now=NOON)
    version = season(staged, figure=9)
    assert [one.name for one in now(version).waiting] == ["Abend 1"]
    before = per_event(staged[1:])
    assert {row.player.name: row.place.entry.points for row in now(version).rows} == {
        name: points[0] for name, points in before.items()
    }
    made = Tournament.objects.get(pk=first.pk)
    publish(tournament_id=made.pk, seen=snapshot(made).fingerprint, by=factories.director(), now=NOON)
    assert not now(version).waiting
    assert {row.player.name: row.place.entry.points for row in now(version).rows} == {
        name: sum(points) for name, points in per_event(staged).items()
    }
    Publication.objects.create(
        tournament=made, number=2, document='{"people": []}', fingerprint="0" * 64, games=0, published_at=NOON
    )
    assert [one.name for one in now(version).waiting] == ["Abend 1"]  # the newest alone is read


def test_a_change_is_a_new_version_and_the_old_one_stays(staged):
    version = season(staged)
    changed = {
        "season_id": version.season_id,
        "frame": replace(YEAR, figure=2),
        "tournaments": [staged[0].pk],
        "reason": "beschlossen",
        "by": factories.director(),
        "now": NOON,
    }
    second = change_season(seen=1, **changed)
    assert (second.number, second.reason, second.made_by) == (2, "beschlossen", "leitung")
    assert change_season(seen=1, **changed) == second  # the same again is nothing new
    with pytest.raises(StaleSeason):
        change_season(seen=1, **changed | {"frame": replace(YEAR, figure=3)})
    with pytest.raises(NotAllowed):
        change_season(seen=2, **changed | {"by": Actor(user=factories.user("fremd"))})
    with pytest.raises(NotAllowed):  # a program may do what its maker may, at its one tournament alone
        change_season(seen=2, **changed | {"by": replace(factories.director(), token=AccessToken())})
    assert [one.figure for one in version.season.versions.all()] == [1, 2]


def test_a_program_leads_at_its_one_tournament_alone(staged):
    here, other = staged[:2]
    by = factories.director()
    at = {one.pk: AccessToken(tournament=one) for one in (here, other)}
    assert leads(by, here.pk)
    assert leads(replace(by, token=at[here.pk]), here.pk)
    assert not leads(replace(by, token=at[other.pk]), here.pk)
    assert not leads(Actor(), here.pk)


@pytest.mark.parametrize("model", [Season, SeasonVersion, SeasonEvent])
def test_nothing_of_a_season_is_overwritten(model, staged):
    season(staged)
    with pytest.raises(IntegrityError, match="never deleted"), factories.undone():
        model.objects.all()._raw_delete("default")
    with pytest.raises(IntegrityError, match="never changes"), factories.undone():
        model.objects.update(id=999)


def test_points_by_a_table_and_by_the_basic_rules_are_not_added(staged):
    basic = factories.tournament(rules="basic", players=4)
    with pytest.raises(SeasonRefused, match="nicht zusammen werten"):
        season([*staged, basic])


def test_many_events_cost_as_many_queries_as_one(staged, django_assert_max_num_queries):
    for evenings in (staged[:1], staged):
        newest = season_in_force(season(evenings, name=f"Saison {len(evenings)}").season.slug)
        counted = tournaments_of(newest)
        with django_assert_max_num_queries(9):  # one asks which entries are one person
            season_standing(newest, counted)


# Pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(factories.user())
    return client


def test_the_page_shows_every_result_and_strikes_what_is_dropped(staged, client):
    version = season(staged)
    page = client.get(reverse("season", args=[version.season.slug]))
    text = page.content.decode()
    assert text.count("gestrichen </span>") == 4
    assert "das beste Ergebnis" in text


def test_the_file_names_the_dropped_results_and_survives_the_filter(staged, client):
    version = season(staged)
    answer = client.get(reverse("season_csv", args=[version.season.slug]) + "?name=Probe1&sort=name")
    [row] = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")
    assert row["Name"] == "Spieler001, Probe1"
    assert row["gestrichen"]
    assert "Vereinsjahr" in answer["Content-Disposition"]


def test_the_wall_puts_dropped_results_in_brackets(staged, client):
    version = season(staged)
    answer = client.get(reverse("season_pdf", args=[version.season.slug]))
    [page] = PdfReader(io.BytesIO(answer.content)).pages
    text = page.extract_text()
    assert "Jahreswertung" in text
    assert "In Klammern: gestrichen." in text
    assert text.count("(") >= 4


def test_clubs_hang_behind_the_people_as_the_page_ranks_them(staged, client):
    other = Club.objects.create(name="Zweitverein")
    Player.objects.filter(family_name="Spieler004").update(club=other)
    version = season(staged, of_a_club=2)
    ranked = now(version).clubs
    assert [len(one.counted) for one in ranked if one.key == "Probeverein"] == [2]
    people, clubs = PdfReader(
        io.BytesIO(client.get(reverse("season_pdf", args=[version.season.slug])).content)
    ).pages
    assert "Vereinswertung" not in people.extract_text()
    text = clubs.extract_text()
    for word in ("Vereinswertung", "Für einen Verein zählen seine 2 Besten zusammen.", "von 3", "von 1"):
        assert word in text
    assert text.index(str(ranked[0].key)) < text.index(str(ranked[1].key))


def test_many_clubs_have_their_seasons_below_their_names_and_one_club_none(staged, client):
    version = season(staged)
    season(staged, name="Jahr ohne", holder="")
    address = reverse("seasons")
    assert "Probeverein</h2>" not in client.get(address).content.decode()
    club = Club.objects.get(name="Probeverein")
    season(staged, name="Anderes Jahr", holder="probeverein ", club=club)
    season(staged, name="Verbandsjahr", holder="Zusammen")
    found = by_holder(seasons())
    assert [name for name, _ones in found] == ["Zusammen", "Probeverein", ""]
    assert {one.name for one in found[1][1]} == {version.name, "Anderes Jahr"}
    page = client.get(address).content.decode()
    assert page.index("Zusammen</h2>") < page.index("Probeverein</h2>") < page.index("ohne Verein</h2>")
    assert page.index("Probeverein</h2>") < page.index("Anderes Jahr") < page.index("ohne Verein</h2>")


SENT = {
    "name": "Ranglistenjahr",
    "starts_on": "2026-01-01",
    "ends_on": "2026-12-31",
    "unit": "evening",
    "rule": "dropped",
    "figure": "2",
    "guests_ranked": "on",
}


def test_a_season_is_set_up_and_changed_at_the_desk(staged, director):
    sent = SENT | {"tournaments": [str(staged[0].pk)]}
    assert director.post(reverse("season_new"), sent)["Location"] == reverse(
        "season", args=["ranglistenjahr"]
    )
    change = reverse("season_change", args=["ranglistenjahr"])
    assert "Abend 1" in director.get(change).content.decode()
    more = sent | {"tournaments": [str(one.pk) for one in staged], "seen": "1", "reason": "Abend 2 dazu"}
    assert director.post(change, more).status_code == 302
    stale = director.post(change, more | {"figure": "3"})
    assert stale.status_code == 409
    assert 'name="seen" value="2"' in stale.content.decode()
    assert 'value="3"' in stale.content.decode()
    told = director.get(reverse("season_versions", args=["ranglistenjahr"])).content.decode()
    assert "Abend 2 dazu" in told
    assert "Nr. 1" in told
    assert "Ranglistenjahr" in director.get(reverse("seasons")).content.decode()


def test_what_counts_stays_to_be_chosen_however_old_it_is(staged, director, monkeypatch):
    monkeypatch.setattr(pages, "OFFERED", 1)
    version = season(staged)
    change = director.get(reverse("season_change", args=[version.season.slug])).content.decode()
    assert re.findall(r'name="tournaments" value="(\d+)"[^>]* checked', change) == [
        str(one.pk) for one in staged
    ]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "dieses Feld"),
        ({"ends_on": "2025-01-01"}, "Ende liegt vor dem Beginn"),
        ({"figure": "0"}, "größer oder gleich 1"),
        ({"tournaments": ["999999"]}, "gültige Auswahl"),
    ],
)
def test_a_season_that_cannot_be_stays_typed(wrong, sentence, director):
    answer = director.post(reverse("season_new"), SENT | wrong)
    assert answer.status_code == 422
    assert sentence.lower() in answer.content.decode().lower()
    assert Season.objects.count() == 0


def test_what_is_no_season_is_not_found(client):
    assert client.get(reverse("season", args=["gibt-es-nicht"])).status_code == 404
