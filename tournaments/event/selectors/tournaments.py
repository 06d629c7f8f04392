"""Tournaments, their fields and their series as rows."""

from __future__ import annotations

from django.db.models import Count, Max, Q, QuerySet

from tournaments.models import Registration, Table, Tournament


def tournaments() -> QuerySet[Tournament]:
    """Every tournament that is not hidden, with its rule set and what it wants of its rankings."""
    return Tournament.objects.filter(hidden_at__isnull=True).select_related("rule_set", "ranking_setup")


def tournament_at(slug: str) -> Tournament | None:
    """Return the tournament of an address; None where there is none, or it is hidden."""
    return tournaments().filter(slug=slug).first()


def registrations(tournament: Tournament) -> QuerySet[Registration]:
    """The field by start number."""
    return tournament.registrations.select_related("player__club", "team", "pair").order_by("start_number")


def next_numbers(series_id: int) -> dict[int, int | None]:
    """The next game of each table; None where a struck game in the middle waits to be played again."""
    in_force = Q(sheet__games__struck_at__isnull=True)
    counted = Table.objects.filter(series_id=series_id).annotate(
        played=Count("sheet__games", filter=in_force), highest=Max("sheet__games__number", filter=in_force)
    )
    rows = counted.order_by("number").values_list("number", "played", "highest")
    return {table: played + 1 if played == (highest or 0) else None for table, played, highest in rows}
