"""Guessing at the log-in: many names from one address, many addresses for one name, many at once. Nobody is shut out."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, get_hasher
from django.test import Client, override_settings
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tests.tournaments.lists.test_pages import signed_in
from tournaments.access.services.tries import LoginRefused, TooManyTries
from tournaments.accounts.services.accounts import sign_in
from tournaments.pages.doors import DEAR

pytestmark = pytest.mark.django_db
RIGHT = "Kreuz-Bube-11"


def guess(username: str, address: str, *, now=NOON, password: str = "geraten", device: str = "") -> str:
    try:
        sign_in(username=username, password=password, address=address, now=now, device=device)
    except LoginRefused as refusal:
        return type(refusal).__name__
    return "in"


def test_thirty_names_from_one_address_are_stopped():
    told = Counter(guess(f"name{n}", "10.0.0.7") for n in range(30))
    assert told["LoginRefused"] == 20
    assert told["TooManyTries"] == 10


@pytest.mark.slow
def test_forty_addresses_for_one_name_are_slowed_and_the_person_is_not_shut_out():
    factories.user()
    told = Counter(
        guess("leitung", f"10.0.{n}.7", now=NOON + timedelta(seconds=n)) for n in range(40)
    )  # one each second
    assert told["LoginRefused"] <= 18, told
    assert told["Slowed"] >= 22, told
    later = NOON + timedelta(seconds=70)
    assert guess("leitung", "10.9.9.9", now=later, password=RIGHT) == "in", (
        "with some patience, from anywhere"
    )
    for n in range(40):
        guess("leitung", f"10.1.{n}.7", now=later + timedelta(seconds=1))
    soon = later + timedelta(seconds=2)
    assert guess("leitung", "10.2.0.1", now=soon, password=RIGHT) == "Slowed"
    assert guess("leitung", "10.2.0.1", now=soon, password=RIGHT, device="mine") == "in", "a known browser"


@pytest.mark.slow
def test_many_names_from_many_addresses_go_one_by_one():
    told = Counter(guess(f"name{n}", f"10.{n % 50}.{n // 50}.7") for n in range(260))
    assert told["LoginRefused"] <= 201, told
    assert guess("another", "10.200.0.1", now=NOON + timedelta(seconds=3)) == "LoginRefused"


def test_a_hall_where_somebody_signed_in_before_is_not_shut_out_by_a_few_slips():
    factories.user()
    assert guess("leitung", "10.0.0.7", password=RIGHT) == "in"
    told = Counter(guess(f"helper{n}", "10.0.0.7") for n in range(30))
    assert told == {"LoginRefused": 30}
    assert guess("leitung", "10.0.0.7", password=RIGHT) == "in"


@pytest.mark.slow
def test_a_browser_is_known_by_a_signed_cookie_for_its_own_names_only():
    factories.user()
    factories.user("zweite")
    client = Client()
    client.post("/anmelden/", {"username": "leitung", "password": RIGHT})
    client.post("/abmelden/")
    for n in range(60):
        guess("leitung", f"10.0.{n}.7")
        guess("zweite", f"10.0.{n}.7")
    stranger = Client(REMOTE_ADDR="10.77.0.1")
    client.defaults["REMOTE_ADDR"] = "10.77.0.2"
    assert client.post("/anmelden/", {"username": "Leitung", "password": "falsch"}).status_code == 422
    assert client.post("/anmelden/", {"username": "zweite", "password": RIGHT}).status_code in (302, 429)
    forged = Client(REMOTE_ADDR="10.77.0.3")
    forged.cookies["rommeclub_bekannt"] = client.cookies["rommeclub_bekannt"].value[:-2] + "xx"
    assert stranger.post("/anmelden/", {"username": "x", "password": ""}).status_code == 422
    assert forged.post("/anmelden/", {"username": "x", "password": ""}).status_code == 422


def test_a_clock_a_year_ahead_and_back_locks_nobody_out():
    factories.user()
    ahead = NOON + timedelta(days=365)
    for _n in range(8):
        guess("leitung", "10.0.0.7", now=ahead)
    assert guess("leitung", "10.0.0.7", now=ahead, password=RIGHT) == "TooManyTries"
    assert guess("leitung", "10.0.0.7", password=RIGHT) == "in"


@pytest.mark.slow
def test_a_hash_takes_bounded_memory_and_so_many_at_once():
    door, methods = DEAR["login"]
    with override_settings(PASSWORD_HASHERS=["tournaments.accounts.hashing.LeanArgon2"]):
        hasher = get_hasher()
        assert isinstance(hasher, Argon2PasswordHasher)
        assert hasher.memory_cost * 1024 * door.at_once <= 128 * 1024 * 1024
        old = Argon2PasswordHasher().encode("geheim", "x" * 16)
        assert hasher.verify("geheim", old)
        assert hasher.must_update(old), "an older hash is made anew at the next log-in"
    assert "POST" in methods


def test_who_comes_while_the_door_is_full_is_told_to_come_again():
    door, _methods = DEAR["login"]
    taken = [door._admitted.acquire(blocking=False) for _n in range(door.at_once + door.waiting)]
    try:
        answer = Client().post(reverse("login"), {"username": "a", "password": "b"})
    finally:
        for _one in taken:
            door._admitted.release()
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert "noch einmal" in answer.content.decode()
    assert Client().get(reverse("login")).status_code == 200


def test_the_pause_says_how_long():
    for _n in range(5):
        guess("leitung", "10.0.0.7")
    with pytest.raises(TooManyTries, match="Ab 13:10 Uhr"):
        sign_in(username="leitung", password=RIGHT, address="10.0.0.7", now=NOON)


@pytest.mark.parametrize(
    "asked", ["desk", "logout", "x", "a\0b", "https:///x", "//elsewhere.example/", "\\\\x"]
)
def test_what_is_no_path_leads_home(asked):
    """`next=x` was taken for the name of a view that is not there: an error 500, without an account."""
    factories.director()
    for answer in (
        Client().post(reverse("display"), {"theme": "dark", "next": asked}),
        signed_in().get(reverse("login"), {"next": asked}),
    ):
        assert (answer.status_code, answer["Location"]) == (302, "/")
