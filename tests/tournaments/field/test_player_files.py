"""Players from a file, in the browser: upload, preview, questions, and everybody in one deed."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from tests import factories
from tests.tournaments.field.books import saved, xlsx
from tournaments.event.services.setup import NewPlayer, register_player
from tournaments.models import PlayerFile, Tournament

pytestmark = pytest.mark.django_db
LIST = "Mitglied;Verein;Art\r\nPik, Paul;Böse Sieben;x\r\nKaro, Klara;Böse Sieben;y\r\n"


@pytest.fixture
def made() -> Tournament:
    return factories.tournament()


@pytest.fixture
def desk(client: Client, made: Tournament) -> Client:
    client.force_login(factories.user())
    return client


def upload(desk: Client, made: Tournament, content: bytes, name: str = "liste.csv"):
    file = SimpleUploadedFile(name, content)
    return desk.post(reverse("player_upload", args=[made.slug]), {"file": file})


def page_of(desk: Client, made: Tournament, content: bytes) -> tuple[str, str]:
    address = upload(desk, made, content)["Location"]
    return address, desk.get(address).content.decode()


def seen_in(page: str) -> str:
    found = re.search(r'name="seen" value="(\w+)"', page)
    assert found
    return found[1]


def test_a_list_of_a_club_becomes_a_field(desk, made):
    address, page = page_of(desk, made, LIST.encode("cp1252"))
    assert "2 Spieler anmelden" in page
    assert "Karo, Klara" in page
    answer = desk.post(address, {"deed": "take", "seen": seen_in(page)}, follow=True)
    assert "2 Spieler sind angemeldet." in answer.content.decode()
    assert [one.name for one in made.registrations.order_by("start_number")] == ["Paul Pik", "Klara Karo"]
    again = desk.post(address, {"deed": "take", "seen": seen_in(page)}, follow=True)
    assert "schon erledigt" in again.content.decode()


def test_nothing_is_registered_before_somebody_says_so(desk, made):
    address, page = page_of(desk, made, LIST.encode())
    assert not made.registrations.exists()
    assert "Pik" not in page.split('name="seen"')[1].split("</form>")[0]  # no row travels in a hidden field
    desk.post(address, {"deed": "discard"})
    assert not PlayerFile.objects.exists()
    assert not made.registrations.exists()


def test_columns_can_be_said_anew(desk, made):
    address, page = page_of(desk, made, b"A;B;C\nPaul;Pik;Ass\nKlara;Karo;Ass\n")
    said = {
        "deed": "read",
        "table": "0",
        "head": "1",
        "column0": "given",
        "column1": "family",
        "column2": "club",
    }
    assert desk.post(address, said)["Location"] == address
    page = desk.get(address).content.decode()
    assert "Pik, Paul" in page
    twice = desk.post(address, said | {"column1": "given"})
    assert twice.status_code == 422
    assert "Zwei Spalten können nicht dasselbe sein: Vorname" in twice.content.decode()


def test_another_sheet_is_guessed_anew(desk, made):
    content = xlsx(
        [["Nachname", "Vorname"], ["Pik", "Paul"]], more={"Jugend": [["Name", "Club"], ["Jana Jung", "Ass"]]}
    )
    address, page = page_of(desk, made, content)
    assert "Pik, Paul" in page
    desk.post(address, {"deed": "read", "table": "1", "head": "1", "column0": "family", "column1": "given"})
    assert "Jung, Jana" in desk.get(address).content.decode()


def hidden_rows() -> bytes:
    book = Workbook()
    for row in (["Name", "Verein"], ["Paul Pik", "Ass"], ["Klara Karo", "Ass"], ["Jana Jung", "Ass"]):
        book.active.append(row)
    for number in (2, 4):
        book.active.row_dimensions[number].hidden = True
    return saved(book)


def test_hidden_rows_are_told_and_left_out_by_one_tap(desk, made):
    address, page = page_of(desk, made, hidden_rows())
    assert "2 Zeilen sind in der Datei ausgeblendet" in page
    assert "3 Spieler anmelden" in page
    page = desk.post(address, {"deed": "hidden"}, follow=True).content.decode()
    assert "1 Spieler anmelden" in page
    assert "sind in der Datei ausgeblendet" not in page


def test_the_day_of_birth_is_shown_as_it_was_read(desk, made):
    _address, page = page_of(desk, made, b"Name;geb.\nPaul Pik;1.2.51\n")
    assert "01.02.1951" in page


def test_a_start_number_given_twice_is_told_at_once_also_beside_a_question(desk, made):
    other = factories.tournament(name="Voriges")
    register_player(
        tournament_id=other.pk,
        player=NewPlayer(given_name="Paul", family_name="Pik", club="Alter Klub"),
        by=factories.director(),
        now=factories.NOON,
    )
    content = "Name;Verein;Startnummer\nPaul Pik;Neuer Klub;7\nKlara Karo;Neuer Klub;7\n"
    _address, page = page_of(desk, made, content.encode())
    assert "Wer ist das?" in page
    assert "Die Startnummer 7 steht schon in Zeile 2." in page


@pytest.mark.slow
def test_a_question_is_asked_and_answered(desk, made):
    other = factories.tournament(name="Voriges")
    known = register_player(
        tournament_id=other.pk,
        player=NewPlayer(given_name="Paul", family_name="Pik", club="Alter Klub"),
        by=factories.director(),
        now=factories.NOON,
    )
    address, page = page_of(desk, made, LIST.encode())
    assert "Denselben Namen gibt es, aber nicht in diesem Verein." in page
    assert "Spieler anmelden</button>" not in page
    early = desk.post(address, {"deed": "take", "seen": "0"})
    assert early.status_code == 409
    desk.post(address, {"deed": "answer", "zeile-2": f"ist-{known.player_id}"})
    page = desk.get(address).content.decode()
    desk.post(address, {"deed": "take", "seen": seen_in(page)})
    assert made.registrations.filter(player=known.player_id).exists()


def test_all_questions_at_once(desk, made):
    other = factories.tournament(name="Voriges")
    for name in ("Paul Pik", "Klara Karo"):
        given, family = name.split()
        register_player(
            tournament_id=other.pk,
            player=NewPlayer(given_name=given, family_name=family, club="Alter Klub"),
            by=factories.director(),
            now=factories.NOON,
        )
    address, _page = page_of(desk, made, LIST.encode())
    desk.post(address, {"deed": "answer", "zeile-2": "neu", "rest": "first"})
    assert PlayerFile.objects.get().answers["2"] == "neu"
    assert "2 Spieler anmelden" in desk.get(address).content.decode()


@pytest.mark.parametrize("content", [b"", b"%PDF-1.4 nothing", b"PK\x03\x04 nothing"])
def test_what_cannot_be_read_is_said_beside_the_field(desk, made, content):
    answer = upload(desk, made, content, "liste.xlsx")
    assert answer.status_code == 422
    assert not PlayerFile.objects.exists()


def test_of_another_tournament_nothing_is_shown(desk, made):
    upload(desk, made, LIST.encode())
    neighbour = factories.tournament(name="Nebenan")
    number = PlayerFile.objects.get().pk
    assert (
        "schon erledigt"
        in desk.get(reverse("player_file", args=[neighbour.slug, number]), follow=True).content.decode()
    )


def test_the_sample_can_be_uploaded_as_it_is(desk, made):
    sample = b"".join(desk.get(reverse("player_sample", args=[made.slug])))
    _address, page = page_of(desk, made, BytesIO(sample).getvalue())
    assert "2 Spieler anmelden" in page


def test_the_preview_asks_the_database_a_fixed_number_of_times(desk, made, django_assert_max_num_queries):
    rows = "".join(f"Spieler{n}, Probe{n};Klub\n" for n in range(400))
    address, page = page_of(desk, made, f"Mitglied;Verein\n{rows}".encode())
    with django_assert_max_num_queries(15):  # two for the badge of calls and protests
        page = desk.get(f"{address}?seite=2").content.decode()
    assert "Spieler150, Probe150" in page


def test_more_than_a_tournament_is_refused_while_it_comes_in(desk, made, monkeypatch):
    monkeypatch.setattr("tournaments.pages.uploads.MOST", 10_000)
    assert upload(desk, made, b"Name\n" + b"a" * 20_000).status_code == 413
    assert not PlayerFile.objects.exists()


@pytest.mark.slow
def test_what_a_file_fills_in_is_told_to_every_tournament_of_that_person(desk, made):
    """Day of birth and sex decide who is a lady or a senior: rankings elsewhere may move, and not in silence."""
    other = factories.tournament(name="Anderswo")
    klara = NewPlayer(given_name="Klara", family_name="Karo", club="Ass")
    entered = register_player(
        tournament_id=other.pk, player=klara, by=factories.director(), now=factories.NOON
    )
    before = Tournament.objects.get(pk=other.pk).revision
    content = "Vorname;Nachname;Verein;Geburtsdatum;Geschlecht\nKlara;Karo;Ass;01.02.1950;w\n"
    address, page = page_of(desk, made, content.encode())
    assert "schon erledigt" not in page
    desk.post(address, {"deed": "take", "seen": seen_in(page)})
    assert made.registrations.get().player_id == entered.player_id
    assert Tournament.objects.get(pk=other.pk).revision == before + 1
    line = other.journal.order_by("number").last()
    assert (line.deed, line.facts["start_number"]) == ("player_corrected", entered.start_number)
    assert line.facts["after"] == ["Klara", "Karo", "Ass", "1950-02-01", "w"]
    assert not made.journal.filter(deed="player_corrected").exists()
