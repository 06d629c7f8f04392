"""A number of the standings is described once: whoever adds a line to the table finds it behind every door."""

from __future__ import annotations

import io

import pytest
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from scoring.rules import Family
from tests import factories
from tournaments.paper.ink import MM
from tournaments.rankings.paper.wall import LEAST_FOR_NAMES, wall_columns
from tournaments.rankings.selectors.rankings import ranking
from tournaments.rankings.words import figures
from tournaments.rankings.words.figures import FIGURES, Figure
from tournaments.rankings.words.wall import wall_facts

BEST = Figure(
    key="best_series",
    heading="Beste Serie",
    value=lambda row: max((part.net_points for part in row.series.values()), default=None),
    several_series=True,
    workbook=True,
    wall_mm=14,
)


@pytest.fixture
def day(db, monkeypatch):
    """Two series of one table, the second just begun; and one more figure than the house knows."""
    monkeypatch.setattr(figures, "FIGURES", (*FIGURES, BEST))
    made = factories.tournament(players=4, series=2)
    factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(factories.draw(made, 1)))))
    factories.play(factories.sheet_of(factories.draw(made, 2)), 1)
    return made


def best_of(day):
    return {
        row.registrations[0].start_number: max(part.net_points for part in row.series.values())
        for row in ranking(day).rows
    }


def test_the_page_the_csv_and_the_sheet_on_the_wall_show_it(client, day):
    page = client.get(reverse("standings", args=[day.slug])).content.decode()
    assert "Beste Serie" in page
    head, *rows = (
        client.get(reverse("standings_csv", args=[day.slug])).content.decode("utf-8-sig").splitlines()
    )
    names = head.split(";")
    column, number = names.index("Beste Serie"), names.index("Startnummer")
    found = {int(row.split(";")[number]): int(row.split(";")[column]) for row in rows if row}
    assert found == best_of(day)
    sheet = client.get(reverse("standings_pdf", args=[day.slug]))
    text = PdfReader(io.BytesIO(sheet.content)).pages[0].extract_text()
    assert "Beste Serie" in text


@pytest.mark.slow
def test_the_workbook_and_programs_read_it(client, day):
    answer = client.get(reverse("standings_xlsx", args=[day.slug]))
    book = CalamineWorkbook.from_filelike(io.BytesIO(answer.content))
    head, *rows = next(
        table
        for name in book.sheet_names
        if "Beste Serie" in (table := book.get_sheet_by_name(name).to_python())[0]
    )
    column, number = head.index("Beste Serie"), head.index("Startnummer")
    assert {int(row[number]): int(row[column]) for row in rows if row[number]} == best_of(day)
    told = client.get(f"/api/v1/tournaments/{day.slug}/standings").json()["items"]
    assert {row["start_number"]: row["figures"]["best_series"] for row in told} == best_of(day)


def test_each_figure_has_a_name_of_its_own():
    assert len({figure.key for figure in FIGURES}) == len(FIGURES)
    assert {family for figure in FIGURES for family in figure.families} == set(Family)


@pytest.mark.django_db
def test_names_keep_their_room_on_the_wall(day):
    """However many series there are, and however wide a new column is."""
    facts = wall_facts(ranking(day), open_lists=0, now=timezone.now())
    columns = wall_columns(facts)
    assert columns.name_room + 1 * MM >= LEAST_FOR_NAMES
