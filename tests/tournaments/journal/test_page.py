"""The journal and the codes for phones: what was done is told in words, and codes open only their table."""

from __future__ import annotations

import ast
import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.numbers import GameNumber
from tests import factories
from tests.rooms import HOUSE
from tests.tournaments.desk.test_public import html, words
from tournaments.access.selectors import phones as machine
from tournaments.access.selectors.codes import code_of
from tournaments.event.services.setup import withdraw_player
from tournaments.journal.words.journal import DEEDS, DETAILS, line_told
from tournaments.models import ClosedCode, JournalEntry, Tournament
from tournaments.pages import phone_addresses as phones
from tournaments.rulings import services as rulings

ROOMS = HOUSE / "tournaments"


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(factories.user())
    return client


@pytest.fixture(scope="module")
def staged_made(stage: None) -> Tournament:
    """A tournament with some of everything in its journal."""
    tournament = factories.tournament(players=7, rounds=1)
    sheet = factories.sheet_of(factories.draw(tournament), 2)
    factories.play(sheet, 1, factories.result(1, {2: (25, True), 3: (131, False)}))
    rulings.strike_game(
        sheet_id=sheet.pk,
        number=GameNumber(1),
        reason="Änderung nach Einspruch",
        seen_version=1,
        by=factories.referee(tournament),
        now=factories.NOON,
    )
    withdraw_player(
        tournament_id=tournament.pk,
        start_number=3,
        reason="krank",
        by=factories.director(),
        now=factories.NOON,
    )
    return tournament


@pytest.fixture
def made(staged_made: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged_made.pk)


def deeds_written() -> set[str]:
    """Every deed that a service writes into the journal: the second argument of `journal.write`."""
    found: set[str] = set()
    for path in [*ROOMS.glob("*/services.py"), *ROOMS.glob("*/services/**/*.py")]:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            place = {"journal.write": slice(1, 2), "carried_out": slice(1, 2), "tell": slice(1, 3)}.get(
                ast.unparse(call.func)
            )
            for argument in call.args[place] if place else ():
                found |= {
                    node.value
                    for node in ast.walk(argument)
                    if isinstance(node, ast.Constant) and isinstance(node.value, str)
                }
    return found


def test_every_deed_that_a_service_writes_has_its_words():
    assert deeds_written(), "no deed found: the services write differently now"
    assert deeds_written() <= set(DEEDS)
    assert set(DEEDS) - set(DETAILS) == {"tournament_finished"}  # there is nothing more to say of it


@pytest.mark.django_db
def test_the_journal_tells_what_was_done(director, made):
    read = words(html(director, reverse("journal", args=[made.slug])))
    assert (
        "Spiel 1, Rommé: Platz 1 gewinnt; Platz 2: 25 Augen, eröffnet; Platz 3: 131 Augen, nicht eröffnet"
        in read
    )
    assert "Serie 1, Tisch 2" in read
    assert "Änderung nach Einspruch" in read
    assert "Serie 1, ausgelost, Los probe: 7 Spieler an 2 Tischen" in read
    assert "die Kette ist vollständig" in read


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("suche=anderung", 1),  # without regard to accents
        ("suche=KRANK", 1),
        ("suche=Spieler00", 7),
        ("was=game_struck", 1),
        ("tisch=2", 2),
        ("serie=1&tisch=1", 0),
        ("was=quatsch", 13),
        ("serie=zwei", 13),
        ("suche=gibtesnicht", 0),
        ("von=2026-11-14T13:00", 13),  # noon in UTC, when everything was done, as the hall reads it
        ("von=2026-11-14T13:01", 0),
        ("bis=2026-11-14T13:00", 0),
        ("bis=2026-11-14T13:01", 13),
        ("von=gestern", 13),
    ],
)
def test_the_journal_is_searched(director, made, query, count):
    page = html(director, reverse("journal", args=[made.slug]) + f"?{query}")
    assert len(re.findall(r'<span title="[0-9a-f]{64}">', page)) == count


@pytest.mark.django_db
def test_a_long_journal_has_pages_that_keep_the_filter(director):
    made = factories.tournament(players=60)
    page = html(director, reverse("journal", args=[made.slug]) + "?was=player_registered")
    assert "Seite 1 von 2" in page
    way = re.search(r'rel="next" href="([^"]+)"', page)[1].replace("&amp;", "&")
    second = html(director, reverse("journal", args=[made.slug]) + way)
    assert "Spieler001" in second
    assert "Turnier angelegt" not in re.sub(r"<select.*?</select>", "", second, flags=re.DOTALL)


