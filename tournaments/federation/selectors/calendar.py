"""Events by day: what is on, what is coming, and what was."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import groupby

from django.db.models import QuerySet

from tournaments.event.selectors.tournaments import tournaments
from tournaments.models import Tournament

MOST = 1_500  # events in a file for other programs


def events(*, club: int | None = None) -> QuerySet[Tournament]:
    """Every tournament that is not hidden, by day; of one club where one is asked for."""
    found = tournaments().select_related(None).select_related("organiser__club")
    if club is not None:
        found = found.filter(organiser__club=club)
    return found.order_by("starts_on", "name", "pk")


def from_day(day: date, *, club: int | None = None) -> QuerySet[Tournament]:
    """What has not ended before this day."""
    return events(club=club).filter(ends_on__gte=day)


def for_programs(day: date, *, club: int | None = None) -> list[Tournament]:
    """A year back and everything to come."""
    found = (
        from_day(day - timedelta(days=365), club=club).select_related(None).select_related("organiser__club")
    )
    shown = ("slug", "name", "place", "starts_on", "ends_on", "revision", "organiser__club__name")
    return list(found.only(*shown)[:MOST])


def by_month(found: list[Tournament]) -> list[tuple[date, list[Tournament]]]:
    """The events of a page under the first day of their month."""
    months = groupby(found, key=lambda one: one.starts_on.replace(day=1))
    return [(month, list(there)) for month, there in months]
