"""The first account: created once, from the machine itself, by whoever sits there; nobody else comes near it."""

from __future__ import annotations

import pytest
from django.conf import settings as project
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.at_once import all_at_once, told
from tournaments.access.services.tries import TRIES_OF_ADDRESS
from tournaments.accounts.services.accounts import create_first_account
from tournaments.event.services.machine import first_broken_machine_line
from tournaments.models import LoginAttempt, MachineEntry, User

pytestmark = pytest.mark.django_db
HERE = {"headers": {"host": "127.0.0.1:8000"}, "REMOTE_ADDR": "127.0.0.1"}
TYPED = {"username": "becker", "new": "Herz-Dame-1900", "again": "Herz-Dame-1900"}
URL = "/anmelden/erstes-konto/"


def test_the_first_person_at_the_machine_becomes_administrator_and_goes_on_to_a_tournament():
    client = Client(**HERE)
    onwards = "/turniere/neu/"
    answer = client.get(f"/anmelden/?next={onwards}", follow=True)
    assert "Wer leitet hier?" in answer.content.decode()
    answer = client.post(URL, {**TYPED, "next": onwards})
    assert (answer.status_code, answer["Location"]) == (302, onwards)
    user = User.objects.get()
    assert user.is_superuser
    assert user.check_password(TYPED["new"])
    assert client.get(onwards).status_code == 200
    assert client.get("/konto/").status_code == 200
    line = MachineEntry.objects.get()
    assert (line.deed, line.actor, line.facts) == ("first_account", "becker", {"name": "becker"})
    assert first_broken_machine_line() is None
    assert "erstes Konto angelegt" in client.get(reverse("machine")).content.decode()


def test_without_another_wish_it_goes_on_to_a_new_tournament():
    assert Client(**HERE).post(URL, TYPED)["Location"] == reverse("tournament_new")
    assert User.objects.count() == 1


def test_another_site_is_no_place_to_go_on_to():
    answer = Client(**HERE).post(URL, {**TYPED, "next": "https://evil.example/"})
    assert answer["Location"] == reverse("tournament_new")


@pytest.mark.parametrize("active", [True, False])
def test_once_anybody_has_an_account_it_is_never_offered_again(active):
    user = factories.user("leitung")
    User.objects.filter(pk=user.pk).update(is_active=active)
    client = Client(**HERE)
    assert client.get(URL)["Location"] == reverse("login")
    assert client.get("/anmelden/").status_code == 200
    answer = client.post(URL, TYPED)
    assert answer.status_code == 422
    assert "inzwischen ein Konto" in answer.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "where",
    [
        {"headers": {"host": "192.0.2.7:8000"}, "REMOTE_ADDR": "192.0.2.33"},
        {"headers": {"host": "127.0.0.1:8000"}, "REMOTE_ADDR": "192.0.2.33"},
        {"headers": {"host": "192.0.2.7:8000"}, "REMOTE_ADDR": "127.0.0.1"},
        {"headers": {"host": "rebound.example:8000"}, "REMOTE_ADDR": "127.0.0.1"},
        {"headers": {"host": "127.0.0.1.evil.example"}, "REMOTE_ADDR": "127.0.0.1"},
        {"headers": {"host": "127.0.0.1:8000", "X-Forwarded-For": "127.0.0.1"}, "REMOTE_ADDR": "127.0.0.1"},
        {"headers": {"host": "127.0.0.1:8000", "X-Forwarded-Proto": "https"}, "REMOTE_ADDR": "127.0.0.1"},
        {"headers": {"host": "127.0.0.1:8000", "CF-Connecting-IP": "::1"}, "REMOTE_ADDR": "127.0.0.1"},
        {"headers": {"host": "localhost:8000", "Forwarded": "for=127.0.0.1"}, "REMOTE_ADDR": "::1"},
        {"headers": {"host": "127.0.0.1:8000"}, "REMOTE_ADDR": "127.0.0.1", "SERVER_PROTOCOL": "HTTP/1.0"},
    ],
    ids=[
        "another machine",
        "another machine that says 127.0.0.1",
        "by the address of the hall",
        "a name pointed at 127.0.0.1",
        "a name that begins like it",
        "a proxy that says for whom",
        "a proxy that says how",
        "a tunnel",
        "a proxy in the newer words",
        "a proxy that says nothing",
    ],
)
def test_from_anywhere_else_it_is_refused_and_the_log_in_says_where_it_is(where):
    client = Client(**where)
    assert client.get(URL)["Location"] == reverse("login")
    page = client.get("/anmelden/")
    assert page.status_code == 200
    assert "Noch hat hier niemand ein Konto." in page.content.decode()
    assert client.post(URL, TYPED).status_code == 403
    assert not User.objects.exists()


