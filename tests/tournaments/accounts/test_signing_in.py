"""Signing in: right, wrong, too often; one-time passwords; how pages are shown."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tournaments.access.services import tries
from tournaments.access.services.tries import TRIES, LoginRefused, TooManyTries
from tournaments.accounts.services.accounts import AccountRefused, create_account, sign_in
from tournaments.models import LoginAttempt, Role, User

pytestmark = pytest.mark.django_db
LOGIN = "/anmelden/"


def login(client: Client, password: str = "Kreuz-Bube-11", username: str = "leitung", **more: str):
    return client.post(LOGIN, {"username": username, "password": password, **more})


def attempt(password: str, *, now=factories.NOON, address: str = "10.0.0.7", username: str = "leitung"):
    return sign_in(username=username, password=password, address=address, now=now)


# Through the browser ------------------------------------------------------------------------------------------


def test_signing_in_leads_to_where_one_wanted_to_go():
    made = factories.tournament()
    desk = reverse("desk", args=[made.slug])
    client = Client()
    refused = client.get(desk)
    assert refused.status_code == 403
    way = re.search(r'href="(/anmelden/\?next=[^"]+)"', refused.content.decode())
    assert way is not None
    assert desk in client.get(way[1]).content.decode()
    assert login(client, next=desk)["Location"] == desk
    assert client.get(desk).status_code == 200


@pytest.mark.parametrize(
    "there", ["https://anderswo.example/", "//anderswo.example/", "javascript:alert(1)", ""]
)
def test_signing_in_never_leads_to_another_site(there):
    factories.user()
    assert login(Client(), next=there)["Location"] == "/"


def test_a_wrong_password_keeps_the_name_and_says_what_to_do():
    factories.user()
    answer = login(Client(), "falsch")
    assert answer.status_code == 422
    assert "passen nicht zusammen" in answer.content.decode()
    assert 'value="leitung"' in answer.content.decode()
    assert "falsch" not in answer.content.decode()


def test_a_name_that_nobody_has_is_refused_in_the_same_words():
    factories.user()
    known, unknown = login(Client(), "falsch"), login(Client(), "falsch", "niemand")
    sentence = "Name und Passwort passen nicht zusammen"
    assert sentence in known.content.decode()
    assert sentence in unknown.content.decode()


def test_after_too_many_tries_the_page_says_when_it_goes_on():
    factories.user()
    client = Client()
    for _try in range(TRIES):
        assert login(client, "falsch").status_code == 422
    answer = login(client)  # now even the right one has to wait
    assert answer.status_code == 429
    assert re.search(r"Ab \d\d:\d\d Uhr geht es weiter", answer.content.decode())
    assert client.get(reverse("tournament_new")).status_code == 403


def test_the_door_of_the_administration_counts_tries_too():
    boss = factories.user("vorstand")
    User.objects.filter(pk=boss.pk).update(is_staff=True, is_superuser=True)
    door = "/verwaltung/login/?next=/verwaltung/"
    for _try in range(TRIES + 3):
        Client().post(door, {"username": "vorstand", "password": "geraten"})
    guessing = Client()
    guessing.post(door, {"username": "vorstand", "password": "Kreuz-Bube-11"})
    assert guessing.get("/verwaltung/").status_code == 302

    asked = Client().get("/verwaltung/", follow=True)
    assert asked.redirect_chain[-1][0] == "/anmelden/?next=/verwaltung/"
    client = Client()
    assert login(client, username="vorstand", next="/verwaltung/")["Location"] == "/verwaltung/"
    assert client.get("/verwaltung/").status_code == 200
    assert client.get(door)["Location"] == "/verwaltung/"
    factories.user()
    helper = Client()
    login(helper)
    assert helper.get("/verwaltung/", follow=True).status_code == 403  # and not round in circles


@pytest.mark.parametrize("username", ["ﬁscher", "ｆischer"])
def test_letters_that_only_look_different_are_the_same_name(username):
    made = factories.tournament()
    client = Client()
    client.force_login(factories.user())
    address = reverse("account_new", args=[made.slug])
    data = {"konto-given_name": "Probe", "konto-family_name": "Fischer", "konto-kind": "referee"}
    assert client.post(address, data | {"konto-username": "fischer"}).status_code == 200
    taken = client.post(address, data | {"konto-username": username})
    assert taken.status_code == 422
    assert "gibt es schon" in taken.content.decode()
    User.objects.get(username="fischer").set_password("Kreuz-Bube-11")
    assert attempt("Kreuz-Bube-11", username="ｌeitung").username == "leitung"


def test_leaving_takes_a_button():
    factories.user()
    client = Client()
    login(client)
    client.get(reverse("logout"))
    assert client.get(reverse("tournament_new")).status_code == 200
    client.post(reverse("logout"))
    assert client.get(reverse("tournament_new")).status_code == 403


def test_the_choice_of_display_is_kept_and_nonsense_is_not():
    client = Client()
    answer = client.post(reverse("display"), {"theme": "dark", "type": "riesig", "next": "/anmelden/"})
    assert answer["Location"] == "/anmelden/"
    assert client.cookies["rommeclub_theme"].value == "dark"
    assert "rommeclub_type" not in client.cookies
    assert 'data-theme="dark"' in client.get(LOGIN).content.decode()


# The pause ----------------------------------------------------------------------------------------------------


def test_the_pause_ends_when_it_said():
    factories.user()
    for minute in range(TRIES):
        with pytest.raises(LoginRefused):
            attempt("falsch", now=factories.NOON + timedelta(minutes=minute))
    with pytest.raises(TooManyTries) as refused:
        attempt("Kreuz-Bube-11", now=factories.NOON + timedelta(minutes=6))
    assert "13:10" in str(refused.value)  # noon is UTC, the hall is an hour ahead
    assert refused.value.wait == timedelta(minutes=4)
    assert attempt("Kreuz-Bube-11", now=factories.NOON + timedelta(minutes=10)).username == "leitung"


def test_waiting_at_the_door_does_not_make_the_pause_longer():
    factories.user()
    for _try in range(TRIES):
        with pytest.raises(LoginRefused):
            attempt("falsch")
    for second in range(50):
        with pytest.raises(TooManyTries):
            attempt("falsch", now=factories.NOON + timedelta(seconds=second))
    attempt("Kreuz-Bube-11", now=factories.NOON + tries.PAUSE)


def test_the_pause_is_for_this_name_from_this_address():
    factories.user()
    factories.user("zweite")
    for _try in range(TRIES):
        with pytest.raises(LoginRefused):
            attempt("falsch")
    attempt("Kreuz-Bube-11", address="10.0.0.8")
    attempt("Kreuz-Bube-11", username="zweite")


def test_success_forgets_the_slips():
    factories.user()
    for _day in range(3):
        for _try in range(TRIES - 1):
            with pytest.raises(LoginRefused):
                attempt("falsch")
        attempt("Kreuz-Bube-11")
    own = LoginAttempt.objects.filter(who=tries.keyed("login", "leitung\n10.0.0.7"))
    assert not own.exists()


def test_nothing_readable_is_kept_of_a_try_and_nothing_for_long():
    with pytest.raises(LoginRefused):
        attempt("Geheimnis", username="Geheimnis ins falsche Feld")
    kept = LoginAttempt.objects.values_list("who", flat=True)
    assert len(kept) == 4
    assert all(re.fullmatch("login[a-z-]*:[0-9a-f]{48}", who) for who in kept)
    with pytest.raises(LoginRefused):
        attempt("falsch", username="anderer", now=factories.NOON + timedelta(days=2))
    assert LoginAttempt.objects.count() == 4


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_many_workers_asked_at_once_let_no_more_tries_through():
    factories.user()
    now = timezone.now()

    def one(_number: int) -> type[Exception]:
        try:
            attempt("falsch", now=now)
        except LoginRefused as refused:
            return type(refused)
        finally:
            connections.close_all()
        raise AssertionError("a wrong password was let in")

    with ThreadPoolExecutor(8) as workers:
        answers = list(workers.map(one, range(20)))
    assert answers.count(LoginRefused) <= TRIES
    assert answers.count(TooManyTries) >= 20 - TRIES


# One-time passwords -------------------------------------------------------------------------------------------


def new_account(tournament, username: str = "helfer"):
    return create_account(
        tournament_id=tournament.pk,
        username=username,
        given_name="Hilde",
        family_name="Helferin",
        kind=Role.Kind.REFEREE,
        by=factories.director(),
        now=factories.NOON,
    )


def test_a_one_time_password_opens_only_the_page_where_an_own_one_is_chosen():
    made = factories.tournament()
    user, password = new_account(made)
    client = Client()
    answer = login(client, password, user.username)
    assert answer["Location"].startswith(reverse("new_password"))
    assert client.get(reverse("desk", args=[made.slug])).status_code == 403
    assert "Hilde Helferin" in client.get(reverse("new_password")).content.decode()
    weak = client.post(reverse("new_password"), {"new": "kurz", "again": "kurz"})
    assert weak.status_code == 422
    client.post(reverse("new_password"), {"new": "Herz-Dame-1900", "again": "Herz-Dame-1900"})
    assert client.get(reverse("desk", args=[made.slug])).status_code == 200
    with pytest.raises(LoginRefused):
        attempt(password, username=user.username)
    assert attempt("Herz-Dame-1900", username=user.username).pk == user.pk


def test_two_different_new_passwords_are_not_taken():
    made = factories.tournament()
    user, password = new_account(made)
    client = Client()
    login(client, password, user.username)
    answer = client.post(reverse("new_password"), {"new": "Herz-Dame-1900", "again": "Herz-Dame-1901"})
    assert answer.status_code == 422
    assert User.objects.get(pk=user.pk).one_time_password


def test_who_is_signed_in_shows_the_old_password_first():
    factories.user()
    client = Client()
    login(client)
    wrong = client.post(
        reverse("new_password"), {"old": "falsch", "new": "Herz-Dame-1900", "again": "Herz-Dame-1900"}
    )
    assert wrong.status_code == 422
    right = {"old": "Kreuz-Bube-11", "new": "Herz-Dame-1900", "again": "Herz-Dame-1900"}
    assert client.post(reverse("new_password"), right).status_code == 302
    assert client.get(reverse("tournament_new")).status_code == 200  # still signed in


def test_the_password_is_shown_once_and_stands_nowhere():
    made = factories.tournament()
    client = Client()
    client.force_login(factories.user())
    sent = {
        "konto-username": "helfer",
        "konto-given_name": "Hilde",
        "konto-family_name": "Helferin",
        "konto-kind": "referee",
    }
    shown = client.post(reverse("account_new", args=[made.slug]), sent)
    [password] = re.findall(r"<code>([a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4})</code>", shown.content.decode())
    assert "no-store" in shown["Cache-Control"]
    assert User.objects.get(username="helfer").check_password(password)
    assert password not in client.get(reverse("journal", args=[made.slug])).content.decode()
    again = client.post(reverse("account_new", args=[made.slug]), sent)
    assert again.status_code == 422
    assert "gibt es schon" in again.content.decode()
    assert 'value="Hilde"' in again.content.decode()


def test_an_account_is_made_once_whatever_the_capitals():
    made = factories.tournament()
    new_account(made)
    with pytest.raises(AccountRefused):
        new_account(made, "HELFER")


def test_whoever_has_one_task_lands_on_it():
    made = factories.tournament()
    factories.referee(made)
    assert login(Client(), username="schiri")["Location"] == reverse("referee", args=[made.slug])
    assert login(Client())["Location"] == reverse("desk", args=[made.slug])
    factories.tournament(name="Noch eins")
    assert login(Client())["Location"] == "/"  # there is a choice
