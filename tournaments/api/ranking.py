"""Operations for everybody: who leads, and what was announced. Nobody sees a draft who may not see it on the pages."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Annotated

from django.http import Http404, HttpRequest
from ninja import Query, Router
from pydantic import Field

from scoring.numbers import SeriesNumber
from tournaments.api import showing
from tournaments.api.asking import Paging, actor, as_seen, find_tournament, page_of
from tournaments.api.problems import is_nobody
from tournaments.api.shapes import standings as shapes
from tournaments.api.shapes.base import Number, Page, Slug
from tournaments.event.permissions import may_see_draft
from tournaments.models import Category, Tournament
from tournaments.rankings.selectors.publications import publications, standings_shown
from tournaments.rankings.selectors.rankings import Scope

router = Router(tags=["Standings"])


class OfSeries(Paging):
    """Over all series, or of one."""

    series: Annotated[
        SeriesNumber | None, Field(ge=1, le=60, description="Only what was played in this series.")
    ] = None


@router.get("/tournaments/{slug:slug}/standings", response=shapes.Standings)
def standings(request: HttpRequest, slug: Slug, which: Query[OfSeries]) -> shapes.Standings:
    """Everybody in order, with what parted them. Where the director publishes, others see the newest publication."""
    tournament = find_tournament(request, slug)
    draft = sees_draft(request, tournament)
    seen = standings_shown(tournament, draft=draft, series=which.series)
    rows = [row for row in seen.what.rows if which.series is None or which.series in row.series]
    page = page_of(request, rows, which, partial(showing.standing_shape, family=seen.what.rules.family))
    return shapes.Standings(
        **dict(page),
        of_series=which.series,
        games=seen.what.games,
        measures=[measure.value for measure in seen.what.rules.measures],
        publication=showing.publication_short(seen.publication) if seen.publication else None,
        draft=seen.draft,
    )


@router.get("/tournaments/{slug:slug}/rankings", response=list[shapes.RankingChoice])
def rankings(request: HttpRequest, slug: Slug) -> list[shapes.RankingChoice]:
    """Every ranking that there is: categories, each over all series, of one series and of one day."""
    tournament = find_tournament(request, slug)
    seen = standings_shown(tournament, draft=sees_draft(request, tournament))
    return [showing.ranking_choice_shape(tournament, category, scope) for category, scope in seen.choices]


class OfScope(Paging):
    """Which lists count: all of them, those of one series, or those of one day."""

    series: Annotated[SeriesNumber | None, Field(ge=1, le=60, description="Only this series.")] = None
    day: Annotated[date | None, Field(description="Only this day.", examples=["2026-11-14"])] = None


@router.get("/tournaments/{slug:slug}/rankings/{slug:category}", response=shapes.Ranking)
def ranking(
    request: HttpRequest, slug: Slug, category: shapes.CategoryName, which: Query[OfScope]
) -> shapes.Ranking:
    """One ranking: players, ladies, seniors, juniors, youth, tandems, teams or clubs, out of the same lists."""
    tournament = find_tournament(request, slug)
    seen = standings_shown(tournament, draft=sees_draft(request, tournament))
    wanted = (Category(category), Scope(which.series, which.day))
    if wanted not in seen.choices:
        raise Http404
    found = seen.ranking(*wanted)
    page = page_of(request, found.rows, which, partial(showing.ranking_row, family=found.rules.family))
    return shapes.Ranking(
        **dict(page),
        category=category,
        of_series=which.series,
        of_day=which.day,
        games=found.games,
        publication=showing.publication_short(seen.publication) if seen.publication else None,
        draft=seen.draft,
    )


def sees_draft(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether these are eyes for the draft; their answers have a tag of their own."""
    if tournament.release == Tournament.Release.LIVE:
        return True
    who = actor(request)
    if is_nobody(who) or not may_see_draft(who, tournament):
        return False
    as_seen(request, tournament, eyes="d")
    return True


@router.get("/tournaments/{slug:slug}/publications", response=Page[shapes.PublicationShort])
def announced(request: HttpRequest, slug: Slug, paging: Query[Paging]) -> Page[shapes.PublicationShort]:
    """What was announced, the newest first."""
    found = publications(find_tournament(request, slug))
    return page_of(request, found, paging, showing.publication_short, total=found.count())


@router.get("/tournaments/{slug:slug}/publications/{int:number}", response=shapes.Publication)
def publication(request: HttpRequest, slug: Slug, number: Number) -> shapes.Publication:
    """One publication, word for word."""
    one = find_tournament(request, slug).publications.filter(number=number).first()
    if one is None:
        raise Http404
    return shapes.Publication(**showing.publication_short(one).model_dump(), document=one.document)