@pytest.mark.parametrize("said", [{"PRODUCTION": True}, {"BEHIND_PROXY": 1}])
def test_a_host_on_the_internet_never_offers_it(said, settings):
    for name, value in said.items():
        setattr(settings, name, value)
    client = Client(**HERE)
    assert client.get(URL)["Location"] == reverse("login")
    assert client.get("/anmelden/").status_code == 200
    assert client.post(URL, TYPED).status_code == 403
    assert not User.objects.exists()


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:9999", "null"])
def test_another_site_in_the_same_browser_cannot_send_the_form(origin):
    client = Client(enforce_csrf_checks=True, **HERE)
    client.get(URL)
    secret = client.cookies[project.CSRF_COOKIE_NAME].value
    for more in ({}, {"csrfmiddlewaretoken": secret}):  # also if it had read or set the cookie
        answer = client.post(URL, TYPED | more, headers={**HERE["headers"], "origin": origin})
        assert answer.status_code == 403
    assert not User.objects.exists()
    mine = client.post(
        URL,
        TYPED | {"csrfmiddlewaretoken": secret},
        headers={**HERE["headers"], "origin": "http://127.0.0.1:8000"},
    )
    assert mine.status_code == 302


def test_the_page_cannot_be_shown_in_a_frame():
    assert Client(**HERE).get(URL)["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"username": ""}, "username"),
        ({"username": "Anna Becker"}, "username"),
        ({"new": "kurz", "again": "kurz"}, "new"),
        ({"username": "becker1900", "new": "becker1900", "again": "becker1900"}, "new"),
        ({"again": "Herz-Dame-1901"}, "again"),
    ],
)
def test_what_is_typed_wrong_is_said_at_its_field_and_creates_nobody(wrong, said):
    answer = Client(**HERE).post(URL, TYPED | wrong)
    assert answer.status_code == 422
    assert said in answer.context["form"].errors
    assert not User.objects.exists()


def test_an_empty_form_is_refused():
    assert Client(**HERE).post(URL, {}).status_code == 422


def test_whoever_tries_too_often_waits():
    factories.user("leitung")
    client = Client(**HERE)
    answers = [client.post(URL, TYPED).status_code for _try in range(TRIES_OF_ADDRESS + 1)]
    assert answers == [422] * TRIES_OF_ADDRESS + [429]


def test_a_page_that_was_drawn_while_nobody_had_an_account_is_not_kept():
    stranger = {"headers": {"host": "192.0.2.7:8000"}, "REMOTE_ADDR": "192.0.2.33"}
    assert "Noch hat hier niemand" in Client(**stranger).get("/anmelden/").content.decode()
    assert Client(**HERE).post(URL, TYPED).status_code == 302
    assert "Noch hat hier niemand" not in Client(**stranger).get("/anmelden/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_becomes_administrator():
    def one(name: str):
        return lambda: create_first_account(
            username=name, password=TYPED["new"], address=name, here=True, now=timezone.now()
        )

    answers = all_at_once([one(f"becker{number}") for number in range(6)])
    assert told(answers) == {"User": 1, "AccountRefused": 5}
    assert User.objects.count() == MachineEntry.objects.filter(deed="first_account").count() == 1
    assert LoginAttempt.objects.count() == 6
