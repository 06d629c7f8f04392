"""The treasurer's sheets: cash book, sums by kind and prizes; for the director and the treasurer alone, formulas and all."""

from __future__ import annotations

import io
from typing import Any

import pytest
from openpyxl import load_workbook
from python_calamine import CalamineWorkbook

from tests import factories
from tests.factories import NOON
from tests.tournaments.files.recalculated import OFFICE, recalculated
from tournaments.event.services.setup import grant_role
from tournaments.files.formats.workbook import Reader, contents_of, write_workbook
from tournaments.models import Role, Tournament
from tournaments.money.core import read_fund, read_places
from tournaments.money.selectors.announcements import prize_list
from tournaments.money.selectors.cash import cash_book
from tournaments.money.selectors.prize_rules import PrizeRow, PrizeRules
from tournaments.money.selectors.prizes import awards, prizes
from tournaments.money.services import cash, fees
from tournaments.money.services import prizes as prize_service
from tournaments.money.services.fees import Fees
from tournaments.rankings.selectors.publications import standings_shown
from tournaments.spreadsheets.writing.page import SUM

pytestmark = pytest.mark.django_db
MONEY = ["Startgelder", "Kasse", "Kassenbuch", "Preise"]


@pytest.fixture(scope="module")
def staged_made(stage: None) -> Tournament:
    """Four who have paid, a gift, an expense, and a table of prizes."""
    made = factories.tournament(players=4, series=2, rounds=1)
    factories.play_all(factories.sheet_of(factories.draw(made)))
    by = factories.director()
    fees.set_fees(tournament_id=made.pk, fees=Fees(ordinary=1005), by=by, now=NOON)
    for number in range(1, 5):
        fees.take_fee(tournament_id=made.pk, start_number=number, by=by, now=NOON)
    for income, text in ((True, "=SUM(A1)"), (False, "Kuchen")):
        cash.enter_other(
            tournament_id=made.pk, income=income, cents=333, text=text, to_pot=income, by=by, now=NOON
        )
    row = PrizeRow(
        category="players", scope="whole", fund=read_fund("60 %"), places=read_places("50 %, 30 %, 20 %")
    )
    prize_service.set_prizes(tournament_id=made.pk, rules=PrizeRules(rows=(row,)), by=by, now=NOON)
    return made


@pytest.fixture
def made(staged_made: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged_made.pk)


def content_of(made: Tournament, reader: Reader) -> bytes:
    target = io.BytesIO()
    write_workbook(target, contents_of(standings_shown(made, draft=True), reader=reader, now=NOON), now=NOON)
    return target.getvalue()


def rows_of(content: bytes, name: str) -> list[list[Any]]:
    rows: list[list[Any]] = (
        CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_name(name).to_python()
    )
    return [row for row in rows[1:] if row[0] != SUM]


@pytest.mark.slow
def test_only_director_and_treasurer_get_the_money(made):
    for reader in Reader:
        names = CalamineWorkbook.from_filelike(io.BytesIO(content_of(made, reader))).sheet_names
        sees = reader in (Reader.DIRECTOR, Reader.TREASURER)
        assert [name for name in names if name in MONEY] == (MONEY if sees else []), reader
        assert ("Protokoll" in names) == (reader in (Reader.DIRECTOR, Reader.REFEREE)), reader


def test_the_page_knows_who_keeps_the_box(made, client):
    person = factories.user("kasse")
    grant_role(
        tournament_id=made.pk, user=person, kind=Role.Kind.TREASURER, by=factories.director(), now=NOON
    )
    for username, sheets in (("kasse", MONEY), ("leitung", MONEY), ("fremd", [])):
        client.force_login(factories.user(username))
        book = client.get(f"/turnier/{made.slug}/rangliste.xlsx").content
        names = CalamineWorkbook.from_filelike(io.BytesIO(book)).sheet_names
        assert [name for name in names if name in MONEY] == sheets, username
        assert ("Protokoll" in names) == (username == "leitung")


