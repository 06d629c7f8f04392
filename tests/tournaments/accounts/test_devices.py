"""Where somebody is signed in: a list in words, one or all ended, nothing that a jumping clock could take away."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import NOON
from tournaments.access.services import signed_in
from tournaments.models import Chore, MachineEntry, SignedInDevice

pytestmark = pytest.mark.django_db
PASSWORD = "Kreuz-Bube-11"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
)


def signed_in_with(browser: str, username: str = "leitung") -> Client:
    factories.user(username)
    client = Client(headers={"User-Agent": browser})
    client.post("/anmelden/", {"username": username, "password": PASSWORD})
    return client


def test_devices_are_told_in_words_and_no_more_is_kept():
    laptop = signed_in_with("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    signed_in_with(PHONE)
    page = laptop.get("/konto/").content.decode()
    assert "Linux, Firefox" in page
    assert "iPhone, Safari" in page
    assert "dieses hier" in page
    kept = {field.name for field in SignedInDevice._meta.get_fields()}
    assert kept == {"id", "user", "session_key", "name", "begun_at", "seen_at"}


def test_one_device_is_signed_out():
    laptop, phone = signed_in_with("Firefox"), signed_in_with(PHONE)
    lost = SignedInDevice.objects.get(name="iPhone, Safari")
    assert laptop.post(reverse("own_device_off", args=[lost.pk])).status_code == 302
    assert phone.get("/konto/").status_code == 403
    assert laptop.get("/konto/").status_code == 200
    entry = MachineEntry.objects.last()
    assert entry is not None
    assert (entry.deed, entry.facts["devices"]) == ("devices_signed_out", ["iPhone, Safari"])


def test_nobody_signs_out_somebody_else():
    phone, other = signed_in_with(PHONE), signed_in_with("Firefox", "andere")
    row = SignedInDevice.objects.get(user__username="leitung")
    assert other.post(reverse("own_device_off", args=[row.pk])).status_code == 302
    assert phone.get("/konto/").status_code == 200


def test_everywhere_else_at_once():
    laptop, phone, tablet = (signed_in_with(browser) for browser in ("Firefox", PHONE, "iPad Safari"))
    laptop.post(reverse("own_devices_off"))
    assert [one.get("/konto/").status_code for one in (laptop, phone, tablet)] == [200, 403, 403]
    assert SignedInDevice.objects.count() == 1


def test_a_new_password_ends_the_others_at_once():
    laptop, phone = signed_in_with("Firefox"), signed_in_with(PHONE)
    new = {"old": PASSWORD, "new": "Herz-Dame-1900", "again": "Herz-Dame-1900"}
    assert laptop.post(reverse("new_password"), new).status_code == 302
    assert Session.objects.count() == 1, "their rows are gone, not only their rights"
    assert laptop.get("/konto/").status_code == 200
    assert "dieses hier" in laptop.get("/konto/").content.decode()
    assert phone.get("/konto/").status_code == 403
    assert MachineEntry.objects.filter(deed="password_changed").count() == 1


def test_signing_out_takes_the_line_away():
    laptop = signed_in_with("Firefox")
    laptop.post("/abmelden/")
    assert not SignedInDevice.objects.exists()


def test_last_seen_is_written_by_the_time_that_passes(monkeypatch):
    laptop = signed_in_with("Firefox")
    row = SignedInDevice.objects.get()
    moment = [1000.0]
    monkeypatch.setattr(signed_in.time, "monotonic", lambda: moment[0])
    signed_in._seen.clear()
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    laptop.get("/konto/")
    row.refresh_from_db()
    assert row.seen_at < later, "a clock that jumps is no visit"
    moment[0] += 16 * 60
    laptop.get("/konto/")
    row.refresh_from_db()
    assert row.seen_at == later


def test_a_session_from_before_is_listed_when_it_is_seen_again(monkeypatch):
    client = Client(headers={"User-Agent": PHONE})
    client.force_login(factories.user())
    moment = [0.0]
    monkeypatch.setattr(signed_in.time, "monotonic", lambda: moment[0])
    signed_in._seen.clear()
    client.get("/konto/")
    moment[0] = 16 * 60
    client.get("/konto/")
    assert SignedInDevice.objects.get().name == "iPhone, Safari"


def session(key: str, ends) -> None:
    Session.objects.create(session_key=key, session_data="", expire_date=ends)


def test_what_ran_out_is_cleared_once_a_day():
    session("old", NOON - timedelta(days=3))
    session("new", NOON + timedelta(days=10))
    assert signed_in.clear_old(NOON) == 0, "the first time only says when it was"
    assert signed_in.clear_old(NOON + timedelta(hours=1)) == 0
    assert signed_in.clear_old(NOON + timedelta(days=1)) == 1
    assert Session.objects.get().session_key == "new"


def test_a_clock_that_is_a_year_ahead_for_a_day_ends_no_session():
    session("good", NOON + timedelta(days=10))
    for now in (NOON, NOON + timedelta(days=365), NOON + timedelta(hours=1), NOON + timedelta(days=2)):
        signed_in.clear_old(now)
    assert Session.objects.filter(session_key="good").exists()
    assert Chore.objects.get().at == NOON + timedelta(days=2)
