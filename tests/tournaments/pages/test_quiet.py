""" "Nothing new" said before the session is what the whole house would say: same status, same heads, for whoever may ask."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as house
from django.contrib.sessions.models import Session
from django.core.signals import got_request_exception
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from benchmarks.hot_paths import polls_of
from tests import factories
from tests.tournaments.lists.test_pages import phone, signed_in, url
from tournaments.access.services.devices import bar_device, revoke_links
from tournaments.event.selectors.sheets import sheets
from tournaments.models import Role, SignedInDevice, TableDevice, Tournament, User
from tournaments.pages import quiet, sessions

pytestmark = pytest.mark.django_db
WITHOUT = [one for one in house.MIDDLEWARE if not one.endswith("QuietMiddleware")]
HEADS = ("Cache-Control", "Vary", "X-Every", "Content-Security-Policy", "X-Content-Type-Options")


@pytest.fixture
def sheet():
    return sheets().get(pk=factories.table_of(4).pk)


def said(answer: Any) -> tuple[Any, ...]:
    heads = {name: answer.get(name) for name in HEADS}
    if answer.status_code == 204:  # nothing in it hangs on the language
        heads["Vary"] = {one for one in (heads["Vary"] or "").split(", ") if one != "Accept-Language"}
    return answer.status_code, heads, answer.status_code == 204 or b"Tisch" in answer.content


def asked(client: Client, address: str, seen: str) -> Any:
    """The same question with and without the short way: one answer."""
    short = client.get(address, headers={"HX-Request": "true", "X-Seen": seen})
    plain = Client()
    plain.cookies = client.cookies
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house, "MIDDLEWARE", WITHOUT)
        whole = plain.get(address, headers={"HX-Request": "true", "X-Seen": seen})
    assert said(short) == said(whole)
    return short


def question(client: Client, page: str, part: str) -> tuple[str, str]:
    html = client.get(page).content.decode()
    return polls_of(html, part)


@pytest.fixture
def short_ones(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What the short way has answered, and 0 where it let the question go on."""
    given: list[int] = []
    ordinary = quiet.QuietMiddleware.short

    def noted(self: Any, request: Any) -> Any:
        answer = ordinary(self, request)
        given.append(0 if answer is None else answer.status_code)
        return answer

    monkeypatch.setattr(quiet.QuietMiddleware, "short", noted)
    return given


@pytest.mark.parametrize(("page", "part"), [("sheet", "stand"), ("game", "am-tisch")])
def test_a_phone_that_has_seen_everything_is_told_so_in_one_statement(sheet, short_ones, page, part):
    client = phone(sheet)
    address, seen = question(client, url(sheet, page, *([1] if page == "game" else [])), part)
    assert asked(client, address, seen).status_code == 204
    with CaptureQueriesContext(connection) as statements:
        assert client.get(address, headers={"HX-Request": "true", "X-Seen": seen}).status_code == 204
    assert len(statements) == 1
    assert short_ones == [204, 204]
    assert asked(client, address, "stand 0; ruf 0; am-tisch 0").status_code == 200
    factories.play(sheet, 1)
    assert asked(client, address, seen).status_code == 200
    assert short_ones == [204, 204, 0, 0]


def test_who_may_not_write_here_is_told_as_ever(sheet, short_ones):
    client = phone(sheet)
    address, seen = question(client, url(sheet, "game", 1), "am-tisch")
    assert asked(client, address, seen).status_code == 204
    bar_device(sheet_id=sheet.pk, number=1, by=factories.director(), now=timezone.now())
    assert asked(client, address, seen).status_code == 403
    TableDevice.objects.update(barred_at=None, last_seen_at=timezone.now() - timedelta(minutes=5))
    assert asked(client, address, seen).status_code == 204, "and it is noted"
    assert timezone.now() - TableDevice.objects.get().last_seen_at < timedelta(minutes=1)
    revoke_links(sheet_id=sheet.pk, by=factories.director(), now=timezone.now())
    assert asked(client, address, seen).status_code == 403
    assert short_ones == [204, 0, 0, 0]


def test_a_session_that_is_not_known_here_ended_or_ran_out_goes_the_ordinary_way(sheet, short_ones):
    client = phone(sheet)
    address, seen = question(client, url(sheet, "game", 1), "am-tisch")
    sessions.SAID_LAST.clear()
    assert asked(client, address, seen).status_code == 204
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert asked(client, address, seen).status_code == 403
    Session.objects.all().delete()
    assert asked(client, address, seen).status_code == 403
    assert short_ones == [0, 0, 0]


def test_a_reader_without_a_session_and_an_address_that_is_none(sheet, short_ones):
    reader = Client()
    address, seen = question(reader, url(sheet), "stand")
    assert asked(reader, address, seen).status_code == 204
    assert asked(reader, address.replace("/1/1/", "/9/9/"), seen).status_code == 404
    assert asked(reader, "/gibt/es/nicht/", seen).status_code == 404
    assert short_ones == [204, 0, 0]
    assert reader.post(address, headers={"HX-Request": "true", "X-Seen": seen}).status_code == 405
    assert short_ones == [204, 0, 0], "only a question is answered shortly"


def test_the_desk_is_seen_and_loses_its_answer_with_its_role(sheet, short_ones):
    client, made = signed_in(), sheet.table.series.tournament
    address, seen = question(client, reverse("referee", args=[made.slug]), "rufe")
    SignedInDevice.objects.all().delete()
    assert asked(client, address, seen).status_code == 204
    Tournament.objects.filter(pk=made.pk).update(hidden_at=timezone.now())
    assert asked(client, address, seen).status_code == 404
    Tournament.objects.filter(pk=made.pk).update(hidden_at=None)
    Role.objects.filter(tournament=made).update(kind=Role.Kind.TREASURER)
    assert asked(client, address, seen).status_code == 403
    Role.objects.filter(tournament=made).update(kind=Role.Kind.DIRECTOR)
    user = User.objects.get(username="leitung")
    user.set_password("ein anderes Wort")
    user.save()
    assert asked(client, address, seen).status_code == 403
    assert short_ones == [204, 0, 0, 0]


def test_a_name_that_is_not_ours_is_refused_here_too(sheet, settings):
    reader = Client()
    address, seen = question(reader, url(sheet), "stand")
    settings.ALLOWED_HOSTS = ["turnier.example.org"]
    answer = reader.get(address, headers={"HX-Request": "true", "X-Seen": seen, "Host": "fremd.example.org"})
    assert answer.status_code == 400


def test_a_database_that_is_away_is_said_once_and_alarms_nobody(sheet, monkeypatch):
    client = phone(sheet)
    address, seen = question(client, url(sheet, "game", 1), "am-tisch")
    asked_for: list[str] = []
    alarms: list[Any] = []

    def away(*_given: Any, **_more: Any) -> None:
        asked_for.append(address)
        raise OperationalError("gone")

    def alarm(**given: Any) -> None:
        alarms.append(given)

    got_request_exception.connect(alarm)
    monkeypatch.setattr("tournaments.rulings.views.news.pulse_of", away)
    try:
        answer = client.get(address, headers={"HX-Request": "true", "X-Seen": seen, "Accept-Language": "de"})
    finally:
        got_request_exception.disconnect(alarm)
    assert (answer.status_code, bool(answer["Retry-After"]), asked_for, alarms) == (503, True, [address], [])
    assert "Die Datenbank antwortet gerade nicht" in answer.content.decode()
