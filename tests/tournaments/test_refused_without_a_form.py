"""What services refuse although every form of ours says it first: programs and two open tabs ask them without one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest

from scoring.numbers import GameNumber, SeatNumber, SeriesNumber
from scoring.sentence import Refusal
from scoring.speech import say
from scoring.totals import SeatSum
from tests import factories
from tests.factories import NOON
from tournaments.access.services import lent
from tournaments.accounts.services import programs
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.services import clock, signing
from tournaments.models import PaperSettlement, Penalty, Role, ScoreSheet, Tournament
from tournaments.money.core import read_fund, read_places
from tournaments.money.core.prizes import Fund
from tournaments.money.selectors.prize_rules import PrizeRow, PrizeRules
from tournaments.money.services import cash, fees, prizes
from tournaments.money.services.fees import Fees
from tournaments.paper_entry.services import entry, totals
from tournaments.privacy.services import naming
from tournaments.rankings.services import rankings, seasons
from tournaments.rankings.services.seasons import SeasonFrame
from tournaments.rulings import services as rulings
from tournaments.rulings.selectors.offences import Offence, propose_penalty
from tournaments.screens.services import messages, screens
from tournaments.seating.services import changes, hanging

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """A table of four with one game on its list; 10 € each."""
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    made = sheet.table.series.tournament
    fees.set_fees(tournament_id=made.pk, fees=Fees(ordinary=1000), by=factories.director(), now=NOON)
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged.pk)


def here(made: Tournament) -> dict[str, Any]:
    return {"tournament_id": made.pk, "by": factories.director(), "now": NOON}


def list_of(made: Tournament) -> ScoreSheet:
    return sheets().get(table__series__tournament=made)


def at_list(made: Tournament, *, by: str = "director", seen: bool = True) -> dict[str, Any]:
    sheet = list_of(made)
    whom = factories.director() if by == "director" else factories.referee(made)
    return {"sheet_id": sheet.pk, "by": whom, "now": NOON} | ({"seen_version": sheet.version} if seen else {})


FIRST: dict[str, Any] = {"number": SeriesNumber(1)}
SUMS = {seat: SeatSum(points=0, crosses=0, augen=0) for seat in range(1, 5)}
YEAR = SeasonFrame(
    name="Vereinsjahr",
    holder="Probeverein",
    starts_on=date(2026, 1, 1),
    ends_on=date(2026, 12, 31),
    unit="event",
    rule="best",
    figure=3,
)


def row(
    category: str = "players", scope: str = "whole", fund: str = "60 %", places: str = "100 %"
) -> PrizeRow:
    return PrizeRow(category=category, scope=scope, fund=read_fund(fund), places=read_places(places))


def table(made: Tournament, *rows: PrizeRow) -> None:
    prizes.set_prizes(rules=PrizeRules(rows=rows), **here(made))


def season(made: Tournament, **other: Any) -> None:
    seasons.create_season(replace(YEAR, **other), tournaments=[made.pk], by=factories.director(), now=NOON)


def struck_and_restored_twice(made: Tournament) -> None:
    rulings.strike_game(number=GameNumber(1), reason="Vertauscht", **at_list(made, by="referee"))
    game = list_of(made).games.get()
    for _time in range(2):
        rulings.restore_row(
            row_id=game.pk, reason="Doch richtig", submission=uuid4(), **at_list(made, by="referee")
        )


def fault(made: Tournament, offence: Offence) -> object:
    return propose_penalty(sheet_view(list_of(made), now=NOON), offence)


def substitute(made: Tournament, number: int, by_whom: int) -> object:
    return changes.substitute(start_number=number, by_whom=by_whom, reason="Dienst", **here(made))


ROWS: dict[str, tuple[Callable[[Tournament], object], str]] = {
    # the clock
    "a clock of no series": (
        lambda made: clock.start_clock(number=SeriesNumber(2), minutes=60, **here(made)),
        "Die Serie 2 ist noch nicht ausgelost",
    ),
    "more time without a clock": (
        lambda made: clock.extend_clock(minutes=5, reason="Pause", **FIRST, **here(made)),
        "Die Uhr der Serie 1 läuft noch nicht",
    ),
    "a clock taken back without a word": (
        lambda made: [
            clock.start_clock(minutes=60, **FIRST, **here(made)),
            clock.take_clock_back(reason=" ", **FIRST, **here(made)),
        ],
        "warum die Zeit geändert wird",
    ),
    # lists and paper
    "signed with a stamp": (
        lambda made: signing.sign_list(seat_number=SeatNumber(1), method="stamp", **at_list(made)),
        "Unterschrieben wird mit dem eigenen Code, auf dem Bildschirm oder auf Papier",
    ),
    "settled without a second typing": (
        lambda made: entry.settle(number=1, chosen=PaperSettlement.Chosen.FIRST, **at_list(made)),
        "keine zweite Erfassung",
    ),
    "sums beside games": (
        lambda made: totals.enter_totals(sums=SUMS, games=4, submission=uuid4(), **at_list(made)),
        "Auf dieser Liste stehen Spiele",
    ),
    "sums struck that are not there": (
        lambda made: totals.strike_totals(reason="Vertauscht", **at_list(made)),
        "Auf dieser Liste stehen keine Summen",
    ),
    # rulings
    "a remark at a game to come": (
        lambda made: rulings.remark(
            number=GameNumber(9), text="Ermahnt", paragraph="", **at_list(made, by="referee", seen=False)
        ),
        "Spiel 9 ist nicht eingetragen",
    ),
    "a row of another list": (
        lambda made: rulings.restore_row(
            row_id=0, reason="Doch", submission=uuid4(), **at_list(made, by="referee")
        ),
        "Diese gestrichene Zeile steht nicht auf der Liste",
    ),
    "a row that stands so already": (struck_and_restored_twice, "Spiel 1 steht schon so auf der Liste"),
    "a fault at a seat that nobody has": (
        lambda made: fault(made, Offence(kind=Penalty.Kind.DEDUCTION, seat=SeatNumber(5), points=2)),
        "Den Platz 5 gibt es an diesem Tisch nicht",
    ),
    "a loose hand in a game to come": (
        lambda made: fault(
            made, Offence(kind=Penalty.Kind.LOOSE_HAND, seat=SeatNumber(1), game=GameNumber(2))
        ),
        "Spiel 2 ist nicht eingetragen",
    ),
    "a wrong count of no cards": (
        lambda made: fault(
            made, Offence(kind=Penalty.Kind.WRONG_COUNT, seat=SeatNumber(1), game=GameNumber(1))
        ),
        "wie viele Karten es waren",
    ),
    # the field and its seats
    "a substitute for nobody": (
        lambda made: substitute(made, 99, 1),
        "Startnummer 99",
    ),
    "a substitute who plays": (lambda made: substitute(made, 1, 2), "spielt schon mit"),
    "another series taken down": (
        lambda made: hanging.take_down(number=SeriesNumber(2), **here(made)),
        "Nur die zuletzt gesetzte Serie lässt sich zurücknehmen",
    ),
    "hung again before it was laid": (
        lambda made: hanging.hang_again(number=SeriesNumber(2), **here(made)),
        "Diese Serie ist noch nicht gesetzt",
    ),
    # money
    "less than nothing": (lambda made: cash.count_cash(counted=-1, **here(made)), "Weniger als nichts"),
    "a fee by the moon": (
        lambda made: fees.set_fees(fees=Fees(ordinary=500, per="moon"), **here(made)),
        "Das Startgeld gilt für das Turnier oder für jede Serie",
    ),
    "more waived than is open": (
        lambda made: fees.waive_fee(start_number=1, reason="Helferin", cents=1001, **here(made)),
        "offen: Bitte höchstens so viel eintragen",
    ),
    "an old page of the box": (
        lambda made: fees.waive_fee(start_number=1, reason="Helferin", seen=7, **here(made)),
        "Diese Seite ist veraltet",
    ),
    "a prize that holds no more": (
        lambda made: prizes.pay_prize(award_id=0, **here(made)),
        "Dieser Preis gilt nicht mehr",
    ),
    "more than the whole pot": (lambda _made: Fund(share=10_001), "Mehr als 100 Prozent"),
    "less than no prize": (lambda _made: Fund(cents=-1), "kleiner als null"),
    "too many rows of prizes": (lambda made: table(made, *[row()] * 61), "Das sind zu viele Zeilen"),
    "prizes of no ranking": (lambda made: table(made, row("moon")), "Diese Wertung gibt es nicht: moon"),
    "prizes of no series": (lambda made: table(made, row(scope="9")), "Diese Serie gibt es nicht: 9"),
    "a ranking twice": (lambda made: table(made, row(), row()), "steht zweimal in der Tabelle"),
    "a share beside euros": (lambda made: table(made, row(places="50 €")), "brauchen keinen Anteil am Topf"),
    "percent of nothing": (lambda made: table(made, row(fund="")), "Wie viel vom Topf?"),
    # rankings
    "as old as the hills": (
        lambda made: rankings.change_ranking_setup(
            wanted=rankings.RankingWishes(seniors_from=121), days={}, **here(made)
        ),
        "Ein Alter liegt zwischen 0 und 120 Jahren",
    ),
    "a season without a name": (lambda made: season(made, name=""), "Bitte der Saison einen Namen geben"),
    "a season backwards": (
        lambda made: season(made, ends_on=date(2025, 1, 1)),
        "Das Ende liegt vor dem Beginn",
    ),
    "a season by the moon": (lambda made: season(made, rule="moon"), "wie gewertet wird"),
    "a season of the best nought": (lambda made: season(made, figure=0), "Bitte eine Zahl ab 1 eintragen"),
    # screens
    "a message for yesterday": (
        lambda made: messages.send_message(text="Pause", ends_at=NOON - timedelta(minutes=1), **here(made)),
        "Diese Uhrzeit ist schon vorbei",
    ),
    "a message that nobody sent": (
        lambda made: messages.take_message_back(message_id=0, **here(made)),
        "Diese Meldung gibt es nicht",
    ),
    # people
    "a phone that nobody lent": (lambda made: lent.end_loan(number=9, **here(made)), "nicht verliehen"),
    "a code that nobody made": (
        lambda _made: lent.fetch_phone(code="nix", browser="", now=NOON),
        "gilt nicht",
    ),
    "a program without a name": (
        lambda made: programs.grant_access(name=" ", scope="read", ends_at=None, **here(made)),
        "an dem man das Programm erkennt",
    ),
    "called by the moon": (
        lambda made: naming.call_as(start_number=1, shown_as="moon", **here(made)),
        "wie der Name öffentlich erscheinen soll",
    ),
}


@pytest.mark.parametrize("what", ROWS)
def test_what_is_refused_has_a_sentence(what: str, made: Tournament) -> None:
    deed, sentence = ROWS[what]
    with pytest.raises(Refusal) as refused:
        deed(made)
    assert sentence in say(refused.value)


MOST: dict[str, tuple[Any, str, Callable[[Tournament], object], str]] = {
    "screens": (
        screens,
        "MOST_SCREENS",
        lambda made: screens.add_screen(name="Wand", **here(made)),
        "Mehr als 1 Bildschirme gehen nicht",
    ),
    "programs": (
        programs,
        "MOST",
        lambda made: programs.grant_access(name="Anzeige", scope="read", ends_at=None, **here(made)),
        "Dieses Turnier hat schon 1 Zugänge: Mehr gibt es nicht",
    ),
    "phones": (
        lent,
        "MOST",
        lambda made: lent.lend_phone(role_id=role_of_referee(made), **here(made)),
        "Bei diesem Turnier wurden schon 1 Handys verliehen: Mehr geht nicht",
    ),
}


def role_of_referee(made: Tournament) -> int:
    factories.referee(made)
    return made.roles.get(kind=Role.Kind.REFEREE).pk


@pytest.mark.parametrize("what", MOST)
def test_there_is_an_end_to_everything(what: str, made: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    room, most, deed, sentence = MOST[what]
    monkeypatch.setattr(room, most, 1)
    deed(made)
    with pytest.raises(Refusal) as refused:
        deed(made)
    assert say(refused.value) == f"{sentence}."


def test_what_is_done_already_is_done_once(made: Tournament) -> None:
    """A clock that does not run stops, a plan of fees is set again, the same remark is made: nothing is written."""
    before = made.journal.count()
    clock.take_clock_back(reason="", **FIRST, **here(made))
    fees.set_fees(fees=Fees(ordinary=1000), **here(made))
    assert made.journal.count() == before
    told: dict[str, Any] = {"number": GameNumber(1), "text": "Ermahnt", "paragraph": ""}
    whom = at_list(made, by="referee", seen=False)
    assert rulings.remark(**told, **whom) == rulings.remark(**told, **whom)
