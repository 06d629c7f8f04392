"""The seating for the wall, by the address alone: no number to be typed, no desk; a screen that shows nothing else."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Screen
from tournaments.models.naming import for_everybody
from tournaments.pages.frame import find_tournament, is_fragment_request
from tournaments.screens.selectors import View, item, series_on
from tournaments.screens.views.letters import LARGE, MEDIUM
from tournaments.screens.views.material import Material
from tournaments.screens.views.pages import milliseconds, view_pages
from tournaments.screens.views.show import template, zone
from tournaments.screens.views.turns import Slot, slot_now


@never_cache
@require_safe
@for_everybody
def seating_wall(request: HttpRequest, slug: str) -> HttpResponse:
    """Page after page, by name or (`?ansicht=tische`) by table; `?serie=` another series, `?schrift=sehr-gross` for a television."""
    now = timezone.now()
    tournament = find_tournament(slug)
    if is_fragment_request(request) and request.headers.get("X-Seen") == str(tournament.revision):
        return HttpResponse(status=204, headers={"X-Now": str(milliseconds(now))})
    asked = request.GET.get("serie", "")
    number = int(asked) if asked.isdecimal() and len(asked) < 4 else None
    given = Material(tournament, now=now, public=True)
    if number is not None and series_on(given.hanging, number) is None:
        raise Http404(_("Diese Serie ist noch nicht ausgelost."))
    letters = LARGE if request.GET.get("schrift") == "sehr-gross" else MEDIUM
    screen = Screen(letters=letters, dark=request.COOKIES.get("rommeclub_theme") == "dark")
    view = View.TABLES if request.GET.get("ansicht") == "tische" else View.NAMES
    slots = view_pages(item(view, series=number), screen, given) or [no_seats_slot()]
    state = str(tournament.revision)
    if given.oldest != tournament.revision:
        state += f".{given.oldest}"
    if is_fragment_request(request) and request.headers.get("X-Seen") == state:
        return HttpResponse(status=204, headers={"X-Now": str(milliseconds(now))})
    at, left = slot_now(slots, milliseconds(now))
    context = {
        "screen": screen,
        "wall": True,
        "tournament": tournament,
        "state": state,
        "slots": slots,
        "shown": slots[at],
        "again": min(left, 30),  # without scripts the page asks anew when the next one's turn has come
        "now": now,
        "now_ms": milliseconds(now),
        "zone": zone(now),
    }
    answer = render(request, template(request), context)
    answer["X-Now"] = str(milliseconds(now))
    return answer


def no_seats_slot() -> Slot:
    return Slot(view="welcome", title="", template="tournaments/screens/_no_seats.html", seconds=30)
