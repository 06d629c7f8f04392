"""Who may enter a game with the session of a table's phone, under which name, and who may no more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.tournaments.lists.test_pages import phone, url
from tests.tournaments.lists.test_sending import game
from tournaments.access.services.devices import bar_device, revoke_links
from tournaments.event.selectors.sheets import sheets
from tournaments.models import Game, JournalEntry, TableDevice

pytestmark = pytest.mark.django_db(transaction=True)
BROWSER = "Mozilla/5.0 (iPhone) Safari"


@pytest.fixture
def sheet():
    return sheets().get(pk=factories.table_of(4).pk)


@pytest.fixture
def known(sheet):
    """A phone that has opened its list."""
    client = phone(sheet)
    client.defaults["HTTP_USER_AGENT"] = BROWSER
    assert client.get(url(sheet)).status_code == 200
    return client


def send(client: Client, sheet, number: int = 1, version: int = 0, **typed: str) -> int:
    data = game(sheet) | {"seen_version": str(version)} | typed
    if number == 2:  # seat 2 deals and rests
        data |= {"winner": "3", "opened_1": "ja", "augen_1": "25"}
    return client.post(url(sheet, "send_game", number), data).status_code


def written() -> list[tuple[str, str]]:
    return list(
        JournalEntry.objects.filter(deed="game_reported").order_by("number").values_list("actor", "device")
    )


def test_a_phone_that_was_let_in_enters_a_game(sheet, known):
    assert send(known, sheet) == 200
    assert written() == [("Listenführung am Tisch", f"Gerät 1: {BROWSER}")]
    assert Game.objects.get().lines.count() == 3


def test_the_page_without_scripts_goes_the_same_way(sheet, known):
    answer = known.post(url(sheet, "game", 1), game(sheet))
    assert (answer.status_code, answer["Location"]) == (302, url(sheet))


def test_what_is_typed_wrong_is_said_as_ever(sheet, known):
    assert send(known, sheet, augen_3="viel") == 422
    assert send(known, sheet, version=7) == 409
    assert Game.objects.count() == 0
    assert send(known, sheet) == 200


def test_a_device_that_was_sent_away_writes_nothing(sheet, known):
    bar_device(sheet_id=sheet.pk, number=1, by=factories.director(), now=timezone.now())
    assert send(known, sheet) == 403
    assert Game.objects.count() == 0


def test_a_code_that_was_closed_lets_nobody_write(sheet, known):
    revoke_links(sheet_id=sheet.pk, by=factories.director(), now=timezone.now())
    assert send(known, sheet) == 403
    assert Game.objects.count() == 0


def test_a_session_that_was_ended_is_nobody(sheet, known):
    Session.objects.all().delete()
    assert send(known, sheet) == 403
    assert Game.objects.count() == 0


def test_a_session_that_ran_out_is_nobody(sheet, known):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert send(known, sheet) == 403


def test_a_session_that_says_another_thing_by_now_is_read_anew(sheet, known):
    other = phone(sheet)
    mine, theirs = (Session.objects.get(pk=one.cookies["rommeclub_session"].value) for one in (known, other))
    mine.session_data = theirs.session_data  # as another process wrote it
    mine.save()
    assert send(known, sheet) == 200
    assert written() == [("Listenführung am Tisch", f"Gerät 2: {BROWSER}")]


def test_whoever_signs_in_on_it_writes_under_his_own_name(sheet, known):
    known.force_login(factories.user("leitung"))
    known.get(url(sheet))
    assert send(known, sheet) == 200
    assert [actor for actor, _device in written()] == ["leitung"]


def test_a_phone_that_was_quiet_for_long_is_noted_again(sheet, known):
    TableDevice.objects.update(last_seen_at=timezone.now() - timedelta(minutes=5))
    assert send(known, sheet) == 200
    assert timezone.now() - TableDevice.objects.get().last_seen_at < timedelta(minutes=1)


def test_a_phone_of_another_table_writes_nothing_here(sheet, known):
    elsewhere = sheets().get(pk=factories.table_of(4).pk)
    assert send(known, elsewhere) == 403
    assert Game.objects.count() == 0


def test_no_list_is_no_list(sheet, known):
    assert known.post(url(sheet, "send_game", 1).replace("/1/1/", "/9/9/"), game(sheet)).status_code == 404


def test_several_games_one_after_the_other_and_a_correction(sheet, known):
    assert send(known, sheet) == 200
    assert send(known, sheet, number=2, version=1) == 200
    assert send(known, sheet, number=2, version=2, augen_1="31") == 200
    assert list(Game.objects.order_by("pk").values_list("number", "struck_reason")) == [
        (1, ""),
        (2, "berichtigt am Tisch"),
        (2, ""),
    ]
    assert len(set(Game.objects.values_list("pk", flat=True))) == 3