def test_a_deed_of_a_later_version_keeps_its_own_words():
    entry = JournalEntry(
        number=1, deed="card_swallowed", actor="wer", facts={"card": "♥7"}, at=factories.NOON
    )
    assert line_told(entry).what == "card_swallowed"
    assert line_told(entry).details == "card: ♥7"
    broken = JournalEntry(number=1, deed="game_reported", actor="wer", facts={"half": 1}, at=factories.NOON)
    assert line_told(broken).details == "half: 1"


# Codes for phones ---------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_all_tables_get_a_code_that_opens_only_their_list(director, made):
    url = reverse("table_links", args=[made.slug])
    shown = director.post(url, {"table": "all"})
    found = [f"/t/{typed}/" for typed in re.findall(r"/t/(\d+-\d{6})", words(shown.content.decode()))]
    assert len(found) == 2
    assert shown.content.decode().count("<svg xmlns") + shown.content.decode().count("<svg viewBox") >= 2
    assert "no-store" in shown["Cache-Control"]
    assert "/t/" not in words(html(director, url))  # shown when somebody asks for it
    phone = Client()
    assert phone.get(found[1])["Location"] == reverse("sheet", args=[made.slug, 1, 2])
    assert phone.get(reverse("signatures", args=[made.slug, 1, 2])).status_code == 200
    assert phone.get(reverse("signatures", args=[made.slug, 1, 1])).status_code == 403


@pytest.mark.django_db
def test_a_blocked_code_is_out_at_the_next_click(director, made):
    url = reverse("table_links", args=[made.slug])
    shown = words(director.post(url, {"table": "2", "deed": "lend"}).content.decode())
    [code] = re.findall(r"/t/2-\d{6}", shown)
    phone = Client()
    phone.get(f"{code}/")
    assert phone.get(reverse("signatures", args=[made.slug, 1, 2])).status_code == 200
    director.post(url, {"table": "2", "deed": "revoke"})
    assert phone.get(reverse("signatures", args=[made.slug, 1, 2])).status_code == 403
    assert ClosedCode.objects.count() == 1


@pytest.mark.django_db
def test_the_desk_sees_which_devices_are_on_which_table(director, made):
    sheet = factories.sheet_of(made.series.get(), 2)
    Client(headers={"User-Agent": "Mozilla/5.0 (iPad; CPU) Safari"}).get(
        reverse("table_link", args=[code_of(sheet).token]), follow=True
    )
    assert "iPad, Safari" in html(director, reverse("table_links", args=[made.slug]))


@pytest.mark.django_db
@pytest.mark.parametrize("table", ["99", "-1", "zwei", ""])
def test_a_table_that_does_not_exist_gets_no_code(director, made, table):
    director.post(reverse("table_links", args=[made.slug]), {"table": table})
    assert not JournalEntry.objects.filter(deed="table_lent").exists()


@pytest.mark.django_db
def test_the_laptop_gives_phones_an_address_that_they_can_open(rf, monkeypatch):
    request = rf.get("/", headers={"Host": "127.0.0.1:8000"})
    monkeypatch.setattr(machine, "addresses_for_phones", lambda: ["192.168.178.20"])
    assert phones.address_for_phones(request, "/t/abc/") == "http://192.168.178.20:8000/t/abc/"
    monkeypatch.setattr(machine, "addresses_for_phones", list)
    alone = phones.address_for_phones(request, "/t/abc/")
    assert alone == "http://127.0.0.1:8000/t/abc/"
    assert phones.only_here(alone)
    elsewhere = rf.get("/", headers={"Host": "192.168.178.20:8000"})
    assert phones.address_for_phones(elsewhere, "/t/abc/") == "http://192.168.178.20:8000/t/abc/"
    assert not phones.only_here("http://192.168.178.20:8000/t/abc/")


@pytest.mark.django_db
def test_a_port_that_cannot_be_is_no_accident(director, made):
    url = reverse("table_links", args=[made.slug])
    assert director.post(url, {"table": "1"}, headers={"Host": "127.0.0.1:99999"}).status_code == 200
