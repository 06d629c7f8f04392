"""The workbook, opened by another library: the same numbers as the site, and text that stays text."""

from __future__ import annotations

import io
from datetime import datetime

import pytest
from openpyxl import load_workbook
from python_calamine import CalamineWorkbook

from tests import factories
from tournaments.exports.workbook import standings_workbook
from tournaments.models import Line, Tournament
from tournaments.selectors.files import line_records, penalty_records, ranked_series
from tournaments.selectors.standings import standings
from tournaments.services import rulings
from tournaments.services import tournaments as tournaments_service

pytestmark = pytest.mark.django_db

TRAPS = ("=1+1", "+49", "-3", "@SUM(A1)", "'quoted", "Zoë\x07 & <b>", "=HYPERLINK(A1)")


@pytest.fixture(scope="module")
def staged_played(stage: None) -> Tournament:
    """Seven players with dangerous names at a table of four and one of three; a struck game and a penalty."""
    made = factories.tournament(players=0)
    for number, name in enumerate(TRAPS, 1):
        tournaments_service.register_player(
            tournament_id=made.pk,
            player=tournaments_service.NewPlayer(given_name=f"Probe{number}", family_name=name, club=name),
            by=factories.director(),
            now=factories.NOON,
        )
    series = factories.draw(made)
    referee = factories.referee(made)
    four, three = factories.sheet_of(series, 1), factories.sheet_of(series, 2)
    factories.play_all(four)
    for number in (1, 2):
        factories.play(three, number)
    rulings.strike_game(
        sheet_id=three.pk, number=2, reason="=Grund", seen_version=2, by=referee, now=factories.NOON
    )
    rulings.penalise_loose_hand(
        sheet_id=four.pk,
        number=1,
        seat_number=3,
        reason="Hand zusammengeworfen",
        seen_version=20,
        by=referee,
        now=factories.NOON,
    )
    return made


@pytest.fixture
def played(staged_played: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged_played.pk)


def content_of(made) -> bytes:
    what = standings(made)
    return standings_workbook(what, line_records(made, what.rules), penalty_records(made), now=factories.NOON)


def read(content: bytes) -> dict[str, list[dict[str, object]]]:
    """Every sheet as rows by heading."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    sheets: dict[str, list[dict[str, object]]] = {}
    for name in book.sheet_names:
        head, *rows = book.get_sheet_by_name(name).to_python()
        sheets[name] = [dict(zip(map(str, head), row, strict=True)) for row in rows]
    return sheets


def test_the_sheets_and_their_order(played):
    assert list(read(content_of(played))) == ["Rangliste", "Serie 1", "Spiele", "Strafen"]


def test_the_standings_are_those_of_the_site(played):
    what, book = standings(played), read(content_of(played))
    for rows, sheet in ((what.rows, book["Rangliste"]), (ranked_series(what, 1), book["Serie 1"])):
        assert [
            (row["Rang"], row["Startnr."], row["Punkte"], row["Augen"], row["Spiele"], row["Kreuze"])
            for row in sheet
        ] == [
            (
                row.place.rank,
                row.registration.start_number,
                row.total.net_points,
                row.total.augen,
                row.total.games_played,
                row.total.crosses,
            )
            for row in rows
        ]


def test_whoever_adds_the_lines_up_gets_the_standings(played):
    """The treasurer's check: points of the lines that count, and the penalties, by start number."""
    book = read(content_of(played))
    sums = {row["Startnr."]: 0 for row in book["Rangliste"]}
    for line in book["Spiele"]:
        sums[line["Startnr."]] += line["Punkte"] if line["zählt"] == "ja" else 0
    for penalty in book["Strafen"]:
        sums[penalty["Startnr."]] += penalty["Punkte"]
    assert sums == {row["Startnr."]: row["Punkte"] for row in book["Rangliste"]}


def test_every_line_is_there_struck_ones_with_their_reason(played):
    lines = read(content_of(played))["Spiele"]
    assert len(lines) == Line.objects.count()
    struck = [line for line in lines if line["zählt"] == "nein"]
    assert [line["gestrichen, weil"] for line in struck] == ["=Grund"] * 3
    assert isinstance(lines[0]["eingetragen"], datetime)
    assert f"{lines[0]['eingetragen']:%d.%m.%Y %H:%M}" == "14.11.2026 13:00", "the hour of the hall"


def test_text_that_looks_like_a_formula_stays_text(played):
    book = load_workbook(io.BytesIO(content_of(played)))
    names = {}
    for row in book["Rangliste"].iter_rows(min_row=2):
        assert all(cell.data_type != "f" for cell in row)
        names[row[1].value] = row[2].value
    assert names == dict(enumerate((name.replace("\x07", "") for name in TRAPS), 1))


def test_heads_are_frozen_filtered_and_repeated_on_paper(played):
    book = load_workbook(io.BytesIO(content_of(played)))
    for sheet in book:
        assert sheet.freeze_panes == "A2"
        assert sheet.auto_filter.ref == sheet.dimensions
        assert sheet.print_title_rows == "$1:$1"
        assert (sheet.page_setup.orientation, sheet.page_setup.fitToWidth) == ("landscape", 1)
        assert all(cell.font.bold for cell in sheet[1])
    assert book["Rangliste"]["A2"].number_format == "0"
    assert book["Spiele"]["Q2"].number_format == "dd.mm.yyyy hh:mm"
    assert book.properties.title == "Probeturnier: Rangliste"


def test_the_basic_rules_have_no_crosses():
    made = factories.tournament(rules="basic", players=3, table_size=3, rounds=1)
    sheet = factories.sheet_of(factories.draw(made))
    factories.play_all(sheet)
    book = read(content_of(made))
    assert "Kreuze" not in book["Rangliste"][0]
    assert sum(row["Punkte"] for row in book["Rangliste"]) == 150


def test_a_tournament_without_a_game_has_a_workbook_too():
    book = read(content_of(factories.tournament(players=3)))
    assert list(book) == ["Rangliste", "Spiele", "Strafen"]
    assert [row["Punkte"] for row in book["Rangliste"]] == [0, 0, 0]
