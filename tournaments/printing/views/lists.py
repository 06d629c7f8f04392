"""What is printed and exported. Everybody may read it, as he may read the pages that show the same."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access.selectors.codes import codes_of
from tournaments.event.permissions import may_referee, may_see_draft, must_read
from tournaments.lists.paper import pdf
from tournaments.lists.selectors.check_codes import check_codes
from tournaments.lists.selectors.in_bulk import lists_of_series, rulings_of, views_of
from tournaments.lists.words.facts import CheckFacts, CodeFacts
from tournaments.models import ScoreSheet
from tournaments.pages.files import PDF, file_answer
from tournaments.pages.frame import actor_of, find_sheet, find_tournament, need_role
from tournaments.pages.phone_addresses import scanned_address, site_for_phones, typed_address
from tournaments.printing.views.files import numbers_asked


@require_safe
def sheet_pdf(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """One list on paper, as it is now; with ?leer=1 to be filled in by hand, with ?gegenliste=1 as a second one."""
    sheet = find_sheet(slug, series, table)
    if not blank_asked(request):
        must_read(actor_of(request), sheet)
    name = _("{name}, Serie {series}, Tisch {table}").format(
        name=sheet.table.series.tournament.name, series=series, table=table
    )
    return lists_answer(request, [sheet], name)


@require_safe
def sheets_pdf(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """All lists of a series in the order of the tables, or those that ?tische=1,3 says. Filled in and together they are the draft of the standings."""
    tournament = find_tournament(slug)
    if not blank_asked(request):
        need_role(request, may_see_draft, tournament)
    drawn = get_object_or_404(tournament.series, number=series)
    name = _("{name}, Serie {series}, Spiellisten").format(name=tournament.name, series=series)
    wanted = numbers_asked(request, "tische")
    lists = [one for one in lists_of_series(drawn) if wanted is None or one.table.number in wanted]
    return lists_answer(request, lists, name)


def blank_asked(request: HttpRequest) -> bool:
    return "leer" in request.GET or "gegenliste" in request.GET


def lists_answer(request: HttpRequest, lists: list[ScoreSheet], name: str) -> HttpResponse:
    """Made anew each time: how far a list is depends on the hour too."""
    counter, now = "gegenliste" in request.GET, timezone.now()
    blank = blank_asked(request)
    codes = {} if counter else codes_for(request, lists)
    checks = {} if blank else checks_for(request, lists)
    content = pdf.lists_pdf(
        views_of(lists, now=now),
        rulings_of(lists),
        blank=blank,
        now=now,
        codes=codes,
        checks=checks,
        ink=sees_ink(request, lists),
        counter=counter,
    )
    kind = _(", Gegenliste") if counter else _(", leer") if blank else ""
    answer = file_answer(content, PDF, f"{name}{kind}.pdf", inline=True)
    answer["Cache-Control"] = "private, no-cache"
    return answer


def sees_ink(request: HttpRequest, lists: list[ScoreSheet]) -> bool:
    """Names drawn on the screen are for the table itself and for those who lead."""
    if not lists:
        return False
    actor = actor_of(request)
    own = [sheet.pk for sheet in lists] == [actor.sheet_id]
    return own or may_referee(actor, lists[0].table.series.tournament)


def codes_for(request: HttpRequest, lists: list[ScoreSheet]) -> dict[int, CodeFacts]:
    """The codes of the tables for the desk's own prints; who only reads gets none, since a code lets in."""
    if not lists or not may_referee(actor_of(request), lists[0].table.series.tournament):
        return {}
    site = site_for_phones(request)
    return {
        pk: CodeFacts(
            link=scanned_address(site, code),
            typed=typed_address(site, code),
            pin=code.spoken_pin,
        )
        for pk, code in codes_of(lists).items()
    }


def checks_for(request: HttpRequest, lists: list[ScoreSheet]) -> dict[int, CheckFacts]:
    """By which code anybody can tell whether a printed list is the list as it stands now."""
    site, page = site_for_phones(request), reverse("check_list")
    typed = f"{site}{page}".split("//", 1)[-1].rstrip("/")
    return {
        pk: CheckFacts(code=code, typed=typed, link=f"{site}{reverse('check_list_code', args=[code])}")
        for pk, code in check_codes(lists).items()
    }
