"""A laptop whose clock is a year ahead, and then right again: nothing is locked, nobody is signed out for good."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import NOON
from tournaments.access.selectors.codes import code_of, is_there
from tournaments.access.services.devices import CodeRefused, device_arrived, open_list_by_pin
from tournaments.access.services.tries import TooManyTries
from tournaments.field.services import own_pages
from tournaments.files.services.large_workbooks import State, workbook_state_at
from tournaments.models import Workbook
from tournaments.rulings.services import calls

pytestmark = pytest.mark.django_db
AHEAD = NOON + timedelta(days=365)


@pytest.mark.slow
def test_wrong_pins_of_next_year_lock_no_table_today():
    sheet = factories.table_of(4)
    wrong = f"{(int(code_of(sheet).pin) + 1) % 10**6:06}"
    for n in range(12):
        with pytest.raises((CodeRefused, TooManyTries)):
            open_list_by_pin(table=1, pin=wrong, address=f"203.0.113.{n}", now=AHEAD)
    assert open_list_by_pin(table=1, pin=code_of(sheet).pin, address="192.0.2.1", now=NOON) == sheet
    number = sheet.table.series.tournament.registrations.first().start_number
    for n in range(12):
        with pytest.raises((CodeRefused, TooManyTries)):
            own_pages.open_own_page_by_pin(
                start_number=number, pin="000000", address=f"203.0.113.{n}", now=AHEAD
            )
    with pytest.raises(CodeRefused):
        own_pages.open_own_page_by_pin(start_number=number, pin="000000", address="192.0.2.2", now=NOON)


def test_a_phone_that_was_seen_next_year_is_not_taken_for_present():
    sheet = factories.table_of(4)
    device = device_arrived(token=code_of(sheet).token, secret="a", browser="", now=AHEAD)
    assert device is not None
    assert not is_there(device, NOON)
    again = device_arrived(token=code_of(sheet).token, secret="a", browser="", now=NOON)
    assert again is not None
    again.refresh_from_db()
    assert again.last_seen_at == NOON


def test_calls_of_next_year_do_not_silence_a_table():
    sheet = factories.table_of(4)
    made = sheet.table.series.tournament
    factories.referee(made)
    for _n in range(calls.MOST_CALLS):
        calls.call_referee(sheet_id=sheet.pk, by=factories.scorer(sheet), now=AHEAD)
        calls.take_call_back(sheet_id=sheet.pk, by=factories.scorer(sheet), now=AHEAD)
    assert calls.call_referee(sheet_id=sheet.pk, by=factories.scorer(sheet), now=NOON).called_at == NOON


def test_a_process_heard_of_next_year_has_died():
    book = Workbook(state=State.MAKING, revision=1, draft=False, asked_at=AHEAD, heard_at=AHEAD)
    assert workbook_state_at(book, NOON) is State.DIED


def test_a_session_that_ran_out_ahead_of_time_comes_back():
    factories.user()
    client = Client()
    client.post("/anmelden/", {"username": "leitung", "password": "Kreuz-Bube-11"})
    page = reverse("tournament_new")
    assert client.get(page).status_code == 200
    held = Session.objects.get()
    right, held.expire_date = held.expire_date, timezone.now() - timedelta(days=300)
    held.save()
    assert client.get(page).status_code == 403, "while the clock is ahead"
    held.expire_date = right
    held.save()
    assert client.get(page).status_code == 200, "the browser has kept its key"
    client.post("/abmelden/")
    assert not client.cookies["rommeclub_session"].value, "who signs out is out"
