"""The money of the demo: change in the box, who pays and who does not, a prize table, the prizes of a series handed out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournaments.event.permissions import Actor
from tournaments.models import Tournament
from tournaments.money.core import Rest, RoundingStep, read_cents, read_fund, read_places
from tournaments.money.selectors.prize_rules import PrizeRow, PrizeRules
from tournaments.money.selectors.prizes import prizes
from tournaments.money.services.cash import enter_other
from tournaments.money.services.fees import Fees, repay_fee, set_fees, take_fee, waive_fee
from tournaments.money.services.prizes import announce_prizes, pay_prize, set_prizes

EACH_TAKES = timedelta(seconds=20)  # sixty people in twenty minutes


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyPlan:
    """What the plan says about money."""

    fee: str
    change: str  # what lies in the box before anybody has paid
    unpaid: tuple[int, ...]
    waived: Mapping[str, str]  # start number → why
    prizes: tuple[Mapping[str, str], ...]
    announced: int  # the prizes of the series up to this one are announced, those of the first are handed out
    repaid: tuple[Mapping[str, Any], ...] = ()


def read_money(part: Mapping[str, Any]) -> MoneyPlan:
    lists = {name: tuple(part[name]) for name in ("unpaid", "prizes", "repaid")}
    return MoneyPlan(**{**part, **lists})


def open_the_box(
    plan: MoneyPlan, tournament: Tournament, *, start_numbers: tuple[int, ...], by: Actor, now: datetime
) -> None:
    """Before the first draw: the fee, the table of prizes, and one after the other pays."""
    here: dict[str, Any] = {"tournament_id": tournament.pk, "by": by}
    set_fees(**here, fees=Fees(ordinary=read_cents(plan.fee)), now=now)
    set_prizes(**here, rules=demo_prize_table(plan), now=now)
    change = read_cents(plan.change)
    enter_other(**here, income=True, cents=change, text="Wechselgeld", now=now)
    for number in start_numbers:
        now += EACH_TAKES
        if str(number) in plan.waived:
            waive_fee(**here, start_number=number, reason=plan.waived[str(number)], now=now)
        elif number not in plan.unpaid:
            take_fee(**here, start_number=number, now=now)


def hand_out(plan: MoneyPlan, tournament: Tournament, *, by: Actor, now: datetime) -> None:
    """After the series: what somebody gets back who has left, the prizes of the series, and the first of them paid."""
    here: dict[str, Any] = {"tournament_id": tournament.pk, "by": by, "now": now}
    for back in plan.repaid:
        repay_fee(
            **here, start_number=back["start_number"], cents=read_cents(back["cents"]), reason=back["reason"]
        )
    said = {
        one.ranking: one.seen
        for one in prizes(tournament).divisions
        if one.series is not None and one.series <= plan.announced
    }
    announcement = announce_prizes(**here, rankings=said)
    for award in announcement.awards.filter(series_number=1):
        pay_prize(**here, award_id=award.pk)


def demo_prize_table(plan: MoneyPlan) -> PrizeRules:
    rows = tuple(
        PrizeRow(
            category=row["ranking"],
            scope=row["scope"],
            fund=read_fund(row["fund"]),
            places=read_places(row["places"]),
        )
        for row in plan.prizes
    )
    return PrizeRules(rows=rows, step=RoundingStep.EURO, rest=Rest.BOX)
