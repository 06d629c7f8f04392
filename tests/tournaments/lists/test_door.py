"""The door to a table's list: scanning, typing, being sent away, and what an attacker tries."""

from __future__ import annotations

import re

import pytest
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from tests import factories
from tests.tournaments.lists.test_pages import now_of, signed_in, typed, url
from tournaments.access.selectors.codes import code_of
from tournaments.access.services import tries
from tournaments.access.visitors import client_address
from tournaments.event.selectors.sheets import sheets
from tournaments.models import Game, JournalEntry, LoginAttempt, TableDevice

pytestmark = pytest.mark.django_db
ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36"


@pytest.fixture(scope="module")
def staged_sheet(stage: None):
    return factories.sheet_of(factories.draw(factories.tournament(players=8)), 1)


@pytest.fixture
def sheet(staged_sheet):
    return sheets().get(pk=staged_sheet.pk)


def scan(sheet, client: Client | None = None) -> Client:
    client = client or Client(headers={"User-Agent": ANDROID})
    answer = client.get(reverse("table_link", args=[code_of(sheet).token]))
    assert answer.status_code == 302
    assert answer["Location"] == url(sheet)
    return client


def may_write(client: Client, sheet) -> bool:
    return client.get(url(sheet, "signatures")).status_code == 200


def wrong_pin(sheet) -> str:
    return f"{(int(code_of(sheet).pin) + 1) % 10**6:06}"


# Coming in ----------------------------------------------------------------------------------------------------


def test_table_and_pin_typed_at_the_door_or_behind_the_address(sheet):
    code = code_of(sheet)
    at_the_door, in_the_address = Client(), Client()
    pin = f" {code.spoken_pin} "
    assert at_the_door.post(reverse("table_door"), {"table": "1", "pin": pin})["Location"] == url(sheet)
    assert in_the_address.get(f"/t/1-{code.pin}/")["Location"] == url(sheet)
    assert may_write(at_the_door, sheet)
    assert may_write(in_the_address, sheet)
    assert not may_write(in_the_address, factories.sheet_of(sheet.table.series, 2))


@pytest.mark.parametrize(
    ("table", "pin", "said"),
    [
        ("", "123456", "Nummer des Tisches"),
        ("eins", "123456", "nur die Nummer des Tisches"),
        ("0", "123456", "Nummer des Tisches"),
        ("99999", "123456", "gibt es nicht"),
        ("1", "", "Bitte die PIN eintragen"),
        ("1", "12345", "sechs Ziffern"),
        ("1", "12345a", "sechs Ziffern"),
        ("1", "١٢٣٤٥٦", "Diesen Code gibt es nicht"),
        ("77", "123456", "Diesen Code gibt es nicht"),
    ],
)
def test_what_is_mistyped_is_a_sentence_and_stays_typed(sheet, table, pin, said):
    answer = Client().post(reverse("table_door"), {"table": table, "pin": pin})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert f'value="{table}"' in answer.content.decode() or not table


def test_the_journal_knows_the_device(sheet):
    client = scan(sheet)
    assert (
        client.post(
            url(sheet, "game", 1), typed(sheet, winner=2, s3=("ja", "25"), s4=("ja", "30"))
        ).status_code
        == 302
    )
    entry = JournalEntry.objects.get(deed="game_reported")
    assert entry.device.startswith("Gerät 1: Mozilla/5.0 (Linux; Android 10; K)")
    assert TableDevice.objects.get().name == "Android, Chrome"


def test_a_preview_that_keeps_no_cookie_is_no_device(sheet):
    Client().get(reverse("table_link", args=[code_of(sheet).token]))
    assert not TableDevice.objects.exists()


# Being sent away ----------------------------------------------------------------------------------------------


def test_a_barred_device_stays_out_when_it_scans_again_and_comes_back_when_the_desk_says_so(sheet):
    bad, good, desk = scan(sheet), scan(sheet), signed_in()
    assert may_write(bad, sheet)
    assert may_write(good, sheet)
    page = desk.get(url(sheet, "lend_table")).content.decode()
    assert page.count("Android, Chrome") == 2
    assert "gerade da" in page
    desk.post(url(sheet, "lend_table"), {"deed": "bar", "device": "1"})
    assert not may_write(bad, sheet)
    late = bad.post(url(sheet, "game", 1), typed(sheet, winner=2, s3=("ja", "25"), s4=("ja", "30")))
    assert late.status_code == 403
    assert not Game.objects.exists()
    again = bad.get(reverse("table_link", args=[code_of(sheet).token]))
    assert again.status_code == 403
    assert "Turnierleitung fragen" in again.content.decode()
    assert may_write(good, sheet)
    desk.post(url(sheet, "lend_table"), {"deed": "readmit", "device": "1"})
    assert may_write(bad, sheet)


def test_a_closed_code_is_out_and_the_new_one_lets_the_same_phone_in(sheet):
    client, code = scan(sheet), code_of(sheet)
    assert may_write(client, sheet)
    signed_in().post(url(sheet, "lend_table"), {"deed": "revoke"})
    assert not may_write(client, sheet)
    assert client.get(reverse("table_link", args=[code.token])).status_code == 404
    assert Client().get(f"/t/{code.typed}/").status_code == 404
    assert may_write(scan(sheet, client), sheet)


