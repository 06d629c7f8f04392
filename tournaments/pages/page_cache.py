"""Public pages in Django's cache: rendered once for all strangers, and again when their tournament's revision has moved.

Cached is only what was rendered for a request without a session, so nothing personal can be in it. One process renders a
page at a time; meanwhile the others send the one before, or wait where there is none.
"""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from tournaments.event.selectors.revisions import Revisions, revisions_of
from tournaments.models import Tournament
from tournaments.pages.frame import find_tournament
from tournaments.pages.own_row import OwnRows, own_in, own_rows_of, with_own_row

P = ParamSpec("P")
T = TypeVar("T")

SLOW_SECONDS, LONGER = 0.05, 2.5  # a page that took longer to render may lag longer, by this factor
KEPT_SECONDS = 600  # then also what nobody may read any more is out of memory
LOCK_SECONDS = 15  # after which whoever renders is thought to have died
WAIT_SECONDS, PAUSE_SECONDS = 20.0, 0.05
LARGEST_BYTES = 2_000_000  # of a compressed page
LOOKS = ("rommeclub_theme", "rommeclub_type", "rommeclub_suits", "rommeclub_vibration")
CONTENT_HEADERS = ("Content-Type", "Content-Disposition")
# A page whose address says anything else (a name that somebody looks for) is rendered for each reader.
PARAMETERS = frozenset({"sort", "wertung", "serie", "tag", "ansicht", "ab", "bis"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheEntry(Generic[T]):
    """Something that was rendered, and the revisions that it shows."""

    value: T
    tournament: int
    instant: int
    made_at: float  # of the system's clock, which several hosts share
    lag_seconds: float

    def shows(self, revisions: Revisions) -> bool:
        """Return whether nothing has happened since."""
        return self.tournament == revisions.tournament

    def may_lag(self, revisions: Revisions) -> bool:
        """Return whether only deeds have happened since that strangers need not see at once."""
        return self.instant == revisions.instant

    def is_good(self, revisions: Revisions) -> bool:
        age = time.time() - self.made_at
        return self.shows(revisions) or (self.may_lag(revisions) and 0 <= age < self.lag_seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPage:
    """A page as it goes out, compressed."""

    headers: dict[str, str]  # of its content
    gzipped: bytes
    own_rows: OwnRows = field(default_factory=dict)


def cached(
    key: str,
    revisions: Revisions,
    render: Callable[[], T],
    *,
    keep: Callable[[T], bool] = lambda _value: True,
) -> T:
    """Return what was rendered for these revisions, or render it: one caller at a time, in all processes together."""
    entry: CacheEntry[T] | None = cache.get(key)
    if entry is not None and entry.is_good(revisions):
        return entry.value
    lock = f"{key}:lock"
    if not cache.add(lock, 1, LOCK_SECONDS):
        if entry is not None and entry.may_lag(revisions):
            return entry.value
        entry = wait_for(key, lock, revisions)
        return rendered_and_kept(key, revisions, render, keep) if entry is None else entry.value
    try:
        return rendered_and_kept(key, revisions, render, keep)
    finally:
        cache.delete(lock)


def rendered_and_kept(
    key: str, revisions: Revisions, render: Callable[[], T], keep: Callable[[T], bool]
) -> T:
    begun = time.thread_time()
    value = render()
    if keep(value):
        took = time.thread_time() - begun
        entry = CacheEntry(
            value=value,
            tournament=revisions.tournament,
            instant=revisions.instant,
            made_at=time.time(),
            lag_seconds=settings.PAGE_LAG_SECONDS * (LONGER if took > SLOW_SECONDS else 1),
        )
        cache.set(key, entry, KEPT_SECONDS)
    return value


def wait_for(key: str, lock: str, revisions: Revisions) -> CacheEntry[Any] | None:
    """Wait until another caller has rendered it; None where it takes too long or cannot be cached."""
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        time.sleep(PAUSE_SECONDS)
        entry: CacheEntry[Any] | None = cache.get(key)
        if entry is not None and entry.is_good(revisions):
            return entry
        if not cache.get(lock):
            return None
    return None


def cache_key(request: HttpRequest) -> str | None:
    """Return the cache key of a page for strangers; None where it must be rendered for this request alone."""
    known = {settings.SESSION_COOKIE_NAME, "messages"} & request.COOKIES.keys()
    if (
        request.method != "GET"
        or known
        or "Authorization" in request.headers
        or request.user.is_authenticated
    ):
        return None
    if not PARAMETERS.issuperset(request.GET.keys()):
        return None
    parts = (
        request.scheme or "",
        request.get_host(),
        request.get_full_path(),
        request.headers.get("HX-Request", ""),
        get_language() or "",
        *(request.COOKIES.get(name, "")[:8] for name in LOOKS),
    )
    return f"page:{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()}"


def public_page(
    view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate a public view of a tournament: strangers get it from the cache, with an ETag; it is given the tournament."""

    @wraps(view)
    def answered(request: HttpRequest, /, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        tournament = find_tournament(slug)
        key = cache_key(request)
        if key is None:
            answer = view(request, tournament, *args, **kwargs)
            if answer.status_code == 200:
                mark_own_row(request, answer)
                once = "messages" in request.COOKIES  # something is said to this reader now and not again
                patch_cache_control(
                    answer, **({"no_store": True} if once else {"private": True, "no_cache": True})
                )
            return answer
        found = cached(
            key,
            revisions_of(tournament),
            lambda: rendered(view(request, tournament, *args, **kwargs)),
            keep=lambda page: isinstance(page, RenderedPage),
        )
        if isinstance(found, HttpResponse):
            return mark_own_row(request, found)
        return answer_from(request, found)

    return answered


def rendered(answer: HttpResponse) -> RenderedPage | HttpResponse:
    """Compress a page for the cache; what is for one reader alone (cookies, a form's secret) stays as it is."""
    if (
        answer.status_code != 200
        or answer.streaming
        or answer.cookies
        or b"csrfmiddlewaretoken" in answer.content
    ):
        return answer
    packed = gzip.compress(answer.content, mtime=0)
    if len(packed) > LARGEST_BYTES:
        return answer
    headers = {name: answer[name] for name in CONTENT_HEADERS if answer.has_header(name)}
    return RenderedPage(headers=headers, gzipped=packed, own_rows=own_rows_of(answer))


def answer_from(request: HttpRequest, page: RenderedPage) -> HttpResponse:
    """The answer for this reader: as it lies in the cache, or with the row of whoever reads marked in it."""
    own = own_in(request, page.own_rows)
    if own is not None or "gzip" not in request.headers.get("Accept-Encoding", ""):
        content = gzip.decompress(page.gzipped)
        answer = HttpResponse(content if own is None else with_own_row(content, own), headers=page.headers)
    else:
        answer = HttpResponse(page.gzipped, headers=page.headers | {"Content-Encoding": "gzip"})
    answer["ETag"] = f'W/"{hashlib.sha256(page.gzipped + str(own).encode()).hexdigest()[:32]}"'
    patch_vary_headers(answer, ["Cookie", "HX-Request", "Accept-Language", "Accept-Encoding"])
    if own is None:
        patch_cache_control(answer, public=True, max_age=1)
    else:
        patch_cache_control(answer, private=True, no_cache=True)
    conditional = get_conditional_response(request, etag=answer["ETag"], response=answer)
    assert conditional is not None
    return conditional


def mark_own_row(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Mark the row of whoever reads in a page that was rendered for them alone."""
    own = own_in(request, own_rows_of(answer))
    if own is not None:
        answer.content = with_own_row(answer.content, own)
    return answer
