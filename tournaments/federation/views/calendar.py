"""The calendar: for everybody, on a page and for other programs."""

from __future__ import annotations

from datetime import date

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.federation.formats.ical import calendar_file
from tournaments.federation.selectors import calendar as selector
from tournaments.federation.views.tables import CalendarTable
from tournaments.models import Club, Tournament
from tournaments.pages.files import file_answer
from tournaments.pages.frame import page
from tournaments.pages.words import status_badge

ICAL = "text/calendar; charset=utf-8"
A_PAGE = 60


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """What is on and what is coming, by month; of one club where the address says so."""
    club = club_asked(request)
    found = selector.from_day(timezone.localdate(), club=club.pk if club else None)
    at = Paginator(found, A_PAGE).get_page(request.GET.get("seite"))
    months = selector.by_month(list(at))
    return page(
        request,
        "tournaments/federation/calendar.html",
        months=[(month, calendar_table(month, there)) for month, there in months],
        pages=at,
        club=club,
    )


def calendar_table(month: date, events: list[Tournament]) -> CalendarTable:
    """Return the table of a month."""
    rows = [{"one": one, "badge": status_badge(one)} for one in events]
    return CalendarTable(rows, attrs=CalendarTable.Meta.attrs | {"label": date_format(month, "F Y")})


@require_safe
def calendar_ics(request: HttpRequest) -> HttpResponse:
    """The same for phones and mail programs, which ask for it again by themselves."""
    club, now = club_asked(request), timezone.now()
    found = selector.for_programs(timezone.localdate(now), club=club.pk if club else None)
    name = club.name if club else _("Rommé-Turniere")
    content = calendar_file(found, site=request.build_absolute_uri("/").rstrip("/"), name=name, now=now)
    return file_answer(content, ICAL, "kalender.ics", inline=True)


def club_asked(request: HttpRequest) -> Club | None:
    """The club of the address; a number that none has is no club."""
    said = request.GET.get("verein", "")
    return (
        Club.objects.filter(pk=int(said)).first()
        if said.isascii() and said.isdecimal() and len(said) < 10
        else None
    )
