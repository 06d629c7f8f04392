"""The workbook, opened by another library and added up by another program: the same numbers as the site, text stays text."""

from __future__ import annotations

import io
import re
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.utils import translation
from openpyxl import load_workbook
from openpyxl.utils import column_index_from_string
from python_calamine import CalamineWorkbook

from scoring.numbers import GameNumber, SeatNumber
from scoring.totals import SeatSum
from tests import factories
from tests.tournaments.files.recalculated import OFFICE, SPOILED, recalculated, spoiled
from tournaments.event.services import setup as tournaments_service
from tournaments.files.formats.workbook import Reader, contents_of, write_workbook
from tournaments.files.formats.workbook.contents import pages_of_records, pages_of_sums, sources_of
from tournaments.models import Club, Line, Pair, Player, Registration, ScoreSheet, Team, Tournament
from tournaments.paper_entry.services import totals
from tournaments.rankings.selectors.facts import Scope
from tournaments.rankings.selectors.publications import standings_shown
from tournaments.rankings.selectors.rankings import Category, players_in, ranking
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.selectors.standings import standings
from tournaments.rankings.services.publications import publish
from tournaments.rulings import services as rulings
from tournaments.rulings.selectors.offences import Offence
from tournaments.spreadsheets.writing.formulas import below, sum_where
from tournaments.spreadsheets.writing.page import SUM, Column, Page, headings_apart, table_name
from tournaments.spreadsheets.writing.xlsx import write_book

pytestmark = pytest.mark.django_db
POINTS = 11  # of the letters in a cell
LETTER, PAPER = (
    1.9,
    277.0,
)  # millimetres: a letter of usual width, and what A4 across leaves between its margins

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
        sheet_id=three.pk,
        number=GameNumber(2),
        reason="=Grund",
        seen_version=2,
        by=referee,
        now=factories.NOON,
    )
    rulings.penalise_loose_hand(
        sheet_id=four.pk,
        number=GameNumber(1),
        seat_number=SeatNumber(3),
        reason="Hand zusammengeworfen",
        seen_version=20,
        by=referee,
        now=factories.NOON,
    )
    team = Team.objects.create(tournament=made, name=TRAPS[0])
    Pair.objects.create(tournament=made, number=1)
    for place, entered in enumerate(made.registrations.filter(start_number__in=(1, 4, 7)), 1):
        Registration.objects.filter(pk=entered.pk).update(team=team, team_place=place)
    for place, entered in enumerate(made.registrations.filter(start_number__in=(2, 3)), 1):
        Registration.objects.filter(pk=entered.pk).update(pair=Pair.objects.get(), pair_place=place)
    Player.objects.filter(registrations__start_number=5, registrations__tournament=made).update(
        sex=Player.Sex.WOMAN
    )
    for seat in (1, 2):
        rulings.impose(
            sheet_id=three.pk,
            offence=Offence(kind="wrong_seat", seat=SeatNumber(seat)),
            reason="saß falsch",
            seen_version=ScoreSheet.objects.get(pk=three.pk).version,
            by=referee,
            now=factories.NOON,
        )
    return made


@pytest.fixture
def played(staged_played: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged_played.pk)


def content_of(made: Tournament, reader: Reader = Reader.DIRECTOR) -> bytes:
    target = io.BytesIO()
    write_workbook(
        target,
        contents_of(standings_shown(made, draft=True), reader=reader, now=factories.NOON),
        now=factories.NOON,
    )
    return target.getvalue()


