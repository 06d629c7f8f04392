"""Mark the reader's own row of a table: a cookie, set by the page of a start card, names the start number and opens nothing.

A page is rendered as everybody may see it and cached for all (pages/page_cache.py); the row is marked afterwards, for one
reader alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from tournaments.models import Registration

OWN = "rommeclub_ich"
DAY = 86_400
PLACE = b"<!-- own row -->"  # where a page says the reader's row once more


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRow:
    """What a page tells a reader about their row; `row` is its `data-nr` in the table."""

    row: int
    rank: int
    name: str
    points: int


OwnRows = Mapping[int, OwnRow]  # by start number


def remember(response: HttpResponse, registration: Registration) -> None:
    """Set the cookie that says which player this phone belongs to, for two days."""
    value = f"{registration.tournament.slug}:{registration.start_number}"
    response.set_cookie(OWN, value, max_age=2 * DAY, samesite="Lax", httponly=True)


def own_number(request: HttpRequest) -> int | None:
    """Return the start number in the cookie, if it is of the tournament of this address."""
    slug, _colon, number = request.COOKIES.get(OWN, "").rpartition(":")
    if not slug or f"/{slug}/" not in request.path_info:
        return None
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 7 else None


def own_in(request: HttpRequest, rows: OwnRows) -> OwnRow | None:
    """Return the reader's row among those of a page, or None."""
    number = own_number(request) if rows else None
    return None if number is None else rows.get(number)


def with_rows(answer: HttpResponse, rows: OwnRows) -> HttpResponse:
    """Note on the response which rows could be marked in it; return it."""
    answer.own_rows = rows  # type: ignore[attr-defined]
    return answer


def own_rows_of(answer: HttpResponse) -> OwnRows:
    found: OwnRows = getattr(answer, "own_rows", {})
    return found


def with_own_row(content: bytes, mine: OwnRow) -> bytes:
    """Return the page with the reader's row marked, and repeated where the page has a place for it."""
    row = re.compile(rb'<tr(?: class="[^"]*")? data-nr="%d">' % mine.row)
    marked = row.sub(b'<tr class="is-me" data-nr="%d">' % mine.row, content, count=1)
    return marked.replace(
        PLACE, render_to_string("tournaments/rankings/_own_row.html", {"own": mine}).encode(), 1
    )
