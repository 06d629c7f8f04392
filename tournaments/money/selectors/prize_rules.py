"""The prize table in force as values: which rankings, how much of the pot, which places; and as the document that is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.numbers import SeriesNumber
from tournaments.models import PrizePlan, Tournament
from tournaments.money.core import Fund, Places, PrizeTable, Rest, RoundingStep, Scheme, Ties

EACH = "each"  # every series of its own
WHOLE_EVENT = "whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRow:
    """One line of the table: a ranking and what it has to give away."""

    category: str
    scope: str  # "whole", "each", or the number of one series
    fund: Fund
    places: Places

    def series(self, series_count: int) -> tuple[SeriesNumber | None, ...]:
        """The series that the line is about; None for the whole event."""
        if self.scope == WHOLE_EVENT:
            return (None,)
        if self.scope == EACH:
            return tuple(SeriesNumber(number) for number in range(1, series_count + 1))
        return (SeriesNumber(int(self.scope)),)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRules:
    """The whole table with what holds for all of it."""

    rows: tuple[PrizeRow, ...]
    step: RoundingStep = RoundingStep.CENT
    rest: Rest = Rest.FIRST
    ties: Ties = Ties.SHARE

    def table(self, row: PrizeRow) -> PrizeTable:
        return PrizeTable(fund=row.fund, places=row.places, step=self.step, rest=self.rest, ties=self.ties)


def document_of(rules: PrizeRules) -> dict[str, Any]:
    """As it is kept, for ever."""
    return {
        "step": int(rules.step),
        "rest": rules.rest.value,
        "ties": rules.ties.value,
        "rows": [
            {
                "category": row.category,
                "scope": row.scope,
                "share": row.fund.share,
                "cents": row.fund.cents,
                "scheme": row.places.scheme.value,
                "values": list(row.places.values),
                "one_in": row.places.one_in,
            }
            for row in rules.rows
        ],
    }


def rules_from(document: Mapping[str, Any]) -> PrizeRules:
    return PrizeRules(
        step=RoundingStep(document["step"]),
        rest=Rest(document["rest"]),
        ties=Ties(document["ties"]),
        rows=tuple(
            PrizeRow(
                category=row["category"],
                scope=row["scope"],
                fund=Fund(share=row["share"], cents=row["cents"]),
                places=Places(
                    scheme=Scheme(row["scheme"]), values=tuple(row["values"]), one_in=row["one_in"]
                ),
            )
            for row in document["rows"]
        ),
    )


def prize_plan_in_force(tournament: Tournament) -> PrizePlan | None:
    return tournament.prize_plans.order_by("-number").first()


def prize_rules(tournament: Tournament) -> PrizeRules | None:
    """The table in force, or None while there is none."""
    plan = prize_plan_in_force(tournament)
    return rules_from(plan.document) if plan is not None else None