def read(content: bytes) -> dict[str, list[dict[str, object]]]:
    """Every sheet as rows by heading."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    sheets: dict[str, list[dict[str, object]]] = {}
    for name in book.sheet_names:
        head, *rows = book.get_sheet_by_name(name).to_python()
        sheets[name] = [dict(zip(map(str, head), row, strict=True)) for row in rows if row[0] != SUM]
    return sheets


# Who gets what ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_sheets_their_order_and_who_gets_them(played):
    groups = ["Damen", "Tandem", "Mannschaften", "Vereine"]
    public = ["Übersicht", "Rangliste", "Serie 1", *groups, "Spiele", "Strafen", "Sitzordnung"]
    assert list(read(content_of(played, Reader.PUBLIC))) == [*public, "Augenverteilung"]
    for reader in (Reader.REFEREE, Reader.DIRECTOR):
        assert list(read(content_of(played, reader))) == [*public, "Protokoll", "Augenverteilung"]


@pytest.mark.slow
def test_the_journal_is_told_in_words(played):
    journal = read(content_of(played))["Protokoll"]
    assert len(journal) == played.journal.count()
    assert journal[0]["was"] == "Turnier angelegt"
    assert {"Spiel gestrichen", "Spiel eingetragen"} <= {line["was"] for line in journal}


@pytest.mark.slow
def test_seats_are_for_everybody_once_they_hang(played):
    assert len(read(content_of(played, Reader.PUBLIC))["Sitzordnung"]) == 7
    played.series.update(posted_at=None)
    assert read(content_of(played, Reader.PUBLIC))["Sitzordnung"] == []
    assert len(read(content_of(played))["Sitzordnung"]) == 7


def test_who_sees_what_was_published_sees_neither_games_nor_newer_sums(played):
    publish(
        tournament_id=played.pk,
        seen=snapshot(played).fingerprint,
        by=factories.director(),
        now=factories.NOON,
    )
    before = [(row.place.rank, row.total.net_points) for row in standings(played).rows]
    three = factories.sheet_of(played.series.get(), 2)
    factories.play(three, 2)
    seen = standings_shown(played, draft=False)
    target = io.BytesIO()
    write_workbook(target, contents_of(seen, reader=Reader.PUBLIC, now=factories.NOON), now=factories.NOON)
    book = read(target.getvalue())
    groups = ["Damen", "Tandem", "Mannschaften", "Vereine"]
    assert list(book) == ["Übersicht", "Rangliste", "Serie 1", *groups, "Sitzordnung"]
    assert [(row["Rang"], row["Punkte"]) for row in book["Rangliste"]] == before
    formulas = load_workbook(target)
    assert formulas["Rangliste"]["H2"].value.startswith("=SUMIFS(Serie_1["), "what is in the file is added up"
    assert isinstance(formulas["Serie 1"]["H2"].value, int), "what is not cannot be"


# The same numbers as the site, without any program that calculates ----------------------------------------------


def test_the_standings_are_those_of_the_site(played):
    what, book = standings(played), read(content_of(played))
    for rows, sheet in ((what.rows, book["Rangliste"]), (players_in(what, Scope(series=1)), book["Serie 1"])):
        assert [
            (row["Rang"], row["Startnummer"], row["Punkte"], row["Augen"], row["Spiele"], row["Kreuze"])
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
    for category in (Category.TEAMS, Category.PAIRS, Category.CLUBS, Category.LADIES):
        said = [
            (row.place.rank, row.points, row.augen, row.games)
            for row in ranking(played, category, given=what).rows
        ]
        sheet = book[str(category.label)]
        assert [(row["Rang"], row["Punkte"], row["Augen"], row["Spiele"]) for row in sheet] == said
        assert said


def test_whoever_adds_the_lines_up_gets_the_standings(played):
    """The treasurer's check: points of the lines that count, and the penalties, by start number."""
    book = read(content_of(played))
    sums = {row["Startnummer"]: 0 for row in book["Rangliste"]}
    for line in [*book["Spiele"], *book["Strafen"]]:
        sums[line["Startnummer"]] += line["Punkte"] if line["zählt"] == "ja" else 0
    assert sums == {row["Startnummer"]: row["Punkte"] for row in book["Rangliste"]}


def test_every_line_is_there_struck_ones_with_their_reason(played):
    lines = read(content_of(played))["Spiele"]
    assert len(lines) == Line.objects.count()
    struck = [line for line in lines if line["zählt"] == "nein"]
    assert [line["gestrichen, weil"] for line in struck] == ["=Grund"] * 3
    assert isinstance(lines[0]["eingetragen"], datetime)
    assert f"{lines[0]['eingetragen']:%d.%m.%Y %H:%M}" == "14.11.2026 13:00", "the hour of the hall"


