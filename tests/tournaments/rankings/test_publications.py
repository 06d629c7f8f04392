"""Draft and published: the director sees first, publishes with one key, and nobody else sees more through any door."""

from __future__ import annotations

import hashlib
import io
import json
import re
from dataclasses import replace

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from tests import factories
from tests.factories import NOON
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.services.details import change_frame
from tournaments.event.services.setup import Frame, correct_player
from tournaments.models import JournalEntry, Line, Publication, Tournament
from tournaments.rankings.selectors.publications import (
    difference,
    in_words,
    latest,
    standings_published,
    standings_shown,
    with_fingerprint,
)
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.selectors.standings import standings
from tournaments.rankings.services import publications as service
from tournaments.rankings.services.publications import StalePublication

pytestmark = pytest.mark.django_db


def choose(made: Tournament, release: str) -> Tournament:
    frame = Frame(**{name: getattr(made, name) for name in Frame.__slots__})
    return change_frame(made.pk, replace(frame, release=release), by=factories.director(), now=NOON)


def publish(made: Tournament, *, seen: str | None = None, by: Actor | None = None) -> Publication:
    seen = seen or snapshot(made).fingerprint
    return service.publish(tournament_id=made.pk, seen=seen, by=by or factories.director(), now=NOON)


@pytest.fixture(scope="module")
def staged_day(stage: None) -> Tournament:
    """Seven players; one game is published, a second one is not. Others wait for the release."""
    made = factories.tournament(players=7, name="Freigabe-Pokal")
    choose(made, Tournament.Release.PUBLISHED)
    factories.referee(made)
    first = factories.sheet_of(factories.draw(made))
    factories.play(first, 1)
    made = Tournament.objects.get(pk=made.pk)
    publish(made)
    factories.play(first, 2)
    return made


@pytest.fixture
def day(staged_day: Tournament) -> Tournament:
    return Tournament.objects.select_related("rule_set").get(pk=staged_day.pk)


def told(what) -> list[tuple[object, ...]]:
    """Everything about a row that anybody can read."""
    return [
        (
            row.place,
            row.registration.start_number,
            row.registration.player.listed_name,
            row.registration.withdrawn_at,
            row.total,
            row.series,
        )
        for row in what.rows
    ]


def client_of(username: str) -> Client:
    client = Client()
    client.force_login(factories.user(username))
    return client


# What a publication says --------------------------------------------------------------------------------------


def test_a_publication_reads_as_the_standings_did(day):
    made = publish(day)
    now = standings(day)
    again = standings_published(made, day).what
    assert told(again) == told(now)
    assert (again.games, again.series_numbers, again.rules) == (now.games, now.series_numbers, now.rules)
    of_series = standings_published(made, day, series=1).what
    assert told(of_series) == told(standings(day, series=1))[: len(of_series.rows)]


def test_the_fingerprint_is_the_sum_of_the_text_and_the_same_facts_have_the_same(day):
    made = publish(day)
    assert made.fingerprint == hashlib.sha256(made.document.encode()).hexdigest()
    assert snapshot(day).text == made.document
    document = json.loads(made.document)
    assert [one["series"] for one in document["rankings"]] == [None, 1]
    assert len(document["people"]) == 7
    assert document["games"] == 2


def test_numbers_count_up_and_what_hangs_out_is_not_published_twice(day):
    second = publish(day)
    assert second.number == 2
    assert publish(day) == second
    assert day.publications.count() == 2
    line = JournalEntry.objects.filter(tournament=day, deed="standings_published").last()
    assert line.facts == {"number": 2, "fingerprint": second.fingerprint, "games": 2}


def test_what_has_moved_on_since_it_was_seen_is_not_published(day):
    seen = snapshot(day).fingerprint
    factories.play(factories.sheet_of(day.series.get()), 3)
    with pytest.raises(StalePublication):
        publish(day, seen=seen)
    assert day.publications.count() == 1


def test_only_the_director_publishes(day):
    for username in ("schiri", "fremde-leitung"):
        with pytest.raises(NotAllowed):
            publish(day, by=Actor(user=factories.user(username)))


@pytest.mark.parametrize("deed", ["update", "delete"])
def test_a_publication_is_kept_by_the_database(day, deed):
    rows = Publication.objects.filter(tournament=day)
    with pytest.raises(IntegrityError, match="a publication"), factories.undone():
        rows.update(games=99) if deed == "update" else rows._raw_delete("default")


def test_a_name_that_is_put_right_later_stays_as_it_was_published(day):
    correct_player(
        tournament_id=day.pk,
        start_number=1,
        corrected=factories.NewPlayer(given_name="Ganz", family_name="Anders"),
        by=factories.director(),
        now=NOON,
    )
    names = [row.registration.player.name for row in standings_shown(day, draft=False).what.rows]
    assert "Ganz Anders" not in names
    assert "Ganz Anders" in [
        row.registration.player.name for row in standings_shown(day, draft=True).what.rows
    ]


