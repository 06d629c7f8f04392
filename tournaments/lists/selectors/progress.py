"""How far every table of a series is, and the books of penalties and rulings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.selectors import rules_of
from tournaments.event.selectors.sheets import known_sums
from tournaments.lists.core.life import Life
from tournaments.lists.selectors.state import games_due, life_at, seats_taken
from tournaments.lists.selectors.sums import course_by_rules
from tournaments.models import Game, Penalty, Ruling, ScoreSheet, Series, Signature, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TableProgress:
    """How far one table is, for the desk and the hall."""

    number: int  # of the table
    size: int
    sheet_id: int
    version: int  # of its list
    sitting: int  # seats that are taken now; who has left does not sign
    life: Life
    played: int
    planned: int | None
    signed: int
    totals_only: bool = False


ListRow = tuple[int, int, int, int, int, datetime | None, datetime | None, int | None, int, int, bool]
Taken = tuple[object, ...]  # when a list ends early, and the last Runde of each seat


def lists_of(series: Series) -> QuerySet[ScoreSheet, ListRow]:
    """The lists of a series as values, with how many games and signatures are in force on each."""
    games, signatures = (
        of_list.order_by().values("sheet").annotate(count=Count("pk")).values("count")
        for of_list in (
            Game.objects.filter(sheet=OuterRef("pk"), struck_at__isnull=True),
            Signature.objects.filter(sheet=OuterRef("pk"), revoked_at__isnull=True),
        )
    )
    return (
        ScoreSheet.objects.filter(table__series=series)
        .order_by("table__number")
        .values_list(
            "table_id",
            "table__number",
            "table__size",
            "pk",
            "version",
            "completed_at",
            "accepted_at",
            "ends_after",
            Coalesce(Subquery(games), 0),
            Coalesce(Subquery(signatures), 0),
            known_sums(),
        )
    )


def progress(series: Series, *, now: datetime) -> tuple[TableProgress, ...]:
    """Return how far every table of a series is, in two queries."""
    tournament = series.tournament
    rules = rules_of(tournament.rule_set)
    chairs: dict[int, dict[int, int | None]] = defaultdict(dict)  # as they are taken now, or were last
    taken_seats = seats_taken().filter(table__series=series).order_by("table_id", "number", "first_round")
    for table, chair, last_round in taken_seats.values_list("table_id", "number", "last_round"):
        chairs[table][chair] = last_round
    due: dict[Taken, int | None] = {}  # most tables have the same seats, and so the same games
    found = []
    for (
        *(table, number, size, sheet, version, completed, accepted, ends_after, played, signed, sums),
    ) in lists_of(series):
        last = chairs[table]
        sitting = list(last.values()).count(None)
        taken = (ends_after, *last.items())
        if taken not in due:
            due[taken] = games_due(tournament, course_by_rules(rules, last), ends_after)
        found.append(
            TableProgress(
                number=number,
                size=size,
                sheet_id=sheet,
                version=version,
                sitting=sitting,
                life=life_at(completed, accepted, rules, signed=signed == sitting, now=now),
                played=played,
                planned=due[taken],
                signed=signed,
                totals_only=sums,
            )
        )
    return tuple(found)


def penalties(tournament: Tournament) -> QuerySet[Penalty]:
    """The offence book: every penalty, lifted ones too."""
    return Penalty.objects.filter(ruling__tournament=tournament).select_related(
        "ruling__decided_by", "registration__player", "sheet__table__series", "game", "lifted_by"
    )


def rulings(tournament: Tournament) -> QuerySet[Ruling]:
    return tournament.rulings.select_related(
        "decided_by", "sheet__table__series", "game", "undone_by"
    ).order_by("-number")
