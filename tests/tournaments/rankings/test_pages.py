"""The rankings as pages and files: what is chosen stands in the address, and what was published reads as it did."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import factories
from tests.factories import NOON
from tournaments.event.permissions import Actor
from tournaments.event.selectors.tournaments import tournaments
from tournaments.event.services import setup as service
from tournaments.event.services.details import change_frame
from tournaments.event.services.setup import Frame, NewPlayer
from tournaments.models import DrawnLot, Player, ScoreSheet, Series, Tournament
from tournaments.rankings.selectors.announced import announced
from tournaments.rankings.selectors.rankings import WHOLE, Category, Scope, rankings
from tournaments.rankings.selectors.snapshots import snapshot, wanted_of
from tournaments.rankings.selectors.standings import standings
from tournaments.rankings.services.publications import publish
from tournaments.rankings.services.rankings import draw_lot_of
from tournaments.rankings.views.rankings import NAMES
from tournaments.rulings.services import seats
from tournaments.seating.services import changes as seating_changes

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """Seven players of two clubs, a tandem, a mixed one, a team; two series on two days."""
    made = factories.tournament(rounds=1, series=2)
    frame = Frame(**{name: getattr(made, name) for name in Frame.__slots__})
    change_frame(made.pk, replace(frame, ends_on=date(2026, 11, 15)), by=factories.director(), now=NOON)
    for number in range(1, 8):
        service.register_player(
            tournament_id=made.pk,
            player=NewPlayer(
                given_name=f"Probe{number}",
                family_name="Spieler",
                club="Ass" if number % 2 else "Zehn",
                sex="w" if number in (1, 3) else "m",
                born_on=date(1950, 5, 5) if number < 3 else None,
            ),
            by=factories.director(),
            now=NOON,
        )
    for first, second in ((1, 2), (4, 6)):
        service.form_pair(
            tournament_id=made.pk, first=first, second=second, by=factories.director(), now=NOON
        )
    service.form_team(
        tournament_id=made.pk, name="Rote", start_numbers=[1, 2, 3, 4], by=factories.director(), now=NOON
    )
    for number in (1, 2):
        drawn = factories.draw(made, number)
        for table in (1, 2):
            factories.play_all(factories.sheet_of(drawn, table))
    Series.objects.filter(tournament=made, number=2).update(played_on=date(2026, 11, 15))
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return tournaments().get(pk=staged.pk)


def read(client: Client, made: Tournament, asked: str = "") -> list[dict[str, str]]:
    answer = client.get(reverse("standings_csv", args=[made.slug]) + asked)
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("", "Rangliste"),
        ("?serie=2", "Rangliste der Serie 2"),
        ("?tag=2026-11-15", "Rangliste vom Sonntag, 15. November"),
        ("?wertung=damen", "Damen"),
        ("?wertung=tandem&serie=1", "Tandem, Serie 1"),
        ("?wertung=mixed", "Mixed-Tandem"),
        ("?wertung=mannschaft", "Mannschaften"),
        ("?wertung=verein&tag=2026-11-14", "Vereine, Samstag, 14. November"),
        ("?wertung=senioren", "Senioren"),
    ],
)
def test_each_ranking_is_a_page_a_file_and_a_wall_of_its_own(asked, title, made, client):
    page = client.get(reverse("standings", args=[made.slug]) + asked).content.decode()
    assert f"<h1>{title}</h1>" in page
    assert read(client, made, asked)[0]["Rang"] == "1"
    pdf = client.get(reverse("standings_pdf", args=[made.slug]) + asked)
    assert title in PdfReader(io.BytesIO(pdf.content)).pages[0].extract_text()


def test_the_choice_keeps_what_was_sorted_and_filtered(made, client):
    page = client.get(
        reverse("standings", args=[made.slug]) + "?wertung=damen&serie=1&sort=name"
    ).content.decode()
    links = [link.replace("&amp;", "&") for link in re.findall(r'class="chip[^"]*"\s+href="([^"]+)"', page)]
    assert "?wertung=tandem&serie=1&sort=name" in links
    assert "?wertung=damen&sort=name&tag=2026-11-14" in links
    assert "?serie=1&sort=name" in links  # everybody needs no word
    assert 'name="wertung" value="damen"' in page
    assert "rangliste.pdf?wertung=damen&amp;serie=1" in page


@pytest.mark.parametrize("name", ["standings", "standings_csv", "statistics"])
def test_more_digits_than_anybody_counts_find_nobody(name, made, client):
    assert client.get(reverse(name, args=[made.slug]), {"name": "9" * 5000}).status_code == 200


def test_a_name_finds_the_tandem_that_he_plays_in(made, client):
    assert [row["Name"] for row in read(client, made, "?wertung=tandem&name=Probe6")] == ["Tandem 2"]
    assert [row["Spieler"] for row in read(client, made, "?wertung=tandem&name=4")] == [
        "Probe4 Spieler, Probe6 Spieler"
    ]


@pytest.mark.parametrize(
    "asked",
    ["?wertung=quatsch", "?tag=2026-11-16", "?tag=quatsch", "?tag=2026-99-99", "?serie=3", "?serie=²"],
)
def test_what_there_is_not_is_not_found(asked, made, client):
    for name in ("standings", "standings_csv", "standings_pdf"):
        assert client.get(reverse(name, args=[made.slug]) + asked).status_code == 404


def test_every_category_has_its_address():
    assert set(NAMES.values()) == set(Category)


def test_tables_of_three_show_points_per_game(made, client):
    rows = read(client, made, "?serie=1")
    threes = [row for row in rows if "Dreiertisch: S1" in row["Bemerkung"]]
    assert len(threes) == 3
    assert all(re.fullmatch(r"−?\d,\d\d", row["Punkte je Spiel"]) for row in rows)
    assert float(threes[0]["Punkte je Spiel"].replace(",", ".")) == round(int(threes[0]["Punkte"]) / 3, 2)


def test_published_rankings_read_as_they_did(made):
    what = standings(made)
    wanted = wanted_of(what)
    assert (Category.CLUBS, Scope(day=date(2026, 11, 15))) in wanted
    document = snapshot(made).document
    for found in rankings(made, wanted, given=what):
        again = announced(document, made, found.category, found.scope)
        assert [told(row) for row in again.rows] == [told(row) for row in found.rows]
        assert (again.games, again.seed, again.unsaid) == (found.games, found.seed, found.unsaid)


def told(row):
    numbers = [one.start_number for one in row.registrations]
    return row.place, row.name, numbers, row.series, row.total, row.remarks


def test_others_see_the_published_ranking_of_ladies(made, client):
    frame = Frame(**{name: getattr(made, name) for name in Frame.__slots__})
    change_frame(made.pk, replace(frame, release="published"), by=factories.director(), now=NOON)
    assert read(client, made, "?wertung=damen") == []
    publish(tournament_id=made.pk, seen=snapshot(made).fingerprint, by=factories.director(), now=NOON)
    before = read(client, made, "?wertung=damen&serie=2")
    assert len(before) == 2
    Player.objects.filter(registrations__tournament=made).update(sex="m")
    assert read(client, made, "?wertung=damen&serie=2") == before


def test_every_ranking_costs_a_fixed_number_of_queries(made, client, django_assert_max_num_queries):
    for asked in ("", "?serie=2", "?wertung=verein", "?wertung=tandem&tag=2026-11-14"):
        with django_assert_max_num_queries(10):
            client.get(reverse("standings", args=[made.slug]) + asked)


def test_the_seam_asks_nothing_when_the_sums_are_given(made, django_assert_num_queries):
    what = standings(made)
    wanted = [(category, scope) for category in Category for scope in (WHOLE, Scope(series=1))]
    with django_assert_num_queries(0):
        rankings(made, wanted, given=what)


# The desk ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(factories.user())
    return client


LIMITS = {"seniors_from": 60, "juniors_from": 18, "juniors_to": 20, "youth_to": 17, "club_counts": 4}


def test_limits_and_days_are_changed_at_the_desk_and_stand_in_the_journal(made, director):
    page = reverse("ranking_setup", args=[made.slug])
    assert "1. Januar" in director.get(page).content.decode()
    sent = LIMITS | {"seniors_from": 80, "ages_on": "2026-06-01", "club_counts": "", "day_1": "2026-11-15"}
    sent |= {"day_2": "2026-11-15"}
    assert director.post(page, sent).status_code == 302
    now = tournaments().get(pk=made.pk)
    assert (now.ranking_setup.seniors_from, now.ranking_setup.club_counts) == (80, None)
    assert rankings(now, [(Category.SENIORS, WHOLE)])[0].rows == ()
    line = now.journal.latest("number")
    assert (line.deed, line.facts["changed"]["seniors_from"]) == ("rankings_set", [60, 80])
    assert line.facts["days"] == {"1": [None, "2026-11-15"]}
    said = director.get(reverse("journal", args=[made.slug])).content.decode()
    assert "Senioren ab: 60 → 80" in said
    assert director.post(page, sent).status_code == 302
    assert tournaments().get(pk=made.pk).journal.latest("number") == line  # nothing changed, nothing written


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"juniors_to": 10}, "liegt das höchste Alter unter dem niedrigsten"),
        ({"club_counts": 0}, "mindestens ein Spieler"),
        ({"day_1": "2026-12-24"}, "An diesem Tag ist das Turnier nicht"),
        ({"seniors_from": "alt"}, "eine ganze Zahl"),
    ],
)
def test_a_limit_that_cannot_be_stays_typed(wrong, sentence, made, director):
    answer = director.post(reverse("ranking_setup", args=[made.slug]), LIMITS | wrong)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert str(next(iter(wrong.values()))) in answer.content.decode()


@pytest.mark.slow
def test_a_series_and_a_day_draw_lots_of_their_own_once(made, director):
    page = reverse("final_lot", args=[made.slug])
    for asked, scope in (("?serie=1", Scope(series=1)), ("?tag=2026-11-15", Scope(day=date(2026, 11, 15)))):
        assert any(one.tied for one in rankings(made, [(Category.PLAYERS, scope)]))
        answer = director.post(page + asked, {"seed": "Karo 8"})
        assert answer["Location"] == reverse("standings", args=[made.slug]) + asked
        [drawn] = rankings(tournaments().get(pk=made.pk), [(Category.PLAYERS, scope)])
        assert (drawn.tied, drawn.seed) == (False, "Karo 8")
        again = director.post(page + asked, {"seed": "Herz 8"})
        assert again.status_code == 422
        assert "es bleibt dabei" in again.content.decode()
        assert (
            "gezogen: Karo 8" in director.get(reverse("standings", args=[made.slug]) + asked).content.decode()
        )
    assert rankings(made, [(Category.PLAYERS, WHOLE)])[0].tied
    assert director.get(page + "?serie=7").status_code == 404


@pytest.mark.parametrize("deed", ["update", "delete"])
def test_a_drawn_lot_is_kept_by_the_database(deed, made):
    draw_lot_of(
        tournament_id=made.pk, scope=Scope(series=1), seed="Karo 8", by=factories.director(), now=NOON
    )
    rows = DrawnLot.objects.filter(tournament=made)
    with pytest.raises(IntegrityError, match="a lot"), factories.undone():
        rows.update(seed="x") if deed == "update" else rows._raw_delete("default")


def test_day_of_birth_and_sex_are_put_in_at_the_desk(made, director):
    sent = {
        "given_name": "Probe5",
        "family_name": "Spieler",
        "club": "Ass",
        "born_on": "2010-01-01",
        "sex": "w",
    }
    assert director.post(reverse("correct_name", args=[made.slug, 5]), sent).status_code == 302
    found = rankings(tournaments().get(pk=made.pk), [(Category.LADIES, WHOLE), (Category.YOUTH, WHOLE)])
    assert [len(one.rows) for one in found] == [3, 1]


@pytest.fixture
def table() -> ScoreSheet:
    """A tandem of 1 and 2 at a table of four after the first Runde; number 5 has nothing to do."""
    made = factories.tournament(players=5, rounds=2)
    told: dict[str, Any] = {"tournament_id": made.pk, "by": factories.director(), "now": NOON}
    service.withdraw_player(start_number=5, reason="fehlt noch", **told)
    sheet = factories.sheet_of(factories.draw(made))
    service.readmit_player(start_number=5, **told)
    service.form_pair(first=1, second=2, **told)
    for number in range(1, 5):
        factories.play(sheet, number)
    return sheet


def replaced(sheet: ScoreSheet) -> tuple[int, Actor]:
    """Number 5 takes the seat of number 2."""
    made = sheet.table.series.tournament
    seat, by = sheet.table.seats.get(registration__start_number=2).number, factories.referee(made)
    told: dict[str, Any] = {"reason": "nach Hause", "seen_version": 4, "by": by, "now": NOON}
    seats.substitute(sheet_id=sheet.pk, seat_number=seat, start_number=5, **told)
    return seat, by


def test_a_substitute_of_mid_series_counts_for_the_tandem(table):
    replaced(table)
    factories.play(table, 5)
    made = tournaments().get(pk=table.table.series.tournament_id)
    [pairs] = rankings(made, [(Category.PAIRS, WHOLE)])
    assert {one.start_number for one in pairs.rows[0].registrations} == {1, 2, 5}
    points = {row.registration.start_number: row.total.net_points for row in standings(made).rows}
    assert pairs.rows[0].points == points[1] + points[2] + points[5]
    assert [one.code for one in pairs.rows[0].remarks] == ["substitute"]


def test_a_change_of_seats_that_is_taken_back_takes_the_substitute_back(table):
    seat, by = replaced(table)
    told = {"reason": "doch geblieben", "seen_version": 5, "by": by, "now": NOON}
    seats.bring_back(sheet_id=table.pk, seat_number=seat, **told)
    made = tournaments().get(pk=table.table.series.tournament_id)
    [pairs] = rankings(made, [(Category.PAIRS, WHOLE)])
    assert {one.start_number for one in pairs.rows[0].registrations} == {1, 2}


def test_a_substitute_between_series_counts_for_the_team():
    made = factories.tournament(players=4)
    told: dict[str, Any] = {"tournament_id": made.pk, "by": factories.director(), "now": NOON}
    service.form_team(name="Rote", start_numbers=[1, 2], **told)
    seating_changes.substitute(start_number=2, by_whom=factories.person(9), reason="krank", **told)
    drawn = factories.draw(made)
    factories.play_all(factories.sheet_of(drawn))
    [teams] = rankings(tournaments().get(pk=made.pk), [(Category.TEAMS, WHOLE)])
    [red] = teams.rows
    assert {one.start_number for one in red.registrations} == {1, 5}
    points = {row.registration.start_number: row.total.net_points for row in standings(made).rows}
    assert red.points == points[1] + points[5]
