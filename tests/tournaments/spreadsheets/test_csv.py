"""Every table of django-tables2 is a file too: as it is filtered and sorted, for German Excel, and text stays text."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.rooms import HOUSE
from tournaments.event.services.setup import NewPlayer, register_player
from tournaments.models import Tournament
from tournaments.pages.tables import SortableTable
from tournaments.rankings.views import table as tables
from tournaments.spreadsheets.writing.csv import csv_table

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(stage: None) -> Tournament:
    """Four players, one with a name that means harm; all games of one table."""
    made = factories.tournament(rounds=1)
    people = [
        ("Paul", "Pik", "Ass"),
        ("Klara", "Karo", "Zehn"),
        ("Hans", "=1+1", "Ass"),
        ("Käthe", "Kreuz", ""),
    ]
    for given, family, club in people:
        register_player(
            tournament_id=made.pk,
            player=NewPlayer(given_name=given, family_name=family, club=club),
            by=factories.director(),
            now=factories.NOON,
        )
    factories.play_all(factories.sheet_of(factories.draw(made)))
    return made


def read(client: Client, made: Tournament, asked: str = "") -> list[dict[str, str]]:
    answer = client.get(reverse("standings_csv", args=[made.slug]) + asked)
    assert answer.content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


def test_every_page_offers_its_sortable_table_as_a_file_with_the_same_sort_and_filter():
    """A page hands its query string on to the file."""
    pages = "".join(path.read_text(encoding="utf-8") for path in (HOUSE / "templates").rglob("*.html"))
    sortable = [
        one
        for one in SortableTable.__subclasses__()
        if one.__module__.startswith(("tournaments.", "scoring."))
    ]
    assert tables.StandingsTable in sortable
    for name in {"publication_csv", *(table.csv for table in sortable)}:
        assert re.search(rf"{{% url '{name}'[^%]*%}}{{% querystring %}}", pages), name


def test_the_file_has_the_rows_of_the_page_in_its_order(client: Client, made):
    rows = read(client, made)
    assert [row["Rang"] for row in rows] == sorted((row["Rang"] for row in rows), key=int)
    assert {"Rang", "Startnummer", "Name", "Verein", "Punkte", "Augen", "Kreuze"} <= set(rows[0])
    assert {row["Name"] for row in rows} == {"Pik, Paul", "Karo, Klara", "'=1+1, Hans", "Kreuz, Käthe"}


def test_sort_and_filter_survive_in_the_address(client: Client, made):
    page = client.get(reverse("standings", args=[made.slug]) + "?sort=name&verein=Ass").content.decode()
    link = page.split("rangliste.csv", 1)[1].split('"')[0].replace("&amp;", "&")
    assert link == "?sort=name&verein=Ass"
    assert [row["Name"] for row in read(client, made, link)] == ["'=1+1, Hans", "Pik, Paul"]
    assert [row["Name"] for row in read(client, made, "?sort=-name&verein=Ass")] == [
        "Pik, Paul",
        "'=1+1, Hans",
    ]
    assert "sort=-name" in page or "sort=name" in page
    assert len(read(client, made, "?serie=1&name=kathe")) == 1


def test_an_unchanged_file_is_not_made_twice(client: Client, made):
    address = reverse("standings_csv", args=[made.slug])
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize("harm", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "-x|calc"])
def test_what_looks_like_a_formula_stays_text(harm):
    [[head], [cell]] = csv.reader(io.StringIO(csv_table(["x"], [[harm]]).decode("utf-8-sig")), delimiter=";")
    assert (head, cell) == ("x", f"'{harm}")


def test_numbers_stay_numbers():
    assert csv_table(["Punkte", "Anteil"], [[-3, 1.5]]) == b"\xef\xbb\xbfPunkte;Anteil\r\n-3;1.5\r\n"
