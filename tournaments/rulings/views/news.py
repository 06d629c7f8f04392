"""The parts of a table's page that move: fetched anew when the list's revision number has moved."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.numbers import GameNumber
from tournaments.event.permissions import may_score, must, must_read
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.views.at_table import at_table
from tournaments.lists.views.sending import there_can_be
from tournaments.lists.views.sheets import list_context
from tournaments.pages.frame import actor_of, find_sheet
from tournaments.rulings.words.calls import of_table


@never_cache
@require_safe
def sheet_state(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Return the list as it is now, or with `?spiel=N` the page on which that game is entered; and the table's call.

    Entry and call are for those who may write this list.
    """
    sheet = find_sheet(slug, series, table)
    actor = actor_of(request)
    must_read(actor, sheet)
    entering = game_entered(request)
    writes = may_score(actor, sheet)
    view = sheet_view(sheet, now=timezone.now())
    if entering is None:
        context = list_context(request, view)
        parts = [render_to_string("tournaments/lists/_state.html", {"view": view, **context}, request)]
    else:
        must(writes)
        context = at_table(view, entering)
        parts = [render_to_string("tournaments/lists/_at_table.html", {"view": view, **context}, request)]
    if writes:
        context = of_table(sheet, entering=entering)
        parts.append(render_to_string("tournaments/rulings/calls/_call.html", context, request))
    return HttpResponse("".join(parts))


def game_entered(request: HttpRequest) -> GameNumber | None:
    """The number of the game whose page asks; None for the page of the list."""
    typed = request.GET.get("spiel", "")
    if not typed:
        return None
    number = GameNumber(int(typed) if typed.isdecimal() and len(typed) < 6 else 0)
    there_can_be(number)
    return number
