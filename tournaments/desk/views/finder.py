"""The field that finds everything, and without words the page „Alles“: every way from the desk in groups."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.desk.core.finding import find
from tournaments.desk.words.everything import everything, grouped_pages
from tournaments.event.permissions import may_direct, may_referee
from tournaments.pages.frame import find_tournament, is_fragment_request, need_role, page

LONGEST = 80


@never_cache
@require_safe
def finder(request: HttpRequest, slug: str) -> HttpResponse:
    """What the words lead to; asked by the script it is the list alone."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_referee, tournament)
    directs = may_direct(actor, tournament)
    asked = request.GET.get("was", "").strip()[:LONGEST]
    found = find(asked, everything(tournament, directs=directs)) if asked else ()
    template = (
        "tournaments/desk/_found.html" if is_fragment_request(request) else "tournaments/desk/finder.html"
    )
    return page(
        request,
        template,
        tournament=tournament,
        current="finder",
        asked=asked,
        found=found,
        groups=() if asked else grouped_pages(tournament, directs=directs),
    )
