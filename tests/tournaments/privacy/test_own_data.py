"""Whoever asks what is kept of him gets all of it: games, sums, penalties, protests, signatures, money, prizes, journal."""

from __future__ import annotations

import io
from typing import Any
from uuid import uuid4

import pytest
from pypdf import PdfReader

from scoring.numbers import GameNumber, SeatNumber
from scoring.totals import SeatSum
from tests import factories
from tests.factories import NOON
from tournaments.journal.paper.day_record import record_pdf
from tournaments.journal.selectors.day_record import day_record
from tournaments.lists.services import clock
from tournaments.models import Penalty, Registration, Tournament
from tournaments.money.core import read_fund, read_places
from tournaments.money.selectors.announcements import prize_list
from tournaments.money.selectors.prize_rules import PrizeRow, PrizeRules
from tournaments.money.selectors.prizes import prizes
from tournaments.money.services import fees
from tournaments.money.services import prizes as prize_services
from tournaments.money.services.fees import Fees
from tournaments.paper_entry.services.totals import enter_totals
from tournaments.privacy.selectors.own_data import own_data
from tournaments.privacy.words.own_data import parts_said
from tournaments.rulings import services as rulings
from tournaments.rulings.selectors.offences import Offence
from tournaments.rulings.services import protests

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    """A day with a bit of everything for the player who won it, the one on seat 1."""
    made = factories.tournament(players=4, series=1, rounds=1)
    common: dict[str, Any] = {"tournament_id": made.pk, "by": factories.director(), "now": NOON}
    referee = factories.referee(made)
    sheet = factories.sheet_of(factories.draw(made))
    clock.start_clock(number=made.series.get().number, minutes=60, **common)
    factories.play_all(sheet)
    seen = type(sheet).objects.get(pk=sheet.pk).version
    rulings.impose(
        sheet_id=sheet.pk,
        offence=Offence(kind=Penalty.Kind.DEDUCTION, seat=SeatNumber(1), points=2),
        reason="Laut geworden",
        seen_version=seen,
        by=referee,
        now=NOON,
    )
    one = protests.file_protest(
        sheet_id=sheet.pk,
        seat_number=SeatNumber(1),
        game_number=GameNumber(2),
        text="Das war ich nicht",
        by=referee,
        now=NOON,
    )
    protests.decide_protest(
        protest_id=one.pk, granted=False, reason="Drei haben es gehört", by=referee, now=NOON
    )
    factories.accept(factories.sign_all(sheet))
    fees.set_fees(fees=Fees(ordinary=1000), **common)
    for number in range(1, 5):
        fees.take_fee(start_number=number, **common)
    row = PrizeRow(
        category="players",
        scope="whole",
        fund=read_fund("60 %"),
        places=read_places("40 %, 30 %, 20 %, 10 %"),
    )
    prize_services.set_prizes(rules=PrizeRules(rows=(row,)), **common)
    there = prizes(made)
    prize_services.announce_prizes(rankings={one.ranking: one.seen for one in there.divisions}, **common)
    for line in prize_list(made).lines:
        prize_services.pay_prize(award_id=line.award.pk, **common)
    return Tournament.objects.get(pk=made.pk)


def on_seat(made: Tournament, number: int) -> Registration:
    return made.registrations.get(seats__number=number)


def test_everything_that_is_kept_of_somebody_is_told_to_him(made: Tournament) -> None:
    data = own_data(on_seat(made, 1))
    assert [one["reason"] for one in data["penalties"]] == ["Laut geworden"]
    assert data["penalties"][0]["points"] == -2
    [objection] = data["protests"]
    assert (objection["game"], objection["text"]) == (2, "Das war ich nicht")
    assert [step["reason"] for step in objection["steps"]] == ["Drei haben es gehört"]
    assert data["signatures"]
    assert data["games"]
    assert next(one["cents"] for one in data["money"]) == 1000
    assert data["prizes"]
    told = dict(parts_said(data))
    words = " | ".join(line for lines in told.values() for line in lines)
    for word in ("Laut geworden", "Das war ich nicht; Drei haben es gehört", "10,00 €", "Serie 1, Tisch 1"):
        assert word in words
    assert len(told) >= 7


def test_who_did_nothing_of_it_is_told_nothing_of_it(made: Tournament) -> None:
    data = own_data(on_seat(made, 2))
    assert not data["penalties"]
    assert not data["protests"]


@pytest.mark.slow
def test_the_record_of_the_day_tells_it_too(made: Tournament) -> None:
    pages = PdfReader(io.BytesIO(record_pdf(day_record(made), now=NOON))).pages
    text = " ".join(page.extract_text() for page in pages).replace("\n", " ")
    for word in ("60 Minuten ab", "Laut geworden", "-2 Punkte", "Drei haben es gehört", "abgewiesen"):
        assert word.replace("-", "−") in text or word in text, word


def test_sums_of_a_paper_list_are_told_to_whom_they_belong() -> None:
    sheet = factories.table_of(4)
    sums = {
        1: SeatSum(points=47, crosses=0, augen=349),
        2: SeatSum(points=40, crosses=1, augen=498),
        3: SeatSum(points=33, crosses=0, augen=414),
        4: SeatSum(points=33, crosses=1, augen=420),
    }
    enter_totals(
        sheet_id=sheet.pk,
        sums=sums,
        games=20,
        submission=uuid4(),
        seen_version=sheet.version,
        by=factories.director(),
        now=NOON,
    )
    data = own_data(on_seat(sheet.table.series.tournament, 2))
    [one] = data["totals"]
    assert (one["series"], one["table"], one["points"], one["augen"], one["crosses"]) == (1, 1, 40, 498, 1)
    assert dict(parts_said(data))["Summen von Papierlisten"] == ["Serie 1, Tisch 1: 40 Punkte"]
