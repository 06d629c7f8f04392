"""A tournament as its people see it: the field, the seating, how far every table is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.rules import RuleSet
from scoring.selectors import rules_of
from tournaments.event.selectors.sheets import known_sums
from tournaments.lists.selectors.sheets import Life, course_of, games_due, life_of, seats_taken
from tournaments.models import (
    Penalty,
    Ruling,
    ScoreSheet,
    Seat,
    Series,
    Signature,
    Table,
    Tournament,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableProgress:
    """How far one table is, for the desk and the hall."""

    table: Table
    sheet: ScoreSheet
    seats: tuple[Seat, ...]
    sitting: int  # seats that are taken now; who has left does not sign
    life: Life
    played: int
    planned: int | None
    signed: int
    totals_only: bool = False


def progress(series: Series, *, now: datetime, named: bool = True) -> tuple[TableProgress, ...]:
    """Every table of a series in three queries; whoever says no name needs none."""
    tournament = series.tournament
    rules = rules_of(tournament.rule_set)
    signed = (
        Signature.objects.filter(sheet=OuterRef("pk"), revoked_at__isnull=True)
        .order_by()
        .values("sheet")
        .annotate(count=Count("pk"))
        .values("count")
    )
    lists = (
        ScoreSheet.objects.filter(table__series=series)
        .select_related("table", "scorer")
        .annotate(
            played=Count("games", filter=Q(games__struck_at__isnull=True)),
            signed=Coalesce(Subquery(signed), 0),
            has_totals=known_sums(),
        )
        .prefetch_related(
            Prefetch(
                "table__seats",
                queryset=(
                    seats_taken().select_related("registration__player__club") if named else seats_taken()
                ).order_by("number", "first_round"),
            )
        )
        .order_by("table__number")
    )
    return tuple(table_progress(sheet, tournament, rules, now=now) for sheet in lists)


def table_progress(
    sheet: ScoreSheet, tournament: Tournament, rules: RuleSet, *, now: datetime
) -> TableProgress:
    """One table; seats as they are taken now, or were last."""
    rows = list(sheet.table.seats.all())
    chairs = tuple({seat.number: seat for seat in rows}.values())
    sitting = tuple(seat for seat in chairs if seat.last_round is None)
    played, signed = sheet.played, sheet.signed  # type: ignore[attr-defined]  # annotated by `progress`
    return TableProgress(
        table=sheet.table,
        sheet=sheet,
        seats=chairs,
        sitting=len(sitting),
        life=life_of(sheet, rules, signed=signed == len(sitting), now=now),
        played=played,
        planned=games_due(tournament, course_of(rules, rows), sheet.ends_after),
        signed=signed,
        totals_only=sheet.has_totals,  # type: ignore[attr-defined]
    )


def penalties(tournament: Tournament) -> QuerySet[Penalty]:
    """The offence book: every penalty, lifted ones too."""
    return Penalty.objects.filter(ruling__tournament=tournament).select_related(
        "ruling__decided_by", "registration__player", "sheet__table__series", "game", "lifted_by"
    )


def rulings(tournament: Tournament) -> QuerySet[Ruling]:
    return tournament.rulings.select_related(
        "decided_by", "sheet__table__series", "game", "undone_by"
    ).order_by("-number")
