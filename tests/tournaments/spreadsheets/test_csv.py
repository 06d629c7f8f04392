"""Every table of django-tables2 is a file too: as it is filtered and sorted, for German Excel, and text stays text."""

from __future__ import annotations

import csv
import io
import re

import django_tables2
import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.rooms import HOUSE
from tournaments.event.services.setup import NewPlayer, register_player
from tournaments.models import Tournament
from tournaments.pages.lean_table import LeanTable
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


def test_every_table_of_the_house_has_its_file():
    def below(kind: type) -> set[type]:
        children: list[type] = kind.__subclasses__()
        return {kind} | {one for child in children for one in below(child)}

    ours = {
        one for one in below(django_tables2.Table) if one.__module__.startswith(("tournaments.", "scoring."))
    }
    assert tables.StandingsTable in ours
    for table in ours - {LeanTable}:
        assert reverse(table.csv, args=["probe"]), table


def test_every_page_that_draws_such_a_table_offers_its_file_with_the_same_wishes():
    """A page hands its query string on to the file: sort and filter are the same there."""
    folder = HOUSE / "templates"
    pages = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    drawing = {path for path, text in pages.items() if "{% render_table" in text}
    assert drawing
    offering = re.compile(r"{% url '\w*csv'[^%]*%}{% querystring %}")
    for path in drawing:
        around = [text for text in pages.values() if str(path.relative_to(folder)) in text]
        assert any(offering.search(text) for text in [pages[path], *around]), path


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


def test_a_page_writes_a_minus_and_the_file_a_number_that_can_be_added():
    class Sums(LeanTable):
        points = django_tables2.Column()

    made = Sums([{"points": -3}, {"points": 0}, {"points": 12}])
    assert [row.cells for row in made.paginated_rows] == [("\N{MINUS SIGN}3",), (0,), (12,)]
    assert made.body == "\n".join(row.html for row in made.paginated_rows)
    assert made.body.count('<tr><th scope="row">') == 3
    assert made.file_rows()[1] == [[-3], [0], [12]]
