"""The printed list says what the site says: read back from the PDF, word by word."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from scoring.engine.law import Finish
from scoring.numbers import GameNumber, SeatNumber
from tests import factories
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.paper.pdf import lists_pdf
from tournaments.lists.selectors.in_bulk import lists_of_series, rulings_of, views_of
from tournaments.lists.selectors.sheets import SheetView, sheet_view, sheet_views
from tournaments.lists.words.facts import CROSS, OPENED, RULED
from tournaments.lists.words.printed import list_facts
from tournaments.models import ScoreSheet
from tournaments.rulings import services as rulings

pytestmark = pytest.mark.django_db


def view_of(sheet) -> SheetView:
    return sheet_view(sheets().get(pk=sheet.pk), now=factories.NOON)


def printed(sheet, *, blank: bool = False) -> PdfReader:
    view = view_of(sheet)
    content = lists_pdf([view], rulings_of([view.sheet]), blank=blank, now=factories.NOON)
    return PdfReader(io.BytesIO(content))


def text_of(reader: PdfReader) -> str:
    return "\n".join(page.extract_text() for page in reader.pages)


@pytest.fixture(scope="module")
def staged_played(stage: None) -> ScoreSheet:
    """A table of four after five games: a Hand-Rommé, a cross, an empty stock, a struck game and a loose hand."""
    made = factories.tournament(players=4)
    sheet = factories.sheet_of(factories.draw(made))
    referee = factories.referee(made)
    factories.play(sheet, 1, factories.result(3, {2: (18, True), 4: (120, False)}))
    factories.play(sheet, 2, factories.result(1, {3: (7, True), 4: (31, True)}, Finish.HAND))
    factories.play(sheet, 3, factories.result(2, {1: (90, False), 4: (5, True)}))
    rulings.strike_game(
        sheet_id=sheet.pk,
        number=GameNumber(3),
        reason="Karten beim Geben aufgeflogen",
        seen_version=view_of(sheet).sheet.version,
        by=referee,
        now=factories.NOON,
    )
    factories.play(sheet, 3, factories.result(4, {1: (9, True), 2: (55, True)}))
    factories.play(
        sheet, 4, factories.result(None, {1: (20, True), 2: (44, True), 3: (101, False)}, Finish.EXHAUSTED)
    )
    rulings.penalise_loose_hand(
        sheet_id=sheet.pk,
        number=GameNumber(4),
        seat_number=SeatNumber(2),
        reason="Hand zusammengeworfen",
        seen_version=view_of(sheet).sheet.version,
        by=referee,
        now=factories.NOON,
    )
    return sheet


@pytest.fixture
def played(staged_played: ScoreSheet) -> ScoreSheet:
    return sheets().get(pk=staged_played.pk)


def test_the_dealer_rests_and_everybody_else_has_his_columns(played):
    facts = list_facts(view_of(played), blank=False)
    first = facts.rows[0]
    assert [cell.rests for cell in first.cells] == [True, False, False, False]
    assert (first.dealer, first.finish) == ("1", "R")
    assert first.cells[1].texts == (OPENED, "18", "18", "2", "2")
    assert first.cells[2].texts == (OPENED, "0", "0", "5", "5")
    assert first.cells[2].won
    assert first.cells[3].texts == ("", "120", "120", CROSS, "0")


def test_a_struck_row_stays_with_its_reason_and_counts_nothing(played):
    facts = list_facts(view_of(played), blank=False)
    struck, again = (row for row in facts.rows if row.number == 3)
    assert struck.struck == "gestrichen: Karten beim Geben aufgeflogen"
    assert struck.cells[0].texts == ("", "90", "", "0", "")
    assert not again.struck
    assert again.cells[0].texts == (OPENED, "9", "9", "3", "11")


def test_an_exhausted_game_has_its_sign_and_a_penalty_its_mark(played):
    fourth = next(row for row in list_facts(view_of(played), blank=False).rows if row.number == 4)
    assert fourth.finish == "–"
    assert [cell.ruled for cell in fourth.cells] == [False, True, False, False]


def test_the_totals_are_those_of_the_site(played):
    view = view_of(played)
    totals = {total.name: total.texts for total in list_facts(view, blank=False).totals}
    sums = [view.tally.totals[seat] for seat in (1, 2, 3, 4)]
    assert [int(text) for text in totals["Pluspunkte"]] == [one.plus_points for one in sums]
    assert [int(text.replace("−", "-")) for text in totals["Endpunkte"]] == [one.net_points for one in sums]
    assert [int(text) for text in totals["Augen"]] == [one.augen for one in sums]
    assert totals[f"Kreuze {CROSS}"][2:] == ("1  (−1)", "1  (−1)")
    assert totals[f"Strafen {RULED}"][1].startswith("−1")
    assert totals["R · HA · H"] == ("0 · 0 · 1", "0 · 0 · 0", "1 · 0 · 0", "1 · 0 · 0")
    assert totals["Rang am Tisch"] == ("", "", "", ""), "no ranks before the last game"


def test_rulings_stand_on_the_list_with_hour_reason_and_name(played):
    said = text_of(printed(played))
    assert "Spiel 3, Spiel gestrichen: Karten beim Geben aufgeflogen (schiri)" in said
    assert "Hand zusammengeworfen (schiri)" in said
    assert "14.11.2026 13:00" in said


def test_the_pdf_holds_who_plays_by_which_rules(played):
    view = view_of(played)
    said = text_of(printed(played))
    for seat in view.seats:
        assert seat.registration.name in said
    assert view.tournament.rule_set.short_fingerprint in said
    assert "5 Runden = 20 Spiele" in said
    assert {str(number) for number in range(1, 21)} <= set(re.findall(r"\d+", said))


def test_a_blank_list_has_names_and_dealers_but_no_results(played):
    facts = list_facts(view_of(played), blank=True)
    assert len(facts.rows) == 20
    assert not any(cell.texts for row in facts.rows for cell in row.cells)
    assert all(text == "" for total in facts.totals for text in total.texts)
    assert [row.dealer for row in facts.rows[:5]] == ["1", "2", "3", "4", "1"]
    assert not facts.remarks
    assert "Probe1 Spieler001" in text_of(printed(played, blank=True))


def test_the_rest_of_an_open_list_can_be_written_by_hand(played):
    rows = list_facts(view_of(played), blank=False).rows
    assert [row.number for row in rows] == [1, 2, 3, 3, *range(4, 21)]
    assert all(not any(cell.texts for cell in row.cells) for row in rows[5:])


def test_a_game_struck_and_not_yet_replayed_leaves_its_row_open():
    sheet = factories.table_of(4)
    referee = factories.referee(sheet.table.series.tournament)
    for number in (1, 2):
        factories.play(sheet, number)
    rulings.strike_game(
        sheet_id=sheet.pk, number=1, reason="Verkehrt gegeben", seen_version=2, by=referee, now=factories.NOON
    )
    rows = list_facts(view_of(sheet), blank=False).rows
    assert [(row.number, bool(row.struck), bool(row.finish)) for row in rows[:3]] == [
        (1, True, True),
        (1, False, False),
        (2, False, True),
    ]


def test_signed_and_accepted():
    sheet = factories.accept(factories.sign_all(factories.play_all(factories.table_of(3))))
    said = text_of(printed(sheet))
    assert said.count("auf Papier") == 3
    assert "leitung, 14.11.2026 13:00" in said
    assert "1." in list_facts(view_of(sheet), blank=False).totals[-1].texts


@pytest.mark.parametrize("size", [2, 3, 5, 6])
def test_basic_tables_of_every_size(size):
    sheet = factories.table_of(size, rules="basic", rounds=7)
    factories.play_all(sheet)
    facts = list_facts(view_of(sheet), blank=False)
    assert [column.heading for column in facts.columns] == ["Augen", "Punkte", "Σ"]
    assert len(facts.rows) == 7
    assert [row.number for row in facts.rows if row.closes_round] == list(range(size, 8, size))
    winner = next(cell for cell in facts.rows[0].cells if cell.won)
    assert winner.texts == ("0", str(25 * (size - 1)), str(25 * (size - 1)))
    assert len(printed(sheet).pages) == 1


def test_a_game_to_a_target_says_so():
    sheet = factories.table_of(4, rules="basic", target=500)
    assert "bis 500 Punkte" in text_of(printed(sheet))
    assert len(printed(sheet, blank=True).pages) == 1


def test_title_author_language_and_embedded_fonts(played):
    reader = printed(played)
    assert reader.metadata is not None
    assert reader.metadata.title == "Probeturnier: Spielliste, Serie 1, Tisch 1"
    assert reader.metadata.author == "Probeturnier"
    assert reader.root_object["/Lang"] == "de"
    used = reader.pages[0]["/Resources"]["/Font"]
    for name in used:
        font = used[name].get_object()
        assert "+Club" in font["/BaseFont"]
        assert "/FontFile2" in font["/FontDescriptor"].get_object()


def test_the_same_list_is_the_same_file(played):
    def once() -> bytes:
        view = view_of(played)
        return lists_pdf([view], rulings_of([view.sheet]), blank=False, now=factories.NOON)

    assert once() == once()


@pytest.mark.slow
def test_all_tables_of_a_series_in_order_in_few_queries(django_assert_max_num_queries):
    made = factories.tournament(players=14)
    series = factories.draw(made)
    with django_assert_max_num_queries(8):
        lists = lists_of_series(series)
        content = lists_pdf(
            sheet_views(lists, now=factories.NOON), rulings_of(lists), blank=True, now=factories.NOON
        )
    reader = PdfReader(io.BytesIO(content))
    assert [len(view.seats) for view in sheet_views(lists, now=factories.NOON)] == [4, 4, 3, 3]
    assert [mark.title for mark in reader.outline] == ["Tisch 1", "Tisch 2", "Tisch 3", "Tisch 4"]
    for number, page in enumerate(reader.pages, 1):
        assert re.search(rf"Tisch\n{number}\n|\n{number}\n", page.extract_text())


def test_what_people_type_is_never_markup():
    made = factories.tournament()
    for given in ("<b>Anni</b>", "=1+1", "&amp;", "%s {name}"):
        factories.tournaments_service.register_player(
            tournament_id=made.pk,
            player=factories.NewPlayer(given_name=given, family_name="Achter"),
            by=factories.director(),
            now=factories.NOON,
        )
    said = text_of(printed(factories.sheet_of(factories.draw(made))))
    for given in ("<b>Anni</b>", "=1+1", "&amp;", "%s {name}"):
        assert given in said


def test_lists_are_read_some_at_a_time_and_print_the_same(monkeypatch, django_assert_num_queries):
    """A hall of three hundred tables is never in memory at once; the file is the same to the byte."""
    lists = lists_of_series(factories.draw(factories.tournament(players=14)))
    whole = lists_pdf(views_of(lists, now=factories.NOON), {}, blank=True, now=factories.NOON)
    monkeypatch.setattr("tournaments.lists.selectors.in_bulk.LISTS_AT_ONCE", 1)
    coming = views_of(lists, now=factories.NOON)
    with django_assert_num_queries(4):
        next(coming)
    assert lists_pdf(views_of(lists, now=factories.NOON), {}, blank=True, now=factories.NOON) == whole
    assert len(PdfReader(io.BytesIO(whole)).pages) == 4


def test_the_lists_of_a_series_share_their_rules(django_assert_num_queries):
    series = factories.draw(factories.tournament(players=14))
    with django_assert_num_queries(1):
        lists = lists_of_series(series)
        assert len({id(sheet.table.series.tournament.rule_set) for sheet in lists}) == 1
