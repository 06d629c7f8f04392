"""What can be printed and taken home: by everybody, under names that survive, in a fixed number of queries."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from tests import factories
from tournaments.models import JournalEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged_day(stage: None) -> Tournament:
    """Seven players in the middle of their first series."""
    made = factories.tournament(players=7, name="Rommé-Fest “Größe 1/2”")
    series = factories.draw(made)
    for table in (1, 2):
        for number in (1, 2):
            factories.play(factories.sheet_of(series, table), number)
    return made


@pytest.fixture
def day(staged_day: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged_day.pk)


def address(name: str, day: Tournament, *more: int) -> str:
    return reverse(name, args=[day.slug, *more])


def addresses(day: Tournament) -> list[str]:
    return [
        address("sheet_pdf", day, 1, 1),
        address("sheet_pdf", day, 1, 2) + "?leer=1",
        address("sheets_pdf", day, 1),
        address("standings_pdf", day),
        address("standings_pdf", day) + "?serie=1",
        address("standings_xlsx", day),
    ]


def test_the_addresses_are_those_of_the_house(day):
    assert [link.removeprefix(f"/turnier/{day.slug}/") for link in addresses(day)] == [
        "liste/1/1.pdf",
        "liste/1/2.pdf?leer=1",
        "serie/1/listen.pdf",
        "rangliste.pdf",
        "rangliste.pdf?serie=1",
        "rangliste.xlsx",
    ]


def test_everybody_may_read_and_nothing_changes(day, client):
    before = JournalEntry.objects.count()
    for link in addresses(day):
        answer = client.get(link)
        assert answer.status_code == 200, link
        assert len(answer.content) > 5_000
        assert client.post(link).status_code == 405
    assert JournalEntry.objects.count() == before


def test_pdfs_open_in_the_browser_and_the_workbook_is_saved(day, client):
    listed = client.get(address("sheets_pdf", day, 1))
    assert listed["Content-Type"] == "application/pdf"
    assert listed["Content-Disposition"].startswith("inline")
    assert len(PdfReader(io.BytesIO(listed.content)).pages) == 2
    book = client.get(address("standings_xlsx", day))
    assert book["Content-Type"].endswith("spreadsheetml.sheet")
    assert book["Content-Disposition"].startswith("attachment")
    assert CalamineWorkbook.from_filelike(io.BytesIO(book.content)).sheet_names[:2] == [
        "Übersicht",
        "Rangliste",
    ]


def test_umlauts_survive_in_names_and_slashes_do_not(day, client):
    answer = client.get(address("standings_xlsx", day))
    assert answer["Content-Disposition"] == (
        "attachment; filename*=utf-8''"
        "Romm%C3%A9-Fest%20%E2%80%9CGr%C3%B6%C3%9Fe%201%202%E2%80%9D%2C%20Rangliste.xlsx"
    )


@pytest.mark.parametrize("name", ["Gala\r\nX-Other: 1", 'Gala "2" \\ <x>', "   ", "../../etc"])
def test_no_name_can_break_the_header(name, client):
    day = factories.tournament(players=3, name=name)
    answer = client.get(address("standings_pdf", day))
    assert answer.status_code == 200
    said = answer["Content-Disposition"]
    assert "X-Other" not in answer.headers
    assert not set(said) & set("\r\n/\\<>")


def test_what_is_not_there_is_not_found(day, client):
    links = [
        address("sheet_pdf", day, 1, 9),
        address("sheet_pdf", day, 2, 1),
        address("sheets_pdf", day, 2),
        address("standings_pdf", day) + "?serie=2",
        address("standings_pdf", day) + "?serie=99999999999999999999",
        address("standings_pdf", day) + "?serie=x",
        reverse("standings_xlsx", args=["anderswo"]),
    ]
    assert [client.get(link).status_code for link in links] == [404] * len(links)


def test_standings_that_did_not_change_are_not_sent_again(day, client, django_assert_max_num_queries):
    for name in ("standings_pdf", "standings_xlsx"):
        first = client.get(address(name, day))
        with django_assert_max_num_queries(2):
            again = client.get(address(name, day), headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        factories.play(factories.sheet_of(day.series.get(number=1)), 3 if name == "standings_pdf" else 4)
        newer = client.get(address(name, day), headers={"If-None-Match": first["ETag"]})
        assert newer.status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most"), [("sheets_pdf", 10), ("standings_pdf", 10), ("standings_xlsx", 16)]
)
def test_queries_do_not_grow_with_the_field(name, most, client, django_assert_max_num_queries):
    for players in (7, 18):
        made = factories.tournament(players=players, name=f"Feld {players}")
        series = factories.draw(made)
        for table in (1, 2):
            factories.play(factories.sheet_of(series, table), 1)
        link = address(name, made, *([1] if name == "sheets_pdf" else []))
        with django_assert_max_num_queries(most):
            assert client.get(link).status_code == 200


@pytest.mark.slow
def test_a_list_in_another_language(day):
    """Luxembourgish and English fall back to German where nothing is translated; the paper never fails."""
    for language in ("lb", "en"):
        answer = Client(headers={"Accept-Language": language}).get(address("sheet_pdf", day, 1, 1))
        assert answer.status_code == 200
        assert PdfReader(io.BytesIO(answer.content)).root_object["/Lang"] == language
