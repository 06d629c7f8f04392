"""A referee borrows a phone for a day: one code, one phone, one tournament, and it is over when the day is, or with a tap."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tournaments.access.selectors.lent import lent_now
from tournaments.access.services import lent
from tournaments.event.permissions import (
    Actor,
    NotAllowed,
    may_administer,
    may_create,
    may_direct,
    may_referee,
)
from tournaments.event.services.setup import grant_role, withdraw_role
from tournaments.models import JournalEntry, LentPhone, Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    sheet = factories.table_of(4)
    tournament = sheet.table.series.tournament
    factories.referee(tournament)
    return tournament


def role_of(tournament: Tournament, username: str = "schiri") -> int:
    return Role.objects.get(tournament=tournament, user__username=username, kind=Role.Kind.REFEREE).pk


def shown(tournament: Tournament) -> str:
    """The path behind the QR code that the director shows."""
    director = Client()
    director.force_login(factories.user())
    page = director.post(reverse("lend_phone", args=[tournament.slug, role_of(tournament)]))
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert "<svg" in page.content.decode()
    link = page.context["link"]
    found = re.search(r"/geliehen/[\w-]+/$", link)
    assert found is not None
    return found[0]


def fetched(path: str) -> Client:
    phone = Client(headers={"User-Agent": "iPhone Safari"})
    assert phone.get(path).status_code == 200
    assert phone.post(path).status_code == 302
    return phone


@pytest.mark.slow
def test_the_whole_story(made):
    path = shown(made)
    phone = fetched(path)
    page = phone.get(reverse("referee", args=[made.slug]))
    assert page.status_code == 200
    assert "Handy zurückgeben" in page.content.decode()
    # Not what a director may, not what the person may elsewhere, not his account.
    for name in ("registrations", "roles", "accesses"):
        assert phone.get(reverse(name, args=[made.slug])).status_code == 403, name
    for name in ("own_account", "new_password", "tournament_new", "machine"):
        assert phone.get(reverse(name)).status_code == 403, name
    # The desk sees it and ends it.
    director = Client()
    director.force_login(factories.user())
    assert "iPhone, Safari" in director.get(reverse("roles", args=[made.slug])).content.decode()
    row = LentPhone.objects.get()
    director.post(reverse("take_phone_back", args=[made.slug, row.number]))
    assert phone.get(reverse("referee", args=[made.slug])).status_code == 403
    deeds = JournalEntry.objects.filter(tournament=made).values_list("deed", "actor").order_by("-number")[:3]
    assert list(deeds) == [
        ("phone_ended", "leitung"),
        ("phone_fetched", "schiri (geliehenes Handy 1)"),
        ("phone_lent", "leitung"),
    ]
    journal = director.get(reverse("journal", args=[made.slug])).content.decode()
    assert "Handy für einen Tag verliehen" in journal


def test_a_code_lets_one_phone_in(made):
    path = shown(made)
    fetched(path)
    second = Client()
    assert second.get(path).status_code == 422
    assert second.post(path).status_code == 422
    assert second.get(reverse("referee", args=[made.slug])).status_code == 403


def test_looking_at_the_code_uses_nothing_up(made):
    path = shown(made)
    for _look in range(3):
        assert Client().get(path).status_code == 200
    fetched(path)


def test_a_code_waits_a_quarter_of_an_hour(made):
    phone, code = lent.lend_phone(
        tournament_id=made.pk, role_id=role_of(made), by=factories.director(), now=NOON
    )
    with pytest.raises(lent.LoanRefused, match="wartet nur kurz"):
        lent.fetch_phone(code=code, browser="", now=NOON + timedelta(minutes=16))
    assert LentPhone.objects.get(pk=phone.pk).redeemed_at is None


def test_the_day_ends_in_the_night(made):
    _phone, code = lent.lend_phone(
        tournament_id=made.pk, role_id=role_of(made), by=factories.director(), now=NOON
    )
    phone, _secret = lent.fetch_phone(code=code, browser="", now=NOON)
    assert lent_now(phone, NOON + timedelta(hours=11))
    assert not lent_now(phone, NOON + timedelta(hours=16))
    # In the middle of the night the next one is meant, also where the clocks are changed in between.
    late = datetime(2026, 10, 24, 23, 30, tzinfo=UTC)  # 1.30 in Luxembourg
    assert lent.end_of_day(late).isoformat() == "2026-10-25T04:00:00+01:00"
    assert (
        lent.end_of_day(datetime(2026, 11, 14, 2, 30, tzinfo=UTC)).isoformat() == "2026-11-15T04:00:00+01:00"
    )


def test_that_a_phone_is_in_use_is_noted_seldom(made):
    _phone, code = lent.lend_phone(
        tournament_id=made.pk, role_id=role_of(made), by=factories.director(), now=NOON
    )
    phone, _secret = lent.fetch_phone(code=code, browser="", now=NOON)
    seen = []
    for minutes in (4, 6, 8):
        lent.look_in(phone, NOON + timedelta(minutes=minutes))
        phone.refresh_from_db()
        seen.append(phone.seen_at)
    assert seen == [NOON, NOON + timedelta(minutes=6), NOON + timedelta(minutes=6)]


def test_a_phone_has_the_rights_of_a_referee_here_and_nowhere_else(made):
    """Also where the person directs, administers, or referees another tournament."""
    keeper = factories.administrator("schiri").user
    assert keeper is not None
    other = factories.tournament(name="Nachbarturnier")
    factories.referee(other)
    for one in (made, other):
        grant_role(
            tournament_id=one.pk, user=keeper, kind=Role.Kind.DIRECTOR, by=factories.director(), now=NOON
        )
    _phone, code = lent.lend_phone(
        tournament_id=made.pk, role_id=role_of(made), by=factories.director(), now=NOON
    )
    phone, _secret = lent.fetch_phone(code=code, browser="", now=NOON)
    by = Actor(user=keeper, phone=phone)
    assert may_referee(by, made)
    assert not may_direct(by, made)
    assert not may_referee(by, other)
    assert not may_create(by)
    assert not may_administer(by)


def test_who_loses_the_task_loses_the_phone(made):
    phone = fetched(shown(made))
    withdraw_role(tournament_id=made.pk, role_id=role_of(made), by=factories.director(), now=NOON)
    assert phone.get(reverse("referee", args=[made.slug])).status_code == 403


def test_a_referee_gives_the_phone_back(made):
    phone = fetched(shown(made))
    assert phone.post(reverse("give_phone_back")).status_code == 302
    assert phone.get(reverse("referee", args=[made.slug])).status_code == 403
    assert LentPhone.objects.get().ended_at is not None
    assert phone.post(reverse("give_phone_back")).status_code == 302


def test_signing_out_everywhere_takes_the_borrowed_phone_along(made):
    phone = fetched(shown(made))
    own = Client()
    own.post("/anmelden/", {"username": "schiri", "password": "Kreuz-Bube-11"})
    assert "geliehenes Handy 1" in own.get("/konto/").content.decode()
    own.post(reverse("own_devices_off"))
    assert phone.get(reverse("referee", args=[made.slug])).status_code == 403


def test_phones_are_lent_to_referees_by_directors(made):
    with pytest.raises(NotAllowed):
        lent.lend_phone(
            tournament_id=made.pk,
            role_id=role_of(made),
            by=Actor(user=factories.user("schiri")),
            now=NOON,
        )
    director = Role.objects.get(tournament=made, kind=Role.Kind.DIRECTOR)
    with pytest.raises(lent.LoanRefused, match="für Schiedsrichter"):
        lent.lend_phone(tournament_id=made.pk, role_id=director.pk, by=factories.director(), now=NOON)
    somebody = Actor(user=factories.user("fremd"))
    phone, _code = lent.lend_phone(
        tournament_id=made.pk, role_id=role_of(made), by=factories.director(), now=NOON
    )
    with pytest.raises(NotAllowed):
        lent.end_loan(tournament_id=made.pk, number=phone.number, by=somebody, now=NOON)


def test_wrong_codes_are_counted(made):
    client = Client()
    answers = [client.get("/geliehen/gibt-es-nicht/").status_code for _try in range(25)]
    assert answers[0] == 422
    assert answers[-1] == 429


def test_who_is_signed_in_keeps_his_own_account(made):
    path = shown(made)
    own = Client()
    own.force_login(factories.user("andere"))
    assert "Zuerst abmelden" in own.get(path).content.decode()
    assert own.post(path).status_code == 200
    assert LentPhone.objects.get().redeemed_at is None
