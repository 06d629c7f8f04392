"""The cash book with its running balance, and the pots that fees and gifts come to. One sum for pages and files."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import assert_never

from django.db.models import Sum

from tournaments.models import CashCount, CashEntry, FeePlan, Tournament
from tournaments.money.selectors.fees import fee_plan_in_force

Kind = CashEntry.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class CashLine:
    """One line, and what is in the box after it."""

    entry: CashEntry
    balance: int
    undone: CashEntry | None = None  # the line that turned it round


@dataclass(frozen=True, slots=True, kw_only=True)
class CashBook:
    """Every line from the first on; the last balance is what the box should hold."""

    tournament: Tournament
    lines: tuple[CashLine, ...]
    counts: tuple[CashCount, ...]

    @property
    def balance(self) -> int:
        return self.lines[-1].balance if self.lines else 0

    def of_kind(self) -> dict[str, int]:
        """What each kind came to, in the order of the kinds."""
        sums: dict[str, int] = defaultdict(int)
        for line in self.lines:
            sums[line.entry.kind] += line.entry.cents
        return {kind: sums[kind] for kind in Kind.values if kind in sums and kind != Kind.WAIVED}


def cash_book(tournament: Tournament) -> CashBook:
    """The whole book in two queries."""
    entries = list(
        tournament.cash_entries.select_related("registration__player", "award", "undoes").order_by("number")
    )
    turned = {entry.undoes_id: entry for entry in entries if entry.undoes_id is not None}
    balance, lines = 0, []
    for entry in entries:
        balance += entry.cents
        lines.append(CashLine(entry=entry, balance=balance, undone=turned.get(entry.pk)))
    return CashBook(
        tournament=tournament, lines=tuple(lines), counts=tuple(tournament.cash_counts.order_by("number"))
    )


def balance_of(tournament: Tournament) -> int:
    """What should be in the box now."""
    return int(tournament.cash_entries.aggregate(sum=Sum("cents"))["sum"] or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pots:
    """What may be given away: fees that lie in the box, gifts, and loss money where it goes there."""

    event: int = 0  # not of any series: fees for the event, gifts, loss money
    series: dict[int, int] = field(default_factory=dict)
    per_series: bool = False

    @property
    def total(self) -> int:
        return self.event + sum(self.series.values())

    def of(self, series: int | None) -> int:
        """The pot of a ranking: a series has one of its own where its fees are taken for it."""
        if series is None or not self.per_series:
            return self.total
        return self.series.get(series, 0)


def pots(tournament: Tournament) -> Pots:
    """Two queries; counter lines are of the kind that they turn round, so everything is a sum."""
    plan = fee_plan_in_force(tournament)
    event, series = 0, defaultdict[int, int](int)
    kinds = [Kind.FEE, Kind.REPAID, Kind.INCOME, Kind.LOSS]
    sums = (
        tournament.cash_entries.filter(kind__in=kinds)
        .order_by()
        .values_list("kind", "series_number", "to_pot")
        .annotate(sum=Sum("cents"))
    )
    for kind, number, to_pot, cents in sums:
        match Kind(kind):
            case Kind.FEE | Kind.REPAID if number is not None:
                series[number] += cents
            case Kind.FEE | Kind.REPAID:
                event += cents
            case Kind.INCOME:
                event += cents if to_pot else 0
            case Kind.LOSS:
                event += cents if plan is not None and plan.loss_to_pot else 0
            case Kind.WAIVED | Kind.PRIZE | Kind.EXPENSE:
                pass  # not asked for above
            case unknown:
                assert_never(unknown)
    per_series = plan is not None and plan.per == FeePlan.Per.SERIES
    return Pots(event=event, series=dict(sorted(series.items())), per_series=per_series)
