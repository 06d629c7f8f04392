"""Startgeld: who owes how much, who has paid, and what is still open. Sums are asked for, in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from scoring.selectors import rules_of
from tournaments.models import CashEntry, FeePlan, Registration, Seat, Tournament
from tournaments.money.selectors.loss_money import loss_money
from tournaments.rankings.selectors.facts import age_on

Kind = CashEntry.Kind


class FeeGroup(StrEnum):
    """Who pays which fee."""

    ORDINARY = "ordinary"
    YOUTH = "youth"
    MEMBER = "member"
    GUEST = "guest"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeePart:
    """What somebody owes for one series, or for the whole event."""

    series: int | None
    due: int
    settled: int

    @property
    def open(self) -> int:
        return max(self.due - self.settled, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One person's money as it stands now."""

    registration: Registration
    group: FeeGroup
    parts: tuple[FeePart, ...]
    entries: tuple[CashEntry, ...]
    loss_due: int = 0

    @property
    def turn(self) -> int:
        """How many lines this person has: who pays on an older page is told what came meanwhile."""
        return len(self.entries)

    @property
    def due(self) -> int:
        return sum(part.due for part in self.parts)

    @property
    def open(self) -> int:
        return sum(part.open for part in self.parts)

    @property
    def too_much(self) -> int:
        """Settled beyond what is owed: after a fee was lowered, or a series was not played."""
        return sum(max(part.settled - part.due, 0) for part in self.parts)

    @property
    def paid(self) -> int:
        """Fees that lie in the box."""
        return sum(one.cents for one in self.entries if one.kind in (Kind.FEE, Kind.REPAID))

    @property
    def received(self) -> int:
        """Fees that were paid, whatever was given back of them afterwards."""
        return sum(one.settles for one in self.entries if one.kind == Kind.FEE)

    @property
    def given_back(self) -> int:
        return -sum(one.cents for one in self.entries if one.kind == Kind.REPAID)

    @property
    def waived(self) -> int:
        return sum(one.settles for one in self.entries if one.kind == Kind.WAIVED)

    @property
    def loss_open(self) -> int:
        return max(self.loss_due - sum(one.cents for one in self.entries if one.kind == Kind.LOSS), 0)

    def in_box(self, series: int | None) -> int:
        """What of the fee for a series lies in the box, so that it can be given back."""
        kinds = (Kind.FEE, Kind.REPAID)
        return sum(one.cents for one in self.entries if one.kind in kinds and one.series_number == series)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoning:
    """Where the fees are, in cents: due + too_much = received + waived + open, and the pot has received − given_back."""

    due: int
    received: int
    waived: int
    open: int
    too_much: int
    given_back: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """The whole field, by start number."""

    tournament: Tournament
    plan: FeePlan | None
    upto: int  # the fees of so many series are asked for
    rows: tuple[Account, ...]
    drawn: tuple[int, ...] = ()
    loss: bool = False  # whether lost games cost money here

    def of(self, start_number: int) -> Account | None:
        return next((row for row in self.rows if row.registration.start_number == start_number), None)

    @property
    def open(self) -> tuple[Account, ...]:
        return tuple(row for row in self.rows if row.open or row.loss_open)

    @property
    def open_cents(self) -> int:
        return sum(row.open for row in self.rows)

    @property
    def reckoning(self) -> Reckoning:
        return Reckoning(
            due=sum(row.due for row in self.rows),
            received=sum(row.received for row in self.rows),
            waived=sum(row.waived for row in self.rows),
            open=self.open_cents,
            too_much=sum(row.too_much for row in self.rows),
            given_back=sum(row.given_back for row in self.rows),
        )

    @property
    def settled(self) -> int:
        """How many of those who owe something have settled it."""
        return sum(1 for row in self.rows if row.due and not row.open)

    @property
    def owing(self) -> int:
        return sum(1 for row in self.rows if row.due)


def fee_plan_in_force(tournament: Tournament) -> FeePlan | None:
    return tournament.fee_plans.order_by("-number").first()


