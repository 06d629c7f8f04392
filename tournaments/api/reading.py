"""Operations for everybody: tournaments, rules, the field, who sits where, how far it is, the clock."""

from __future__ import annotations

from typing import Annotated

from django.http import Http404, HttpRequest
from ninja import Query, Router
from pydantic import Field

from tournaments.api import showing
from tournaments.api.asking import Paging, as_seen_all, find_tournament, page_of
from tournaments.api.shapes import tournaments as shapes
from tournaments.api.shapes.base import Number, Page, Slug
from tournaments.desk.selectors.overview import all_tournaments
from tournaments.event.selectors.tournaments import registrations
from tournaments.lists.selectors.progress import progress
from tournaments.models import Series, Tournament
from tournaments.seating.selectors import places

router = Router(tags=["Tournaments"])


class Which(Paging):
    """Query parameters of the list of tournaments."""

    status: Annotated[shapes.Status | None, Field(description="Only those that stand like this.")] = None


@router.get("/tournaments", response=Page[shapes.TournamentShort])
def tournaments(request: HttpRequest, which: Query[Which]) -> Page[shapes.TournamentShort]:
    """All tournaments: what runs first, then what is coming, then the past."""
    total = as_seen_all(request)
    found = all_tournaments()
    if which.status is not None:
        found = found.filter(status=which.status)
        total = all_tournaments().filter(status=which.status).count()
    return page_of(request, found, which, showing.tournament_short, total=total)


@router.get("/tournaments/{slug:slug}", response=shapes.Tournament)
def tournament(request: HttpRequest, slug: Slug) -> shapes.Tournament:
    """One tournament: what, where, when, by which rules, who runs it."""
    return showing.tournament_shape(find_tournament(request, slug))


@router.get("/tournaments/{slug:slug}/rules", response=shapes.Rules)
def rules(request: HttpRequest, slug: Slug) -> shapes.Rules:
    """The rule set of a tournament, whole, with its fingerprint."""
    return showing.rules_shape(find_tournament(request, slug))


@router.get("/tournaments/{slug:slug}/field", response=Page[shapes.Person])
def field(request: HttpRequest, slug: Slug, paging: Query[Paging]) -> Page[shapes.Person]:
    """Who plays, by start number, as the page of the tournament shows it."""
    tournament = find_tournament(request, slug)
    total = tournament.registrations.count()
    return page_of(request, registrations(tournament), paging, showing.person_shape, total=total)


@router.get("/tournaments/{slug:slug}/series", response=list[shapes.Series])
def series(request: HttpRequest, slug: Slug) -> list[shapes.Series]:
    """Every series that hangs out: the laid ones, then those of the posted plan."""
    return [showing.series_shape(one) for one in places.hanging(find_tournament(request, slug))]


@router.get("/tournaments/{slug:slug}/series/{int:number}/seating", response=shapes.Seating)
def seating(request: HttpRequest, slug: Slug, number: Number) -> shapes.Seating:
    """Who sits where in a series, as posted."""
    tournament = find_tournament(request, slug)
    one = next((one for one in places.hanging(tournament) if one.number == number), None)
    if one is None:
        raise Http404
    tables = [showing.table_seats(table) for table in places.tables_of_series(tournament, one)]
    return shapes.Seating(series=showing.series_shape(one), tables=tables)


@router.get("/tournaments/{slug:slug}/series/{int:number}/progress", response=shapes.Progress)
def series_progress(request: HttpRequest, slug: Slug, number: Number) -> shapes.Progress:
    """How far every table of a series is."""
    one = laid_series(find_tournament(request, slug), number)
    tables = progress(
        one, now=one.drawn_at
    )  # the hour parts only accepted from final, and both are „accepted“ here
    return shapes.Progress(series=number, tables=[showing.progress_shape(table) for table in tables])


@router.get("/tournaments/{slug:slug}/series/{int:number}/clock", response=shapes.Clock)
def clock(request: HttpRequest, slug: Slug, number: Number) -> shapes.Clock:
    """The clock of a series."""
    return showing.clock_shape(laid_series(find_tournament(request, slug), number))


def laid_series(tournament: Tournament, number: int) -> Series:
    one = tournament.series.select_related("tournament__rule_set").filter(number=number).first()
    if one is None:
        raise Http404
    return one
