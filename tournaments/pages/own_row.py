"""Who reads: whoever came by his start card finds his own row wherever he stands. A cookie that names a number, no key.

A page is drawn as everybody may see it and kept for all ([kept.py](kept.py)); one's own row is put in afterwards, for one
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
    """What is said to a reader of his row; `row` is the number that stands at it in the table."""

    row: int
    rank: int
    name: str
    points: int


OwnRows = Mapping[int, OwnRow]  # by start number


def remember(response: HttpResponse, registration: Registration) -> None:
    """This phone belongs to this player, for two days; it opens nothing."""
    value = f"{registration.tournament.slug}:{registration.start_number}"
    response.set_cookie(OWN, value, max_age=2 * DAY, samesite="Lax", httponly=True)


def own_number(request: HttpRequest) -> int | None:
    """The start number of whoever reads, where this phone has opened his page at the tournament of this address."""
    slug, _colon, number = request.COOKIES.get(OWN, "").rpartition(":")
    if not slug or f"/{slug}/" not in request.path_info:
        return None
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 7 else None


def own_in(request: HttpRequest, rows: OwnRows) -> OwnRow | None:
    """The reader's row among those of a page."""
    number = own_number(request) if rows else None
    return None if number is None else rows.get(number)


def with_rows(answer: HttpResponse, rows: OwnRows) -> HttpResponse:
    """The page, which says whose row could be marked on it."""
    answer.own_rows = rows  # type: ignore[attr-defined]
    return answer


def own_rows_of(answer: HttpResponse) -> OwnRows:
    found: OwnRows = getattr(answer, "own_rows", {})
    return found


def with_own_row(content: bytes, mine: OwnRow) -> bytes:
    """The page with the reader's row marked, and said once more at its place."""
    row = re.compile(rb'<tr(?: class="[^"]*")? data-nr="%d">' % mine.row)
    marked = row.sub(b'<tr class="is-me" data-nr="%d">' % mine.row, content, count=1)
    return marked.replace(
        PLACE, render_to_string("tournaments/rankings/_own_row.html", {"own": mine}).encode(), 1
    )


def marked_page(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """A page that was just drawn, with the row of this reader."""
    if (row := own_in(request, own_rows_of(answer))) is not None:
        answer.content = with_own_row(answer.content, row)
    return answer
