"""The cash box goes along to another laptop: the same book, the same prizes, and it is paid out only once."""

from __future__ import annotations

from typing import Any

import pytest

from tests import factories
from tests.factories import NOON
from tests.tournaments.files.test_tournament_files import another_machine
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.services.tournament_files import take_over
from tournaments.models import CashCount, FeePlan, Tournament
from tournaments.money.core import read_fund, read_places
from tournaments.money.selectors.announcements import prize_list
from tournaments.money.selectors.cash import cash_book, pots
from tournaments.money.selectors.prize_rules import PrizeRow, PrizeRules
from tournaments.money.selectors.prizes import awards, prizes
from tournaments.money.services import cash, fees
from tournaments.money.services import prizes as service
from tournaments.money.services.fees import Fees

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def paid_out() -> Tournament:
    """A table of four that has paid, played, and got the first prize; one line was turned round, and somebody counted."""
    made = factories.tournament(players=4, series=1, rounds=1)
    factories.play_all(factories.sheet_of(factories.draw(made)))
    here: dict[str, Any] = {"tournament_id": made.pk, "by": factories.director(), "now": NOON}
    fees.set_fees(**here, fees=Fees(ordinary=1000, member=500, member_club="Probeverein"))
    for number in range(1, 5):
        fees.take_fee(**here, start_number=number)
    cash.turn_round(**here, number=4, reason="vertippt")
    row = PrizeRow(
        category="players", scope="whole", fund=read_fund("100 %"), places=read_places("60 %, 40 %")
    )
    service.set_prizes(**here, rules=PrizeRules(rows=(row,)))
    [division] = prizes(made).divisions
    announcement = service.announce_prizes(**here, rankings={division.ranking: division.seen})
    service.pay_prize(**here, award_id=announcement.awards.get(number=1).pk)
    cash.count_cash(**here, counted=1234, note="abends")
    return Tournament.objects.get(pk=made.pk)


def told(made: Tournament) -> dict[str, object]:
    """Everything about money that a person can see."""
    there = prize_list(made)
    return {
        "book": [
            (
                line.entry.number,
                line.entry.kind,
                line.entry.cents,
                line.balance,
                line.entry.text,
                line.entry.by,
            )
            for line in cash_book(made).lines
        ],
        "undone": [line.entry.number for line in cash_book(made).lines if line.undone],
        "pot": pots(made).total,
        "awards": [(one.whose, one.rank, one.cents) for one in awards(made)],
        "announced": [(line.award.name, line.award.cents, line.paid) for line in there.lines],
        "fees": list(
            FeePlan.objects.filter(tournament=made).values_list("ordinary", "member", "member_club")
        ),
        "counts": list(CashCount.objects.filter(tournament=made).values_list("expected", "counted", "note")),
    }


def test_moved_to_another_laptop_the_money_is_the_same():
    made = paid_out()
    before, content = told(made), tournament_file(made, now=NOON)
    another_machine()
    by = factories.administrator()
    there = take_over(read_tournament(content), by=by, now=NOON)
    assert told(there) == before
    first, *_others, last = prize_list(there).lines
    assert service.pay_prize(tournament_id=there.pk, award_id=first.award.pk, by=by, now=NOON) == first.payout
    assert service.pay_prize(tournament_id=there.pk, award_id=last.award.pk, by=by, now=NOON).number == 7