def accounts(tournament: Tournament, *, upto: int | None = None, only: int | None = None) -> Accounts:
    """Everybody's account; `only` one registration's. `upto`: fees up to this series, else up to the last one drawn."""
    plan = fee_plan_in_force(tournament)
    rules = rules_of(tournament.rule_set)
    drawn = tuple(tournament.series.order_by("number").values_list("number", flat=True))
    upto = min(max(upto or max(drawn, default=1), 1), tournament.series_count)
    field_of_players = tournament.registrations.select_related("player__club").order_by("start_number")
    seats = Seat.objects.filter(series__tournament=tournament)
    lines = tournament.cash_entries.filter(registration__isnull=False).order_by("number")
    if only is not None:
        field_of_players = field_of_players.filter(pk=only)
        seats, lines = seats.filter(registration=only), lines.filter(registration=only)
    sat: dict[int, set[int]] = defaultdict(set)
    for registration, number in seats.values_list("registration_id", "series__number").distinct():
        sat[registration].add(number)
    entries: dict[int, list[CashEntry]] = defaultdict(list)
    for line in lines:
        assert line.registration_id is not None
        entries[line.registration_id].append(line)
    lost = loss_money(tournament, rules, only=only)
    found = AccountsAsked(plan=plan, day=tournament.starts_on, upto=upto, drawn=frozenset(drawn))
    return Accounts(
        tournament=tournament,
        plan=plan,
        upto=upto,
        drawn=drawn,
        loss=bool(rules.loss_money and rules.loss_money.enabled),
        rows=tuple(
            found.account(one, sat[one.pk], entries[one.pk], lost.get(one.pk, 0)) for one in field_of_players
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountsAsked:
    """By which plan, on which day, up to which series."""

    plan: FeePlan | None
    day: date
    upto: int
    drawn: frozenset[int] = field(default_factory=frozenset)

    def account(self, one: Registration, sat: set[int], entries: Sequence[CashEntry], lost: int) -> Account:
        group = fee_group(self.plan, one, self.day)
        settled: dict[int | None, int] = defaultdict(int)
        for entry in entries:
            settled[entry.series_number] += entry.settles
        due = self.due(one, sat, group, ahead={number for number in settled if number})
        names = sorted(set(due) | set(settled), key=lambda name: name or 0)
        parts = tuple(FeePart(series=name, due=due.get(name, 0), settled=settled[name]) for name in names)
        parts = tuple(part for part in parts if part.due or part.settled)
        return Account(registration=one, group=group, parts=parts, entries=tuple(entries), loss_due=lost)

    def due(
        self, one: Registration, sat: set[int], group: FeeGroup, *, ahead: set[int]
    ) -> dict[int | None, int]:
        """Who sits in a series owes for it; for one that is not drawn yet, everybody who has not left.

        Series that somebody has paid ahead are asked for too: so it shows when he does not play them.
        """
        if self.plan is None:
            return {}
        fee = fee_of(self.plan, group)
        here = one.withdrawn_at is None
        if self.plan.per == FeePlan.Per.EVENT:
            return {None: fee} if here or sat else {}
        return {
            number: fee
            for number in sorted({*range(1, self.upto + 1), *ahead})
            if number in sat or (here and number not in self.drawn)
        }


def fee_of(plan: FeePlan, group: FeeGroup) -> int:
    """The fee of a group; a group without one pays as everybody does."""
    own: int | None = getattr(plan, group.value)
    return plan.ordinary if own is None else own


def fee_group(plan: FeePlan | None, one: Registration, day: date) -> FeeGroup:
    """Guests first, then the young, then members of the named club; whoever is none of these pays the ordinary fee."""
    if plan is None:
        return FeeGroup.ORDINARY
    player = one.player
    if plan.guest is not None and one.guest:
        return FeeGroup.GUEST
    if (
        plan.youth is not None
        and player.born_on is not None
        and age_on(player.born_on, day) < plan.youth_under
    ):
        return FeeGroup.YOUTH
    club = player.club.name if player.club else ""
    if plan.member is not None and club and club.casefold() == plan.member_club.casefold():
        return FeeGroup.MEMBER
    return FeeGroup.ORDINARY