def test_a_code_of_the_series_before_writes_nothing_in_this_one():
    made = factories.tournament(players=4)
    old, new = (factories.sheet_of(factories.draw(made, number)) for number in (1, 2))
    client = scan(old)
    assert may_write(client, old)
    assert not may_write(client, new)
    data = typed(new, winner=2, s3=("ja", "25"), s4=("ja", "30"))
    assert client.post(url(new, "game", 1), data).status_code == 403
    assert now_of(new).sheet.version == 0


# Attacks ------------------------------------------------------------------------------------------------------


def test_a_device_known_from_the_session_alone_opens_nothing_without_a_code(sheet):
    """Whoever could write into his own session would still need a secret or a code in force."""
    client = Client()
    session = client.session
    session["table_token"], session["table_device"] = f"1-{'a' * 20}", "geraten"
    session.save()
    assert not may_write(client, sheet)
    assert not TableDevice.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("spoof", ["203.0.113.{n}", "10.0.0.{n}, 203.0.113.9", "127.0.0.1", "for=x;{n}"])
def test_no_header_makes_a_guesser_somebody_else(sheet, spoof):
    statuses = []
    for n in range(tries.TRIES_OF_ADDRESS + 2):
        headers = {name: spoof.format(n=n) for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded")}
        headers["Host"] = f"halle{n}.example"
        answer = Client().post(
            reverse("table_door"), {"table": str(100 + n), "pin": "123456"}, headers=headers
        )
        statuses.append(answer.status_code)
    assert statuses == [422] * tries.TRIES_OF_ADDRESS + [429, 429]
    assert "zu viele Versuche" in answer.content.decode()


def test_behind_a_proxy_only_what_the_proxy_wrote_is_believed():
    def asked(**headers) -> str:
        return client_address(RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", headers=headers))

    spoofed = {"X-Forwarded-For": "198.51.100.1, 203.0.113.5"}
    assert asked(**spoofed) == "127.0.0.1"
    with override_settings(BEHIND_PROXY=1):
        assert asked(**spoofed) == "203.0.113.5"
        assert asked() == "127.0.0.1"
        twice = {"X-Forwarded-For": "198.51.100.1,203.0.113.5, 10.0.0.2"}
        assert asked(**twice) == "10.0.0.2", "one proxy: whatever it saw is the client"


@pytest.mark.parametrize(
    ("hops", "forwarded", "client"),
    [
        (0, "198.51.100.1", "10.0.0.3"),
        (1, "198.51.100.1, 203.0.113.5", "203.0.113.5"),
        (2, "203.0.113.5, 10.0.0.2", "203.0.113.5"),
        (2, "198.51.100.1, 198.51.100.2, 203.0.113.5, 10.0.0.2", "203.0.113.5"),  # the first two are forged
        (2, "203.0.113.5", "203.0.113.5"),  # came past the outer proxy: what the inner one saw
        (2, "", "10.0.0.3"),
        (2, " , ,203.0.113.5, 10.0.0.2,", "203.0.113.5"),
    ],
)
def test_behind_several_proxies_the_client_is_counted_from_the_right(hops, forwarded, client):
    asked = RequestFactory().get("/", REMOTE_ADDR="10.0.0.3", headers={"X-Forwarded-For": forwarded})
    with override_settings(BEHIND_PROXY=hops):
        assert client_address(asked) == client


@pytest.mark.slow
def test_scanning_codes_that_open_nothing_ends_with_a_pause(sheet):
    client = Client()
    for n in range(tries.TRIES_OF_ADDRESS):
        assert client.get(f"/t/1-{n:a>20}/".replace("0", "a").replace("1", "b")).status_code == 404
    assert client.get(f"/t/1-{'c' * 20}/").status_code == 429
    scan(sheet, client)


def test_a_wrong_pin_in_the_address_counts_as_one_at_the_door(sheet):
    for _n in range(tries.TRIES_OF_TABLE):
        assert Client().get(f"/t/1-{wrong_pin(sheet)}/").status_code == 404
    answer = Client().post(reverse("table_door"), {"table": "1", "pin": code_of(sheet).pin})
    assert answer.status_code == 429
    assert LoginAttempt.objects.count() == 2 * tries.TRIES_OF_TABLE


def test_the_door_takes_no_form_from_elsewhere(sheet):
    strict = Client(enforce_csrf_checks=True)
    code = code_of(sheet)
    assert strict.post(reverse("table_door"), {"table": "1", "pin": code.pin}).status_code == 403


def test_a_new_code_comes_with_a_new_session(sheet):
    """Whoever has planted a session on a phone does not come in with it."""
    client = Client()
    session = client.session
    session["x"] = 1
    session.save()
    before = session.session_key
    scan(sheet, client)
    assert client.session.session_key != before


# On paper -----------------------------------------------------------------------------------------------------


def test_only_the_desk_prints_codes(sheet):
    path = reverse("sheet_pdf", args=[sheet.table.series.tournament.slug, 1, 1])

    def size(client: Client) -> int:
        return len(client.get(f"{path}?leer=1").content)

    plain, with_code = size(Client()), size(signed_in())
    assert with_code > plain + 1000
    assert abs(size(scan(sheet)) - plain) < 200, (
        "nor does the phone at the table; the hour of printing may differ"
    )


def test_the_desk_shows_code_and_pin_only_when_asked(sheet):
    desk = signed_in()
    assert code_of(sheet).token not in desk.get(url(sheet, "lend_table")).content.decode()
    shown = desk.post(url(sheet, "lend_table"), {"deed": "lend"}).content.decode()
    assert code_of(sheet).token in shown
    assert code_of(sheet).spoken_pin in shown
    assert re.search(r"testserver/t/1-\d{6}", shown)