def test_the_difference_names_who_stands_elsewhere(day):
    found = difference(day)
    assert not found.unchanged
    before = {
        row.registration.player.listed_name: row.total.net_points
        for row in standings_shown(day, draft=False).what.rows
    }
    after = {row.registration.player.listed_name: row.total.net_points for row in standings(day).rows}
    assert {one.name for one in found.changes} >= {name for name in after if after[name] != before[name]}
    for one in found.changes:
        assert (one.before.points, one.after.points) == (before[one.name], after[one.name])
    assert found.elsewhere == (("players", 1, None),)
    publish(day)
    assert difference(day).unchanged


# Every door ---------------------------------------------------------------------------------------------------

LEADING = ("leitung", "schiri")
OTHERS = (None, "mitspielerin", "fremd")


def text_of(answer) -> str:
    match answer["Content-Type"].split(";")[0]:
        case "application/pdf":
            return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
        case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
            book = CalamineWorkbook.from_filelike(io.BytesIO(answer.content))
            return "\n".join(
                " ".join(map(str, row))
                for name in book.sheet_names
                for row in book.get_sheet_by_name(name).to_python()
            )
    return re.sub(r"<[^>]+>", " ", answer.content.decode())


DOORS = [
    "standings_csv",
    *(
        pytest.param(door, marks=pytest.mark.slow)
        for door in ("standings", "standings_pdf", "standings_xlsx")
    ),
]


@pytest.mark.parametrize("door", DOORS)
def test_through_no_door_anybody_else_sees_the_draft(door, day):
    """Who leads after two games led with other points after one; the games of the draft show nowhere."""
    leader = standings(day).rows[0]
    secret = f"{leader.registration.player.family_name}"
    drafts = {
        username: text_of(client_of(username).get(reverse(door, args=[day.slug]))) for username in LEADING
    }
    assert all(secret in text for text in drafts.values())
    for username in OTHERS:
        client = client_of(username) if username else Client()
        seen = text_of(client.get(reverse(door, args=[day.slug])))
        assert seen not in drafts.values()
        before = {
            row.registration.start_number: row.total for row in standings_shown(day, draft=False).what.rows
        }
        assert before[leader.registration.start_number].net_points != leader.total.net_points
        assert secret in seen


def numbers_in_csv(client: Client, day: Tournament) -> dict[str, str]:
    lines = client.get(reverse("standings_csv", args=[day.slug])).content.decode("utf-8-sig").splitlines()
    head = lines[0].split(";")
    rows = [line.split(";") for line in lines[1:]]
    return {row[head.index("Startnummer")]: row[head.index("Punkte")] for row in rows}


def test_the_file_says_the_published_points_and_the_draft_to_those_who_lead(day, client):
    def points(draft: bool) -> dict[str, str]:
        return {
            str(row.registration.start_number): str(row.total.net_points)
            for row in standings_shown(day, draft=draft).what.rows
        }

    assert points(True) != points(False)
    assert numbers_in_csv(client, day) == points(False)
    assert numbers_in_csv(client_of("leitung"), day) == points(True)


def test_the_workbook_of_others_has_no_games(day, client):
    def rows(reader: Client) -> int:
        answer = reader.get(reverse("standings_xlsx", args=[day.slug]))
        book = CalamineWorkbook.from_filelike(io.BytesIO(answer.content))
        return sum(len(book.get_sheet_by_name(name).to_python()) for name in book.sheet_names)

    lines = Line.objects.filter(game__sheet__table__series__tournament=day).count()
    assert rows(client_of("leitung")) - rows(client) >= lines == 6


def test_before_the_first_publication_others_see_none(client):
    made = factories.tournament(players=4)
    choose(made, Tournament.Release.PUBLISHED)
    factories.play(factories.sheet_of(factories.draw(made)), 1)
    page = client.get(reverse("standings", args=[made.slug])).content.decode()
    assert "Spieler001" not in page
    assert "sobald sie geprüft ist" in page
    for door in ("standings_pdf", "standings_xlsx"):
        assert client.get(reverse(door, args=[made.slug])).status_code == 404
    assert "Spieler001" not in client.get(reverse("standings_csv", args=[made.slug])).content.decode()


def test_live_is_live_for_everybody(client):
    made = factories.tournament(players=4)
    sheet = factories.sheet_of(factories.draw(made))
    publish(made)
    factories.play(sheet, 1)
    page = client.get(reverse("standings", args=[made.slug])).content.decode()
    assert "nach 1 Spiel" in page
    assert "Ausgehängt" not in page


def test_a_published_page_comes_from_the_cache(day, client, django_assert_max_num_queries):
    url = reverse("standings", args=[day.slug])
    first = client.get(url)
    with django_assert_max_num_queries(1):  # the tournament
        assert client.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 304


