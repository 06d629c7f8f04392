"""What everybody may see of a tournament at a glance: which are on, and how far each series is."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce

from scoring.selectors import rules_of
from tournaments.event.selectors.tournaments import tournaments
from tournaments.models import Game, Registration, ScoreSheet, Series, TotalEntry, Tournament

ORDER = (Tournament.Status.RUNNING, Tournament.Status.SETUP, Tournament.Status.FINISHED)


STANDING = Q(tables__cleared_at__isnull=True)  # a table that was broken up is out of the way


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesProgress:
    """How far one series is."""

    series: Series
    tables: int
    threes: int
    players: int
    played: int  # games in force, and those for which sums stand
    planned: int | None  # None: played to a target
    complete: int  # lists with every game
    accepted: int

    @property
    def done(self) -> bool:
        return self.accepted == self.tables


def all_tournaments() -> QuerySet[Tournament]:
    """Every tournament for the first page: what runs comes first, then what is coming, then the past."""
    place = Case(
        *(When(status=status, then=Value(n)) for n, status in enumerate(ORDER)), output_field=IntegerField()
    )
    own = Registration.objects.filter(tournament=OuterRef("pk"), withdrawn_at__isnull=True).order_by()
    playing = own.values("tournament").annotate(count=Count("pk")).values("count")
    newest = Series.objects.filter(tournament=OuterRef("pk")).order_by("-number").values("number")[:1]
    return (
        tournaments()
        .defer("rule_set__canonical")
        .annotate(
            place_in_list=place,
            players=Coalesce(
                Subquery(playing), 0
            ),  # asked by tournament: joined, all fields of a year are sorted
            drawn=Subquery(newest),
        )
        .order_by("place_in_list", "-starts_on", "name")
    )


def series_progress(tournament: Tournament) -> tuple[SeriesProgress, ...]:
    """Every series that hangs out, in three queries."""
    drawn = (
        tournament.series.filter(posted_at__isnull=False)
        .annotate(
            tables_laid=Count("tables", filter=STANDING),
            threes=Count("tables", filter=STANDING & Q(tables__size=3)),
            players=Sum("tables__size", filter=STANDING),
            complete=Count("tables", filter=Q(tables__sheet__completed_at__isnull=False)),
            accepted=Count("tables", filter=Q(tables__sheet__accepted_at__isnull=False)),
            games_as_sums=Coalesce(Subquery(games_as_sums()), 0),
        )
        .order_by("number")
    )
    played = dict(
        Game.objects.filter(sheet__table__series__tournament=tournament, struck_at__isnull=True)
        .order_by()
        .values_list("sheet__table__series")
        .annotate(Count("pk"))
    )
    due = games_due_by_series(tournament)
    return tuple(
        SeriesProgress(
            series=series,
            tables=series.tables_laid,
            threes=series.threes,
            players=series.players,
            played=played.get(series.pk, 0) + series.games_as_sums,
            planned=due.get(series.pk),
            complete=series.complete,
            accepted=series.accepted,
        )
        for series in drawn
    )


def games_as_sums() -> QuerySet[TotalEntry, Any]:
    """Return a subquery for the games of a series of which only the sums are known."""
    in_force = TotalEntry.objects.filter(sheet__table__series=OuterRef("pk"), struck_at__isnull=True)
    by_series = in_force.order_by().values("sheet__table__series")
    return by_series.annotate(games_of_all=Sum("games")).values("games_of_all")


def games_due_by_series(tournament: Tournament) -> dict[int, int]:
    """The games that are to be played in each series: every seat deals once in each Runde that it sits there.

    Where a Runde is one game, there are as many games as Runden.
    """
    if tournament.target is not None:
        return {}
    runden = Coalesce(F("table__seats__last_round"), tournament.rounds) - F("table__seats__first_round") + 1
    lists = (
        ScoreSheet.objects.filter(table__series__tournament=tournament)
        .order_by()
        .values_list("table__series", "ends_after")
        .annotate(due=Sum(runden), number=F("table__number"))
    )
    one_deal = rules_of(tournament.rule_set).series.one_deal
    found: dict[int, int] = defaultdict(int)
    for series, ends_after, by_seats, _number in lists:
        due = tournament.rounds if one_deal else by_seats
        found[series] += due if ends_after is None else min(due, ends_after)
    return found
