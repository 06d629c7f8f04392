"""The code of a table: opens one list, is the same each time, can be closed, and is not to be guessed."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.test import override_settings

from tests import factories
from tests.factories import NOON
from tournaments.access.selectors.codes import code_of, device_of, let_in, sheet_of_pin, sheet_of_token
from tournaments.access.services import devices as links
from tournaments.access.services import tries
from tournaments.access.services.devices import CodeRefused, device_name
from tournaments.access.services.tries import PAUSE, TooManyTries
from tournaments.event.permissions import NotAllowed
from tournaments.models import JournalEntry, LoginAttempt, TableDevice

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheets():
    series = factories.draw(factories.tournament(players=8))
    return factories.sheet_of(series, 1), factories.sheet_of(series, 2)


def lend(sheet, by=None) -> str:
    return links.lend_table(sheet_id=sheet.pk, by=by or factories.director(), now=NOON)


def close(sheet) -> int:
    return links.revoke_links(sheet_id=sheet.pk, by=factories.director(), now=NOON)


def come(sheet, secret: str, token: str = "", now=NOON) -> TableDevice | None:
    return links.device_arrived(
        token=token or code_of(sheet).token, secret=secret, browser="iPhone Safari", now=now
    )


# The code -----------------------------------------------------------------------------------------------------


def test_a_code_opens_its_own_list_and_is_the_same_whenever_it_is_printed(sheets):
    mine, other = sheets
    assert lend(mine) == lend(mine) == code_of(mine).token
    assert sheet_of_token(lend(mine)) == mine
    assert sheet_of_token(lend(other)) == other
    assert sheet_of_token(lend(mine).upper()) == mine, "some cameras shout"
    assert sheet_of_pin(1, code_of(mine).pin) == mine
    assert sheet_of_pin(2, code_of(mine).pin) is None


def test_forged_codes_open_nothing(sheets):
    mine, other = (code_of(sheet).token for sheet in sheets)
    row, _stroke, signature = mine.partition("-")
    swapped = f"{other.partition('-')[0]}-{signature}"
    changed = signature[:-1] + ("a" if signature[-1] != "a" else "b")
    for token in (
        "",
        "geraten",
        row,
        f"{row}-",
        swapped,
        f"{row}-{changed}",
        f"0{mine}",
        f"{mine}a",
        f"zzzzzzzzzzzz-{signature}",
        f"{row}-{'a' * 20}",
        "١-" + signature,
    ):
        assert sheet_of_token(token) is None, token


def test_another_site_key_another_draw_and_another_list_have_other_codes(sheets):
    mine, other = sheets
    before = code_of(mine)
    assert before.token.partition("-")[2] != code_of(other).token.partition("-")[2]
    with override_settings(SECRET_KEY="ein anderer Schlüssel"):
        assert sheet_of_token(before.token) is None
        assert sheet_of_pin(1, before.pin) is None
    series = mine.table.series
    series.drawn_at = NOON + timedelta(seconds=1)
    series.save()
    assert sheet_of_token(before.token) is None, "a list of a later draw with the same row number"


def test_the_code_of_an_old_series_opens_the_old_list_only():
    made = factories.tournament(players=8)
    first, second = (factories.sheet_of(factories.draw(made, number)) for number in (1, 2))
    assert sheet_of_token(code_of(first).token) == first
    assert sheet_of_pin(1, code_of(first).pin) == first
    assert sheet_of_pin(1, code_of(second).pin) == second


def test_closing_ends_code_pin_and_every_device_and_the_next_code_is_another(sheets):
    mine, other = sheets
    code = code_of(mine)
    assert let_in(come(mine, "eins"))
    assert let_in(come(mine, "zwei"))
    assert let_in(come(other, "nachbar"))
    assert close(mine) == 2
    assert sheet_of_token(code.token) is None
    assert sheet_of_pin(1, code.pin) is None
    assert come(mine, "eins", code.token) is None
    assert come(mine, "drei", code.token) is None
    assert let_in(come(other, "nachbar"))
    assert code_of(mine).token != code.token
    assert sheet_of_token(code_of(mine).token) == mine
    assert JournalEntry.objects.get(deed="links_revoked").facts == {"links": 2, "table": 1}


def test_the_database_keeps_nothing_that_opens_a_list(sheets):
    code = code_of(sheets[0])
    lend(sheets[0])
    come(sheets[0], "geheimnis")
    row = TableDevice.objects.get()
    assert device_of(row.secret_hash) is None
    kept = str(list(JournalEntry.objects.values())) + str(TableDevice.objects.values())
    assert code.token not in kept
    assert code.pin not in kept
    assert "geheimnis" not in kept


def test_only_the_desk_lends_closes_and_bars(sheets):
    mine, other = sheets
    factories.referee(mine.table.series.tournament)
    come(mine, "eins")
    for by in (factories.scorer(mine), factories.scorer(other)):
        for deed in (links.lend_table, links.revoke_links):
            with pytest.raises(NotAllowed):
                deed(sheet_id=mine.pk, by=by, now=NOON)
        for deed in (links.bar_device, links.readmit_device):
            with pytest.raises(NotAllowed):
                deed(sheet_id=mine.pk, number=1, by=by, now=NOON)
    assert let_in(device_of("eins"))


# Devices ------------------------------------------------------------------------------------------------------


def test_devices_are_counted_named_and_seen(sheets):
    mine, _other = sheets
    first, second = come(mine, "eins"), come(mine, "zwei")
    assert first is not None
    assert second is not None
    assert (first.number, second.number, first.name) == (1, 2, "iPhone, Safari")
    come(mine, "eins", now=NOON + timedelta(seconds=30))
    assert TableDevice.objects.get(number=1).last_seen_at == NOON, "no write with each question"
    later = NOON + timedelta(minutes=3)
    come(mine, "eins", now=later)
    assert list(TableDevice.objects.values_list("last_seen_at", flat=True)) == [later, NOON]


@pytest.mark.slow
def test_one_device_is_barred_and_let_in_again_and_the_others_write_on(sheets):
    mine, _other = sheets
    come(mine, "eins")
    come(mine, "zwei")
    desk = {"sheet_id": mine.pk, "by": factories.director(), "now": NOON}
    links.bar_device(number=1, **desk)
    links.bar_device(number=1, **desk)
    assert come(mine, "eins") is None
    assert come(mine, "zwei") is not None
    links.readmit_device(number=1, **desk)
    assert come(mine, "eins") is not None
    deeds = list(JournalEntry.objects.filter(deed__startswith="device").values_list("deed", flat=True))
    assert sorted(deeds) == ["device_barred", "device_readmitted"]
    with pytest.raises(CodeRefused):
        links.bar_device(number=9, **desk)


@pytest.mark.parametrize(
    ("browser", "name"),
    [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1",
            "iPhone, Safari",
        ),
        ("Mozilla/5.0 (Linux; Android 14; SM-A546B) Chrome/120 Safari/537", "Android SM-A546B, Chrome"),
        ("Mozilla/5.0 (Linux; Android 10; K) Chrome/120 Mobile Safari/537", "Android, Chrome"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/120 Safari/537 Edg/120", "Windows, Edge"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko Firefox/120.0", "Linux, Firefox"),
        ("", "Gerät"),
        ("<script>" * 50, "Gerät"),
    ],
)
def test_a_device_has_a_name_that_people_know(browser, name):
    assert device_name(browser) == name


# Guessing -----------------------------------------------------------------------------------------------------


def guess(pin: str, *, table: int = 1, address: str = "192.0.2.7", now=NOON):
    return links.open_list_by_pin(table=table, pin=pin, address=address, now=now)


def scan(token: str):
    return links.open_list_by_token(token=token, address="192.0.2.7", now=NOON)


def wrong(sheet) -> str:
    return f"{(int(code_of(sheet).pin) + 1) % 10**6:06}"


def test_a_table_pauses_after_ten_wrong_pins_from_wherever_they_come(sheets):
    mine, other = sheets
    for n in range(tries.TRIES_OF_TABLE):
        with pytest.raises(CodeRefused):
            guess(wrong(mine), address=f"192.0.2.{n}")
    with pytest.raises(TooManyTries):
        guess(code_of(mine).pin, address="198.51.100.1")
    assert guess(code_of(other).pin, table=2) == other, "the other tables go on"
    assert scan(code_of(mine).token) == mine
    assert guess(code_of(mine).pin, now=NOON + PAUSE + timedelta(seconds=1)) == mine


@pytest.mark.slow
def test_an_address_pauses_after_twenty_wrong_codes_of_any_kind(sheets):
    mine, _other = sheets
    for n in range(tries.TRIES_OF_ADDRESS):
        with pytest.raises(CodeRefused):
            guess(wrong(mine), table=100 + n) if n % 2 else scan(f"1-{'a' * 20}")
    with pytest.raises(TooManyTries):
        guess(code_of(mine).pin)
    with pytest.raises(TooManyTries):
        scan("x")
    assert guess(code_of(mine).pin, address="192.0.2.8") == mine
    assert scan(code_of(mine).token) == mine


@pytest.mark.slow
def test_a_right_pin_does_not_wipe_out_the_wrong_ones(sheets):
    mine, other = sheets
    for _n in range(tries.TRIES_OF_TABLE + 1):  # the first one as a stranger
        with pytest.raises(CodeRefused):
            guess(wrong(mine))
        assert guess(code_of(other).pin, table=2) == other
    with pytest.raises(TooManyTries):
        guess(code_of(mine).pin)
    assert "192.0.2.7" not in str(list(LoginAttempt.objects.values_list("who", flat=True)))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_many_workers_asked_at_once_let_no_more_tries_through():
    sheet = factories.table_of(4)
    start = threading.Barrier(16)

    def attempt(n: int) -> str:
        try:
            start.wait(timeout=30)
            guess(wrong(sheet), address=f"192.0.2.{n}")
        except (CodeRefused, TooManyTries) as refusal:
            return type(refusal).__name__
        finally:
            connections.close_all()
        return "in"

    with ThreadPoolExecutor(16) as pool:
        told = list(pool.map(attempt, range(16)))
    assert "in" not in told
    assert told.count("CodeRefused") <= tries.TRIES_OF_TABLE


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_same_phone_asking_eight_times_at_once_is_one_device():
    sheet = factories.table_of(4)
    start = threading.Barrier(8)

    def ask(_n: int) -> int:
        try:
            start.wait(timeout=30)
            device = come(sheet, "eins")
            assert device is not None
            return device.number
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(ask, range(8))) == {1}
    assert TableDevice.objects.count() == 1
