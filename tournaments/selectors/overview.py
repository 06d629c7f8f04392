"""What everybody may see of a tournament at a glance: which are on, and how far each series is."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Case, Count, IntegerField, Max, Q, QuerySet, Sum, Value, When

from tournaments.models import Game, Series, Tournament
from tournaments.selectors.sheets import games_planned
from tournaments.selectors.tournaments import tournaments

ORDER = (Tournament.Status.RUNNING, Tournament.Status.SETUP, Tournament.Status.FINISHED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesProgress:
    """How far one series is."""

    series: Series
    tables: int
    threes: int
    players: int
    played: int  # games in force
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
    return (
        tournaments()
        .defer("rule_set__canonical")
        .annotate(
            place_in_list=place,
            players=Count("registrations", filter=Q(registrations__withdrawn_at__isnull=True), distinct=True),
            drawn=Max("series__number"),
        )
        .order_by("place_in_list", "-starts_on", "name")
    )


def series_progress(tournament: Tournament) -> tuple[SeriesProgress, ...]:
    """Every drawn series in two queries."""
    drawn = (
        tournament.series.order_by("number")
        .annotate(
            tables_laid=Count("tables"),
            threes=Count("tables", filter=Q(tables__size=3)),
            players=Sum("tables__size"),
            complete=Count("tables", filter=Q(tables__sheet__completed_at__isnull=False)),
            accepted=Count("tables", filter=Q(tables__sheet__accepted_at__isnull=False)),
        )
        .order_by("number")
    )
    played = dict(
        Game.objects.filter(sheet__table__series__tournament=tournament, struck_at__isnull=True)
        .order_by()
        .values_list("sheet__table__series")
        .annotate(Count("pk"))
    )
    return tuple(
        SeriesProgress(
            series=series,
            tables=series.tables_laid,
            threes=series.threes,
            players=series.players,
            played=played.get(series.pk, 0),
            planned=games_planned(tournament, series.players),
            complete=series.complete,
            accepted=series.accepted,
        )
        for series in drawn
    )


def next_numbers(series: Series) -> dict[int, int | None]:
    """The next game of each table; None where a struck game in the middle waits to be played again."""
    in_force = Q(sheet__games__struck_at__isnull=True)
    counted = series.tables.annotate(
        played=Count("sheet__games", filter=in_force), highest=Max("sheet__games__number", filter=in_force)
    )
    rows = counted.order_by("number").values_list("number", "played", "highest")
    return {table: played + 1 if played == (highest or 0) else None for table, played, highest in rows}