def test_amounts_are_those_of_the_book_to_the_cent(made):
    book, content = cash_book(made), content_of(made, Reader.DIRECTOR)
    lines = rows_of(content, "Kassenbuch")
    assert [(round(100 * row[7]), round(100 * row[8])) for row in lines] == [
        (line.entry.cents, line.balance) for line in book.lines
    ]
    assert {str(row[0]): round(100 * row[1]) for row in rows_of(content, "Kasse")} == {
        "Startgeld": 4020, "Einnahme": 333, "Ausgabe": -333,
    }  # fmt: skip
    assert [round(100 * row[6]) for row in rows_of(content, "Preise")] == [one.cents for one in awards(made)]
    sheet = load_workbook(io.BytesIO(content))["Kassenbuch"]
    assert sheet["I4"].value == "=SUM(H$2:H4)"
    assert sheet["F6"].data_type == "s", "what looks like a formula stays text"
    assert "€" in sheet["H2"].number_format


def test_who_has_paid_and_who_has_not(made):
    cash.turn_round(tournament_id=made.pk, number=2, reason="falsch", by=factories.director(), now=NOON)
    content = content_of(made, Reader.TREASURER)
    said = {row[0]: (row[4], row[5], row[7], row[9]) for row in rows_of(content, "Startgelder")}
    assert said[1] == (10.05, 10.05, 0, "bezahlt")
    assert said[2] == (10.05, 0, 10.05, "offen")
    sheet = load_workbook(io.BytesIO(content))["Startgelder"]
    [rule] = [rule for area in sheet.conditional_formatting for rule in area.rules]
    assert rule.formula == ["$H2>0"]
    overview = dict(rows_of(content, "Übersicht"))
    assert (overview["Startgelder offen"], overview["Startgelder bezahlt"]) == (10.05, 30.15)


@pytest.mark.slow
def test_the_fees_add_up_also_after_a_waiver_and_a_repayment(made):
    by = factories.director()
    cash.turn_round(tournament_id=made.pk, number=2, reason="falsch", by=by, now=NOON)
    fees.waive_fee(tournament_id=made.pk, start_number=2, reason="baut auf", by=by, now=NOON)
    fees.repay_fee(tournament_id=made.pk, start_number=1, cents=500, reason="geht früh", by=by, now=NOON)
    content = content_of(made, Reader.TREASURER)
    said = {row[0]: tuple(row[4:10]) for row in rows_of(content, "Startgelder")}
    assert said[1] == (10.05, 10.05, 0, 0, 5.0, "bezahlt")
    assert said[2] == (10.05, 0, 10.05, 0, 0, "erlassen")
    overview = dict(rows_of(content, "Übersicht"))
    sums = [
        overview[f"Startgelder {word}"]
        for word in ("zu zahlen", "bezahlt", "erlassen", "offen", "zurückgezahlt")
    ]
    assert sums == [40.20, 30.15, 10.05, 0, 5.0]


def test_a_payout_says_whose_it_is_and_what_for(made):
    there, ranking = prizes(made), ("players", None)
    division = next(one for one in there.divisions if one.ranking == ranking)
    announced = prize_service.announce_prizes(
        tournament_id=made.pk, rankings={ranking: division.seen}, by=factories.director(), now=NOON
    )
    award = announced.awards.order_by("number").first()
    prize_service.pay_prize(tournament_id=made.pk, award_id=award.pk, by=factories.director(), now=NOON)
    content = content_of(made, Reader.DIRECTOR)
    [payout] = [row for row in rows_of(content, "Kassenbuch") if row[2] == "Preis"]
    assert (payout[4], payout[5]) == (award.name, "1. Preis (geteilt), Einzel, gesamt")
    assert dict(rows_of(content, "Übersicht"))["Preise ausgezahlt"] == award.cents / 100
    states = [(row[4], row[7], row[8]) for row in rows_of(content, "Preise")]
    assert states[0] == (award.name, "ausgezahlt", payout[0])
    assert {state for _name, state, _voucher in states[1 : announced.awards.count()]} <= {"festgelegt"}
    assert {state for _name, state, _voucher in states[announced.awards.count() :]} <= {"Vorschlag"}
    assert sum(round(100 * row[6]) for row in rows_of(content, "Preise")) == prize_list(made).prizes.paid


@pytest.mark.slow
@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
def test_libreoffice_adds_the_box_up_to_the_cent(made, tmp_path):
    content = content_of(made, Reader.DIRECTOR)
    again = recalculated(content, tmp_path)
    for name in MONEY:
        for row, other in zip(rows_of(content, name), rows_of(again, name), strict=True):
            assert [pytest.approx(cell) if isinstance(cell, float) else cell for cell in row] == other