# Pages --------------------------------------------------------------------------------------------------------


def test_a_wall_says_number_time_and_fingerprint(day, client):
    newest = latest(day)
    pdf = client.get(reverse("standings_pdf", args=[day.slug]))
    said = text_of(pdf)
    assert "Ausgehängt Nr. 1" in said
    assert newest.short in said
    assert "13:00" in said
    again = client.get(reverse("publication_pdf", args=[day.slug, 1]))
    assert text_of(again) == said


def test_old_publications_stay_readable(day, client):
    publish(day)
    page = client.get(reverse("publication", args=[day.slug, 1])).content.decode()
    assert "Die neueste ist Nr. 2" in page
    raw = client.get(reverse("publication_json", args=[day.slug, 1])).content
    assert hashlib.sha256(raw).hexdigest() == day.publications.get(number=1).fingerprint
    assert client.get(reverse("publication_csv", args=[day.slug, 1]) + "?serie=1").status_code == 200
    for name in ("publication", "publication_json", "publication_pdf", "publication_csv"):
        assert client.get(reverse(name, args=[day.slug, 3])).status_code == 404
    for series in ("2", "x", "-1", "²"):
        assert client.get(reverse("publication", args=[day.slug, 1]), {"serie": series}).status_code == 404


def test_a_fingerprint_may_be_typed_in_groups_and_in_capitals(day):
    newest = latest(day)
    typed = f" {newest.short[:4]} {newest.short[4:8]}  {newest.short[8:].upper()} "
    assert with_fingerprint(day, typed) == [newest]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("{0.short}", True),
        ("{0.fingerprint}", True),
        ("{0.short:.11}", False),
        ("0" * 12, False),
        ("%_" * 6, False),
        ("<b>" * 5, False),
    ],
)
def test_a_fingerprint_from_the_wall_is_checked(day, client, typed, found):
    page = client.get(reverse("publications", args=[day.slug]), {"zeichen": typed.format(latest(day))})
    assert ("gehört zu Nr. 1" in page.content.decode()) is found


def test_the_director_publishes_with_one_button(day):
    director = client_of("leitung")
    url = reverse("publish", args=[day.slug])
    page = director.get(url).content.decode()
    assert "autofocus" in page
    assert 'accesskey="f"' in page
    seen = re.search(r'name="seen" value="(\w+)"', page)[1]
    assert director.post(url, {"seen": seen}).status_code == 302
    assert latest(day).number == 2
    assert "Stand von jetzt" in director.get(url).content.decode()
    assert director.post(url, {"seen": "veraltet"}).status_code == 409
    assert 'accesskey="f"' not in client_of("schiri").get(url).content.decode()


def test_the_desk_says_what_waits_to_be_published(day):
    director = client_of("leitung")
    url = reverse("desk", args=[day.slug])
    page = director.get(url).content.decode()
    assert "Die Rangliste hat sich seit dem Aushang geändert" in page
    assert "Rangliste der Serie 1" in director.get(reverse("publish", args=[day.slug])).content.decode()
    publish(day)
    assert "seit dem Aushang geändert" not in director.get(url).content.decode()


def test_the_choice_is_part_of_the_frame_and_nobody_chooses_by_forgetting(day):
    director = client_of("leitung")
    url = reverse("tournament_frame", args=[day.slug])
    typed = {"name": day.name, "starts_on": "14.11.2026", "series_count": "3", "rounds": "5"}
    assert director.post(url, typed).status_code == 422
    assert Tournament.objects.get(pk=day.pk).release == Tournament.Release.PUBLISHED
    assert director.post(url, typed | {"release": "live"}).status_code == 302
    assert Tournament.objects.get(pk=day.pk).release == Tournament.Release.LIVE
    line = client_of("leitung").get(reverse("journal", args=[day.slug])).content.decode()
    assert "sofort, mit jedem Spiel" in line


def test_live_standings_are_nobodys_draft(client, db):
    made = factories.tournament(players=8)
    factories.play(factories.sheet_of(factories.draw(made)), 1)
    page = client.get(reverse("standings", args=[made.slug])).content.decode()
    assert "Entwurf" not in page
    assert "Spieler001" in page


def test_a_wished_name_stands_in_remarks_however_deep_they_tell_it():
    row = {
        "name": "Anna Probe & Bert Spiel",
        "points": 12,
        "remarks": [{"text": "{name} ist Gast", "values": {"name": "Anna Probe", "of": ["Anna Probe", 3]}}],
    }
    assert in_words(row, {"Anna Probe": "A. P."}) == {
        "name": "A. P. & Bert Spiel",
        "points": 12,
        "remarks": [{"text": "{name} ist Gast", "values": {"name": "A. P.", "of": ["A. P.", 3]}}],
    }
