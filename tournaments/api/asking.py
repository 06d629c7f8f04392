"""What every operation begins with: which tournament or list, who sees it, and whether the program has it already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Count, Sum
from django.http import Http404, HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from pydantic import BaseModel, Field

from tournaments.api.problems import Wanted, is_nobody, known_of
from tournaments.api.shapes.base import Page
from tournaments.event.permissions import Actor, may_look, may_score, must, must_read
from tournaments.event.selectors.sheets import sheets
from tournaments.event.selectors.tournaments import tournaments
from tournaments.models import ScoreSheet, Tournament

SHAPE = 1  # moves when documents change their shape: what programs have kept is old then
MOST, USUAL = 500, 100  # items of a page
T = TypeVar("T")


class Unchanged(Exception):
    """The program has this state already."""


class Paging(BaseModel):
    """Paging parameters of a list: offset and limit."""

    limit: int = Field(default=USUAL, ge=1, le=MOST, description="How many items at most.")
    offset: int = Field(default=0, ge=0, le=1_000_000, description="How many to leave out.")


def actor(request: HttpRequest) -> Actor:
    """Who asks, as the gate has found out."""
    known = known_of(request).actor
    assert known is not None
    return known


def find_tournament(request: HttpRequest, slug: str) -> Tournament:
    """The tournament of an address; raises Unchanged where the program has this state already."""
    found = tournaments().filter(slug=slug).first()
    if found is None:
        raise Http404
    return as_seen(request, found)


def find_behind_the_desk(request: HttpRequest, slug: str) -> Tournament:
    """The same for what only those with a task, or programs that they let in, may see."""
    found = tournaments().filter(slug=slug).first()
    if found is None:
        raise Http404
    must(may_look(actor(request), found))
    return as_seen(request, found)


def find_list(request: HttpRequest, slug: str, series: int, table: int) -> ScoreSheet:
    """The list of an address; what a keeper sees has another tag than what everybody sees."""
    found = list_at(slug, series, table)
    if not keeps(request, found):
        must_read(actor(request), found)
    as_seen(request, found.table.series.tournament, eyes="k" if keeps(request, found) else "")
    return found


def list_at(slug: str, series: int, table: int) -> ScoreSheet:
    found = (
        sheets()
        .filter(table__series__tournament__slug=slug, table__series__number=series, table__number=table)
        .first()
    )
    if found is None:
        raise Http404
    return found


def keeps(request: HttpRequest, sheet: ScoreSheet) -> bool:
    """Whether who asks may write this list; strangers are known without a question to the database."""
    who = actor(request)
    return not is_nobody(who) and may_score(who, sheet)


# What the program has already ---------------------------------------------------------------------------------


def as_seen(request: HttpRequest, tournament: Tournament, *, eyes: str = "") -> Tournament:
    """Put the state into the answer's ETag; raises Unchanged where the program has it, a problem where it meant another state."""
    stamp(request, f"{tournament.pk}.{tournament.revision}", eyes)
    meant = request.headers.get("If-Match")
    if request.method not in ("GET", "HEAD") and meant is not None and not tag_fits(meant, tournament):
        raise Wanted("precondition", _("Inzwischen hat sich etwas geändert: Bitte neu lesen."))
    return tournament


def as_seen_all(request: HttpRequest) -> int:
    """The same for the list of all tournaments: how many, and how often anything has moved."""
    counted = tournaments().aggregate(number=Count("pk"), moved=Sum("revision"))
    stamp(request, f"all.{counted['number']}.{counted['moved'] or 0}", "")
    return int(counted["number"])


def stamp(request: HttpRequest, state: str, eyes: str) -> None:
    known = known_of(request)
    known.tag = f'"{SHAPE}.{state}.{get_language()}{eyes and f".{eyes}"}"'
    if request.method in ("GET", "HEAD") and known.tag in tags(request.headers.get("If-None-Match", "")):
        raise Unchanged


def tags(header: str) -> set[str]:
    """The tags of a header; who compresses an answer on its way marks its tag as weak."""
    return {tag.strip().removeprefix("W/") for tag in header.split(",")}


def tag_fits(header: str, tournament: Tournament) -> bool:
    """Whether one of the tags names the state that the tournament is in, for whomever and in whichever language."""
    state = f'"{SHAPE}.{tournament.pk}.{tournament.revision}.'
    return header.strip() == "*" or any(tag.startswith(state) for tag in tags(header))


# Long lists ---------------------------------------------------------------------------------------------------


def page_of(
    request: HttpRequest,
    rows: Sequence[Any] | Any,
    paging: Paging,
    show: Callable[[Any], T],
    *,
    total: int | None = None,
) -> Page[T]:
    """One page of a list or of a query."""
    count = total if total is not None else len(rows)
    return page_with(request, [show(row) for row in cut_rows(rows, paging)], paging, total=count)


def cut_rows(rows: Any, paging: Paging) -> Any:
    return rows[paging.offset : paging.offset + paging.limit]


def page_with(request: HttpRequest, items: list[T], paging: Paging, *, total: int) -> Page[T]:
    """One page whose rows are cut already. The address of the next page keeps the other parameters."""
    end = paging.offset + paging.limit
    query = {**request.GET.dict(), "limit": paging.limit, "offset": end}
    following = f"{request.path}?{urlencode(query)}" if end < total else None
    return Page[T](items=items, total=total, limit=paging.limit, offset=paging.offset, next=following)
