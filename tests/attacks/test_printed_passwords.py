"""The demo prints passwords: they open the demo at the laptop itself, nothing from another device, and nothing that counts."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.event.core.demo import EVENINGS
from tournaments.management.demo.play import demo_account, read_plan
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db
PRINTED = "Kreuz-Bube-11"
LAPTOP = {"headers": {"host": "127.0.0.1:8000"}, "REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture
def demo() -> None:
    """Its people, and one of its evenings."""
    for user in read_plan().users:
        demo_account(user, lambda _name: PRINTED)
    made = factories.tournament(name="Probe")
    Tournament.objects.filter(pk=made.pk).update(slug=EVENINGS[0])
    User.objects.exclude(username__in=["leitung", "schiri", "verwaltung"]).delete()


def log_in(username: str = "leitung", password: str = PRINTED, **where):
    client = Client(**(where or LAPTOP))
    return client, client.post("/anmelden/", {"username": username, "password": password})


def test_the_demo_is_known_by_its_evenings():
    assert tuple(evening.slug for evening in read_plan().evenings) == EVENINGS


@pytest.mark.parametrize("username", ["leitung", "schiri", "verwaltung"])
def test_at_the_laptop_the_demo_opens(demo, username):
    client, answer = log_in(username)
    assert answer.status_code == 302
    assert client.get("/konto/").status_code == 200


@pytest.mark.parametrize(
    "where",
    [
        {"headers": {"host": "192.0.2.7:8000"}, "REMOTE_ADDR": "192.0.2.33"},
        {"headers": {"host": "127.0.0.1:8000"}, "REMOTE_ADDR": "192.0.2.33"},
        {"headers": {"host": "192.0.2.7:8000"}, "REMOTE_ADDR": "127.0.0.1"},
        {"headers": {"host": "tunnel.example"}, "REMOTE_ADDR": "127.0.0.1"},
        {"headers": {"host": "127.0.0.1:8000", "X-Forwarded-For": "203.0.113.9"}, "REMOTE_ADDR": "127.0.0.1"},
        {"headers": {"host": "localhost:8000", "Forwarded": "for=203.0.113.9"}, "REMOTE_ADDR": "::1"},
    ],
)
@pytest.mark.parametrize("username", ["leitung", "verwaltung"])
def test_from_another_device_it_opens_nothing_and_the_page_says_what_to_do(demo, username, where):
    client, answer = log_in(username, **where)
    assert answer.status_code == 422
    assert "ein eigenes Passwort wählen" in answer.content.decode()
    assert client.get("/konto/").status_code == 403


def test_a_wrong_password_is_told_in_the_usual_words(demo):
    _client, answer = log_in(password="falsch", REMOTE_ADDR="192.0.2.33")
    assert "passen nicht zusammen" in answer.content.decode()


def test_a_host_on_the_internet_is_never_at_the_laptop(demo, settings):
    settings.BEHIND_PROXY = True
    assert log_in()[1].status_code == 422
    settings.BEHIND_PROXY, settings.PRODUCTION = False, True
    assert log_in()[1].status_code == 422


def test_an_own_password_opens_from_everywhere(demo):
    client, _answer = log_in()
    new = {"old": PRINTED, "new": "Herz-Dame-1900", "again": "Herz-Dame-1900"}
    assert client.post(reverse("new_password"), new).status_code == 302
    assert log_in(password="Herz-Dame-1900", REMOTE_ADDR="192.0.2.33")[1].status_code == 302


def test_beside_a_tournament_of_ones_own_a_new_password_is_asked_for_first(demo):
    factories.tournament(name="Echtes Turnier")
    client, answer = log_in("schiri")
    assert answer["Location"].startswith(reverse("new_password"))
    assert client.get("/konto/").status_code == 403
    assert "gilt nur an diesem Rechner" in client.get(reverse("new_password")).content.decode()
    client.post(reverse("new_password"), {"new": "Herz-Dame-1900", "again": "Herz-Dame-1900"})
    assert client.get("/konto/").status_code == 200
    assert not User.objects.get(username="schiri").printed_password


def test_beside_a_tournament_of_ones_own_nobody_administers_with_a_printed_password(demo):
    factories.tournament(name="Echtes Turnier")
    client, answer = log_in("verwaltung")
    assert answer.status_code == 422
    assert "manage.py changepassword verwaltung" in answer.content.decode()
    keeper = User.objects.get(username="verwaltung")
    keeper.set_password("Herz-Dame-1900")  # what that command does
    keeper.save()
    assert log_in("verwaltung", "Herz-Dame-1900")[1].status_code == 302
    assert client.get(reverse("machine")).status_code == 403


@pytest.mark.slow
def test_a_new_way_of_hashing_does_not_open_the_door(demo, settings):
    """At the log-in the password is hashed again; what is remembered of the demo stays."""
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
        *settings.PASSWORD_HASHERS,
    ]
    for _try in range(2):
        assert log_in(REMOTE_ADDR="192.0.2.33")[1].status_code == 422


@pytest.mark.slow
def test_a_demo_of_an_older_version_learns_it_at_the_next_start(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    call_command("load_demo", verbosity=0)
    assert set(User.objects.values_list("printed_password", flat=True)) == {True}
    User.objects.update(printed_password=False)
    call_command("load_demo", verbosity=0)
    assert set(User.objects.values_list("printed_password", flat=True)) == {True}
