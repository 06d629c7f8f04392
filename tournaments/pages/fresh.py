"""Whether a page is still as it was: 304 for browsers, 204 for a page that asks for news; both cost one query."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from concurrent.futures import wait
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from tournaments.event.permissions import DECIDE, roles
from tournaments.event.selectors.revisions import public_revision_of, revision_of
from tournaments.event.selectors.waiting import waits
from tournaments.models import Tournament
from tournaments.pages.drawn import DrawnPage
from tournaments.pages.frame import actor_of, find_tournament
from tournaments.pages.kept import COME_AGAIN, PATIENCE, SHELF, WAITS, Key, key_of
from tournaments.pages.own_row import marked_page

P = ParamSpec("P")
Answer = TypeVar("Answer", HttpResponse, HttpResponse | None)
NOBODY_KEEPS_IT = "max-age=0, no-cache, no-store, must-revalidate, private"
SHOWN = ("rommeclub_theme", "rommeclub_type", "rommeclub_suits", "rommeclub_vibration", "rommeclub_ich")


def polls(request: HttpRequest) -> bool:
    """Whether a part of a page asks for news (static/js/site.js).

    Asked all day, so of `META`: `request.headers` would read every line of the head first.
    """
    return request.META.get("HTTP_HX_REQUEST") == "true"


def kept_by_nobody(view: Callable[P, Answer]) -> Callable[P, Answer]:
    """What Django's `never_cache` says, without putting it together for every question that is asked all day."""

    @wraps(view)
    def answered(*args: P.args, **kwargs: P.kwargs) -> Answer:
        answer = view(*args, **kwargs)
        if answer is not None:
            answer["Cache-Control"] = NOBODY_KEEPS_IT
        return answer

    return answered


def parts_seen(request: HttpRequest, *, first: str) -> dict[str, str]:
    """The parts of a page and the stamps that its reader has of them: `X-Seen: stand 3-41; ruf 0`. A bare stamp is the first part's."""
    seen = {}
    for told in request.META.get("HTTP_X_SEEN", "").split(";"):
        part, _unused, stamp = told.strip().rpartition(" ")
        if stamp:
            seen[part.strip() or first] = stamp
    return seen


def etag(request: HttpRequest, slug: str, revision: int) -> str:
    """Names this page as this reader sees it: the facts, the address, and what makes his page his own.

    The form's secret is part of it: a kept page must never be handed to somebody whose forms it cannot send.
    """
    parts = [
        str(revision),
        slug,
        request.get_full_path(),
        get_language() or "",
        request.META.get("CSRF_COOKIE") or "",
        request.session.session_key or "",
        *(request.COOKIES.get(name, "") for name in SHOWN),
    ]
    return f'"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'


def unchanged(request: HttpRequest, slug: str) -> HttpResponse | None:
    """The short answer when the reader has this state already, otherwise None. Nothing but the revision is read."""
    if not polls(request) and ("messages" in request.COOKIES or "HTTP_IF_NONE_MATCH" not in request.META):
        return None  # something is to be said to this reader, or he has nothing yet
    revision = revision_of(slug)
    if revision is None:
        return None
    if polls(request):
        seen = request.META.get("HTTP_X_SEEN", "")
        return HttpResponse(status=204) if seen == str(revision) else None
    tags = {tag.strip().removeprefix("W/") for tag in request.META["HTTP_IF_NONE_MATCH"].split(",")}
    name = etag(request, slug, revision)
    return stamped(request, slug, revision, HttpResponse(status=304), name=name) if name in tags else None


def stamped(
    request: HttpRequest, slug: str, revision: int, response: HttpResponse, *, name: str = ""
) -> HttpResponse:
    """The page with its name; browsers may keep it and have to ask each time."""
    patch_vary_headers(response, ["Cookie", "HX-Request"])
    if polls(request) or "messages" in request.COOKIES:
        response["Cache-Control"] = "no-store"
    else:
        response["Cache-Control"] = "private, no-cache"
        response["ETag"] = name or etag(request, slug, revision)
    return response


def short_when_unchanged(
    view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate a view of a tournament: answer 304 or 204 while nothing is new, otherwise find it and name the page.

    The view is given the tournament instead of the slug of the address. Redirects are not named.
    """

    def drawn(
        request: HttpRequest, slug: str, key: Key | None, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        tournament = find_tournament(slug)
        begun = time.thread_time()
        answer = view(request, tournament, *args, **kwargs)
        if answer.status_code != 200:
            return answer
        if key is not None:
            answer = first_answer(request, key, tournament.revision, answer, time.thread_time() - begun)
        elif polls(request) and reader_leads(request, tournament):
            answer["X-Waits"] = str(waits(tournament))  # the badge in the menu is no part of this answer
        return stamped(request, slug, tournament.revision, marked_page(request, answer))

    @wraps(view)
    def answered(request: HttpRequest, /, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if (short := unchanged(request, slug)) is not None:
            return short
        key = key_of(request)
        if key is None:
            return drawn(request, slug, None, *args, **kwargs)
        if (found := kept_page(key, slug)) is not None:
            return stamped(request, slug, int(found.revision), found.answer(request))
        if (somebody := SHELF.turn(key)) is not None:
            if (door := request.META.get(WAITS)) is not None:
                door.append(somebody)
                return HttpResponse(status=COME_AGAIN)
            wait([somebody], timeout=PATIENCE)
            if (found := kept_page(key, slug)) is not None:
                return stamped(request, slug, int(found.revision), found.answer(request))
            return drawn(request, slug, None, *args, **kwargs)
        try:
            return drawn(request, slug, key, *args, **kwargs)
        finally:
            SHELF.drawn(key)

    return answered


def first_answer(
    request: HttpRequest, key: Key, revision: int, answer: HttpResponse, took: float
) -> HttpResponse:
    """Keep what was drawn; whoever had it drawn reads what the next one will, which is compressed already."""
    kept = SHELF.keep(key, revision, answer, took=took)
    return answer if kept is None or not kept.kind.startswith("text/") else kept.answer(request)


def kept_page(key: Key, slug: str) -> DrawnPage | None:
    """The page as it was drawn for another stranger, if it is good enough for this one."""
    revision = public_revision_of(slug) if SHELF.holds(key) else None
    return None if revision is None else SHELF.find(key, revision)


def reader_leads(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether this reader's menu has the badge of those who wait; nobody is looked up for strangers."""
    return request.user.is_authenticated and not DECIDE.isdisjoint(roles(actor_of(request), tournament))
