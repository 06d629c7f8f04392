"""Whoever sits down at an open laptop guesses no secret from inside: each form that asks one counts like the log-in."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tests.tournaments.backups.test_encryption import WORDS
from tournaments.access.services.signed_in import own_devices
from tournaments.backups.services.backups import Occasion, make_backup
from tournaments.models import LoginAttempt, User

pytestmark = pytest.mark.django_db
RIGHT = "Kreuz-Bube-11"
NEW = {"new": "Herz-Dame-1900", "again": "Herz-Dame-1900"}
FORMS = {"new_password": lambda typed: {"old": typed, **NEW}, "prove": lambda typed: {"password": typed}}


def signed_in(address: str = "10.0.0.7") -> Client:
    """Sign in with the password and return the browser; the session is in the list of devices."""
    browser = Client(REMOTE_ADDR=address)
    assert browser.post(reverse("login"), {"username": "leitung", "password": RIGHT}).status_code == 302
    return browser


@pytest.mark.parametrize("name", FORMS)
def test_forty_guesses_of_the_own_password_end_after_five(name):
    factories.user()
    browser = signed_in()
    told = Counter(browser.post(reverse(name), FORMS[name](f"geraten{n}")).status_code for n in range(40))
    assert told == {422: 5, 429: 35}
    last = browser.post(reverse(name), FORMS[name](RIGHT))
    assert last.status_code == 429, "the right one neither, until the pause is over"
    assert "zu viele Versuche" in last.content.decode()
    assert User.objects.get(username="leitung").check_password(RIGHT)


def test_both_forms_and_every_address_and_a_lost_cookie_share_one_count():
    factories.user()
    browser = signed_in()
    told = Counter()
    for n in range(40):
        if n == 20:
            del browser.cookies["rommeclub_bekannt"]
        name = sorted(FORMS)[n % 2]
        told[
            browser.post(reverse(name), FORMS[name](f"geraten{n}"), REMOTE_ADDR=f"10.{n}.0.1").status_code
        ] += 1
    assert told[422] == 5, told


def test_guesses_from_inside_count_at_the_log_in_too():
    factories.user()
    browser = signed_in()
    for n in range(5):
        browser.post(reverse("prove"), {"password": f"geraten{n}"})
    browser.post(reverse("logout"))
    again = browser.post(reverse("login"), {"username": "leitung", "password": "geraten"})
    assert again.status_code == 429


def test_the_owner_elsewhere_is_not_shut_out_and_a_right_word_opens_the_count():
    factories.user()
    thief = signed_in()
    for n in range(10):
        thief.post(reverse("prove"), {"password": f"geraten{n}"})
    owner = signed_in("10.9.9.9")
    for _round in range(3):
        for n in range(4):
            assert owner.post(reverse("prove"), {"password": f"vertippt{n}"}).status_code == 422
        assert owner.post(reverse("prove"), {"password": RIGHT}).status_code == 302
    assert owner.post(reverse("new_password"), {"old": RIGHT, **NEW}).status_code == 302
    assert owner.get(reverse("own_account")).status_code == 200, "still signed in here"
    assert len(own_devices(User.objects.get(username="leitung"))) == 1, "and nowhere else"
    assert thief.post(reverse("prove"), {"password": RIGHT}).status_code in (302, 403)


def test_what_is_wrong_with_the_new_password_is_said_without_looking_at_the_old_one():
    factories.user()
    browser = signed_in()
    LoginAttempt.objects.all().delete()
    for _try in range(8):
        weak = browser.post(reverse("new_password"), {"old": RIGHT, "new": "kurz", "again": "kurz"})
        assert weak.status_code == 422
        assert "nicht das Passwort" not in weak.content.decode()
    assert browser.post(reverse("new_password"), {"old": RIGHT, **NEW}).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_the_passphrase_of_a_backup_is_not_guessed_on_its_pages(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    made = factories.tournament(players=3)
    User.objects.filter(username="leitung").update(is_superuser=True)
    keeper = factories.user()
    kept = make_backup(Occasion.HAND, now=NOON, passphrase=WORDS)
    browser = Client()
    browser.force_login(keeper)
    page, whole = reverse("machine_restore"), reverse("backup", args=[made.slug])
    told = Counter()
    for n in range(6):
        told[
            browser.post(page, {"backup": kept.path.name, "passphrase": f"falsch falsch {n}"}).status_code
        ] += 1
        told[
            browser.post(whole, {"look": kept.path.name, "passphrase": f"falsch falsch {n}"}).status_code
        ] += 1
    assert told == {422: 5, 429: 7}
    LoginAttempt.objects.all().delete()
    assert browser.post(page, {"backup": kept.path.name, "passphrase": WORDS}).status_code == 200
    assert not LoginAttempt.objects.filter(who__startswith="passphrase").exists()