# Formulas -----------------------------------------------------------------------------------------------------


def test_sums_are_formulas_that_a_treasurer_can_read(played):
    book = load_workbook(io.BytesIO(content_of(played)))
    said = {
        (name, cell.value): book[name].cell(2, cell.column).value
        for name in ("Rangliste", "Serie 1", "Mannschaften")
        for cell in book[name][1]
    }
    assert said["Rangliste", "Serie 1"] == "=SUMIFS(Serie_1[Punkte],Serie_1[Startnummer],$B2)"
    assert said["Rangliste", "Punkte"] == "=SUM(H2:H2)"
    assert said["Serie 1", "Punkte"] == "=H2+J2+K2"
    assert said["Serie 1", "Pluspunkte"] == (
        '=SUMIFS(Spiele[Punkte],Spiele[Startnummer],$B2,Spiele[Serie],1,Spiele[zählt],"ja",Spiele[Punkte],">0")'
    )
    assert said["Mannschaften", "Punkte"] == "=" + "+".join(
        f"SUMIFS(Rangliste[Punkte],Rangliste[Startnummer],${letter}2)" for letter in "CDE"
    )
    assert isinstance(said["Rangliste", "Rang"], int), "a rank may hang on a lot: it is no sum"


def test_formula_and_value_stand_in_the_same_cell(played):
    with ZipFile(io.BytesIO(content_of(played))) as archive:
        sheet = archive.read("xl/worksheets/sheet2.xml").decode()
        assert 'fullCalcOnLoad="1"' not in archive.read("xl/workbook.xml").decode()
    cells = re.findall(r"<f>([^<]+)</f><v>([^<]*)</v>", sheet)
    assert len(cells) == sheet.count("<f>") >= 7 * 8


def check_again(made: Tournament, folder) -> None:
    """LibreOffice adds up anew what was spoiled, and comes to what the site says."""
    content = content_of(made)
    said, again = read(content), read(recalculated(content, folder))
    wrong = read(spoiled(content))
    overall = list(wrong.values())[1]
    assert all(int(SPOILED) in row.values() for row in overall), "nothing was spoiled"
    assert list(again) == list(said)
    for name, rows in said.items():
        assert len(again[name]) == len(rows), name
        for row, other in zip(rows, again[name], strict=True):
            assert {
                head: pytest.approx(value) if isinstance(value, float) else value
                for head, value in row.items()
            } == other, name


