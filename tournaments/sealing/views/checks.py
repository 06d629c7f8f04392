"""„Papier prüfen“: what a printed code says about its list, for everybody."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.speech import say
from tournaments.access.services.tries import TooManyTries
from tournaments.access.visitors import client_address
from tournaments.event.permissions import Actor, may_read_list
from tournaments.lists.selectors.check_codes import SaidOfPaper
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.views.sheets import address
from tournaments.pages.frame import actor_of, page
from tournaments.sealing.services.check_codes import UnknownCode, look_up

TEMPLATE = "tournaments/sealing/check.html"


@never_cache
@require_safe
def check_list(request: HttpRequest, check: str = "") -> HttpResponse:
    """Type the code of a paper, or come by the square beside it: is this the list, an older one, or none of ours?"""
    typed = (check or request.GET.get("code", "")).strip()[:80]
    if not typed:
        return page(request, TEMPLATE)
    try:
        said = look_up(code=typed, address=client_address(request), now=timezone.now())
    except UnknownCode as refusal:
        return page(request, TEMPLATE, typed=typed, unknown=say(refusal), status=404)
    except TooManyTries as refusal:
        return page(request, TEMPLATE, typed=typed, unknown=say(refusal), status=429)
    return page(request, TEMPLATE, typed=typed, **paper_told(said, actor_of(request)))


def paper_told(said: SaidOfPaper, actor: Actor) -> dict[str, Any]:
    """What the page says: which list, how its paper stands, and which sums must stand on it."""
    view = sheet_view(said.sheet, now=timezone.now())
    sums, shows = view.tally.totals, may_read_list(actor, said.sheet)
    return {
        "said": said,
        "view": view,
        "basic": not view.rules.family.by_table,
        "sums": [(seat, sums[seat.number]) for seat in view.seats] if said.newest and shows else [],
        "waits": not shows,
        "sheet_url": address(view),
        "pdf_url": address(view, "sheet_pdf"),
    }
