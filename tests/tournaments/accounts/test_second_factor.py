"""A second factor: the app is set up and asked, a code opens once, paper stands in for a lost phone, the keyboard for lost paper."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import BytesIO, StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from tests import factories
from tests.factories import NOON
from tournaments.access.services.tries import TRIES, TooManyTries
from tournaments.accounts.core import codes
from tournaments.accounts.selectors.second import app_secret, new_nonce, second_of
from tournaments.accounts.services import second
from tournaments.event.permissions import Actor
from tournaments.event.services.machine import first_broken_machine_line
from tournaments.models import Authenticator, MachineEntry, RecoveryCode, User

pytestmark = pytest.mark.django_db
PASSWORD = "Kreuz-Bube-11"
STEP = "/anmelden/zweiter-schritt/"


def digits(user: User, now, *, nonce: str = "", away: int = 0) -> str:
    """What the app of this person shows."""
    nonce = nonce or Authenticator.objects.get(user=user).nonce
    return codes.code_at(app_secret(user.pk, nonce), codes.step_of(now.timestamp()) + away)


def with_app(username: str = "leitung", *, now=NOON) -> tuple[User, list[str]]:
    user, nonce = factories.user(username), new_nonce()
    sheet = second.set_app_up(
        nonce=nonce, typed=digits(user, now, nonce=nonce), here="", by=Actor(user=user), now=now
    )
    return user, sheet


def give(user: User, typed: str, *, now=NOON, address: str = "10.0.0.7", device: str = "") -> None:
    second.give_code(user=user, typed=typed, address=address, device=device, now=now)


def deeds() -> list[str]:
    return list(MachineEntry.objects.values_list("deed", flat=True))


def password_given(client: Client, username: str = "leitung", **more: str):
    return client.post("/anmelden/", {"username": username, "password": PASSWORD, **more})


# The arithmetic -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(59, "287082"), (1111111109, "081804"), (1111111111, "050471"), (1234567890, "005924"), (2000000000, "279037"), (20000000000, "353130")],
)  # fmt: skip
def test_the_app_shows_what_the_standard_says(seconds, shown):
    """The vectors of RFC 6238, of whose eight digits the apps show the last six."""
    assert codes.code_at(b"12345678901234567890", codes.step_of(seconds)) == shown


def test_the_secret_is_stored_nowhere(settings):
    user, _sheet = with_app()
    nonce = Authenticator.objects.get().nonce
    secret = app_secret(user.pk, nonce)
    settings.SECRET_KEY = "another-key-of-this-machine-0123456789-abcdefghijkl"
    assert app_secret(user.pk, nonce) != secret


# Setting up, by the pages -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_whole_story_of_an_app():
    client, user = Client(), factories.user()
    assert password_given(client).status_code == 302
    page = client.get(reverse("own_app"))
    assert page.status_code == 200
    assert "<svg" in page.content.decode()
    nonce = client.session["app_nonce"]
    wrong = client.post(
        reverse("own_app"),
        {"code": "000000" if digits(user, timezone.now(), nonce=nonce) != "000000" else "1"},
    )
    assert wrong.status_code == 422
    assert "passt nicht" in wrong.content.decode()
    shown = client.post(reverse("own_app"), {"code": digits(user, timezone.now(), nonce=nonce)})
    sheet = re.findall(r"<code>([a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4})</code>", shown.content.decode())
    assert len(sheet) == codes.SHEET
    signed = re.search(r'name="signed" value="([^"]+)"', shown.content.decode())
    assert signed is not None
    pdf = client.post(reverse("own_codes_pdf"), {"signed": signed[1]})
    text = PdfReader(BytesIO(pdf.content)).pages[0].extract_text()
    assert pdf["Content-Type"] == "application/pdf"
    assert all(code in text for code in sheet)
    assert deeds() == ["app_set_up", "recovery_codes_made"]

    other = Client()
    asked = password_given(other, next="/konto/")
    assert asked["Location"] == "/anmelden/zweiter-schritt/?next=%2Fkonto%2F"
    assert other.get("/konto/").status_code == 403, "the password alone opens nothing"
    app = Authenticator.objects.get()
    shown_then = codes.code_at(app_secret(user.pk, app.nonce), app.last_step)
    used = other.post(STEP, {"code": shown_then, "next": "/konto/"})
    assert used.status_code == 422, "the code of the set-up opens no second time"
    paper = other.post(STEP, {"code": sheet[0].upper(), "next": "/konto/"})
    assert paper["Location"] == "/konto/"
    assert other.get("/konto/").status_code == 200
    assert deeds()[-1] == "recovery_code_used"
    again = Client()
    password_given(again)
    assert again.post(STEP, {"code": sheet[0]}).status_code == 422, "a code on paper opens once"
    assert first_broken_machine_line() is None


def test_somebody_without_a_second_factor_notices_nothing():
    factories.user()
    client = Client()
    assert password_given(client)["Location"] == "/"
    assert client.get(STEP)["Location"] == "/anmelden/"


def test_the_second_step_waits_ten_minutes_and_not_for_another_password(monkeypatch):
    user, sheet = with_app()
    client = Client()
    password_given(client)
    session = client.session
    session["second_step"] = {**session["second_step"], "since": timezone.now().timestamp() - 700}
    session.save()
    assert client.post(STEP, {"code": sheet[0]})["Location"] == "/anmelden/"
    password_given(client)
    user.set_password("Herz-Dame-1900")
    user.save()
    assert client.post(STEP, {"code": sheet[1]})["Location"] == "/anmelden/"


def test_other_sessions_end_when_the_app_is_set_up():
    user = factories.user()
    old = Client()
    password_given(old)
    assert old.get("/konto/").status_code == 200
    with_app()
    assert old.get("/konto/").status_code == 403
    assert second_of(user).app is not None


def test_the_password_is_asked_again_before_anything_changes():
    user, _sheet = with_app()
    client = Client()
    client.force_login(user)
    for name in ("own_app_off", "own_codes"):
        assert client.post(reverse(name))["Location"].startswith("/konto/passwort/")
    assert second_of(user).app is not None
    assert client.post(reverse("prove"), {"password": "falsch"}).status_code == 422
    assert client.post(reverse("prove"), {"password": PASSWORD, "next": "/konto/"})["Location"] == "/konto/"
    assert client.post(reverse("own_app_off"))["Location"] == "/konto/"
    assert second_of(user).app is None
    assert not RecoveryCode.objects.exists(), "paper without an app would be a password"
    assert deeds()[-1] == "app_removed"


def test_new_codes_end_the_old_ones():
    user, sheet = with_app()
    fresh = second.new_codes(by=Actor(user=user), now=NOON)
    with pytest.raises(second.WrongCode):
        give(user, sheet[0])
    give(user, fresh[0])


def test_codes_of_somebody_else_are_no_pdf():
    factories.user("andere")
    client, other = Client(), Client()
    client.force_login(with_app()[0])
    other.force_login(factories.user("andere"))
    client.post(reverse("prove"), {"password": PASSWORD})
    page = client.post(reverse("own_codes")).content.decode()
    signed = re.search(r'name="signed" value="([^"]+)"', page)
    assert signed is not None
    assert other.post(reverse("own_codes_pdf"), {"signed": signed[1]}).status_code == 302
    assert client.post(reverse("own_codes_pdf"), {"signed": signed[1] + "x"}).status_code == 302


# Codes that come again, clocks that differ --------------------------------------------------------------------


def test_a_code_opens_once():
    user, _sheet = with_app(now=NOON - timedelta(hours=1))
    typed = digits(user, NOON)
    give(user, typed)
    with pytest.raises(second.WrongCode, match="nur einmal"):
        give(user, typed)
    with pytest.raises(second.WrongCode, match="nur einmal"):
        give(user, digits(user, NOON, away=-1))
    give(user, digits(user, NOON, away=1))


@pytest.mark.django_db(transaction=True)
def test_the_same_code_sent_eight_times_at_once_opens_once():
    user, _sheet = with_app(now=NOON - timedelta(hours=1))
    typed = digits(user, NOON)

    def one(number: int) -> bool:
        try:
            give(user, typed, address=f"10.0.0.{number}", device=str(number))
        except second.WrongCode:
            return False
        finally:
            connections.close_all()
        return True

    workers = 8 if connection.vendor == "postgresql" else 4
    with ThreadPoolExecutor(workers) as pool:
        assert sum(pool.map(one, range(workers))) == 1


def test_phone_and_laptop_may_differ_by_minutes_but_not_by_an_hour():
    user, nonce = factories.user(), new_nonce()
    five = timedelta(minutes=5)
    second.set_app_up(
        nonce=nonce, typed=digits(user, NOON + five, nonce=nonce), here="", by=Actor(user=user), now=NOON
    )
    later = NOON + timedelta(hours=3)
    give(user, digits(user, later + five), now=later)
    with pytest.raises(second.WrongCode):
        give(user, digits(user, later + timedelta(hours=1)), now=later)
    with pytest.raises(second.WrongCode):
        second.set_app_up(
            nonce=nonce,
            typed=digits(user, NOON + timedelta(hours=1), nonce=nonce),
            here="",
            by=Actor(user=user),
            now=NOON,
        )


def test_a_clock_that_ran_ahead_locks_nobody_out():
    user, _sheet = with_app(now=NOON - timedelta(hours=1))
    ahead = NOON + timedelta(days=365)
    give(user, digits(user, ahead), now=ahead)
    give(user, digits(user, NOON), now=NOON)
    with pytest.raises(second.WrongCode, match="nur einmal"):
        give(user, digits(user, NOON), now=NOON)


# Guessing -----------------------------------------------------------------------------------------------------


def test_guessing_is_stopped_as_at_the_log_in():
    user, _sheet = with_app(now=NOON - timedelta(hours=1))
    right = digits(user, NOON)
    wrong = f"{(int(right) + 500_000) % 10**6:06}"
    for _try in range(TRIES):
        with pytest.raises(second.WrongCode):
            give(user, wrong)
    with pytest.raises(TooManyTries):
        give(user, right)
    give(user, right, device="a browser that knows him", address="10.0.0.9")


def test_many_addresses_are_slowed_to_one_a_minute():
    user, _sheet = with_app(now=NOON - timedelta(hours=1))
    refused = 0
    for number in range(30):
        try:
            give(user, "zzzz-zzzz-zzzz", address=f"10.0.1.{number}")
        except TooManyTries:
            refused += 1
        except second.WrongCode:
            pass
    assert refused >= 30 - second.TRIES_FROM_ANYWHERE - 1


# Administrators, and the keyboard of the machine --------------------------------------------------------------


def test_a_machine_may_ask_it_of_its_administrators(settings):
    keeper = factories.administrator().user
    assert keeper is not None
    client = Client()
    client.force_login(keeper)
    assert client.get(reverse("machine")).status_code == 200
    settings.SECOND_FACTOR_FOR_ADMINISTRATORS = True
    refused = client.get(reverse("machine"))
    assert refused.status_code == 403
    assert "zweiten Schritt" in refused.content.decode()
    assert client.get("/verwaltung/").status_code == 302
    assert client.get("/verwaltung/tournaments/user/").status_code == 302
    fresh = Client()
    assert password_given(fresh, "verwaltung")["Location"] == "/konto/"
    assert "Hier einrichten" in fresh.get("/konto/").content.decode()
    _user, sheet = with_app("verwaltung")
    third = Client()
    password_given(third, "verwaltung")
    third.post(STEP, {"code": sheet[0]})
    assert third.get(reverse("machine")).status_code == 200
    assert third.get("/verwaltung/").status_code == 200


def test_phone_and_paper_are_lost():
    user, _sheet = with_app()
    signed_in = Client()
    signed_in.force_login(user)
    told = StringIO()
    call_command("second_factor", "LEITUNG", stdout=told)
    assert "Code-App, 0 Passkeys, 10 Notfall-Codes" in told.getvalue()
    call_command("second_factor", "leitung", "--remove", stdout=told)
    assert not second_of(user)
    last = MachineEntry.objects.last()
    assert last is not None
    assert (last.deed, last.actor, last.user, last.facts) == (
        "second_factor_removed", "manage.py", None, {"name": "leitung"},
    )  # fmt: skip
    assert password_given(Client())["Location"] == "/"
    with pytest.raises(CommandError, match="gibt es nicht"):
        call_command("second_factor", "niemand", "--remove")
    assert Session.objects.count() >= 1


def test_the_machine_tells_what_was_done():
    with_app()
    client = Client()
    client.force_login(factories.administrator().user)
    page = client.get(reverse("machine")).content.decode()
    assert "Code-App eingerichtet" in page
    assert "Notfall-Codes gemacht" in page