@pytest.mark.slow
@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("language", ["de", "lb", "en"])
def test_libreoffice_adds_up_to_the_same(language, played, tmp_path):
    with translation.override(language):
        check_again(played, tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
def test_libreoffice_adds_up_sums_without_games(tmp_path):
    sheet = factories.table_of(4)
    sums = {1: (47, 1, 349), 2: (39, 0, 411), 3: (44, 2, 430), 4: (36, 0, 498)}
    totals.enter_totals(
        sheet_id=sheet.pk,
        games=20,
        sums={seat: SeatSum(points=p, crosses=c, augen=a) for seat, (p, c, a) in sums.items()},
        submission=uuid4(),
        seen_version=0,
        by=factories.director(),
        now=factories.NOON,
    )
    assert len(read(content_of(sheet.table.series.tournament))["Nur Summen"]) == 4
    check_again(sheet.table.series.tournament, tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
def test_libreoffice_adds_up_two_days(played, tmp_path):
    """Each day has its sheet, from the series of that day."""
    second = factories.draw(played, 2)
    for table in (1, 2):
        factories.play(factories.sheet_of(second, table), 1)
    played.series.filter(number=2).update(drawn_at=factories.NOON + timedelta(days=1), started_at=None)
    Tournament.objects.filter(pk=played.pk).update(ends_on=factories.NOON + timedelta(days=1))
    made = Tournament.objects.get(pk=played.pk)
    assert {"14.11.2026", "15.11.2026"} <= set(read(content_of(made)))
    check_again(made, tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
def test_libreoffice_adds_up_the_basic_rules(tmp_path):
    made = factories.tournament(rules="basic", players=5, table_size=5, rounds=2)
    factories.play_all(factories.sheet_of(factories.draw(made)))
    check_again(made, tmp_path)


# Text stays text ----------------------------------------------------------------------------------------------


def test_text_that_looks_like_a_formula_stays_text(played):
    book = load_workbook(io.BytesIO(content_of(played)))
    names = {row[1].value: row[2] for row in book["Rangliste"].iter_rows(min_row=2, max_row=1 + len(TRAPS))}
    assert {cell.data_type for cell in names.values()} == {"s"}
    assert {number: cell.value for number, cell in names.items()} == dict(
        enumerate((name.replace("\x07", "") for name in TRAPS), 1)
    )
    assert (book["Mannschaften"]["B2"].value, book["Mannschaften"]["B2"].data_type) == (TRAPS[0], "s")


OFTEN = ["=HYPERLINK(A1)", "\ud800", "</t><f>1+1</f>"]
SELDOM = [*TRAPS, "x" * 60, "🂡 Ass", "a\r\nb", " vorn und hinten ", "x" * 40_000]


@pytest.mark.parametrize("name", [*OFTEN, *(pytest.param(name, marks=pytest.mark.slow) for name in SELDOM)])
def test_no_name_breaks_the_file(name):
    """As a title, a tab, a heading and a cell."""
    target = io.BytesIO()
    page = Page(
        name=name, columns=(Column(heading=name, width=9, format="General"),), rows=[(name,), (None,)]
    )
    write_book(target, [page], title=name, now=factories.NOON)
    target.seek(0)
    [[value]] = (
        CalamineWorkbook.from_filelike(target).get_sheet_by_index(0).to_python(skip_empty_area=False)[1:2]
    )
    book = load_workbook(target)
    assert len(book.sheetnames[0]) <= 31
    assert book.active["A2"].data_type == "s"
    kept = "".join(sign for sign in name if sign == "\n" or sign.isprintable())
    assert value == (kept if len(kept) < 33_000 else value)


def test_a_heading_inside_a_formula_is_escaped():
    assert below("Spiele", "Punkte je Spiel") == "Spiele[Punkte je Spiel]"
    assert below("T", "D'Zuel [#1]") == "T[[D''Zuel '['#1']]]"
    assert sum_where("T", "a", [("b", 1)]) == "SUMIFS(T[a],T[b],1)"
    assert [table_name(name) for name in ("Serie 1", "AB12", "2. Tag", "R1C1", "!")] == [
        "Serie_1", "_AB12", "_2_Tag", "_R1C1", "_",
    ]  # fmt: skip
    assert headings_apart(["Punkte", "punkte", "Augen"]) == ("Punkte", "punkte 2", "Augen")


# Heads, print, tables -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_heads_are_frozen_filtered_and_repeated_on_paper(played):
    book = load_workbook(io.BytesIO(content_of(played)))
    for sheet in book:
        assert sheet.freeze_panes in ("B2", "C2", "E2")
        assert sheet.print_title_rows == "$1:$1"
        assert sheet.page_setup.orientation == "landscape"
        assert all(cell.font.bold for cell in sheet[1])
        assert all(sheet.column_dimensions[cell.column_letter].width > 5 for cell in sheet[1])
    assert book["Rangliste"]["A2"].number_format == "0"
    assert book["Spiele"]["Q2"].number_format == "dd.mm.yyyy hh:mm"
    assert book.properties.title == "Probeturnier"


def test_every_sheet_is_a_table_with_a_name_of_its_own(played):
    book = load_workbook(io.BytesIO(content_of(played)))
    names = []
    for sheet in book:
        [table] = sheet.tables.values()
        names.append(table.displayName)
        assert table.ref == sheet.dimensions
        last = sheet.max_row - bool(table.totalsRowCount)
        assert table.autoFilter.ref == f"A1:{sheet.cell(last, sheet.max_column).coordinate}"
        heads = [cell.value for cell in sheet[1]]
        assert [column.name for column in table.tableColumns] == heads
        assert all(isinstance(head, str) for head in heads)
        assert len({head.casefold() for head in heads}) == len(heads)
    assert len({name.casefold() for name in names}) == len(names)


def test_no_sheet_is_printed_in_letters_under_nine_points(played):
    """A wide sheet goes over several papers, with its first columns on each of them."""
    book = load_workbook(io.BytesIO(content_of(played)))
    wide = 0
    for sheet in book:
        printed = sheet.print_area.split("$")[3] if sheet.print_area else None
        widths = [sheet.column_dimensions[cell.column_letter].width for cell in sheet[1]]
        if printed:
            widths = widths[: column_index_from_string(printed)]
        if sheet.sheet_properties.pageSetUpPr.fitToPage:
            assert sheet.page_setup.fitToWidth == 1
            assert POINTS * PAPER / max(PAPER, sum(widths) * LETTER) >= 9, sheet.title
        else:
            wide += 1
            assert POINTS * sheet.page_setup.scale / 100 >= 9, sheet.title
            assert sheet.print_title_cols.startswith("$A:"), sheet.title
    assert wide, "there are wide sheets, or this proves nothing"


def test_sums_stand_below_each_table_and_follow_its_filter(played):
    content = content_of(played)
    book, what = load_workbook(io.BytesIO(content)), standings(played)
    foot = {book["Rangliste"].cell(1, cell.column).value: cell.value for cell in book["Rangliste"][9]}
    assert (foot["Rang"], foot["Punkte"]) == (SUM, "=SUBTOTAL(109,Rangliste[Punkte])")
    values = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_name("Rangliste").to_python()
    sums = dict(zip(values[0], values[-1], strict=True))
    assert (sums["Punkte"], sums["Augen"], sums["Spiele"]) == (
        sum(row.total.net_points for row in what.rows),
        sum(row.total.augen for row in what.rows),
        sum(row.total.games_played for row in what.rows),
    )


def test_rows_stand_out_by_what_they_say(played):
    book = load_workbook(io.BytesIO(content_of(played)))
    said = {
        name: [rule.formula[0] for area in book[name].conditional_formatting for rule in area.rules]
        for name in ("Rangliste", "Serie 1", "Mannschaften", "Spiele", "Strafen")
    }
    assert said["Rangliste"] == said["Serie 1"] == said["Mannschaften"] == ["$A2=1"]
    assert said["Spiele"] == ['$O2="nein"', '$N2="✕"']
    assert [cell.value for cell in book["Spiele"][1]][13:15] == ["Kreuz", "zählt"]
    assert len(said["Strafen"]) == 1


def test_pictures_show_columns_that_are_there(played):
    content = content_of(played)
    with ZipFile(io.BytesIO(content)) as archive:
        charts = [archive.read(name).decode() for name in archive.namelist() if "charts/chart" in name]
    book = load_workbook(io.BytesIO(content))
    asked = [reference for chart in charts for reference in re.findall(r"<(?:c:)?f>([^<]+)</", chart)]
    assert len(charts) == 2
    assert {"'Rangliste'!$C$2:$C$8", "'Augenverteilung'!$D$2:$D$7"} <= set(asked)
    for reference in asked:
        sheet, cells = reference.split("!")
        assert all(cell.value is not None for cell in flat(book[sheet.strip("'")][cells.replace("$", "")]))


def flat(cells) -> list[Any]:
    return [cell for row in (cells if isinstance(cells, tuple) else ((cells,),)) for cell in row]


def test_the_spread_of_augen_counts_every_hand_that_was_left(played):
    spread = read(content_of(played))["Augenverteilung"]
    left = Line.objects.filter(game__struck_reason="", won=False, augen__gt=0).count()
    assert sum(row["Spiele"] for row in spread) == left > 0


# Other tournaments --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_basic_rules_have_no_crosses():
    made = factories.tournament(rules="basic", players=3, table_size=3, rounds=3)
    sheet = factories.sheet_of(factories.draw(made))
    factories.play_all(sheet)
    book = read(content_of(made))
    assert "Kreuze" not in book["Rangliste"][0]
    assert sum(row["Punkte"] for row in book["Rangliste"]) == 150


def test_a_tournament_without_a_game_has_a_workbook_too():
    content = content_of(factories.tournament(players=3), Reader.PUBLIC)
    book = read(content)
    assert list(book) == ["Übersicht", "Rangliste", "Spiele", "Strafen", "Sitzordnung"]
    assert [row["Punkte"] for row in book["Rangliste"]] == [0, 0, 0]
    assert load_workbook(io.BytesIO(content))["Spiele"].tables["Spiele"].ref == "A1:Q2"


@pytest.mark.slow
def test_more_games_than_a_sheet_can_hold_have_a_sheet_for_each_series(played, monkeypatch):
    monkeypatch.setattr("tournaments.files.formats.workbook.contents.MOST_ROWS", 3)
    seen = standings_shown(played, draft=True)
    what = seen.what
    lines = {1: Line.objects.count()}
    sources = sources_of(what, lines)
    names = [page.name for page in [*pages_of_sums(seen, sources), *pages_of_records(what, sources)]]
    assert names == [
        "Rangliste",
        "Serie 1",
        "Damen",
        "Tandem",
        "Mannschaften",
        "Vereine",
        "Spiele, Serie 1",
        "Strafen",
    ]
    points = next(pages_of_sums(seen, sources)).columns[-3].formula
    assert "Spiele_Serie_1[" in points
    games = next(pages_of_records(what, sources))
    assert len(list(games.rows)) == Line.objects.count(), "all of the one series"


def test_every_so_many_rows_somebody_hears_how_far_it_is(monkeypatch):
    monkeypatch.setattr("tournaments.spreadsheets.writing.xlsx.EVERY", 2)
    heard: list[int] = []
    page = Page(
        name="Zahlen", columns=(Column(heading="Zahl", width=8),), rows=[(number,) for number in range(5)]
    )
    write_book(io.BytesIO(), [page], told=heard.append)
    assert heard == [2, 4, 5]


@pytest.mark.slow
def test_somebody_hears_how_far_it_is(played):
    heard: list[int] = []
    contents = contents_of(standings_shown(played, draft=True), reader=Reader.DIRECTOR, now=factories.NOON)
    write_workbook(io.BytesIO(), contents, now=factories.NOON, told=heard.append)
    assert heard[-1] >= contents.rows


def test_words_that_are_wider_than_their_column_go_on_below(tmp_path):
    """Looked at in LibreOffice: names of sixty letters ran into the next column or were cut there."""
    made = factories.tournament(players=4, rounds=1, name="Probe")
    long = "Maximiliane-Friederike Theresia von und zu Überlangenstein auf"
    for one in made.registrations.select_related("player"):
        one.player.family_name, one.player.given_name = f"{long} {one.start_number}", long
        one.player.club = Club.objects.create(name=f"{long} e. V. {one.start_number}")
        one.player.save()
    sheet = factories.sheet_of(factories.draw(made))
    factories.accept(factories.sign_all(factories.play_all(sheet)))
    book = load_workbook(io.BytesIO(content_of(made)))
    for sheet in book.worksheets:
        for row in sheet.iter_rows(min_row=2):
            for cell in row:
                width = sheet.column_dimensions[cell.column_letter].width
                if isinstance(cell.value, str) and not cell.value.startswith("=") and len(cell.value) > width:
                    assert cell.alignment.wrap_text, f"{sheet.title}!{cell.coordinate}: {cell.value}"
                    assert sheet.row_dimensions[cell.row].height > 20, f"{sheet.title}!{cell.coordinate}"
