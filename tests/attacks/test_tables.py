"""Wrong PINs from anywhere close no table to those who belong there, and the desk opens again with one tap."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tournaments.access.selectors.codes import code_of
from tournaments.access.services import tries
from tournaments.access.services.devices import MOST_DEVICES
from tournaments.models import JournalEntry, ScoreSheet

pytestmark = pytest.mark.django_db
DOOR = "/t/"


@pytest.fixture
def sheet() -> ScoreSheet:
    made = factories.tournament(players=8)
    factories.referee(made)
    return factories.sheet_of(factories.draw(made))


def phone(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def typed(client: Client, sheet: ScoreSheet, pin: str = "") -> int:
    answer = client.post(DOOR, {"table": sheet.table.number, "pin": pin or code_of(sheet).pin})
    if answer.status_code == 302:
        assert client.get(answer["Location"]).status_code == 200
    return int(answer.status_code)


def wrong(sheet: ScoreSheet) -> str:
    return f"{(int(code_of(sheet).pin) + 1) % 10**6:06}"


def attack(sheet: ScoreSheet, *, addresses: int = 12, each: int = 1) -> None:
    for n in range(addresses):
        for _try in range(each):
            typed(phone(f"203.0.113.{n}"), sheet, wrong(sheet))


@pytest.mark.slow
def test_strangers_do_not_lock_out_a_phone_that_was_in_before(sheet):
    mine = phone("192.0.2.1")
    assert typed(mine, sheet) == 302
    attack(sheet)
    assert typed(phone("198.51.100.9"), sheet) == 429, "a stranger waits, with the right PIN too"
    mine.defaults["REMOTE_ADDR"] = "198.51.100.10"
    assert typed(mine, sheet) == 302, "the phone is known, wherever it comes from now"


@pytest.mark.slow
def test_strangers_do_not_lock_out_an_address_that_was_right_before(sheet):
    assert typed(phone("192.0.2.1"), sheet) == 302
    attack(sheet)
    assert typed(phone("192.0.2.1"), sheet) == 302, "another phone of the same hall"


def test_somebody_in_the_hall_does_not_lock_the_hall_out(sheet):
    """Twenty wrong codes of one address were the end of typing for everybody behind it."""
    known, other = phone("192.0.2.1"), factories.sheet_of(sheet.table.series, 2)
    assert typed(known, other) == 302
    for _n in range(25):
        typed(phone("192.0.2.1"), sheet, wrong(sheet))
    assert typed(phone("192.0.2.1"), other) == 302, "the other tables go on"
    assert typed(phone("192.0.2.1"), sheet) == 429
    assert typed(known, sheet) == 302, "and so does a phone that was in at any table"


@pytest.mark.slow
def test_guessing_stays_hopeless_for_a_phone_that_was_in_before(sheet):
    other = factories.sheet_of(sheet.table.series, 2)
    mine = phone("192.0.2.1")
    assert typed(mine, other) == 302
    told = [typed(mine, sheet, wrong(sheet)) for _n in range(30)]
    assert told.count(422) == tries.TRIES_OF_TABLE
    assert told[-1] == 429


@pytest.mark.slow
def test_the_desk_sees_the_attack_and_opens_with_one_tap(sheet):
    desk = Client()
    desk.force_login(factories.director().user)
    page = reverse("table_links", args=[sheet.table.series.tournament.slug])
    assert "falsche PINs getippt" not in desk.get(page).content.decode()
    attack(sheet)
    shown = desk.get(page).content.decode()
    assert re.search(r"An Tisch 1 wurden viele falsche PINs getippt", shown)
    assert typed(phone("198.51.100.9"), sheet) == 429
    assert desk.post(page, {"deed": "open_doors"}).status_code == 302
    assert typed(phone("198.51.100.9"), sheet) == 302
    assert "falsche PINs getippt" not in desk.get(page).content.decode()
    line = JournalEntry.objects.get(deed="doors_opened")
    assert line.facts["tries"] > 0
    journal = desk.get(reverse("journal", args=[sheet.table.series.tournament.slug])).content.decode()
    assert "Getippte PINs wieder zugelassen" in journal


def test_only_those_who_lead_open_the_doors(sheet):
    page = reverse("table_links", args=[sheet.table.series.tournament.slug])
    assert Client().post(page, {"deed": "open_doors"}).status_code == 403


@pytest.mark.slow
def test_a_start_number_is_guarded_as_a_table_is(sheet):
    registration = sheet.table.series.tournament.registrations.first()
    for n in range(12):
        Client(REMOTE_ADDR=f"203.0.113.{n}").post(
            reverse("own_door"), {"start_number": registration.start_number, "pin": "000000"}
        )
    known = phone("192.0.2.1")
    assert typed(known, sheet) == 302
    answer = known.post(reverse("own_door"), {"start_number": registration.start_number, "pin": "000000"})
    assert answer.status_code == 422, "a wrong PIN is said to be wrong, not to wait"
    assert timezone.now()


@pytest.mark.parametrize(("addresses", "most"), [(1, tries.TRIES_OF_TABLE), (13, 3 * tries.TRIES_OF_TABLE)])
def test_whoever_has_one_code_does_not_guess_another_with_ever_new_devices(sheet, addresses, most):
    """Each opening of a code made a new device with ten tries of its own: 400 PINs in three seconds."""
    other = factories.sheet_of(sheet.table.series, 2)
    answers = []
    for n in range(MOST_DEVICES - 1):
        client = phone(f"192.0.2.{n % addresses}")
        client.get(client.get(reverse("table_link", args=[code_of(other).token]))["Location"])
        answers.append(typed(client, sheet, wrong(sheet)))
    assert answers.count(422) == most


def test_one_code_lets_in_as_many_devices_as_a_table_needs_and_no_more(sheet):
    token = code_of(sheet).token
    for _n in range(MOST_DEVICES):
        client = Client()
        assert client.get(client.get(reverse("table_link", args=[token]))["Location"]).status_code == 200
    refused = Client().get(reverse("table_link", args=[token]))
    assert refused.status_code == 403
    assert "neuen Code geben" in refused.content.decode()
    assert sheet.devices.count() == MOST_DEVICES
