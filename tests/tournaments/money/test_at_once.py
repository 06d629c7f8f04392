"""Two treasurers tap at once: one fee, one prize, numbers without gaps. SQLite here, PostgreSQL too in .ci/run."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests import factories
from tests.at_once import all_at_once, told
from tests.factories import NOON
from tournaments.event.permissions import Actor
from tournaments.event.selectors.journal import chain, first_broken
from tournaments.event.services.setup import grant_role
from tournaments.models import CashEntry, JournalEntry, Role
from tournaments.money.core import read_fund, read_places
from tournaments.money.selectors.cash import balance_of
from tournaments.money.selectors.prize_rules import PrizeRow, PrizeRules
from tournaments.money.selectors.prizes import prizes
from tournaments.money.services import cash, fees
from tournaments.money.services import prizes as service
from tournaments.money.services.fees import Fees

pytestmark = pytest.mark.django_db(transaction=True)

TAPS = 6


def treasurers(made) -> list[Actor]:
    """Two people, each with three phones."""
    people = [factories.user(f"kasse{number}") for number in range(2)]
    for person in people:
        grant_role(
            tournament_id=made.pk, user=person, kind=Role.Kind.TREASURER, by=factories.director(), now=NOON
        )
    return [Actor(user=person) for person in people * 3]


@pytest.mark.parametrize(
    "seen", [0, pytest.param(None, marks=pytest.mark.slow)], ids=["from a page", "without a page"]
)
def test_the_same_fee_is_taken_once(seen):
    made = factories.tournament(players=4)
    fees.set_fees(tournament_id=made.pk, fees=Fees(ordinary=1000), by=factories.director(), now=NOON)
    answers = all_at_once(
        [
            lambda by=by: fees.take_fee(tournament_id=made.pk, start_number=2, seen=seen, by=by, now=NOON)
            for by in treasurers(made)
        ]
    )
    refused = "CashRefused" if seen is None else "StaleCash"
    assert told(answers) == {"list": 1, refused: TAPS - 1}
    assert [line.cents for line in CashEntry.objects.all()] == [1000]
    assert JournalEntry.objects.filter(deed="fee_paid").count() == 1
    assert first_broken(chain(made)) is None


@pytest.mark.slow
def test_many_pay_at_once_and_no_number_is_missing_or_given_twice():
    made = factories.tournament(players=TAPS)
    fees.set_fees(tournament_id=made.pk, fees=Fees(ordinary=1000), by=factories.director(), now=NOON)
    deeds = [
        lambda by=by, number=number: fees.take_fee(
            tournament_id=made.pk, start_number=number, seen=0, by=by, now=NOON
        )
        for number, by in enumerate(treasurers(made), 1)
    ]
    assert told(all_at_once(deeds)) == {"list": TAPS}
    numbers = CashEntry.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, TAPS + 1))
    assert balance_of(made) == TAPS * 1000
    backwards = [
        lambda by=by: cash.turn_round(tournament_id=made.pk, number=1, reason="x", by=by, now=NOON)
        for by in treasurers(made)
    ]
    assert Counter(line.number for line in all_at_once(backwards)) == {TAPS + 1: TAPS}, "turned round once"
    assert balance_of(made) == (TAPS - 1) * 1000


@pytest.mark.slow
def test_a_prize_is_handed_out_once():
    sheet = factories.table_of(4, rounds=1)
    made = sheet.table.series.tournament
    factories.play_all(sheet)
    by = factories.director()
    gift: dict[str, Any] = {"income": True, "cents": 5000, "text": "Preise", "to_pot": True}
    cash.enter_other(tournament_id=made.pk, **gift, by=by, now=NOON)
    row = PrizeRow(category="players", scope="whole", fund=read_fund("10 €"), places=read_places("100 %"))
    service.set_prizes(tournament_id=made.pk, rules=PrizeRules(rows=(row,)), by=by, now=NOON)
    [division] = prizes(made).divisions
    deeds = [
        lambda: service.announce_prizes(
            tournament_id=made.pk, rankings={division.ranking: division.seen}, by=by, now=NOON
        )
        for _ in range(2)
    ]
    assert told(all_at_once(deeds)) == {"PrizeAnnouncement": 2}
    award = made.prize_announcements.order_by("-number").first().awards.first()
    payouts = [
        lambda who=who: service.pay_prize(tournament_id=made.pk, award_id=award.pk, by=who, now=NOON)
        for who in treasurers(made)
    ]
    assert told(all_at_once(payouts)) == {"CashEntry": TAPS}
    assert CashEntry.objects.filter(kind="prize").count() == 1
    assert balance_of(made) == 5000 - award.cents
